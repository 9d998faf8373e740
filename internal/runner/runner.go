// Package runner executes a plan: it asks an agent what the plan lists and
// commits every trial as a record before anybody hears of it.
package runner

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"sooth/agent"
	"sooth/suite"
	"sooth/trial"
)

// Options say what is executed and how.
type Options struct {
	Store *trial.Store
	Agent agent.Agent
	Plan  []suite.Trial // in order; Order counts from 0
	// Run describes the run: Suite, SuiteDir, SuiteHash, Toolchain, Seed, Mode
	// and Version. The rest is filled in here.
	Run trial.Run
	// Definitions are the arms as resolved, by name, in any stable form: what
	// belongs to the key of a trial beside its prompts.
	Definitions map[string]string
	Parameters  map[string]string // sent to the provider as they are
	Servers     map[string]string // digests of the servers of arms, by name
	Programs    map[string]string // identities of the programs that answer, by model

	Jobs int // trials in flight at most, where there is no Limit; 0: 5
	// Limit bounds the trials in flight to whoever answers for a model: models that
	// share an endpoint share a Limit, and where one is slow the others are not
	// waited for. nil: Jobs, or 5, of all models together.
	Limit     func(model string) *Limit
	Budget    Budget        // bounds what is paid
	Deadline  time.Duration // of one trial; 0: none
	Careful   bool          // refuse to begin beside an unfinished run of the suite that asked something else: a [*ChangedError]
	Fresh     bool          // begin a new run whatever is unfinished
	Reuse     bool          // a new run takes over what any earlier run of the suite was answered to exactly what it would ask
	Tolerance float64       // share of the plan that may end as infra_error, 0 to 1; 0: none
	Now       func() time.Time
	// NewID names a new run; nil: random.
	NewID func() (string, error)

	// Abort, when it ends, gives up the trials in flight: they are not recorded,
	// and the same command asks them again. Run's own ctx stops gently: what
	// is in flight is finished and recorded. nil: never.
	Abort context.Context

	// OnRecord is given every record of the run exactly once, after its commit:
	// first those that an earlier execution left, then each new one. It is
	// called from up to Jobs goroutines at once.
	OnRecord func(trial.Record)
	// OnProgress is called after every record and once before the first, never
	// from two goroutines at once.
	OnProgress func(Progress)
	Log        *slog.Logger // what an operator wants to know, panics with their stacks; nil: nothing
}

// Jobs is how many trials are in flight where nothing else is said.
const Jobs = 5

// Progress says how far a run is.
type Progress struct {
	Run      string
	Trials   int // in the plan
	Resumed  int // recorded by an earlier execution, or taken over from an earlier run
	InFlight int
	trial.Counts
	trial.Cost               // of all records, earlier executions included
	Arms       []ArmProgress // in the order in which the plan names them first
}

// ArmProgress says how far an arm is.
type ArmProgress struct {
	Arm      string
	Trials   int // in the plan
	Recorded int
}

// Outcome is what became of a run.
type Outcome struct {
	Run     trial.Run    // End says how it ended
	Counts  trial.Counts // counted from the records
	Resumed int          // records that an earlier execution left, or an earlier run
	From    []string     // the runs whose answers a new run has taken over, the newest first
	Asked   int          // trials that were recorded by this one
}

