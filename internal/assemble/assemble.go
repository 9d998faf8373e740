// Package assemble puts the report of a run together: what was planned, what
// was recorded, what grading found and what comparing showed.
package assemble

import (
	"fmt"
	"slices"

	"sooth/internal/compare"
	"sooth/internal/grade"
	"sooth/internal/report"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// Input is what a report is made of.
type Input struct {
	Suite     *suite.Suite
	Run       trial.Run
	Graded    *grade.Graded
	Toolchain string // in use, "go1.26.8"
	Sandbox   string
	// Reworded are the tasks that the run asked in other words than the suite has
	// now, Retired those that the suite no longer has; both matter only where two
	// runs are compared.
	Reworded, Retired []string
	retired           int // records of the retired
}

// Report returns the report of one run.
func Report(in Input) (*report.Report, error) {
	plan := compare.FromSuite(in.Suite)
	asked := in.asked()
	narrow(&plan, asked)
	tables, err := compare.Tabulate(in.Graded.Points, plan)
	if err != nil {
		return nil, err
	}
	r := &report.Report{
		Schema: report.Schema,
		Run: report.Run{
			ID: in.Run.ID, Started: in.Run.Started.UTC(), End: string(in.Run.End), Mode: in.Run.Mode, Toolchain: in.Toolchain,
			Level: in.Run.Toolchain, Sandbox: in.Sandbox, Version: in.Run.Version, Trials: in.Run.Trials,
		},
		Suite: report.Suite{
			Name: in.Suite.Name, Description: in.Suite.Description, Hash: in.Suite.Hash, Tasks: len(in.Suite.Tasks), Repeats: in.Suite.Repeats,
		},
		Controls: in.Graded.Controls, Rates: tables.Rates, Comparisons: tables.Comparisons, Sentences: tables.Sentences,
		Discordant: tables.Discordant, Failures: tables.Failures, Tools: in.Graded.Tools, Scoreboard: in.Graded.Scoreboard, Notes: tables.Notes,
	}
	r.Run.CostUSD, r.Run.Unpriced = in.Graded.Cost.Sum()
	if in.Suite.Kind != "code" {
		r.Suite.Kind = in.Suite.Kind
	}
	if !in.Run.Finished.IsZero() {
		finished := in.Run.Finished.UTC()
		r.Run.Finished = &finished
	}
	r.Notes = append(append(r.Notes, in.changed()...), offers(in.Run.Servers, asked)...)
	r.Notes = append(r.Notes, in.untested()...)
	r.Run.Records = in.retired
	in.trials(r, asked)
	in.hypotheses(r)
	in.tasks(r)
	return r, nil
}

// changed says so where the suite is not what it was when the run was made.
func (in Input) changed() []string {
	if in.Suite.Hash == in.Run.SuiteHash {
		return nil
	}
	return []string{fmt.Sprintf("the suite has changed since run %s (%.12s then, %.12s now): answers are graded with the suite as it is now", in.Run.ID, in.Run.SuiteHash, in.Suite.Hash)}
}

// asked lists the arms that have records, in the suite's order.
func (in Input) asked() []string {
	have := map[string]bool{}
	for _, p := range in.Graded.Points {
		have[p.Arm] = true
	}
	var list []string
	for _, a := range in.Suite.Arms {
		if have[a.Name] {
			list = append(list, a.Name)
		}
	}
	return list
}

// narrow leaves out of a plan what was not asked.
func narrow(plan *compare.Plan, arms []string) {
	plan.Arms = arms
	there := func(c suite.Comparison) bool { return slices.Contains(arms, c.Base) && slices.Contains(arms, c.Arm) }
	if plan.Primary != nil && !there(*plan.Primary) {
		plan.Primary = nil
	}
	var kept []suite.Comparison
	for _, c := range plan.Comparisons {
		if there(c) {
			kept = append(kept, c)
		}
	}
	plan.Comparisons = kept
}

// trials counts how the trials of each arm ended.
func (in Input) trials(r *report.Report, asked []string) {
	for _, name := range asked {
		i := slices.IndexFunc(in.Suite.Arms, func(a suite.Arm) bool { return a.Name == name })
		arm := report.Arm{Name: name, Kind: in.Suite.Arms[i].Kind}
		for _, list := range in.Graded.Trials {
			for _, t := range list {
				if t.Arm != name {
					continue
				}
				arm.Trials++
				r.Run.Records++
				switch t.State {
				case score.Answered:
					arm.Answered++
				case score.NoAnswer:
					arm.NoAnswer++
				default:
					arm.InfraError++
				}
				if t.Effort.Retries > 0 {
					arm.Retried++
				}
				if !slices.Contains(r.Suite.Models, t.Model) {
					r.Suite.Models = append(r.Suite.Models, t.Model)
				}
			}
		}
		arm.Effort = in.effort(name)
		r.Arms = append(r.Arms, arm)
	}
	slices.Sort(r.Suite.Models)
}

// tasks lists every task that has trials.
func (in Input) tasks(r *report.Report) {
	discordant := map[string]bool{}
	for _, d := range r.Discordant {
		if len(r.Comparisons) > 0 && d.Base == r.Comparisons[0].Base && d.Arm == r.Comparisons[0].Arm {
			discordant[d.Task] = true
		}
	}
	for _, t := range in.Suite.Tasks {
		trials := in.Graded.Trials[t.ID]
		if len(trials) == 0 {
			continue
		}
		r.Tasks = append(r.Tasks, report.Task{
			ID: t.ID, Prompt: t.Prompt, Target: t.Target.Language + " " + t.Target.Version, Module: module(t),
			SuccessHints: t.SuccessHints, FailureHints: t.FailureHints, Discordant: discordant[t.ID], Trials: trials,
		})
	}
}

// module names the module under test with its version.
func module(t suite.Task) string {
	switch {
	case t.ModulePath == "":
		return ""
	case t.ModuleVer == "":
		return t.ModulePath
	}
	return t.ModulePath + "@" + t.ModuleVer
}
