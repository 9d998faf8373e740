package runner

import (
	"context"
	"maps"
	"slices"

	"sooth/suite"
	"sooth/trial"
)

// Mended names, sorted, the tasks that a plan asks in other words than the run of
// the suite that was left last: those that are asked again while the others keep
// their answers. run tells the suite and the mode. Nothing is mended where no run was
// left, or where what the tasks of an arm share has changed: that is a [*ChangedError].
func Mended(ctx context.Context, store *trial.Store, run trial.Run, plan []suite.Trial) (left string, tasks []string, err error) {
	last, found, err := store.Left(ctx, run)
	if err != nil || !found {
		return "", nil, err
	}
	planned, prompts := places(plan), wordings{}
	for r, err := range store.Records(ctx, last.ID) {
		if err != nil {
			return "", nil, err
		}
		if i, ok := planned[nameOf(r)]; ok {
			prompts.add(r.Arm, r.Task, r.Prompt == plan[i].Prompt)
		}
	}
	if prompts.shared() {
		return "", nil, nil
	}
	return last.ID, prompts.mended(), nil
}

// places are where a plan has its trials, by their names without the key.
func places(plan []suite.Trial) map[trial.Planned]int {
	list := make(map[trial.Planned]int, len(plan))
	for i, p := range plan {
		list[trial.Planned{Task: p.Task, Arm: p.Arm, Model: p.Model, Repeat: p.Repeat}] = i
	}
	return list
}

// nameOf is what the trial of a record is called, without its key.
func nameOf(r trial.Record) trial.Planned {
	return trial.Planned{Task: r.Task, Arm: r.Arm, Model: r.Model, Repeat: r.Repeat}
}

// wordings are the prompts of the records of a run, by arm, held against those of
// a plan.
type wordings map[string]*struct {
	same  bool            // of a task at least
	other map[string]bool // tasks that are asked in other words
}

func (w wordings) add(arm, task string, same bool) {
	if w[arm] == nil {
		w[arm] = &struct {
			same  bool
			other map[string]bool
		}{other: map[string]bool{}}
	}
	if same {
		w[arm].same = true
	} else {
		w[arm].other[task] = true
	}
}

// shared reports whether something has changed that the tasks of an arm share:
// then none of several is asked as it was. A task of which only the own words
// have changed is asked again, and costs no other its answer.
func (w wordings) shared() bool {
	for _, arm := range w {
		if !arm.same && len(arm.other) > 1 {
			return true
		}
	}
	return false
}

// mended names the tasks that are asked in other words under an arm or more, sorted.
func (w wordings) mended() []string {
	all := map[string]bool{}
	for _, arm := range w {
		maps.Copy(all, arm.other)
	}
	return slices.Sorted(maps.Keys(all))
}
