package compare

import (
	"fmt"
	"slices"

	"sooth/score"
)

// key names a cell: the repeats of one task under one arm on one criterion.
type key struct{ arm, model, criterion, task string }

// index holds the points by cell, repeats in order.
type index struct {
	plan    Plan
	cells   map[key][]score.Point
	models  []string // sorted
	tasks   []string // sorted
	repeats int      // 1, or the largest number seen or planned
	notes   []string
}

func newIndex(points []score.Point, plan Plan) (*index, error) {
	x := &index{plan: plan, cells: map[key][]score.Point{}, repeats: max(1, plan.Repeats)}
	for _, p := range points {
		if !slices.Contains(plan.Arms, p.Arm) || !slices.Contains(plan.Criteria, p.Measure) {
			continue
		}
		k := key{p.Arm, p.Model, p.Measure, p.Task}
		for _, other := range x.cells[k] {
			if other.Repeat == p.Repeat {
				return nil, fmt.Errorf("task %q, arm %q, model %q, repeat %d, criterion %q: two points; hint: a trial is measured once, pass the points of one run", p.Task, p.Arm, p.Model, p.Repeat, p.Measure)
			}
		}
		x.cells[k] = append(x.cells[k], p)
		x.models, x.tasks = append(x.models, p.Model), append(x.tasks, p.Task)
		x.repeats = max(x.repeats, len(x.cells[k]))
	}
	for _, cell := range x.cells {
		slices.SortFunc(cell, func(a, b score.Point) int { return a.Repeat - b.Repeat })
	}
	x.models, x.tasks = sorted(x.models), sorted(x.tasks)
	return x, nil
}

func sorted(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// What a point counts as. A refusal to answer is the model's doing: it leaves
// the task unsolved, but says nothing of code that was never written.
const (
	counted       = ""
	infraError    = "infra_error"
	noAnswer      = "no_answer"
	unknown       = "unknown"
	notApplicable = "not_applicable"
)

// decide returns pass or fail, or the reason why the point decides nothing.
func decide(p score.Point) (pass bool, lost string) {
	switch p.State {
	case score.InfraError:
		return false, infraError
	case score.NoAnswer:
		switch {
		case p.Outcome == score.NotApplicable: // no answer could have decided it
			return false, notApplicable
		case p.Measure == score.Solved || p.Measure == score.Right:
			return false, counted
		}
		return false, noAnswer
	}
	switch p.Outcome {
	case score.Pass:
		return true, counted
	case score.Fail:
		return false, counted
	case score.NotApplicable:
		return false, notApplicable
	}
	return false, unknown
}

// side is one cell summed up.
type side struct {
	passes, decided int
	total           int
	shares          float64 // sum of the values, where points are shares of statements
	valued          bool    // they are
	lost            string  // when nothing was decided: the first cause in the order of report.Lost
	detail          string  // what the task's line in the list of lost pairs says
	points          []score.Point
}

func (x *index) side(arm, model, criterion, task string) side {
	s := side{points: x.cells[key{arm, model, criterion, task}]}
	s.total = len(s.points)
	causes := map[string]score.Point{}
	for _, p := range s.points {
		pass, lost := decide(p)
		s.valued = s.valued || p.Counts != nil
		if lost == counted && p.Value != nil {
			s.shares += *p.Value
		}
		switch {
		case lost != counted:
			if _, seen := causes[lost]; !seen {
				causes[lost] = p
			}
			continue
		case pass:
			s.passes++
		}
		s.decided++
	}
	if s.decided > 0 {
		return s
	}
	if s.total == 0 {
		s.lost, s.detail = infraError, fmt.Sprintf("no record under %s", arm)
		return s
	}
	for _, cause := range []string{infraError, noAnswer, unknown, notApplicable} {
		if p, ok := causes[cause]; ok {
			s.lost, s.detail = cause, fmt.Sprintf("%s under %s", cause, arm)
			if p.Reason != "" {
				s.detail += " (" + oneLine(p.Reason) + ")"
			}
			return s
		}
	}
	return s
}

// mean is the share of decided repeats that pass, or the mean of their shares.
func (s side) mean() float64 {
	if s.valued {
		return s.shares / float64(s.decided)
	}
	return float64(s.passes) / float64(s.decided)
}
