// Package behave judges whether a program does what its task asks: it runs the
// task's hidden tests against it, inside the sandbox.
//
// Code is compiled outside, where the compiler reads it and nothing of it
// runs, and executed inside. Programs with the same modules share one binary,
// in which every program still has its own process; what fails there is built
// and run once more alone, exactly as `go test` lays it out, before it is
// called a failure.
//
// Limitations: the hidden tests run in one process with the code that they
// test. A program that wants to can read what they expect, and one that
// searches its own memory can find the tokens by which tests report; it cannot
// pass by ending early, by printing, or by leaving tests out.
package behave

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/score"
)

// Version of this oracle: a new one makes cached results void. It changes
// whenever the same item could be judged differently.
const Version = "behave/2"

// Item is one answer with the hidden tests of its task.
type Item struct {
	ID     string
	Files  []lang.File // the answer's program, one package
	Module lang.Module // go.mod and go.sum; a Dir is not supported yet
	Target lang.Target // for the reader: what the code is compiled for stands in go.mod
	Tests  []lang.File // _test.go files, other .go files of the test, and data that it reads
	// Control says that nobody is accused: one test that reports its failure by
	// its own token is enough, and is not looked for again in the natural layout.
	Control bool
}

// Options configure an oracle.
type Options struct {
	Go *toolchain.Go
	// Sandbox runs the programs. Without one every item is unknown, with
	// SandboxReason as the reason: nothing runs outside it.
	Sandbox       sandbox.Sandbox
	SandboxReason string // names the command that installs a sandbox
	Scratch       string // folder in which scratch folders are made; empty: the system's
	Jobs          int    // go commands and programs at a time; default: the number of CPUs
	Limits        sandbox.Limits
	Cache         Cache     // of decided results; nil: none
	Random        io.Reader // of the tokens that tests report by; nil: crypto/rand
}

// Cache keeps decided results. Values are opaque and may be dropped at will.
// It must be safe for concurrent use.
type Cache interface {
	Get(ctx context.Context, key string) (value []byte, found bool, err error)
	Put(ctx context.Context, key string, value []byte) error
}

// Counts says what an oracle did since it was made.
type Counts struct {
	Links  int64 // binaries linked
	Runs   int64 // programs executed
	Cached int64 // items answered from the cache
}

// Oracle judges behaviour. It is safe for concurrent use.
type Oracle struct {
	options             Options
	compileCPU          time.Duration
	links, runs, cached atomic.Int64
}

// New returns an oracle.
func New(options Options) *Oracle {
	if options.Jobs <= 0 {
		options.Jobs = runtime.NumCPU()
	}
	if options.Random == nil {
		options.Random = rand.Reader
	}
	if options.Scratch == "" {
		options.Scratch = os.TempDir()
	}
	options.Limits = withDefaults(options.Limits)
	return &Oracle{options: options, compileCPU: compileCPU}
}

// Counts says what the oracle did so far.
func (o *Oracle) Counts() Counts {
	return Counts{Links: o.links.Load(), Runs: o.runs.Load(), Cached: o.cached.Load()}
}

// ItemError says why an item could not be judged: the surroundings failed, the
// program may be right or wrong.
type ItemError struct {
	ID  string
	Err error
}

func (e *ItemError) Error() string { return fmt.Sprintf("%q: %v", e.ID, e.Err) }

func (e *ItemError) Unwrap() error { return e.Err }

// Judge judges items and hands each result to done, one call at a time, in no
// fixed order; equal items are judged once. The error joins an *ItemError for
// each item that could not be judged and for which done was not called; the
// other items are judged nevertheless, unless ctx ends.
func (o *Oracle) Judge(ctx context.Context, items []Item, done func(id string, r score.Result)) error {
	s := &session{oracle: o, done: done, waiting: map[string][]string{}}
	var todo []*program
	for _, item := range items {
		if err := ctx.Err(); err != nil {
			return errors.Join(append(s.errs, err)...)
		}
		if p := s.admit(ctx, item); p != nil {
			todo = append(todo, p)
		}
	}
	if len(todo) > 0 {
		if err := s.judge(ctx, todo); err != nil {
			s.errs = append(s.errs, err)
		}
	}
	return errors.Join(s.errs...)
}

// noSandbox is the reason of unknown results without a sandbox.
func (o *Oracle) noSandbox() string {
	if o.options.SandboxReason != "" {
		return o.options.SandboxReason
	}
	return "not available: " + sandbox.ErrNone.Error() + "; hint: install bubblewrap (apt-get install bubblewrap, dnf install bubblewrap)"
}
