package runner

import (
	"context"
	"iter"
	"slices"

	"sooth/score"
	"sooth/trial"
)

// takenOver yields the records that a new run begins with, and notes whose they
// were: answers that were paid for once and would be asked for again with the
// same key. Those are the answers of the run of the suite that was left last, if
// it is unfinished (its plan was another: a task had other words, or was not
// there), and of the last run of the same plan, if errors of the surroundings
// were too many in it; with Reuse, those of every run of the suite, the newest
// first. What the surroundings spoiled is never taken over.
func (o *Options) takenOver(ctx context.Context, run string, from *[]string) iter.Seq2[trial.Record, error] {
	return func(yield func(trial.Record, error) bool) {
		sources, err := o.sources(ctx)
		if err != nil {
			yield(trial.Record{}, err)
			return
		}
		if len(sources) == 0 {
			return
		}
		missing := make(map[trial.Planned]int, len(o.Plan))
		for place := range o.Plan {
			missing[o.planned(place)] = place
		}
		for _, source := range sources {
			for r, err := range o.Store.Records(ctx, source.ID) {
				if err != nil {
					yield(trial.Record{}, err)
					return
				}
				name := trial.Planned{Key: r.Key, Task: r.Task, Arm: r.Arm, Model: r.Model, Repeat: r.Repeat}
				place, wanted := missing[name]
				if !wanted || r.State == score.InfraError {
					continue
				}
				delete(missing, name)
				r.Run, r.Order = run, place
				if r.Recorded.IsZero() {
					r.Recorded = r.Finished
				}
				if !slices.Contains(*from, source.ID) {
					*from = append(*from, source.ID)
				}
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// sources are the runs whose answers a new run takes over.
func (o *Options) sources(ctx context.Context) ([]trial.Summary, error) {
	if !o.Careful || o.Fresh {
		return nil, nil
	}
	list, err := o.Store.Runs(ctx)
	if err != nil {
		return nil, err
	}
	slices.Reverse(list)
	list = slices.DeleteFunc(list, func(r trial.Summary) bool { return r.Suite != o.Run.Suite || r.Mode != o.Run.Mode })
	if o.Reuse {
		return list, nil
	}
	if left, found, err := o.Store.Left(ctx, o.Run); found || err != nil {
		return []trial.Summary{left}, err
	}
	last := slices.IndexFunc(list, func(r trial.Summary) bool { return r.Plan == o.Run.Plan })
	if last < 0 || list[last].End != trial.ErrorsTolerance {
		return nil, nil
	}
	return list[last : last+1], nil
}
