package truth

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"sooth/oracle"
)

// Counts are what happened to the texts of a group.
type Counts struct {
	True, False       int // texts that were true, that were false
	TrueVerified      int // of the true: verified
	FalseRefuted      int // of the false: refuted, and for what is false
	FalseVerified     int // of the false: what is false was verified
	Decided           int // of both: verified or refuted, rightly or not
	Accused, Wrongly  int // refutations; those of something true
	NonClaims, Abused int // texts that claim nothing; those in which something was refuted
	Unknown, Guessed  int // texts that nobody can decide statically; those of them that were verified
}

// Accusation is a wrong one, a false statement that was verified, or one that
// was missed.
type Accusation struct {
	Text    Text
	Verdict oracle.Verdict
	All     []oracle.Verdict // of what was missed: all that the judge said
}

// Score is what was measured of a judge.
type Score struct {
	Texts    int
	Items    int // statements or mutants that were put into words
	All      Counts
	Anchored Counts
	Bare     Counts             // without anchor
	Class    map[string]*Counts // by class, anchored texts
	Form     map[string]*Counts // by form, anchored texts
	Kind     map[string]*Counts // citations, anchored names, structure, code
	Family   map[string]*Counts // existence, structure, code
	Pattern  map[string]*Counts // by pattern of the grammar that read the claim: only Accused, Wrongly, TrueVerified and FalseVerified
	// CleanItems are the items with an accusation that have no wrong one: the
	// phrasings of one item are not independent of each other.
	AccusedItems, CleanItems       int
	Wrong, Passed, Missed, Guesses []Accusation
}

// Run asks a judge about texts. dir says where a module lies. The order of the
// texts does not matter to the score, and it uses all processors.
func Run(ctx context.Context, judge Judge, texts []Text, dir func(module string) (string, error)) (*Score, error) {
	if len(texts) == 0 {
		return nil, errors.New("no texts to judge")
	}
	verdicts := make([][]oracle.Verdict, len(texts))
	errs := make([]error, len(texts))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(texts) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				d, err := dir(texts[i].Module)
				if err == nil {
					verdicts[i], err = judge(ctx, d, texts[i].Words)
				}
				errs[i] = err
			}
		})
	}
	workers.Wait()
	s := newScore()
	for i, t := range texts {
		if errs[i] != nil {
			return nil, fmt.Errorf("%s: %q: %w", t.Module, t.Words, errs[i])
		}
		s.add(t, verdicts[i])
	}
	s.items(texts, verdicts)
	return s, ctx.Err()
}

func newScore() *Score {
	return &Score{Class: map[string]*Counts{}, Form: map[string]*Counts{}, Kind: map[string]*Counts{}, Family: map[string]*Counts{}, Pattern: map[string]*Counts{}}
}

func at(m map[string]*Counts, key string) *Counts {
	if m[key] == nil {
		m[key] = &Counts{}
	}
	return m[key]
}

// found is what the verdicts of a text say of its statement.
type found struct {
	refuted, verified bool
	accused, wrongly  int
}

// wrong says whether a refutation accuses somebody who told the truth.
func (t Text) wrong(v oracle.Verdict) bool {
	return v.Outcome == oracle.Refuted && (t.Expect != IsFalse || !t.about(v.Claim))
}

// judge sums the verdicts of a text up.
func (t Text) judge(verdicts []oracle.Verdict) found {
	var f found
	for _, v := range verdicts {
		switch v.Outcome {
		case oracle.Refuted:
			f.accused++
			if t.wrong(v) {
				f.wrongly++
			}
			if t.Expect != NoClaim && t.about(v.Claim) {
				f.refuted = true
			}
		case oracle.Verified:
			if t.Expect != NoClaim && t.about(v.Claim) && (t.Expect != IsFalse || !t.elsewhere(v.Claim)) {
				f.verified = true
			}
		}
	}
	return f
}

// add counts a text.
func (s *Score) add(t Text, verdicts []oracle.Verdict) {
	s.Texts++
	f := t.judge(verdicts)
	groups := []*Counts{&s.All}
	if t.Expect != NoClaim {
		if t.Anchored {
			groups = append(groups, &s.Anchored, at(s.Class, t.Class), at(s.Form, string(t.Form)), at(s.Kind, kind(t.Form)), at(s.Family, family(t.Form)))
		} else {
			groups = append(groups, &s.Bare)
		}
	} else {
		groups = append(groups, at(s.Class, t.Class))
	}
	for _, c := range groups {
		c.add(t.Expect, f)
	}
	for _, v := range verdicts {
		s.pattern(t, v)
	}
	if t.Expect == Unknown && f.verified {
		s.Guesses = append(s.Guesses, Accusation{Text: t, All: verdicts})
	}
	if t.Expect == IsFalse && t.Anchored && !f.refuted && !f.verified {
		s.Missed = append(s.Missed, Accusation{Text: t, All: verdicts})
	}
}

// pattern counts a verdict under the pattern that read its claim.
func (s *Score) pattern(t Text, v oracle.Verdict) {
	c := at(s.Pattern, v.Claim.Pattern)
	switch {
	case t.wrong(v):
		c.Accused++
		c.Wrongly++
		s.Wrong = append(s.Wrong, Accusation{Text: t, Verdict: v})
	case v.Outcome == oracle.Refuted:
		c.Accused++
	case v.Outcome == oracle.Verified && t.Expect == IsFalse && t.about(v.Claim) && !t.elsewhere(v.Claim):
		c.FalseVerified++
		s.Passed = append(s.Passed, Accusation{Text: t, Verdict: v})
	case v.Outcome == oracle.Verified:
		c.TrueVerified++
	}
}

func (c *Counts) add(e Expectation, f found) {
	c.Accused += f.accused
	c.Wrongly += f.wrongly
	switch e {
	case IsTrue:
		c.True++
		if f.verified && !f.refuted {
			c.TrueVerified++
		}
	case IsFalse:
		c.False++
		if f.refuted {
			c.FalseRefuted++
		} else if f.verified {
			c.FalseVerified++
		}
	case Unknown:
		c.Unknown++
		if f.verified {
			c.Guessed++
		}
		return
	case NoClaim:
		c.NonClaims++
		if f.accused > 0 {
			c.Abused++
		}
		return
	}
	if f.refuted || f.verified {
		c.Decided++
	}
}

// items counts the statements and mutants behind the texts.
func (s *Score) items(texts []Text, verdicts [][]oracle.Verdict) {
	type item struct{ module, symbol, class, style, expect, fault string }
	accused, dirty := map[item]bool{}, map[item]bool{}
	all := map[item]bool{}
	for i, t := range texts {
		k := item{t.Module, t.Symbol, t.Class, t.Style, string(t.Expect), t.Statement.Fault + t.Statement.Object}
		all[k] = true
		if f := t.judge(verdicts[i]); f.accused > 0 {
			accused[k] = true
			if f.wrongly > 0 {
				dirty[k] = true
			}
		}
	}
	s.Items, s.AccusedItems, s.CleanItems = len(all), len(accused), len(accused)-len(dirty)
}
