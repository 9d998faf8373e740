// Package rankrun asks search engines the queries of a suite, through the same
// runner and store as any other run, and measures what they answered.
package rankrun

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"sooth/internal/fingerprint"
	"sooth/internal/nearest"
	"sooth/internal/rankreport"
	"sooth/internal/runner"
	"sooth/search"
	"sooth/suite"
	"sooth/trial"
)

// Options say what is run.
type Options struct {
	Suite     *suite.Search
	Systems   []string // names; nil: all
	Classes   []string // names; nil: all
	Queries   []string // ids; nil: all
	Store     *trial.Store
	Around    Surroundings
	Repeats   int     // how often each query is asked, one pass after the other; 0: once
	Jobs      int     // queries in flight; 0: 1, so that latencies are those of an idle engine
	Tolerance float64 // see runner.Options
	Now       func() time.Time

	OnProgress func(done, total int)
	OnWarmup   func(system string, n int)
}

// Result is what became of a run.
type Result struct {
	Outcome runner.Outcome
	Report  *rankreport.Report // nil: the run was interrupted
}

// NotReady is the error of systems that cannot be asked, all of them at once.
type NotReady struct{ Problems []error }

// Error returns one line for each problem.
func (e *NotReady) Error() string { return errors.Join(e.Problems...).Error() }

// Run makes every system ready, asks the queries, and measures the rankings.
// Nothing is asked when one system is not ready. Systems are closed, and their
// files hashed again, before Run returns.
func Run(ctx context.Context, o Options) (result Result, err error) {
	narrowed, err := narrow(o)
	if err != nil {
		return Result{}, err
	}
	o.Suite = narrowed
	systems, err := ready(ctx, o)
	if err != nil {
		return Result{}, err
	}
	closed := false
	shut := func() error {
		if closed {
			return nil
		}
		closed = true
		var all []error
		for _, y := range systems {
			all = append(all, y.shut())
		}
		return errors.Join(all...)
	}
	defer func() { err = errors.Join(err, shut()) }()
	a := &asker{systems: map[string]*system{}, queries: map[string]search.Query{}, depth: o.Suite.Depth}
	for _, y := range systems {
		a.systems[y.Name] = y
	}
	for _, q := range o.Suite.Queries {
		a.queries[q.ID] = q
	}
	trials := plan(o.Suite, systems, max(o.Repeats, 1))
	if err := warm(ctx, o, systems, trials, a); err != nil {
		return Result{}, err
	}
	result.Outcome, err = runner.Run(ctx, runner.Options{
		Store: o.Store, Agent: a, Plan: trials, Jobs: max(o.Jobs, 1), Tolerance: o.Tolerance, Now: o.Now,
		Parameters: map[string]string{"depth": strconv.Itoa(o.Suite.Depth)},
		Abort:      ctx,
		Run: trial.Run{
			Suite: o.Suite.Name, SuiteDir: absolute(o.Suite.Dir), SuiteHash: o.Suite.Hash, Seed: o.Suite.Seed, Mode: "search", Version: o.Around.Version,
		},
		OnProgress: func(p runner.Progress) {
			if o.OnProgress != nil {
				o.OnProgress(p.Recorded(), p.Trials)
			}
		},
	})
	if err != nil {
		return result, err
	}
	if err := shut(); err != nil { // what an engine writes when it ends belongs to the comparison of files
		return result, err
	}
	if result.Outcome.Run.End == trial.Interrupted {
		return result, nil
	}
	for _, y := range systems {
		if err := fingerprint.Again(ctx, absolute(o.Suite.Dir), y.files); err != nil {
			return result, err
		}
	}
	result.Report, err = tell(ctx, o.Suite, systems, result.Outcome.Run, o.Store.Records(ctx, result.Outcome.Run.ID))
	return result, err
}

