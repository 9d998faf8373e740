// Package ckg judges answers to tasks of CKG by what the tasks expect: a set of
// names, a rubric, a patch. docs/format/ckg.md says how.
//
// What is expected is never shown to a model, and what the task's own words name
// earns nothing.
package ckg

import (
	"context"
	"fmt"

	"sooth/fact"
	"sooth/score"
	"sooth/suite"
)

// Tree is a code base as a scorer sees it.
type Tree struct {
	Facts fact.Reader
	// Read returns a file of it; an error: there is none.
	Read    func(name string) (string, error)
	Files   []string // paths of its files, in order
	Package string   // name of the package in its root folder
}

// Scorer judges answers. It is as safe for concurrent use as its functions.
type Scorer struct {
	// Tree opens the code base of a task.
	Tree func(ctx context.Context, t *suite.Task) (Tree, error)
	// Patched reads the facts of the code base with these files in the place of
	// its own, and calls with them; nothing of it is run.
	Patched func(ctx context.Context, t *suite.Task, files map[string]string, with func(fact.Reader) error) error
}

// defaultThreshold is the least precision and recall at which an answer passes
// where the task does not say.
const defaultThreshold = 0.5

// Score measures one answer. An error means that it could not be judged.
func (s *Scorer) Score(ctx context.Context, t *suite.Task, answer string) (score.Result, error) {
	e := t.Expected
	if e == nil {
		return score.Result{Outcome: score.NotApplicable, Reason: "the task expects nothing"}, nil
	}
	if e.Kind == suite.Rubric {
		return rubric(e, answer), nil
	}
	tree, err := s.Tree(ctx, t)
	if err != nil {
		return score.Result{}, err
	}
	if e.Kind == suite.SymbolSet {
		return symbolSet(ctx, tree.Facts, t, answer)
	}
	return s.patch(ctx, tree, t, answer)
}

// share makes a result of demands of which some are met.
func share(met, all int, least *float64, oracle, strength string) score.Result {
	r := score.Result{Oracle: oracle, Strength: strength, Counts: &score.Counts{Verified: met, Refuted: all - met}}
	value := float64(met) / float64(all)
	r.Value = &value
	r.Outcome = score.Fail
	if value >= threshold(least) {
		r.Outcome = score.Pass
	}
	return r
}

func threshold(least *float64) float64 {
	if least == nil {
		return defaultThreshold
	}
	return *least
}

// missed is a demand that an answer does not meet.
func missed(symbol, format string, a ...any) score.Diagnostic {
	return score.Diagnostic{Kind: score.Unmet, Symbol: symbol, Message: fmt.Sprintf(format, a...)}
}
