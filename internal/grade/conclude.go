package grade

import (
	"slices"

	"sooth/internal/report"
	"sooth/lang"
	"sooth/score"
)

// conclude derives the criteria of one program from what the oracles found,
// with all places counted in the lines of the answer's own code.
func (s *subject) conclude() {
	s.criteria = map[string]score.Result{}
	switch s.record.State {
	case score.Answered:
		for _, name := range []string{score.Compiles, score.Exists, score.Available, score.Current} {
			s.criteria[name] = s.given(s.judged.Criteria[name])
		}
		s.criteria[score.Behaves] = s.behaves
	case score.NoAnswer:
		// There is nothing to judge, but the task is not solved either.
		for _, name := range []string{score.Compiles, score.Exists, score.Available, score.Current, score.Behaves} {
			s.criteria[name] = score.Result{Outcome: score.Unknown, Reason: "no answer: " + s.record.Reason}
		}
		s.criteria[score.All] = score.Result{Outcome: score.Unknown, Reason: "no answer: " + s.record.Reason}
		s.criteria[score.Solved] = score.Result{Outcome: score.Fail, Reason: "no answer: " + s.record.Reason}
		if len(s.task.Tests) == 0 {
			s.criteria[score.Behaves], s.criteria[score.Solved] = untested(), untested()
		}
		return
	default:
		for _, name := range score.Criteria() {
			s.criteria[name] = score.Result{Outcome: score.Unknown, Reason: "infrastructure: " + s.record.Reason}
		}
		return
	}
	s.derive(score.All, score.Compiles, score.Exists, score.Available, score.Current)
	s.derive(score.Solved, score.All, score.Behaves)
	if s.behaves.Outcome == score.NotApplicable {
		s.criteria[score.Solved] = s.behaves // nobody has looked whether it does what was asked
	}
}

// untested is what a task without hidden tests says of behaviour.
func untested() score.Result {
	return score.Result{Outcome: score.NotApplicable, Reason: "the task has no hidden tests"}
}

// derive sets a criterion to the AND of others; the reason is that of the
// first one that decides it.
func (s *subject) derive(name string, parts ...string) {
	var outcomes []score.Outcome
	for _, p := range parts {
		outcomes = append(outcomes, s.criteria[p].Outcome)
	}
	all := score.And(outcomes...)
	result := score.Result{Outcome: all}
	for _, p := range parts {
		if c := s.criteria[p]; all != score.Pass && all != score.NotApplicable && c.Outcome == all {
			result.Reason = p + ": " + c.Reason
			if p == score.All {
				result.Reason = c.Reason
			}
			break
		}
	}
	s.criteria[name] = result
}

// given maps the places of diagnostics from the files that were checked to the
// code as the answer gave it.
func (s *subject) given(r score.Result) score.Result {
	if len(r.Diagnostics) == 0 {
		return r
	}
	lines := map[string][]int{}
	for _, f := range s.taken.Files {
		lines[f.Name] = f.Lines
	}
	out := make([]score.Diagnostic, len(r.Diagnostics))
	for i, d := range r.Diagnostics {
		m := lines[d.Span.File]
		d.Span.Line = givenLine(m, d.Span.Line)
		d.Span.EndLine = givenLine(m, d.Span.EndLine)
		out[i] = d
	}
	r.Diagnostics = out
	return r
}

// givenLine maps one line; a line that was added stands for the next one that
// the answer has.
func givenLine(lines []int, n int) int {
	if lines == nil || n < 1 {
		return n
	}
	for i := n - 1; i < len(lines); i++ {
		if lines[i] > 0 {
			return lines[i]
		}
	}
	return slices.Max(append([]int{1}, lines...))
}

// collect lays out what was found in a fixed order.
func (g *Grader) collect(trials []*subject, controls []report.Control) *Graded {
	graded := &Graded{Trials: map[string][]report.Trial{}, Controls: controls}
	for _, s := range trials {
		graded.Cost.Add(s.record)
		for _, name := range score.Criteria() {
			graded.Points = append(graded.Points, score.Point{
				Run: s.record.Run, Task: s.record.Task, Arm: s.record.Arm, Model: s.record.Model, Repeat: s.record.Repeat,
				State: s.record.State, Measure: name, Result: s.criteria[name],
			})
		}
		graded.Trials[s.record.Task] = append(graded.Trials[s.record.Task], s.trial())
	}
	return graded
}

func (s *subject) trial() report.Trial {
	t := s.told
	t.Taken, t.Criteria, t.Verdicts = s.taken.Reason, s.criteria, s.judged.Verdicts
	t.Outcome, t.Solved = s.criteria[score.All].Outcome, s.criteria[score.Solved].Outcome
	for _, f := range s.taken.Files {
		t.Code = append(t.Code, report.Code{Name: f.Name, Text: given(f), FirstLine: f.FirstLine})
	}
	return t
}

// given is a file as the answer has it.
func given(f lang.Extracted) string {
	if f.Given != "" {
		return f.Given
	}
	return f.Text
}
