// Package structure judges statements of structure: calls, imports, implements,
// embeds, returns, takes, has, is, is deprecated, since, declared in, wraps.
// What each verb means, and when it is refuted, is in
// docs/design/0010-judging-claims.md.
package structure

import (
	"context"
	"fmt"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
	"sooth/source"
)

// Name is the name of the oracle in verdicts.
const Name = "structure"

// Oracle judges claims of the kind Structure of one text.
type Oracle struct {
	world *world.World
	text  *world.Text
	since Since
}

// Since returns the first release of the standard library with a symbol, "1.21",
// and the evidence; "1.0" for what was always there.
type Since func(path, symbol string) (release, evidence string, ok bool)

var _ oracle.Oracle = (*Oracle)(nil)

// New returns an oracle for the claims of a text about a world. since may be nil.
func New(w *world.World, t *world.Text, since Since) *Oracle {
	return &Oracle{world: w, text: t, since: since}
}

// Name implements oracle.Oracle.
func (*Oracle) Name() string { return Name }

// Judges implements oracle.Oracle.
func (*Oracle) Judges(c claim.Claim) bool { return c.Kind == claim.Structure && c.Verb != "" }

// Judge implements oracle.Oracle.
func (o *Oracle) Judge(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	v, err := o.judge(ctx, c)
	if err == nil && v.Outcome == oracle.Refuted && everybodys(c.Subject) {
		return oracle.Undecide(c, oracle.NoAnchor, "every program may have a "+c.Subject+" of its own"), nil
	}
	return v, err
}

// everybodys reports whether a name without a qualifier is one that the language
// or its tools give a meaning to, so that it says nothing of this code base.
func everybodys(name string) bool {
	switch strings.TrimSuffix(name, "()") {
	case "main", "init", "TestMain":
		return true
	}
	return false
}

func (o *Oracle) judge(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	v, err := o.positive(ctx, c)
	if err != nil || !c.Negated {
		return v, err
	}
	switch v.Outcome {
	case oracle.Refuted:
		return oracle.Verify(c, v.Strength, "as it says: "+v.Reason, v.Evidence...), nil
	case oracle.Verified:
		return o.denied(c, v), nil
	}
	return v, nil
}

// positive judges the statement without its negation.
func (o *Oracle) positive(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	switch c.Verb {
	case "imports":
		return o.imports(ctx, c)
	case "declared in":
		return o.declaredIn(ctx, c)
	case "has", "has method", "has field":
		return o.has(ctx, c)
	}
	subject, v, err := o.operand(ctx, c, c.Subject)
	if err != nil || v.Outcome != "" {
		return v, err
	}
	switch c.Verb {
	case "calls":
		return o.calls(ctx, c, subject)
	case "implements":
		return o.implements(ctx, c, subject)
	case "embeds":
		return o.embeds(ctx, c, subject)
	case "returns":
		return o.returns(ctx, c, subject)
	case "takes":
		return o.takes(ctx, c, subject)
	case "is":
		return o.is(ctx, c, subject)
	case "is deprecated":
		return o.deprecated(ctx, c, subject)
	case "since":
		return o.sinceWhen(ctx, c, subject)
	case "wraps":
		return o.wraps(ctx, c, subject)
	}
	return oracle.Undecide(c, oracle.NotAvailable, "no rule for "+c.Verb), nil
}

// operand resolves a name of a statement. A name that does not exist is for the
// symbol oracle to accuse; the statement is then undecided, in the verdict.
func (o *Oracle) operand(ctx context.Context, c claim.Claim, name string) (world.Meaning, oracle.Verdict, error) {
	m, err := o.world.Resolve(ctx, name)
	switch {
	case err != nil:
		return m, oracle.Verdict{}, err
	case len(m.Symbols) > 0 || len(m.Packages) > 0:
		m.Symbols = built(m.Symbols)
		return m, oracle.Verdict{}, nil
	case m.Missing != nil:
		return m, oracle.Undecide(c, oracle.NoAnchor, "there is no "+name), nil
	}
	return m, oracle.Undecide(c, m.Why(), m.What), nil
}

// built leaves of several declarations those that the build has.
func built(list []world.Symbol) []world.Symbol {
	if in := keep(list, func(s world.Symbol) bool { return !s.Excluded }); len(in) > 0 {
		return in
	}
	return list
}

// denied refutes a denial: what it denies is there. The second witness is the
// source itself.
func (o *Oracle) denied(c claim.Claim, v oracle.Verdict) oracle.Verdict {
	if len(v.Evidence) == 0 || v.Strength == fact.Text || v.Strength == fact.Syntax {
		return oracle.Undecide(c, oracle.Ambiguous, v.Reason)
	}
	at := v.Evidence[0]
	object := c.Object
	if object == "" {
		object = "Deprecated"
	}
	word := world.ParseName(object).Last()
	for i, line := range o.world.Lines(source.Span{File: at.File, Line: max(1, at.Line-20), EndLine: max(at.Line, at.EndLine)}) {
		if strings.Contains(line, word) {
			return oracle.Refute(c, v.Strength, "it does: "+v.Reason, []string{
				"the index: " + v.Reason + " at " + at.String(),
				fmt.Sprintf("the source, read now, has %s at line %d", word, max(1, at.Line-20)+i),
			}, "", v.Evidence...)
		}
	}
	return oracle.Undecide(c, oracle.Ambiguous, v.Reason)
}

// closed says why a package of one of the symbols was not read completely.
func (o *Oracle) closed(ctx context.Context, lists ...[]world.Symbol) (string, error) {
	for _, list := range lists {
		for _, s := range list {
			path := strings.TrimSuffix(s.Package, "_test")
			if why, err := o.world.Open(ctx, path); err != nil || why != "" {
				return path + ": " + why, err
			}
			if why, err := o.world.OpenType(ctx, s); err != nil || why != "" {
				return why, err
			}
			if s.Excluded {
				return s.Called() + " is in a file that the build leaves out", nil
			}
		}
	}
	return "", nil
}

// again returns the definition of a symbol by a fresh look at its package.
func (o *Oracle) again(ctx context.Context, s world.Symbol) (fact.Fact, bool, error) {
	fresh, err := o.world.Fresh(ctx, strings.TrimSuffix(s.Package, "_test"))
	if err != nil {
		return fact.Fact{}, false, err
	}
	found := false
	var best fact.Fact
	for _, f := range fresh.Facts {
		if f.Kind == fact.Definition && f.Subject == s.Subject {
			if !found || f.Span.File == s.Span.File && f.Span.Line == s.Span.Line {
				best = f
			}
			found = true
		}
	}
	return best, found, nil
}

func names(list []world.Symbol, most int) string {
	var all []string
	for _, s := range list {
		all = append(all, s.Called())
	}
	if len(all) > most {
		all = append(all[:most], "…")
	}
	return strings.Join(all, ", ")
}

func keep(list []world.Symbol, ok func(world.Symbol) bool) []world.Symbol {
	var kept []world.Symbol
	for _, s := range list {
		if ok(s) {
			kept = append(kept, s)
		}
	}
	return kept
}
