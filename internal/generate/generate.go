// Package generate makes questions with a machine-made truth out of a tree. The
// truth of a question comes from the facts of the tree, which go/types and git
// gave; a second route that shares no code with them (package witness, git
// plumbing) must agree before the question is emitted. A question on which the
// routes do not agree is dropped and reported.
package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/internal/git"
	"sooth/lang/goapi"
	"sooth/question"
)

// Options say what is asked, and about what.
type Options struct {
	Facts fact.Reader // of the tree, up to date
	Root  fs.FS       // the tree itself
	// N is how many questions are wanted, from 1 to MaxQuestions; fewer come where
	// the tree has no more.
	N     int
	Seed  uint64          // decides which are drawn
	Kinds []question.Kind // nil: all but those that execute code
	// API and Goroot tell since when the standard library has a symbol: by the
	// files of api in two readings. nil: that kind is not available.
	API    *goapi.API
	Goroot fs.FS
	// Modules is the module cache, by which the second route knows types of other
	// modules; nil: it does not.
	Modules fs.FS
	// Git is the history of the tree; nil: NoHistory says why there is none.
	Git       *git.Repository
	NoHistory string
	// Observer executes code in the sandbox; nil: nothing is executed.
	Observer Observer
	// Coverage tries every fact, not only those that are drawn, so that Report can
	// say which share of them can be asked for.
	Coverage bool
}

// MaxQuestions bounds one suite.
const MaxQuestions = 100_000

// Result is what was made.
type Result struct {
	Questions []question.Question // in order of ID
	Report    Report
}

// ErrNothing says that a tree gives no question at all.
var ErrNothing = errors.New("no question can be asked about this tree")

// Run makes questions. Same facts, tree, seed and options: same questions.
func Run(ctx context.Context, o Options) (Result, error) {
	if o.N < 1 || o.N > MaxQuestions {
		return Result{}, fmt.Errorf("%d questions; hint: from 1 to %d", o.N, MaxQuestions)
	}
	m, err := newMaker(ctx, o)
	if err != nil {
		return Result{}, err
	}
	if err := m.allot(); err != nil {
		return Result{}, err
	}
	if o.Coverage {
		if err := m.cover(); err != nil {
			return Result{}, err
		}
	}
	slices.SortFunc(m.made, func(a, b question.Question) int { return cmp.Compare(a.ID, b.ID) })
	r := Result{Questions: m.made, Report: m.report()}
	if len(m.made) == 0 {
		return r, ErrNothing
	}
	return r, nil
}

// newMaker reads the tree in both ways.
func newMaker(ctx context.Context, o Options) (*maker, error) {
	w, err := load(ctx, o.Facts)
	if err != nil {
		return nil, err
	}
	second, err := witness.Read(ctx, witness.Options{Root: o.Root, Name: filepath.Base(w.tree), Files: w.sources, Goroot: o.Goroot, Modules: o.Modules})
	if err != nil {
		return nil, err
	}
	m := &maker{Options: o, ctx: ctx, world: w, second: second}
	if m.patterns, err = readWordings(); err != nil {
		return nil, err
	}
	m.prepare()
	return m, nil
}

// maker makes the questions of one tree.
type maker struct {
	Options
	ctx      context.Context
	world    *world
	second   *witness.Tree
	patterns map[string]pattern
	every    []*form // that there are
	forms    []*form
	words    map[string]bool // every word of the tree's sources
	made     []question.Question
	ids      map[string]bool
	dropped  []Dropped
	absent   []Absent
	tried    map[string]*tally
	covered  map[fact.Kind]*coverage
	history  []git.Commit
	observed []observation
	// What is made once, for what is false but plausible.
	packageImport map[string][]string        // package: what it imports outside of tests
	everyImport   []string                   // what any file imports
	exportedBy    map[string][]string        // class of symbols: last names
	literalsOf    map[string][]string        // package: texts
	documented    map[string][]string        // sort of symbols: those with a comment
	types         map[string][]*witness.Decl // package: types outside of tests
	notObserved   string                     // why nothing was
	values        []draft                    // methods without a pointer
	imported      map[string]bool            // packages that some file imports
	vocabularies  map[string][]string        // words of names, by package
}
