package assemble

import (
	"iter"
	"slices"

	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// Today yields the records of a run that may have been made with an earlier
// version of the suite. Records of tasks that the suite no longer has are left
// out; they and the tasks that were asked in other words are noted in in.
func (in *Input) Today(records iter.Seq2[trial.Record, error]) iter.Seq2[trial.Record, error] {
	tasks, arms := map[string]suite.Task{}, map[string]suite.Arm{}
	for _, t := range in.Suite.Tasks {
		tasks[t.ID] = t
	}
	for _, a := range in.Suite.Arms {
		arms[a.Name] = a
	}
	return func(yield func(trial.Record, error) bool) {
		for r, err := range records {
			if err == nil {
				task, known := tasks[r.Task]
				if !known {
					in.Retired = with(in.Retired, r.Task)
					in.retired++
					continue
				}
				if arm, known := arms[r.Arm]; known && r.State == score.Answered && arm.Sent(task.Asked(r.Repeat), r.Prompt).Reworded {
					in.Reworded = with(in.Reworded, r.Task)
				}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// with adds a name to a sorted list that may have it.
func with(list []string, name string) []string {
	i, found := slices.BinarySearch(list, name)
	if found {
		return list
	}
	return slices.Insert(list, i, name)
}