// Run executes a plan, or what is left of it: an unfinished run of the same plan
// is resumed, and after one that had too many infrastructure errors a new one
// asks those trials alone. A run that was interrupted or had too many
// infrastructure errors is an Outcome, not an error. After an error everything that was committed is
// there, and the same call goes on with it.
//
// A plan that another process executes gives a [*trial.LockedError].
func Run(ctx context.Context, o Options) (outcome Outcome, err error) {
	if err := o.complete(); err != nil {
		return Outcome{}, err
	}
	if err := o.distinct(); err != nil {
		return Outcome{}, err
	}
	o.Run.Plan = trial.PlanHash(func(yield func(trial.Planned) bool) {
		for i := 0; i < len(o.Plan) && yield(o.planned(i)); i++ {
		}
	})
	o.Run.Trials, o.Run.Arms = len(o.Plan), o.identities()

	lock, err := o.Store.Lock(o.Run.Plan)
	if err != nil {
		return Outcome{}, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	found, resumed, from, err := o.begin(ctx)
	if err != nil {
		return Outcome{}, err
	}
	if err := lock.Note(found.ID); err != nil {
		return Outcome{}, err
	}

	e := &execution{Options: o, run: found.Run, done: make([]bool, len(o.Plan)), purse: purse{Budget: o.Budget}}
	e.settled = sync.NewCond(&e.mutex)
	e.progress.Arms = arms(o.Plan)
	if resumed {
		if err := e.recall(ctx); err != nil {
			return Outcome{}, err
		}
	}
	e.progress.Run, e.progress.Trials, e.progress.Resumed = found.ID, len(o.Plan), e.progress.Recorded()
	e.tell()
	if err := e.askAll(ctx); err != nil {
		return Outcome{}, err
	}
	outcome, err = e.finish(ctx)
	outcome.From = from
	return outcome, err
}

// complete fills in the defaults and refuses what cannot be executed.
func (o *Options) complete() error {
	switch {
	case o.Store == nil || o.Agent == nil:
		return errors.New("runner: a store and an agent are needed")
	case len(o.Plan) == 0:
		return errors.New("the plan is empty; hint: the suite has no tasks, or no arm was chosen")
	case o.Jobs < 0:
		return fmt.Errorf("%d jobs, want 1 or more", o.Jobs)
	case o.Budget.Dollars > 0 && o.Budget.Most == nil:
		return errors.New("runner: a budget needs to know what a trial costs at most")
	case !(o.Tolerance >= 0 && o.Tolerance <= 1):
		return fmt.Errorf("a tolerance of %v, want 0 to 1", o.Tolerance)
	}
	if o.Jobs == 0 {
		o.Jobs = Jobs
	}
	if o.Limit == nil {
		all := Fixed(o.Jobs)
		o.Limit = func(string) *Limit { return all }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.NewID == nil {
		o.NewID = func() (string, error) { return trial.NewID(rand.Reader) }
	}
	if o.Abort == nil {
		o.Abort = context.Background()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return nil
}

// distinct refuses a plan that names a trial twice, or a trial by another place
// than its own.
func (o *Options) distinct() error {
	places := make([]int, len(o.Plan))
	for i, p := range o.Plan {
		if p.Order != i {
			return fmt.Errorf("trial %d of the plan says that it is number %d", i, p.Order)
		}
		places[i] = i
	}
	slices.SortFunc(places, func(i, j int) int {
		a, b := &o.Plan[i], &o.Plan[j]
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Arm, b.Arm), cmp.Compare(a.Model, b.Model), cmp.Compare(a.Repeat, b.Repeat), cmp.Compare(i, j))
	})
	for n := 1; n < len(places); n++ {
		i, j := places[n-1], places[n]
		if p := o.Plan[i]; o.name(i) == o.name(j) {
			return fmt.Errorf("trials %d and %d of the plan are both task %q, arm %q, model %q, repeat %d", i, j, p.Task, p.Arm, p.Model, p.Repeat)
		}
	}
	return nil
}

// name is what a trial of the plan is called: it as the store has it, without its key.
func (o *Options) name(place int) trial.Planned {
	p := &o.Plan[place]
	return trial.Planned{Task: p.Task, Arm: p.Arm, Model: p.Model, Repeat: p.Repeat}
}

// planned is a trial of the plan as the store has it. Keys are made anew each
// time: to keep all of them takes as much memory as the plan.
func (o *Options) planned(place int) trial.Planned {
	p, named := &o.Plan[place], o.name(place)
	named.Key = trial.Key(trial.Visible{
		Agent: o.Agent.Name(), Model: p.Model, Parameters: o.Parameters,
		System: p.System, Prompt: p.Prompt, Arm: o.Definitions[p.Arm], Server: o.Servers[p.Arm], Repeat: p.Repeat, Program: o.Programs[p.Model],
	})
	return named
}

// begin finds the run to go on with, or begins one.
func (o *Options) begin(ctx context.Context) (found trial.Summary, resumed bool, from []string, err error) {
	if !o.Fresh {
		found, resumed, err = o.Store.Unfinished(ctx, o.Run)
		if err != nil {
			return found, false, nil, err
		}
		if resumed {
			return found, true, nil, o.Store.Resume(ctx, found.ID)
		}
		if o.Careful && !o.Reuse {
			if err := o.changed(ctx); err != nil {
				return found, false, nil, err
			}
		}
	}
	found = trial.Summary{}
	found.Run = o.Run
	if found.ID, err = o.NewID(); err != nil {
		return found, false, nil, err
	}
	found.Started = o.Now()
	err = o.Store.Begin(ctx, found.Run, o.takenOver(ctx, found.ID, &from))
	return found, len(from) > 0, from, err
}

// finish records how the run ended and counts its records anew.
func (e *execution) finish(ctx context.Context) (Outcome, error) {
	ctx = context.WithoutCancel(ctx) // an interrupted run is still finished properly
	state, err := e.Store.Run(ctx, e.run.ID)
	if err != nil {
		return Outcome{}, err
	}
	end := trial.Completed
	switch {
	case state.Counts.Recorded() < len(e.Plan) && e.poor:
		end = trial.BudgetExceeded
	case state.Counts.Recorded() < len(e.Plan):
		end = trial.Interrupted
	case float64(state.Counts.InfraErrors) > e.Tolerance*float64(len(e.Plan)):
		end = trial.ErrorsTolerance
	}
	if err := e.Store.Finish(ctx, e.run.ID, end, e.Now()); err != nil {
		return Outcome{}, err
	}
	if state, err = e.Store.Run(ctx, e.run.ID); err != nil {
		return Outcome{}, err
	}
	return Outcome{
		Run: state.Run, Counts: state.Counts,
		Resumed: e.progress.Resumed, Asked: state.Counts.Recorded() - e.progress.Resumed,
	}, nil
}
