package ckg

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/tabular"
	"sooth/score"
	"sooth/suite"
)

// patch holds a patch against what must hold after it: the code base still
// loads, the added lines use and call what they must, and signatures that must
// stay are as they were. Each is a demand of its own; the value is the share of
// demands that are met, and an answer passes only with all of them.
func (s *Scorer) patch(ctx context.Context, tree Tree, t *suite.Task, answer string) (score.Result, error) {
	change, err := read(tree, answer)
	if err != nil {
		return failed(t.Expected, err.Error()), nil
	}
	all, err := namesOf(ctx, tree.Facts)
	if err != nil {
		return score.Result{}, err
	}
	kept, unknown := all.resolve(t.Expected.Keep)
	if len(unknown) > 0 {
		return score.Result{Outcome: score.Unknown, Oracle: "ckg", Reason: "the task names what the code base does not have, or has more than once: " + tabular.Some(unknown)}, nil
	}
	j := &judged{expected: t.Expected, change: change}
	// What is open without the change is seen in a copy like that of the change:
	// what the copy lacks is not the answer's fault.
	var before map[string]string
	if err := s.Patched(ctx, t, nil, func(facts fact.Reader) (err error) {
		before, err = open(ctx, facts)
		return err
	}); err != nil {
		return score.Result{}, err
	}
	for f, err := range tree.Facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Package}}) {
		if err != nil {
			return score.Result{}, err
		}
		if reason, ok := before[f.Subject]; ok && change.touches(f.Span.File) {
			return score.Result{Outcome: score.Unknown, Oracle: "ckg", Reason: fmt.Sprintf("package %s cannot be read completely without the change either: %s", f.Subject, reason)}, nil
		}
	}
	signatures, err := signaturesOf(ctx, tree.Facts, kept)
	if err != nil {
		return score.Result{}, err
	}
	err = s.Patched(ctx, t, change.files, func(facts fact.Reader) error {
		after, err := open(ctx, facts)
		if err != nil {
			return err
		}
		j.compiles(before, after)
		if err := j.added(ctx, facts); err != nil {
			return err
		}
		now, err := signaturesOf(ctx, facts, kept)
		j.signatures(kept, signatures, now)
		return err
	})
	if err != nil {
		return score.Result{}, err
	}
	return j.result(), nil
}

// failed is an answer without a patch: no demand is met.
func failed(e *suite.Expected, why string) score.Result {
	n := 1 + len(e.MustUse) + len(e.MustCall) + len(e.Keep)
	r := share(0, n, nil, "ckg", string(fact.Compiler))
	r.Outcome, r.Reason = score.Fail, why
	r.Diagnostics = []score.Diagnostic{{Kind: score.NoCode, Message: why}}
	return r
}

// open are the units that were not read completely, with their reasons.
func open(ctx context.Context, facts fact.Reader) (map[string]string, error) {
	state, err := facts.State(ctx)
	list := map[string]string{}
	for _, o := range state.Open {
		list[o.Unit] = o.Reason
	}
	return list, err
}

// signaturesOf are the signatures of declarations.
func signaturesOf(ctx context.Context, facts fact.Reader, subjects []string) (map[string]string, error) {
	list := map[string]string{}
	for _, s := range subjects {
		for f, err := range facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}, Subject: s}) {
			if err != nil {
				return nil, err
			}
			list[s] = strings.Join(strings.Fields(f.Detail), " ")
		}
	}
	return list, nil
}

// judged collects what became of each demand.
type judged struct {
	expected *suite.Expected
	change   change
	met      []string
	misses   []score.Diagnostic
}

func (j *judged) demand(ok bool, what string, miss score.Diagnostic) {
	if ok {
		j.met = append(j.met, what)
		return
	}
	j.misses = append(j.misses, miss)
}

// compiles: no unit is open that was not open before.
func (j *judged) compiles(before, after map[string]string) {
	for _, unit := range slices.Sorted(maps.Keys(after)) {
		if _, was := before[unit]; !was {
			reason := after[unit]
			j.demand(false, "", score.Diagnostic{Kind: score.OtherError, Symbol: unit, Message: "does not compile: " + reason})
			return
		}
	}
	j.demand(true, "compiles", score.Diagnostic{})
}

// added looks for what the added lines use and call.
func (j *judged) added(ctx context.Context, facts fact.Reader) error {
	type use struct {
		from, to string
		call     bool
	}
	var uses []use
	for _, file := range slices.Sorted(maps.Keys(j.change.added)) {
		for f, err := range facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Call, fact.Reference}, Path: file}) {
			if err != nil {
				return err
			}
			if j.change.added[file][f.Span.Line] {
				uses = append(uses, use{f.Subject, f.Object, f.Kind == fact.Call})
			}
		}
	}
	for _, name := range j.expected.MustUse {
		ok := slices.ContainsFunc(uses, func(u use) bool { return fact.HasSuffix(u.to, name) })
		j.demand(ok, "uses "+name, missed(name, "no added line uses %s", name))
	}
	for _, edge := range j.expected.MustCall {
		from, to, ok := strings.Cut(edge, "->")
		if !ok {
			from, to = "", edge
		}
		from, to = strings.TrimSpace(from), strings.TrimSpace(to)
		ok = slices.ContainsFunc(uses, func(u use) bool {
			return u.call && fact.HasSuffix(u.to, to) && (from == "" || fact.HasSuffix(outer(u.from), from))
		})
		j.demand(ok, "calls "+edge, missed(to, "no added line makes the call %s", edge))
	}
	return nil
}

// outer is the declared function around functions without a name.
func outer(name string) string {
	for {
		cut := strings.LastIndexByte(name, '.')
		if cut < 0 || !strings.HasPrefix(name[cut+1:], "func") || strings.Trim(name[cut+5:], "0123456789") != "" || len(name) == cut+5 {
			return name
		}
		name = name[:cut]
	}
}

func (j *judged) signatures(kept []string, before, after map[string]string) {
	for _, s := range kept {
		miss := missed(s, "the signature of %s was %q and is %q", s, before[s], after[s])
		if _, there := after[s]; !there {
			miss = missed(s, "%s is gone", s)
		}
		j.demand(after[s] != "" && after[s] == before[s], "keeps "+s, miss)
	}
}

func (j *judged) result() score.Result {
	all := len(j.met) + len(j.misses)
	r := share(len(j.met), all, nil, "ckg", string(fact.Compiler))
	r.Diagnostics = j.misses
	r.Outcome = score.Pass
	if len(j.misses) > 0 {
		r.Outcome = score.Fail
	}
	r.Reason = fmt.Sprintf("%d of %d demands; %s", len(j.met), all, j.change.how)
	return r
}

// errNoPatch says that an answer holds no change.
var errNoPatch = errors.New("the answer has no code that could be put into the code base")
