package behave

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"sooth/score"
)

// maxShared bounds the programs of one binary.
const maxShared = 64

// session is one call of Judge.
type session struct {
	oracle  *Oracle
	slots   chan struct{} // held by each go command and each program that runs
	scratch string
	// testTime is what is left of the time that the tests of a code base have.
	testTime time.Duration

	mutex   sync.Mutex
	done    func(id string, r score.Result)
	waiting map[string][]string // key → items that wait for its result
	errs    []error
}

func (s *session) acquire(ctx context.Context) error {
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (s *session) release() { <-s.slots }

// admit answers an item that needs no execution, and returns the program of
// one that does.
func (s *session) admit(ctx context.Context, item Item) *program {
	unknown := func(reason string) *program {
		s.done(item.ID, result(score.Unknown, reason))
		return nil
	}
	o := s.oracle
	switch {
	case len(item.Tests) == 0:
		s.done(item.ID, result(score.NotApplicable, "no hidden tests"))
		return nil
	case len(item.Files) == 0:
		return unknown("no code")
	case o.options.Sandbox == nil:
		return unknown(o.noSandbox())
	case o.options.Go == nil:
		s.errs = append(s.errs, &ItemError{item.ID, errors.New("no go command")})
		return nil
	}
	key := o.key(item)
	if _, twice := s.waiting[key]; twice {
		s.waiting[key] = append(s.waiting[key], item.ID)
		return nil
	}
	if r, ok := o.recall(ctx, key); ok {
		s.done(item.ID, r)
		return nil
	}
	p, err := newProgram(item, key, buildContext(o.options.Go))
	var no refusal
	switch {
	case errors.As(err, &no):
		return unknown(no.reason)
	case err != nil:
		s.errs = append(s.errs, &ItemError{item.ID, err})
		return nil
	case len(p.names) == 0:
		s.done(item.ID, result(score.NotApplicable, "no hidden tests: the files have no test that runs here"))
		return nil
	}
	s.waiting[key] = []string{item.ID}
	return p
}

// judge judges programs: modules side by side, the largest first.
func (s *session) judge(ctx context.Context, programs []*program) error {
	scratch, err := os.MkdirTemp(s.oracle.options.Scratch, "sooth-behave-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if s.scratch, err = filepath.EvalSymlinks(scratch); err != nil {
		return err
	}
	s.slots = make(chan struct{}, s.oracle.options.Jobs)
	open := make(chan struct{}, 2*s.oracle.options.Jobs) // bounds the scratch folders and binaries at a time
	var group sync.WaitGroup
	for _, batch := range batches(programs) {
		open <- struct{}{}
		if ctx.Err() != nil {
			<-open
			s.fail(context.Cause(ctx), batch...)
			continue
		}
		group.Go(func() {
			defer func() { <-open }()
			s.batch(ctx, batch)
		})
	}
	group.Wait()
	return nil
}

// batches puts programs with the same module together, those that must be
// alone each by itself.
func batches(programs []*program) [][]*program {
	var out [][]*program
	place := map[string]int{}
	for _, p := range programs {
		if p.alone != "" {
			out = append(out, []*program{p})
			continue
		}
		module := moduleFile(p.item.Module, "go.mod") + "\x00" + moduleFile(p.item.Module, "go.sum")
		if i, ok := place[module]; ok && len(out[i]) < maxShared {
			out[i] = append(out[i], p)
			continue
		}
		place[module] = len(out)
		out = append(out, []*program{p})
	}
	slices.SortStableFunc(out, func(a, b []*program) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// batch judges programs with the same module.
func (s *session) batch(ctx context.Context, programs []*program) {
	var groups [][]*program
	shared := map[*program]bool{}
	if len(programs) > 1 {
		dir, err := s.folder()
		if err != nil {
			s.fail(err, programs...)
			return
		}
		defer os.RemoveAll(dir)
		if err := write(dir, sharedFiles(programs)); err != nil {
			s.fail(err, programs...)
			return
		}
		// What goes wrong here is found again where each is built alone.
		groups, _ = s.compileShared(ctx, dir, programs)
		for _, group := range groups {
			binary := filepath.Join(dir, "program")
			if len(group) < 2 || s.linkShared(ctx, dir, binary, group) != nil {
				continue
			}
			for _, p := range group {
				shared[p] = true
			}
			s.each(group, func(p *program) error {
				first, err := s.execute(ctx, p, binary, true)
				switch {
				case err != nil:
					return err
				case first.failure != "" && first.told && p.item.Control:
					s.report(ctx, p, failure(first.failure, evidence(first.output)))
					return nil
				case first.failure != "":
					return s.alone(ctx, p, &first, len(group))
				}
				s.report(ctx, p, first.result(""))
				return nil
			})
		}
	}
	s.each(slices.DeleteFunc(slices.Clone(programs), func(p *program) bool { return shared[p] }), func(p *program) error {
		return s.alone(ctx, p, nil, 0)
	})
}

// each judges programs side by side; the slots bound what runs.
func (s *session) each(programs []*program, judge func(p *program) error) {
	var group sync.WaitGroup
	for _, p := range programs {
		group.Go(func() {
			if err := judge(p); err != nil {
				s.fail(err, p)
			}
		})
	}
	group.Wait()
}

// alone judges a program in the natural layout. A failure is called one when
// two runs alone agree on it; first is a failed run in a binary shared by n
// programs, nil without one.
func (s *session) alone(ctx context.Context, p *program, first *attempt, n int) error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "program")
	var no refusal
	var rejected *refused
	switch err := s.compileAlone(ctx, dir, binary, p); {
	case errors.As(err, &no):
		s.report(ctx, p, result(score.Unknown, no.reason))
		return nil
	case errors.As(err, &rejected) && rejected.tests:
		s.report(ctx, p, failure("the hidden tests do not compile against it: "+rejected.Error(), evidence(rejected.text)))
		return nil
	case errors.As(err, &rejected):
		s.report(ctx, p, result(score.Unknown, "does not compile: "+rejected.Error()))
		return nil
	case err != nil:
		return err
	}
	var runs []attempt
	for len(runs) < 2 {
		run, err := s.execute(ctx, p, binary, false)
		if err != nil {
			return err
		}
		runs = append(runs, run)
		if first == nil && len(runs) == 1 && run.failure == "" {
			break
		}
	}
	s.report(ctx, p, verdict(first, n, runs))
	return nil
}

// report hands a result to all items that wait for it.
func (s *session) report(ctx context.Context, p *program, r score.Result) {
	s.oracle.remember(ctx, p.key, r)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, id := range s.waiting[p.key] {
		s.done(id, r)
	}
}

// fail notes that programs could not be judged.
func (s *session) fail(err error, programs ...*program) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, p := range programs {
		for _, id := range s.waiting[p.key] {
			s.errs = append(s.errs, &ItemError{id, err})
		}
	}
}

// folder makes an empty scratch folder.
func (s *session) folder() (string, error) { return os.MkdirTemp(s.scratch, "") }
