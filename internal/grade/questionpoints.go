package grade

import (
	"fmt"

	"sooth/oracle"
	"sooth/question"
	"sooth/score"
	"sooth/source"
)

// add makes the measurements of one trial.
func (g *Questions) add(graded *Graded, a *answered) {
	r := a.record
	graded.Cost.Add(r)
	a.results[score.Right] = a.right()
	for _, level := range []string{score.Existence, score.Structure, score.Behaviour} {
		a.results[level] = a.level(level)
	}
	for _, name := range g.Suite.Criteria {
		result, ok := a.results[name]
		if !ok { // of the agreement: it is that of all repeats, and stands with the first
			continue
		}
		graded.Points = append(graded.Points, score.Point{
			Run: r.Run, Task: r.Task, Arm: r.Arm, Model: r.Model, Repeat: r.Repeat, State: r.State, Measure: name, Result: result,
		})
	}
	t := a.told
	t.Taken, t.Criteria, t.Outcome, t.Solved, t.Verdicts = a.taken(), a.results, a.results[score.Right].Outcome, score.NotApplicable, a.found
	graded.Trials[r.Task] = append(graded.Trials[r.Task], t)
}

// taken says what was read out of the answer.
func (a *answered) taken() string {
	switch {
	case a.record.State != score.Answered:
		return ""
	case a.reading.Value == nil && a.reading.Abstained:
		return "abstained"
	case a.reading.Value == nil:
		return "unread: " + a.reading.Reason
	}
	text := "read: " + a.reading.Value.String()
	if a.reading.Hedged {
		text += " (hedged)"
	}
	return text
}

// right measures what was asked.
func (a *answered) right() score.Result {
	if a.record.State != score.Answered {
		return score.Result{Outcome: score.Unknown, Reason: a.record.Reason}
	}
	got := a.board.Result
	result := score.Result{Outcome: score.Fail, Reason: string(got.Outcome) + ": " + got.Reason, Oracle: "question"}
	kinds := map[question.Outcome]score.Kind{
		question.Wrong: score.WrongAnswer, question.Partial: score.PartialAnswer, question.Unread: score.UnreadAnswer, question.Abstained: score.Abstention,
	}
	if got.Outcome == question.Right {
		result.Outcome = score.Pass
		return result
	}
	d := score.Diagnostic{Kind: kinds[got.Outcome], Message: got.Reason, Span: source.Span{File: "answer", Line: 1, Column: 1}}
	if len(a.reading.Spans) > 0 {
		at := source.NewLines(a.record.Answer).Position(a.reading.Spans[0].Start)
		d.Span.Line, d.Span.Column = at.Line, at.Column
	}
	result.Diagnostics = []score.Diagnostic{d}
	return result
}

// level measures the statements that one level decides.
func (a *answered) level(name string) score.Result {
	if a.record.State != score.Answered {
		return score.Result{Outcome: score.Unknown, Reason: a.record.Reason}
	}
	n := a.board.Levels[name]
	result := score.Result{Oracle: "check", Reason: fmt.Sprintf("%d verified, %d refuted (%d near), %d undecided", n.Verified, n.Refuted, n.Near, n.Undecided), Counts: &n}
	if own := a.results[score.Right]; name == fmt.Sprintf("V%d", a.task.Question.Level) && stated(*a.task.Question, a.reading, a.board.Result).Refuted > 0 && len(own.Diagnostics) > 0 {
		d := own.Diagnostics[0]
		d.Kind = score.FalseStatement
		result.Diagnostics = append(result.Diagnostics, d)
	}
	for _, v := range a.found {
		if v.Outcome == oracle.Refuted && levelOf(v.Claim.Kind) == name && !within(v.Claim, a.reading.Spans) {
			result.Diagnostics = append(result.Diagnostics, refutation(v))
		}
	}
	switch decided := n.Verified + n.Refuted; {
	case decided == 0 && n.Undecided == 0:
		result.Outcome, result.Reason = score.NotApplicable, "no statement of this level"
	case decided == 0:
		result.Outcome, result.Reason = score.Unknown, "none decided: "+result.Reason
	default:
		result.Outcome = score.Pass
		if n.Refuted > 0 {
			result.Outcome = score.Fail
		}
		share := float64(n.Verified) / float64(decided)
		result.Value = &share
	}
	return result
}
