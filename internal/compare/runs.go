package compare

import (
	"fmt"
	"slices"
	"strings"

	"sooth/internal/report"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// Side is one of two runs that are compared.
type Side struct {
	Run    trial.Run
	Points []score.Point
	// Reworded are the tasks that the run asked in other words than the suite has
	// now, and Retired those that the suite no longer has.
	Reworded, Retired []string
}

// Refused says why two runs cannot be compared.
type Refused struct{ Reasons []string }

func (r *Refused) Error() string {
	return "these runs cannot be compared: " + strings.Join(r.Reasons, "; ") + "; hint: sooth runs list shows all runs with their suites"
}

// ArmOf names an arm of one of two runs that are compared.
func ArmOf(arm, run string) string { return arm + "@" + run }

// Runs compares each arm that both runs have with itself, the earlier run being
// the base, over the tasks that both asked in the words of today: a suite may
// grow between two runs, and what only one of them has is told in Against, whose
// Run is left to the caller. The plan is that of their suite. Runs of different
// suites or judged at different levels, and a run with itself, are [*Refused].
// The suite's primary criterion on its primary arm is the primary comparison.
func Runs(earlier, later Side, plan Plan) (Tables, error) {
	if len(plan.Criteria) == 0 {
		plan.Criteria = score.Criteria()
	}
	had, has := earlier.contents(), later.contents()
	differ := &report.Against{
		New: without(has.tasks, had.tasks), Gone: without(had.tasks, has.tasks),
		NewArms: without(has.arms, had.arms), GoneArms: without(had.arms, has.arms),
	}
	both := shared(had.tasks, has.tasks)
	differ.Reworded = shared(both, append(slices.Clone(earlier.Reworded), later.Reworded...))
	compared := without(both, differ.Reworded)
	arms := shared(plan.Arms, shared(had.arms, has.arms)) // in the order of the plan
	models := shared(had.models, has.models)
	oneEach := len(had.models) == 1 && len(has.models) == 1

	var reasons []string
	refuse := func(format string, args ...any) { reasons = append(reasons, fmt.Sprintf(format, args...)) }
	if earlier.Run.ID == later.Run.ID {
		refuse("both are run %q", earlier.Run.ID)
	}
	if earlier.Run.Suite != later.Run.Suite {
		refuse("the suite differs: %q is of %q, %q of %q", earlier.Run.ID, earlier.Run.Suite, later.Run.ID, later.Run.Suite)
	}
	if earlier.Run.Toolchain != later.Run.Toolchain {
		refuse("they are judged at different levels: %q at %s, %q at %s", earlier.Run.ID, earlier.Run.Toolchain, later.Run.ID, later.Run.Toolchain)
	}
	switch {
	case len(both) == 0:
		refuse("no task was asked in both")
	case len(compared) == 0:
		refuse("no task was asked in both in the words that the suite has now")
	}
	if len(arms) == 0 {
		refuse("no arm is in both: %q has %q, %q has %q", earlier.Run.ID, had.arms, later.Run.ID, has.arms)
	}
	if len(models) == 0 && !oneEach {
		refuse("no model is in both: %q has %q, %q has %q", earlier.Run.ID, had.models, later.Run.ID, has.models)
	}
	if len(reasons) > 0 {
		return Tables{}, &Refused{reasons}
	}

	joint := Plan{Criteria: plan.Criteria, Repeats: plan.Repeats, Seed: plan.Seed}
	var points []score.Point
	for _, s := range []Side{earlier, later} {
		for _, name := range arms {
			joint.Arms = append(joint.Arms, ArmOf(name, s.Run.ID))
		}
		for _, p := range s.Points {
			switch {
			case !slices.Contains(arms, p.Arm) || !slices.Contains(compared, p.Task):
				continue
			case len(models) > 0:
				if !slices.Contains(models, p.Model) {
					continue
				}
			default: // one model each, and they differ: that is what is compared
				p.Model = ""
			}
			p.Arm = ArmOf(p.Arm, s.Run.ID)
			points = append(points, p)
		}
	}
	for _, name := range arms {
		c := suite.Comparison{Base: ArmOf(name, earlier.Run.ID), Arm: ArmOf(name, later.Run.ID)}
		joint.Comparisons = append(joint.Comparisons, c)
		if plan.Primary != nil && plan.Primary.Arm == name {
			c.Criterion = plan.Primary.Criterion
			joint.Primary = &c
		}
	}
	out, err := Tabulate(points, joint)
	out.Against = differ
	out.Notes = append(cautions(earlier, later, arms, had, has), out.Notes...)
	return out, err
}

// cautions are what else differs between two runs: a difference may be its doing.
func cautions(earlier, later Side, arms []string, had, has contents) []string {
	var notes []string
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	x, y := earlier.Run, later.Run
	if models := shared(had.models, has.models); len(models) == 0 {
		note("run %q was answered by %s, run %q by %s: a difference may be the model's", x.ID, had.models[0], y.ID, has.models[0])
	} else if left := len(had.models) + len(has.models) - 2*len(models); left > 0 {
		note("%d models are in one run only and were left out", left)
	}
	for _, arm := range arms {
		was, is := x.Arms[arm], y.Arms[arm]
		if was.Definition != is.Definition && was.Definition != "" {
			note("the arm `%s` was defined otherwise in run %q", arm, x.ID)
		}
		if was.Server != is.Server && was.Server != "" {
			note("the server of `%s` is another than in run %q", arm, x.ID)
		}
	}
	if x.Mode != y.Mode {
		note("run %q was made in mode %s, run %q in mode %s", x.ID, x.Mode, y.ID, y.Mode)
	}
	if x.Version != y.Version {
		note("run %q was made with sooth %s, run %q with %s", x.ID, x.Version, y.ID, y.Version)
	}
	for _, r := range []trial.Run{x, y} {
		if r.End != trial.Completed {
			note("run %q is not complete: %s", r.ID, r.End)
		}
	}
	return notes
}

// contents are the names that occur in points, sorted.
type contents struct{ arms, models, tasks []string }

func (s Side) contents() contents {
	c := contents{tasks: slices.Clone(s.Retired)}
	for _, p := range s.Points {
		c.arms, c.models, c.tasks = append(c.arms, p.Arm), append(c.models, p.Model), append(c.tasks, p.Task)
	}
	return contents{sorted(c.arms), sorted(c.models), sorted(c.tasks)}
}

// shared are the names of a that b has, too.
func shared(a, b []string) []string { return names(a, b, true) }

// without are the names of a that b lacks.
func without(a, b []string) []string { return names(a, b, false) }

func names(a, b []string, in bool) (out []string) {
	for _, s := range a {
		if slices.Contains(b, s) == in {
			out = append(out, s)
		}
	}
	return out
}
