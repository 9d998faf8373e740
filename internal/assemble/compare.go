package assemble

import (
	"fmt"
	"slices"

	"sooth/internal/compare"
	"sooth/internal/report"
)

// Runs returns the report of two runs of one suite: each arm that both have is
// compared with itself, the first run being the base. The error is a
// *compare.Refused where they cannot be compared.
func Runs(base, arm Input) (*report.Report, error) {
	tables, err := compare.Runs(
		compare.Side{Run: base.Run, Points: base.Graded.Points},
		compare.Side{Run: arm.Run, Points: arm.Graded.Points},
		compare.FromSuite(base.Suite))
	if err != nil {
		return nil, err
	}
	first, err := Report(base)
	if err != nil {
		return nil, err
	}
	second, err := Report(arm)
	if err != nil {
		return nil, err
	}
	first.Run.ID = base.Run.ID + " → " + arm.Run.ID
	first.Run.Trials += second.Run.Trials
	first.Run.Records += second.Run.Records
	first.Run.End = worse(first.Run.End, second.Run.End)
	first.Rates, first.Comparisons, first.Sentences = tables.Rates, tables.Comparisons, tables.Sentences
	first.Discordant, first.Failures, first.Notes = tables.Discordant, tables.Failures, tables.Notes
	for _, m := range second.Suite.Models {
		if !slices.Contains(first.Suite.Models, m) {
			first.Suite.Models = append(first.Suite.Models, m)
		}
	}
	first.Arms = append(named(first.Arms, base.Run.ID), named(second.Arms, arm.Run.ID)...)
	merge(first, second, base.Run.ID, arm.Run.ID)
	return first, nil
}

func worse(a, b string) string {
	if a == "completed" {
		return b
	}
	return a
}

// named names the arms of one of two runs.
func named(arms []report.Arm, run string) []report.Arm {
	out := slices.Clone(arms)
	for i := range out {
		out[i].Name = compare.ArmOf(out[i].Name, run)
	}
	return out
}

// merge puts the trials of both runs under their tasks.
func merge(r, second *report.Report, base, arm string) {
	differ := map[string]bool{}
	for _, d := range r.Discordant {
		differ[d.Task] = true
	}
	rename := func(list []report.Trial, run string) []report.Trial {
		out := slices.Clone(list)
		for i := range out {
			out[i].Arm = compare.ArmOf(out[i].Arm, run)
		}
		return out
	}
	for i := range r.Tasks {
		t := &r.Tasks[i]
		t.Discordant = differ[t.ID]
		t.Trials = rename(t.Trials, base)
		j := slices.IndexFunc(second.Tasks, func(o report.Task) bool { return o.ID == t.ID })
		if j >= 0 {
			t.Trials = append(t.Trials, rename(second.Tasks[j].Trials, arm)...)
		} else {
			r.Notes = append(r.Notes, fmt.Sprintf("task %s was asked in run %s only", t.ID, base))
		}
	}
}
