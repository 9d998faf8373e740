package compare

import (
	"fmt"
	"slices"
	"strings"

	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// Side is one of two runs that are compared.
type Side struct {
	Run    trial.Run
	Points []score.Point
}

// Refused says why two runs cannot be compared.
type Refused struct{ Reasons []string }

func (r *Refused) Error() string {
	return "these runs cannot be compared: " + strings.Join(r.Reasons, "; ") + "; hint: grade both with one version of the suite, at one level"
}

// ArmOf names an arm of one of two runs that are compared.
func ArmOf(arm, run string) string { return arm + "@" + run }

// Runs compares each arm that both runs have with itself, the first run being
// the base. The plan is that of their suite. Runs of different suites or
// judged at different levels, and a run with itself, are [*Refused]. The
// suite's primary criterion on its primary arm is the primary comparison.
func Runs(base, arm Side, plan Plan) (Tables, error) {
	if len(plan.Criteria) == 0 {
		plan.Criteria = score.Criteria()
	}
	var reasons []string
	refuse := func(format string, args ...any) { reasons = append(reasons, fmt.Sprintf(format, args...)) }
	if base.Run.ID == arm.Run.ID {
		refuse("both are run %q", base.Run.ID)
	}
	if base.Run.SuiteHash != arm.Run.SuiteHash {
		refuse("the suite differs: %q has %s, %q has %s", base.Run.ID, short(base.Run.Suite, base.Run.SuiteHash), arm.Run.ID, short(arm.Run.Suite, arm.Run.SuiteHash))
	}
	if base.Run.Toolchain != arm.Run.Toolchain {
		refuse("they are judged at different levels: %q at %s, %q at %s", base.Run.ID, base.Run.Toolchain, arm.Run.ID, arm.Run.Toolchain)
	}
	had, has := summarize(base.Points), summarize(arm.Points)
	if len(shared(had.tasks, has.tasks)) == 0 {
		refuse("no task was answered in both")
	}
	var arms []string // in the order of the plan
	for _, name := range plan.Arms {
		if slices.Contains(had.arms, name) && slices.Contains(has.arms, name) {
			arms = append(arms, name)
		}
	}
	if len(arms) == 0 {
		refuse("no arm is in both: %q has %q, %q has %q", base.Run.ID, had.arms, arm.Run.ID, has.arms)
	}
	models := shared(had.models, has.models)
	oneEach := len(had.models) == 1 && len(has.models) == 1
	if len(models) == 0 && !oneEach {
		refuse("no model is in both: %q has %q, %q has %q", base.Run.ID, had.models, arm.Run.ID, has.models)
	}
	if len(reasons) > 0 {
		return Tables{}, &Refused{reasons}
	}

	joint := Plan{Criteria: plan.Criteria, Repeats: plan.Repeats, Seed: plan.Seed}
	var notes []string
	var points []score.Point
	for _, s := range []Side{base, arm} {
		for _, name := range arms {
			joint.Arms = append(joint.Arms, ArmOf(name, s.Run.ID))
		}
		for _, p := range s.Points {
			switch {
			case !slices.Contains(arms, p.Arm):
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
		c := suite.Comparison{Base: ArmOf(name, base.Run.ID), Arm: ArmOf(name, arm.Run.ID)}
		joint.Comparisons = append(joint.Comparisons, c)
		if plan.Primary != nil && plan.Primary.Arm == name {
			c.Criterion = plan.Primary.Criterion
			joint.Primary = &c
		}
	}
	if len(models) == 0 {
		notes = append(notes, fmt.Sprintf("run %q was answered by %s, run %q by %s: a difference may be the model's", base.Run.ID, had.models[0], arm.Run.ID, has.models[0]))
	} else if left := len(had.models) + len(has.models) - 2*len(models); left > 0 {
		notes = append(notes, fmt.Sprintf("%d models are in one run only and were left out", left))
	}
	if base.Run.Version != arm.Run.Version {
		notes = append(notes, fmt.Sprintf("run %q was made with sooth %s, run %q with %s", base.Run.ID, base.Run.Version, arm.Run.ID, arm.Run.Version))
	}
	for _, s := range []Side{base, arm} {
		if s.Run.End != trial.Completed {
			notes = append(notes, fmt.Sprintf("run %q is not complete: %s", s.Run.ID, s.Run.End))
		}
	}
	out, err := Tabulate(points, joint)
	out.Notes = append(notes, out.Notes...)
	return out, err
}

// contents are the names that occur in points, sorted.
type contents struct{ arms, models, tasks []string }

func summarize(points []score.Point) contents {
	var c contents
	for _, p := range points {
		c.arms, c.models, c.tasks = append(c.arms, p.Arm), append(c.models, p.Model), append(c.tasks, p.Task)
	}
	return contents{sorted(c.arms), sorted(c.models), sorted(c.tasks)}
}

func shared(a, b []string) []string {
	var out []string
	for _, s := range a {
		if slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}

func short(name, hash string) string {
	if len(hash) > 12 {
		hash = hash[:12]
	}
	return fmt.Sprintf("%s (%s)", name, hash)
}
