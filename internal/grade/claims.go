package grade

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"sooth/claim"
	"sooth/internal/report"
	"sooth/oracle"
	"sooth/score"
	"sooth/source"
	"sooth/suite"
	"sooth/trial"
)

// Judge says which statements of a text are true. It must be safe for
// concurrent use.
type Judge interface {
	Check(ctx context.Context, name, text string) ([]oracle.Verdict, error)
}

// Claims grades the answers of one suite of kind claims: prose about code, each
// statement of which is judged.
type Claims struct {
	Suite *suite.Suite
	// Judge returns who judges texts about the module of a task. It is asked once
	// for each module and version.
	Judge func(ctx context.Context, t *suite.Task) (Judge, error)
	// Score says how far an answer is what its task expects; nil: tasks expect
	// nothing. Of a suite of kind ckg. It is never called from two goroutines at
	// once.
	Score func(ctx context.Context, t *suite.Task, answer string) (score.Result, error)
	// Progress is told how many answers are judged, of how many; nil: nobody.
	Progress func(stage string, done, total int)
}

// Grade grades all records, whatever their order. An error means that grading
// itself could not be done.
func (g *Claims) Grade(ctx context.Context, records iter.Seq2[trial.Record, error]) (*Graded, error) {
	list, err := answers(g.Suite, records)
	if err != nil {
		return nil, err
	}
	graded := &Graded{Trials: map[string][]report.Trial{}, Controls: []report.Control{{
		Name: plantedArm, Reason: "answers in prose have none; make truth measures the judges of statements",
	}}}
	graded.Tools = toolUse(g.Suite, list)
	judges := map[string]Judge{}
	for i, r := range list {
		task := r.task
		module := strings.TrimSpace(task.ModulePath + "@" + task.ModuleVer + " " + task.Tree)
		var verdicts []oracle.Verdict
		if r.State == score.Answered {
			if judges[module] == nil {
				judge, err := g.Judge(ctx, task)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", module, err)
				}
				judges[module] = judge
			}
			var err error
			if verdicts, err = judges[module].Check(ctx, "", r.Answer); err != nil {
				return nil, fmt.Errorf("task %s, arm %s: %w", r.Task, r.Arm, err)
			}
		}
		expected := score.Result{Outcome: score.Unknown, Reason: r.Reason}
		if r.State == score.Answered && g.Score != nil {
			var err error
			if expected, err = g.Score(ctx, task, r.Answer); err != nil {
				if ctx.Err() != nil {
					return nil, fmt.Errorf("task %s, arm %s: %w", r.Task, r.Arm, err)
				}
				// What this machine could not do costs this answer its score, not the others theirs.
				expected = score.Result{Outcome: score.Unknown, Reason: "could not be judged: " + err.Error()}
			}
		}
		g.add(graded, r, verdicts, expected)
		if g.Progress != nil {
			g.Progress("checked", i+1, len(list))
		}
	}
	return graded, nil
}

// add makes the measurements of one trial.
func (g *Claims) add(graded *Graded, r answer, verdicts []oracle.Verdict, expected score.Result) {
	graded.Cost.Add(r.Record)
	results := map[string]score.Result{}
	for _, name := range g.Suite.Criteria {
		results[name] = expected
		if name != score.Expected {
			results[name] = truth(r.Record, verdicts, name)
		}
		graded.Points = append(graded.Points, score.Point{
			Run: r.Run, Task: r.Task, Arm: r.Arm, Model: r.Model, Repeat: r.Repeat, State: r.State, Measure: name, Result: results[name],
		})
	}
	t := r.told
	t.Criteria, t.Outcome, t.Solved, t.Verdicts = results, g.outcome(r.Record, verdicts, expected), score.NotApplicable, verdicts
	graded.Trials[r.Task] = append(graded.Trials[r.Task], t)
}

// outcome is what a trial is told to have come to: of a task that expects
// something whether it was met, else whether nothing was refuted.
func (g *Claims) outcome(r trial.Record, verdicts []oracle.Verdict, expected score.Result) score.Outcome {
	if g.Score != nil {
		return expected.Outcome
	}
	return truth(r, verdicts, score.Truth).Outcome
}

// truth measures the statements of one kind, or all, of an answer: the share of
// the decided ones that is verified. It passes if nothing is refuted.
func truth(r trial.Record, verdicts []oracle.Verdict, name string) score.Result {
	if r.State != score.Answered {
		return score.Result{Outcome: score.Unknown, Reason: r.Reason}
	}
	var n score.Counts
	result := score.Result{Oracle: "check"}
	for _, v := range verdicts {
		if name != score.Truth && v.Claim.Kind != claim.Kind(name) {
			continue
		}
		switch v.Outcome {
		case oracle.Verified:
			n.Verified++
		case oracle.Refuted:
			n.Refuted++
			if v.Near {
				n.Near++
			}
			result.Diagnostics = append(result.Diagnostics, refutation(v))
		default:
			n.Undecided++
		}
	}
	result.Counts = &n
	decided := n.Verified + n.Refuted
	result.Reason = fmt.Sprintf("%d verified, %d refuted (%d near), %d undecided", n.Verified, n.Refuted, n.Near, n.Undecided)
	switch {
	case decided == 0 && n.Undecided == 0:
		result.Outcome, result.Reason = score.NotApplicable, "no statement of this kind"
		return result
	case decided == 0:
		result.Outcome, result.Reason = score.Unknown, "none decided: "+result.Reason
		return result
	case n.Refuted > 0:
		result.Outcome = score.Fail
	default:
		result.Outcome = score.Pass
	}
	share := float64(n.Verified) / float64(decided)
	result.Value = &share
	return result
}

// refutation is a refuted statement as a finding in the answer.
func refutation(v oracle.Verdict) score.Diagnostic {
	message := v.Claim.Text + ": " + v.Reason
	if v.Near {
		message += " (near)"
	}
	d := score.Diagnostic{
		Kind: score.FalseStatement, Message: message, Suggestion: v.Suggestion,
		Span: source.Span{File: "answer", Line: v.Claim.Line, Column: v.Claim.Column},
	}
	if len(v.Evidence) > 0 {
		d.Evidence = v.Evidence[0].String()
	}
	return d
}
