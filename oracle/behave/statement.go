package behave

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Tree is a code base whose behaviour is asked about: a module with everything
// that it needs downloaded. It is only read.
type Tree struct {
	Dir    string // its folder, absolute
	Module string // its path, as go.mod says it
}

// Statement is one thing that can be found out by executing it: either a test
// of the code base, or a call of what it exports with literal arguments.
type Statement struct {
	ID      string // unique among the statements of one call of Observe
	Package string // import path, in the tree
	Test    string // name of a test: TestMux; empty: a call
	Call    string // an expression of Go: backoff.RetryAfter(3).Error(), or RetryAfter(3)
}

// State is what executing a statement came to.
type State string

// The states.
const (
	Undecided State = ""         // Reason says why
	Returned  State = "returned" // a call came back; Values has its results
	Panicked  State = "panicked" // a call panicked; Values has the words
	Passed    State = "passed"   // a test
	Failed    State = "failed"   // a test
)

// Observation is what was seen of a statement, the same every time.
type Observation struct {
	State State
	// Values are the results of a call as literals of Go: 3, "a", nil, true. An
	// error that is not nil is error("its text").
	Values []string
	Reason string // of Undecided, one clause
}

// Repeats is how often everything is executed. What differs is not decided.
const Repeats = 3

// maxTestTime is the time that all tests of one call of Observe have together.
const maxTestTime = 45 * time.Second

// Observe executes statements about a tree in the sandbox and returns what was
// seen of each, by its ID. All calls share one binary, the tests of a package
// another; each statement is executed several times, in different orders. What
// does not compile, ends the program, does not end, or differs from one time to
// the next is undecided, and so is everything where there is no sandbox, and what
// the time for tests does not suffice for. An
// error means that nothing could be found out.
func (o *Oracle) Observe(ctx context.Context, tree Tree, statements []Statement) (map[string]Observation, error) {
	seen := map[string]Observation{}
	if o.options.Sandbox == nil {
		for _, s := range statements {
			seen[s.ID] = Observation{Reason: o.noSandbox()}
		}
		return seen, nil
	}
	if o.options.Go == nil {
		return nil, errors.New("no go command")
	}
	scratch, err := os.MkdirTemp(o.options.Scratch, "sooth-behave-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	s := &session{oracle: o, slots: make(chan struct{}, o.options.Jobs), testTime: maxTestTime}
	if s.scratch, err = filepath.EvalSymlinks(scratch); err != nil {
		return nil, err
	}
	calls, tests := []*call{}, map[string][]Statement{}
	for _, st := range statements {
		if _, ok := packageDir(tree, st.Package); !ok {
			seen[st.ID] = Observation{Reason: fmt.Sprintf("package %q is not of the tree", st.Package)}
			continue
		}
		if st.Test != "" {
			tests[st.Package] = append(tests[st.Package], st)
			continue
		}
		c, err := newCall(st)
		if err != nil {
			seen[st.ID] = Observation{Reason: err.Error()}
			continue
		}
		calls = append(calls, c)
	}
	if err := s.observeCalls(ctx, tree, calls, seen); err != nil {
		return nil, err
	}
	for _, pkg := range slices.Sorted(maps.Keys(tests)) {
		if err := s.observeTests(ctx, tree, pkg, tests[pkg], seen); err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// packageDir is the folder of a package below the tree's, slash-separated.
func packageDir(tree Tree, pkg string) (string, bool) {
	if pkg == tree.Module {
		return ".", true
	}
	rel, ok := strings.CutPrefix(pkg, tree.Module+"/")
	if !ok || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return "", false
	}
	info, err := os.Stat(filepath.Join(tree.Dir, filepath.FromSlash(rel)))
	return rel, err == nil && info.IsDir()
}

// treeFlags are of every go command that compiles a tree.
func treeFlags() []string { return append(buildFlags(), "-pgo=off") }

// random returns n tokens that nobody can guess.
func (s *session) random(n int) ([]string, error) {
	b := make([]byte, 16*n)
	s.mutex.Lock()
	_, err := io.ReadFull(s.oracle.options.Random, b)
	s.mutex.Unlock()
	if err != nil {
		return nil, fmt.Errorf("random numbers: %w", err)
	}
	list := make([]string, n)
	for i := range list {
		list[i] = hex.EncodeToString(b[16*i : 16*i+16])
	}
	return list, nil
}

// merge adds what was seen this time to what was seen before: what differs is
// not decided.
func merge(before Observation, again Observation) Observation {
	switch {
	case before.State == Undecided:
		return before
	case again.State == Undecided:
		return again
	case before.State != again.State || !slices.Equal(before.Values, again.Values):
		return Observation{Reason: "flaky: it differs from one time to the next"}
	}
	return before
}
