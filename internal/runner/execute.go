package runner

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"

	"sooth/score"
	"sooth/trial"
)

// execution is a run while it is executed.
type execution struct {
	Options
	run  trial.Run
	done []bool // by place in the plan

	mutex    sync.Mutex // guards what follows and orders OnProgress
	progress Progress
	purse    purse
	poor     bool // the budget allows no further trial
	// returned are the names by which models called themselves in the records of
	// an earlier execution, by model of the plan.
	returned map[string]map[string]bool
	settled  *sync.Cond // a trial in flight was paid for
}

// recall hands the records of an earlier execution on and marks their trials.
func (e *execution) recall(ctx context.Context) error {
	records := make(chan trial.Record)
	var workers sync.WaitGroup
	fault := &firstError{}
	for range min(e.Jobs, len(e.Plan)) {
		workers.Go(func() {
			for r := range records {
				fault.set(e.hook(r))
			}
		})
	}
	e.returned = map[string]map[string]bool{}
	for r, err := range e.Store.Records(context.WithoutCancel(ctx), e.run.ID) {
		if err == nil {
			err = e.mark(r)
		}
		if r.Returned != "" {
			if e.returned[r.Model] == nil {
				e.returned[r.Model] = map[string]bool{}
			}
			e.returned[r.Model][r.Returned] = true
		}
		if fault.set(err); fault.get() != nil {
			break
		}
		records <- r
	}
	close(records)
	workers.Wait()
	if e.Careful {
		fault.set(alias(trial.Summary{Run: e.run, Counts: e.progress.Counts}, e.returned))
	}
	return fault.get()
}

// mark notes a record that is there already.
func (e *execution) mark(r trial.Record) error {
	if r.Order >= len(e.Plan) || e.planned(r.Order) != (trial.Planned{Key: r.Key, Task: r.Task, Arm: r.Arm, Model: r.Model, Repeat: r.Repeat}) {
		return fmt.Errorf("run %q has a record of task %q, arm %q at place %d, which its plan does not have there; "+
			"hint: remove the run with sooth runs prune, or use another --db", e.run.ID, r.Task, r.Arm, r.Order)
	}
	e.done[r.Order] = true
	e.progress.count(r)
	e.purse.pay(e.Plan[r.Order], &r)
	return nil
}

// askAll asks what is missing, in the order of the plan, as many at a time as the
// limits allow: each limit has workers of its own, which ask the trials of its
// models. It returns when nothing is in flight any more.
func (e *execution) askAll(ctx context.Context) error {
	fault := &firstError{}
	var workers sync.WaitGroup
	for limit, trials := range e.queues() {
		next := 0
		take := func() (place int, ok bool) {
			e.mutex.Lock()
			defer e.mutex.Unlock()
			for {
				for next < len(e.Plan) && (e.done[next] || e.Limit(e.Plan[next].Model) != limit) {
					next++
				}
				if next == len(e.Plan) || ctx.Err() != nil || e.Abort.Err() != nil || fault.get() != nil || e.poor {
					return 0, false
				}
				fits, wait := e.purse.reserve(e.Plan[next])
				if fits {
					break
				}
				if !wait {
					e.poor = true
					return 0, false
				}
				e.settled.Wait()
			}
			next++
			e.progress.InFlight++
			return next - 1, true
		}
		for range min(int(limit.most), trials) {
			workers.Go(func() {
				for {
					limit.take()
					place, ok := take()
					if !ok {
						limit.give(false)
						return
					}
					well, err := e.one(ctx, place)
					limit.give(well)
					fault.set(err)
				}
			})
		}
	}
	workers.Wait()
	return fault.get()
}

// queues counts the trials that are left to ask, by the limit that bounds them.
func (e *execution) queues() map[*Limit]int {
	list := map[*Limit]int{}
	for i, t := range e.Plan {
		if !e.done[i] {
			list[e.Limit(t.Model)]++
		}
	}
	return list
}

// one asks one trial, commits its record and hands it on. It went well if there
// is an answer.
func (e *execution) one(ctx context.Context, place int) (well bool, err error) {
	ctx = context.WithoutCancel(ctx) // what is in flight is finished
	r, ok := e.ask(ctx, place)
	if !ok {
		e.land(place, nil)
		return false, nil
	}
	if err := e.Store.Put(ctx, r); err != nil {
		e.land(place, nil)
		return false, err
	}
	e.land(place, &r)
	err = e.hook(r)
	e.tell()
	if err == nil && e.Careful {
		err = e.another(r)
	}
	return r.State == score.Answered, err
}

// another reports an error if a model calls itself otherwise than in the records
// that an earlier execution left: the name of the plan stands for another model
// now, and each further answer would be paid for in vain.
func (e *execution) another(r trial.Record) error {
	before := e.returned[r.Model]
	if r.Returned == "" || len(before) == 0 || before[r.Returned] {
		return nil
	}
	e.mutex.Lock()
	counts := e.progress.Counts
	e.mutex.Unlock()
	both := maps.Clone(before)
	both[r.Returned] = true
	return alias(trial.Summary{Run: e.run, Counts: counts}, map[string]map[string]bool{r.Model: both})
}

// land counts a trial that is in flight no more; nil: it has no record.
func (e *execution) land(place int, r *trial.Record) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.progress.InFlight--
	if r != nil {
		e.progress.count(*r)
	}
	e.purse.settle(e.Plan[place], r)
	e.settled.Broadcast()
}

// hook calls OnRecord. A panic in it must not take the records in flight with
// it; it ends the run as an error.
func (e *execution) hook(r trial.Record) (err error) {
	if e.OnRecord == nil {
		return nil
	}
	defer func() {
		if v := recover(); v != nil {
			e.Log.Error("panic after a record", "run", r.Run, "task", r.Task, "arm", r.Arm, "panic", v, "stack", string(debug.Stack()))
			err = fmt.Errorf("task %q, arm %q: panic while its record was judged: %v", r.Task, r.Arm, v)
		}
	}()
	e.OnRecord(r)
	return nil
}

// tell calls OnProgress.
func (e *execution) tell() {
	if e.OnProgress == nil {
		return
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	told := e.progress
	told.Arms = slices.Clone(told.Arms)
	e.OnProgress(told)
}

// firstError keeps the first of several errors.
type firstError struct {
	mutex sync.Mutex
	err   error
}

func (f *firstError) set(err error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.err == nil {
		f.err = err
	}
}

func (f *firstError) get() error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.err
}
