package assemble

import (
	"slices"

	"sooth/internal/compare"
	"sooth/internal/report"
)

// Runs returns the report of a run that is held against an earlier one of its
// suite: each arm that both have is compared with itself, over the tasks that
// both asked in the words of today. The arms carry the names of their runs. The
// error is a *compare.Refused where they cannot be compared.
func Runs(earlier, later Input) (*report.Report, error) {
	tables, err := compare.Runs(earlier.side(), later.side(), compare.FromSuite(later.Suite))
	if err != nil {
		return nil, err
	}
	first, err := Report(earlier)
	if err != nil {
		return nil, err
	}
	r, err := Report(later)
	if err != nil {
		return nil, err
	}
	r.Against = tables.Against
	r.Against.Run = first.Run
	r.Rates, r.Comparisons, r.Sentences = tables.Rates, tables.Comparisons, tables.Sentences
	r.Discordant, r.Failures = tables.Discordant, tables.Failures
	for _, m := range first.Suite.Models {
		if !slices.Contains(r.Suite.Models, m) {
			r.Suite.Models = append(r.Suite.Models, m)
		}
	}
	slices.Sort(r.Suite.Models)
	r.Notes = slices.Concat(tables.Notes, earlier.changed(), later.changed(), offersSince(earlier.Run, later.Run, later.asked()), later.untested())
	nameArms(first)
	nameArms(r)
	r.Arms, r.Tools, r.Scoreboard = append(first.Arms, r.Arms...), append(first.Tools, r.Tools...), append(ofArms(first.Scoreboard), r.Scoreboard...)
	join(r, first.Tasks)
	return r, nil
}

// nameArms gives the arms of a report the name of its run.
func nameArms(r *report.Report) {
	r.Tools, r.Scoreboard = slices.Clone(r.Tools), slices.Clone(r.Scoreboard) // what was graded is not ours
	for i := range r.Arms {
		r.Arms[i].Name = compare.ArmOf(r.Arms[i].Name, r.Run.ID)
	}
	for i := range r.Tools {
		r.Tools[i].Arm = compare.ArmOf(r.Tools[i].Arm, r.Run.ID)
	}
	for i, s := range r.Scoreboard {
		if s.Arm != "" {
			r.Scoreboard[i].Arm = compare.ArmOf(s.Arm, r.Run.ID)
		}
	}
	for i := range r.Tasks {
		trials := slices.Clone(r.Tasks[i].Trials)
		for j := range trials {
			trials[j].Arm = compare.ArmOf(trials[j].Arm, r.Run.ID)
		}
		r.Tasks[i].Trials = trials
	}
}

// ofArms leaves out of a scoreboard what is told of the suite, and of both runs
// alike.
func ofArms(scores []report.Score) []report.Score {
	return slices.DeleteFunc(scores, func(s report.Score) bool { return s.Arm == "" })
}

// side is what compare needs of a run.
func (in Input) side() compare.Side {
	return compare.Side{Run: in.Run, Points: in.Graded.Points, Reworded: in.Reworded, Retired: in.Retired}
}

// join puts the trials of the earlier run before those of the later one, under
// the tasks that are compared.
func join(r *report.Report, earlier []report.Task) {
	differ := map[string]bool{}
	for _, d := range r.Discordant {
		differ[d.Task] = true
	}
	for i := range r.Tasks {
		t := &r.Tasks[i]
		t.Discordant = differ[t.ID]
		j := slices.IndexFunc(earlier, func(e report.Task) bool { return e.ID == t.ID })
		if j >= 0 && !slices.Contains(r.Against.Reworded, t.ID) {
			t.Trials = append(earlier[j].Trials, t.Trials...)
		}
	}
}
