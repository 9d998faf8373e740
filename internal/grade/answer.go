package grade

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"sooth/internal/report"
	"sooth/suite"
	"sooth/trial"
)

// answer is the record of a trial on its way to a judgement. Its prompts, which
// are long, were let go.
type answer struct {
	trial.Record
	task *suite.Task
	told report.Trial // what a report tells of it without a judgement
}

// tasksOf returns the tasks of a suite by id.
func tasksOf(s *suite.Suite) map[string]*suite.Task {
	tasks := map[string]*suite.Task{}
	for i := range s.Tasks {
		tasks[s.Tasks[i].ID] = &s.Tasks[i]
	}
	return tasks
}

// answers reads the records of a run, in any order, and returns them in order of
// task, arm, model and repeat.
func answers(s *suite.Suite, records iter.Seq2[trial.Record, error]) ([]answer, error) {
	tasks := tasksOf(s)
	var list []answer
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		task := tasks[r.Task]
		if task == nil {
			return nil, fmt.Errorf("run %q has a record of task %q, which suite %q does not have; hint: grade with the suite that the run was made with", r.Run, r.Task, s.Name)
		}
		told := recorded(s, task, r)
		r.System, r.Prompt = "", ""
		list = append(list, answer{r, task, told})
	}
	rank := func(arm string) int { // those that the suite has no more come last
		if i := slices.IndexFunc(s.Arms, func(a suite.Arm) bool { return a.Name == arm }); i >= 0 {
			return i
		}
		return len(s.Arms)
	}
	slices.SortFunc(list, func(a, b answer) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(rank(a.Arm), rank(b.Arm)), cmp.Compare(a.Arm, b.Arm), cmp.Compare(a.Model, b.Model), cmp.Compare(a.Repeat, b.Repeat))
	})
	return list, nil
}
