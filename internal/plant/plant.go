// Package plant puts machine-made faults into right answers, each confirmed by
// a tool that shares no code with the checker: the control arm "planted",
// which shows that the measuring instrument finds what is there.
//
// A fault is a near miss of the kind that models make: a name of another
// version, the right method on the wrong type, a dropped argument, a call that
// is younger than the target. What proves it is never our own reading: the
// compiler's error at the planted line, a line of $GOROOT/api, a "Deprecated:"
// paragraph in the symbol's source, or the hidden tests. A mutant that its
// tool does not confirm, or confirms as something else, is dropped and counted.
package plant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"sooth/internal/toolchain"
	"sooth/score"
	"sooth/suite"
)

// Options say how faults are made.
type Options struct {
	Go   *toolchain.Go // the compiler and the API files that confirm
	Run  Runner        // the hidden tests; nil: no faults of kind "does not behave"
	Seed uint64        // which places and names are taken; equal seeds give equal faults
	Jobs int           // tasks at once; 0 means 1
	// Each is the number of faults wanted per task of every kind in which
	// answers accuse names or signatures; 0 means 2. Kinds whose faults are
	// dear to judge or all alike get one, unless Least is not reached.
	Each int
	// Least is the number of faults that every task should have; 0 means 8.
	Least int
	// NoCode is the number of prose-only answers in the suite; 0 means 4, a
	// negative number none.
	NoCode int
	// Scratch is an existing folder for the modules in which mutants are
	// built; empty: one of the system's temporary folders.
	Scratch string
	// Built, when set, is given every candidate that was built, confirmed or
	// not, with what the compiler said of it: programs with a known verdict,
	// to hold a checker against. One call at a time, a task's in a fixed order.
	Built func(Built)
	// Done, when set, is called after each task, one call at a time.
	Done func(task string, planted int)
}

// Built is a candidate and the compiler's verdict on it.
type Built struct {
	Task   string
	Kind   score.Kind // what it was meant to be
	Text   string     // the whole file
	Errors []string   // "12: undefined: x", in the compiler's order; none: it compiles
}

// Make makes the faults of all tasks of s, in order of task, kind and number.
// An error means that nothing could be confirmed (no toolchain, no network,
// cancelled, a reference that does not build); a task with few faults is no
// error and is told in Stats.
func Make(ctx context.Context, s *suite.Suite, o Options) ([]suite.Planted, Stats, error) {
	if o.Go == nil {
		return nil, Stats{}, errors.New("no go command given to plant with")
	}
	o.Jobs, o.Each, o.Least = cmp.Or(max(o.Jobs, 0), 1), cmp.Or(o.Each, 2), cmp.Or(o.Least, 8)
	scratch, err := os.MkdirTemp(o.Scratch, "plant-")
	if err != nil {
		return nil, Stats{}, err
	}
	defer os.RemoveAll(scratch)

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type result struct {
		planted []suite.Planted
		stats   TaskStats
	}
	results := make([]result, len(s.Tasks))
	tasks := make(chan int)
	var done sync.Mutex
	if built := o.Built; built != nil {
		o.Built = func(b Built) {
			done.Lock()
			defer done.Unlock()
			built(b)
		}
	}
	var workers sync.WaitGroup
	for range min(o.Jobs, max(len(s.Tasks), 1)) {
		workers.Go(func() {
			for i := range tasks {
				task := &s.Tasks[i]
				planted, stats, err := makeTask(ctx, task, o, filepath.Join(scratch, fmt.Sprintf("t%03d", i)))
				if err != nil {
					cancel(fmt.Errorf("task %q: %w", task.ID, err))
					continue
				}
				results[i] = result{planted, stats}
				if o.Done != nil {
					done.Lock()
					o.Done(task.ID, len(planted))
					done.Unlock()
				}
			}
		})
	}
	for i := range s.Tasks {
		if ctx.Err() != nil {
			break
		}
		tasks <- i
	}
	close(tasks)
	workers.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, Stats{}, err
	}

	prose, err := noCode(ctx, s, o, filepath.Join(scratch, "prose"))
	if err != nil {
		return nil, Stats{}, err
	}
	var planted []suite.Planted
	var stats Stats
	for _, r := range results {
		planted = append(planted, r.planted...)
		for _, p := range prose {
			if p.Task == r.stats.Task {
				planted = append(planted, p)
				r.stats.Planted[score.NoCode]++
			}
		}
		stats.Tasks = append(stats.Tasks, r.stats)
	}
	return planted, stats, nil
}

// kinds returns the kinds that are planted in every task, in the order in
// which they are numbered and told.
func kinds() []score.Kind {
	return []score.Kind{
		score.InventedPackage, score.InventedFunction, score.InventedType, score.InventedField, score.InventedMethod,
		score.WrongSignature, score.Undefined, score.Syntax, score.Unused,
		score.TooNew, score.Deprecated, score.DoesNotBehave,
	}
}

// Criterion returns the criterion that a fault of the kind must fail.
func Criterion(kind score.Kind) string {
	switch kind {
	case score.InventedPackage, score.InventedFunction, score.InventedType, score.InventedField, score.InventedMethod:
		return score.Exists
	case score.TooNew:
		return score.Available
	case score.Deprecated:
		return score.Current
	case score.DoesNotBehave:
		return score.Behaves
	}
	return score.Compiles
}

// quota returns how many faults of a kind a task should have at first.
func quota(kind score.Kind, each int) int {
	switch kind {
	case score.InventedPackage, score.InventedFunction, score.InventedType, score.InventedField, score.InventedMethod,
		score.WrongSignature, score.Deprecated:
		return each
	case score.TooNew:
		return 2 * each // few tasks have an older target
	}
	return 1 // alike everywhere, or a link and a run for each that is graded
}

// order sorts planted faults by task, kind and number, as Make returns them.
func order(planted []suite.Planted) {
	rank := map[string]int{}
	for i, k := range append(kinds(), score.NoCode) {
		rank[string(k)] = i
	}
	slices.SortStableFunc(planted, func(a, b suite.Planted) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(rank[a.Kind], rank[b.Kind]))
	})
}
