package ckg

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/tabular"
	"sooth/score"
	"sooth/suite"
)

// symbolSet holds the names that an answer has against the set that is expected.
// A name that means several declarations of which one is expected is neither
// right nor wrong; names of other code bases are left alone, invented members of
// this one are wrong. What the task itself names is left out on both sides.
func symbolSet(ctx context.Context, facts fact.Reader, t *suite.Task, answer string) (score.Result, error) {
	all, err := namesOf(ctx, facts)
	if err != nil {
		return score.Result{}, err
	}
	expected, unknown := all.resolve(t.Expected.Symbols)
	if len(unknown) > 0 {
		return score.Result{Outcome: score.Unknown, Oracle: "ckg", Reason: "the task expects what the code base does not have, or has more than once: " + tabular.Some(unknown)}, nil
	}
	for _, m := range mentions(t.Prompt) {
		if meant := all.meant(m); len(meant) == 1 {
			expected = slices.DeleteFunc(expected, func(s string) bool { return s == meant[0] })
		}
	}
	if len(expected) == 0 {
		return score.Result{Outcome: score.NotApplicable, Oracle: "ckg", Reason: "the task itself names all that it expects"}, nil
	}
	var right, wrong, open []string
	for _, m := range mentions(answer) {
		meant := all.meant(m)
		given := slices.ContainsFunc(mentions(t.Prompt), func(p string) bool { return slices.Equal(all.meant(p), meant) })
		switch {
		case len(meant) == 0 && all.belongs(m):
			wrong = append(wrong, m)
		case len(meant) == 0 || given:
		case len(meant) == 1 && slices.Contains(expected, meant[0]):
			if !slices.Contains(right, meant[0]) {
				right = append(right, meant[0])
			}
		case slices.ContainsFunc(meant, func(s string) bool { return slices.Contains(expected, s) }):
			open = append(open, m)
		case !slices.Contains(wrong, meant[0]):
			wrong = append(wrong, meant[0])
		}
	}
	return setResult(t.Expected, expected, right, wrong, open), nil
}

// resolve finds the declaration that each name means; unknown are those that
// mean none or several.
func (n names) resolve(list []string) (found, unknown []string) {
	for _, name := range list {
		meant := n.meant(name)
		if len(meant) != 1 {
			unknown = append(unknown, name)
			continue
		}
		if !slices.Contains(found, meant[0]) {
			found = append(found, meant[0])
		}
	}
	return found, unknown
}

// setResult makes the result: its value is F1.
func setResult(e *suite.Expected, expected, right, wrong, open []string) score.Result {
	r := score.Result{Oracle: "ckg", Strength: string(fact.Compiler)}
	recall := float64(len(right)) / float64(len(expected))
	precision, said := 0.0, len(right)+len(wrong)
	if said > 0 {
		precision = float64(len(right)) / float64(said)
	}
	f1 := 0.0
	if precision+recall > 0 {
		f1 = 2 * precision * recall / (precision + recall)
	}
	r.Value = &f1
	r.Outcome = score.Fail
	if said > 0 && precision >= threshold(e.Precision) && recall >= threshold(e.Recall) {
		r.Outcome = score.Pass
	}
	missing := len(expected) - len(right)
	r.Counts = &score.Counts{Verified: len(right), Refuted: missing + len(wrong), Undecided: len(open)}
	r.Reason = fmt.Sprintf("precision %.2f, recall %.2f, F1 %.2f", precision, recall, f1)
	if len(open) > 0 {
		r.Reason += "; could mean several: " + tabular.Some(open)
	}
	for _, s := range expected {
		if !slices.Contains(right, s) {
			r.Diagnostics = append(r.Diagnostics, missed(s, "expected and not named: %s", s))
		}
	}
	for _, s := range wrong {
		r.Diagnostics = append(r.Diagnostics, missed(s, "named and not expected: %s", strings.TrimSpace(s)))
	}
	return r
}
