// Package code judges programs by a language's own compiler front end: do they
// compile, does everything they name exist, was it there at the target, is it
// current. It knows no language; a lang.Checker does.
//
// The rules are in docs/format/code.md.
package code

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sooth/lang"
	"sooth/oracle"
	"sooth/score"
	"sooth/source"
)

// Name is the name of the oracle in results and verdicts.
const Name = "code"

// Oracle judges programs. It is safe for concurrent use if its checker is.
type Oracle struct {
	checker lang.Checker
}

// New returns an oracle that asks checker.
func New(checker lang.Checker) *Oracle { return &Oracle{checker: checker} }

// Version identifies the rules and the checker: equal versions give equal
// judgements of equal programs.
func (o *Oracle) Version() string { return Name + "/1 " + o.checker.Version() }

// Judgement is what the oracle found about one program.
type Judgement struct {
	// Criteria holds score.Compiles, Exists, Available, Current and All.
	Criteria map[string]score.Result `json:"criteria"`
	// Verdicts are the claims that the program makes by naming things: one for
	// each symbol from outside that was found, one for each accusation and
	// each name that could not be decided, in order of their places.
	Verdicts []oracle.Verdict `json:"verdicts,omitempty"`
}

// Judge judges a program at its target. A program without files is an answer
// without code. An error means that nothing could be found out.
func (o *Oracle) Judge(ctx context.Context, program lang.Program) (Judgement, error) {
	if len(program.Files) == 0 {
		return noCode(), nil
	}
	report, err := o.checker.Check(ctx, program)
	if err != nil {
		return Judgement{}, fmt.Errorf("cannot check the program: %w", err)
	}
	c := &court{report: report, target: program.Target.Version}
	criteria := map[string]score.Result{score.Compiles: c.compiles()}
	if report.Parsed {
		criteria[score.Exists] = c.exists()
		criteria[score.Available] = c.available()
		criteria[score.Current] = c.current()
	} else {
		for _, name := range []string{score.Exists, score.Available, score.Current} {
			criteria[name] = score.Result{Outcome: score.Unknown, Reason: "syntax error: nothing was resolved"}
		}
	}
	return finish(criteria, string(report.Strength), c.verdicts()), nil
}

// noCode judges an answer that has no code. That it does not compile is known;
// what it would have named is not.
func noCode() Judgement {
	unknown := score.Result{Outcome: score.Unknown, Reason: string(score.NoCode)}
	return finish(map[string]score.Result{
		score.Compiles: {
			Outcome: score.Fail, Reason: string(score.NoCode),
			Diagnostics: []score.Diagnostic{{Kind: score.NoCode, Message: "the answer has no code"}},
		},
		score.Exists: unknown, score.Available: unknown, score.Current: unknown,
	}, "text", nil)
}

// finish adds the outcome, and who judged to every result.
func finish(criteria map[string]score.Result, strength string, verdicts []oracle.Verdict) Judgement {
	names := []string{score.Compiles, score.Exists, score.Available, score.Current}
	outcomes := make([]score.Outcome, len(names))
	for i, name := range names {
		outcomes[i] = criteria[name].Outcome
	}
	all := score.Result{Outcome: score.And(outcomes...)}
	for i, name := range names {
		if all.Outcome != score.Pass && outcomes[i] == all.Outcome {
			all.Reason = name + ": " + criteria[name].Reason
			break
		}
	}
	criteria[score.All] = all
	for name, r := range criteria {
		r.Oracle, r.Strength = Name, strength
		slices.SortStableFunc(r.Diagnostics, func(x, y score.Diagnostic) int { return bySpan(x.Span, y.Span) })
		criteria[name] = r
	}
	return Judgement{Criteria: criteria, Verdicts: verdicts}
}

func bySpan(x, y source.Span) int {
	return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
}