// Check makes every system ready and ends it again: what Run does before it
// asks. It returns the systems with the digests of their files.
func Check(ctx context.Context, o Options) ([]rankreport.System, error) {
	narrowed, err := narrow(o)
	if err != nil {
		return nil, err
	}
	o.Suite = narrowed
	systems, err := ready(ctx, o)
	var list []rankreport.System
	for _, y := range systems {
		list = append(list, rankreport.System{Name: y.Name, Kind: y.Kind, Definition: y.definition, Server: y.said, Files: y.files})
		err = errors.Join(err, y.shut())
	}
	return list, err
}

// ready opens every system. All that are not ready are told at once.
func ready(ctx context.Context, o Options) ([]*system, error) {
	var systems []*system
	var wrong []error
	for _, of := range o.Suite.Systems {
		y, err := open(ctx, o.Suite, of, o.Around)
		if err != nil {
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			wrong = append(wrong, fmt.Errorf("system %q: %w", of.Name, err))
			continue
		}
		systems = append(systems, y)
	}
	if len(wrong) == 0 {
		return systems, nil
	}
	for _, y := range systems {
		y.shut()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, &NotReady{wrong}
}

// warm asks each system the first queries of the plan without recording them.
func warm(ctx context.Context, o Options, systems []*system, trials []suite.Trial, a *asker) error {
	for _, y := range systems {
		n := 0
		for _, t := range trials {
			if t.Arm != y.Name || n == y.Warmup {
				continue
			}
			n++
			if _, err := y.ask(ctx, a.queries[t.Task], o.Suite.Depth); ctx.Err() != nil {
				return ctx.Err()
			} else if err != nil {
				continue // it will fail again, and then be recorded
			}
		}
		if n > 0 && o.OnWarmup != nil {
			o.OnWarmup(y.Name, n)
		}
	}
	return nil
}

// narrow returns the suite with the chosen systems, classes and queries only.
func narrow(o Options) (*suite.Search, error) {
	s := *o.Suite
	var err error
	pick := func(what string, wanted []string, known []string) {
		for _, w := range wanted {
			if !slices.Contains(known, w) && err == nil {
				err = &Unknown{fmt.Errorf("unknown %s %q; hint: %s", what, w, nearest.Hint(w, known))}
			}
		}
	}
	var systems, classes, queries []string
	for _, y := range s.Systems {
		systems = append(systems, y.Name)
	}
	for _, c := range s.Classes {
		classes = append(classes, c.Name)
	}
	for _, q := range s.Queries {
		queries = append(queries, q.ID)
	}
	pick("system", o.Systems, systems)
	pick("class", o.Classes, classes)
	pick("query", o.Queries, queries)
	if err != nil {
		return nil, err
	}
	in := func(wanted []string, name string) bool { return wanted == nil || slices.Contains(wanted, name) }
	s.Systems = slices.DeleteFunc(slices.Clone(s.Systems), func(y suite.SearchSystem) bool { return !in(o.Systems, y.Name) })
	s.Queries = slices.DeleteFunc(slices.Clone(s.Queries), func(q search.Query) bool { return !in(o.Classes, q.Class) || !in(o.Queries, q.ID) })
	s.Classes = slices.DeleteFunc(slices.Clone(s.Classes), func(c search.Class) bool {
		return !slices.ContainsFunc(s.Queries, func(q search.Query) bool { return q.Class == c.Name })
	})
	if i := slices.IndexFunc(s.Queries, func(q search.Query) bool { return q.Truth.Filter != "" && q.Truth.Grades == nil }); i >= 0 {
		return nil, fmt.Errorf("query %q: its filter was not answered when the suite was read", s.Queries[i].ID)
	}
	if len(s.Queries) == 0 || len(s.Systems) == 0 {
		return nil, &Unknown{errors.New("no query is left; hint: --class and --query exclude each other's queries")}
	}
	if p := s.Primary; p != nil && (!in(o.Systems, p.Base) || !in(o.Systems, p.System) || s.Class(p.Class).Name == "") {
		s.Primary = nil
	}
	if len(s.Queries) < len(o.Suite.Queries) {
		s.Corpus = s.CorpusHash() // other queries are another corpus
	}
	return &s, nil
}

// Unknown is the error of a name that the suite does not have.
type Unknown struct{ err error }

func (e *Unknown) Error() string { return e.err.Error() }
