// Package index brings a store of facts up to date with a tree: it walks, sees
// what changed, and hands it to the readers of languages. No code of the tree
// runs.
package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sooth/fact"
	"sooth/internal/git"
	"sooth/lang"
)

// Options say what is indexed, and by whom.
type Options struct {
	Dir     string        // the tree
	Store   fact.Store    // its facts
	Readers []lang.Reader // each asked once; that of Go and that of all others
	Environ []string      // where git is looked for
	Now     time.Time     // the beginning
	Limits  Limits        // zero: DefaultLimits
	NoGit   bool          // no facts of commits
	Fresh   bool          // read everything again
	// Progress is told how far a stage is; nil: nobody is. Total 0: not known.
	Progress func(stage string, done, total int)
}

// Result says what was done.
type Result struct {
	State   fact.State
	Files   int      // in the tree
	Changed int      // files that changed, came or went since the last index
	Read    int      // units that were read
	Removed int      // units that are gone
	Notes   []string // what the caller should know, one line each
	Written bool     // a new generation was made
}

const (
	filePrefix  = "file:"
	fileVersion = "file/1"
)

// run is one index in the making.
type run struct {
	Options
	root    *os.Root
	result  Result
	walker  *walker
	looked  []looked
	changed []string
	stamps  []fact.Stamp
	known   []fact.Unit
	state   fact.State
	same    bool            // nothing changed at all: known is not read
	history *git.Repository // nil: none
	head    string          // its newest commit; empty: none
	write   []fact.Unit     // units of the history
	keep    map[string]bool // units that the tree has now
	replace []fact.Unit     // units of files
}

// Run brings o.Store up to date. A tree that did not change is seen to be so
// by its stamps alone. fact.ErrBusy: another process is indexing it.
func Run(ctx context.Context, o Options) (Result, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return Result{}, err
	}
	if o.Dir, err = filepath.EvalSymlinks(dir); err != nil {
		return Result{}, err
	}
	if o.Limits == (Limits{}) {
		o.Limits = DefaultLimits()
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	root, err := os.OpenRoot(o.Dir)
	if err != nil {
		return Result{}, err
	}
	defer root.Close()
	for range 3 {
		r := &run{Options: o, root: root, keep: map[string]bool{}}
		again, err := r.once(ctx)
		if err != nil || !again {
			return r.result, err
		}
	}
	return Result{}, fact.ErrBusy // somebody else wrote between our looks, each time
}

// once looks and writes; again: another process wrote in between.
func (r *run) once(ctx context.Context) (again bool, err error) {
	if err := r.look(ctx); err != nil {
		return false, err
	}
	if r.same || !r.stale() {
		r.result.State = r.state
		return false, nil
	}
	g, err := r.Store.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer g.Rollback()
	if state, err := r.Store.State(ctx); err != nil || state.Generation != r.state.Generation {
		return err == nil, err
	}
	if err := r.fill(ctx, g); err != nil {
		return false, err
	}
	if err := g.Commit(ctx, r.next(), r.stamps); err != nil {
		return false, err
	}
	r.result.Written = true
	r.result.State, err = r.Store.State(ctx)
	return false, err
}

// look finds out what is there, and what changed.
func (r *run) look(ctx context.Context) (err error) {
	if r.state, err = r.Store.State(ctx); err != nil {
		return err
	}
	known, err := r.Store.Stamps(ctx)
	if err != nil {
		return err
	}
	known, before := withoutHead(known)
	if r.Fresh {
		known = nil
	}
	r.Progress("walking", 0, 0)
	tracked, err := r.repository(ctx)
	if err != nil {
		return err
	}
	if r.walker, err = walk(ctx, r.root, r.Dir, tracked, r.Limits); err != nil {
		return err
	}
	r.result.Files = len(r.walker.files)
	inside, outside := split(known)
	r.looked, r.changed, err = stamps(ctx, r.root, r.walker.files, inside, r.Now, r.Limits, func(done, total int) { r.Progress("reading files", done, total) })
	if err != nil {
		return err
	}
	for _, f := range r.looked {
		r.stamps = append(r.stamps, f.Stamp)
	}
	replacedNow, err := outsideStamps(ctx, r.Dir, replaced(r.Dir, r.walker.files), r.Limits)
	if err != nil {
		return err
	}
	r.changed = append(r.changed, differing(outside, replacedNow)...)
	r.stamps = append(r.stamps, replacedNow...)
	if r.history != nil {
		if r.head, err = r.history.Head(ctx); err != nil {
			return err
		}
		r.stamps = append(r.stamps, fact.Stamp{Path: headStamp, Hash: r.head})
	}
	slices.SortFunc(r.stamps, func(a, b fact.Stamp) int { return strings.Compare(a.Path, b.Path) })
	r.result.Changed = len(r.changed)
	if r.same = r.unchanged(before); r.same {
		return nil
	}
	if r.known, err = r.Store.Units(ctx); err != nil {
		return err
	}
	if r.Fresh {
		for i := range r.known {
			r.known[i].Version = "" // of nobody: all is read again
		}
	}
	if r.history != nil {
		var stay []string
		if r.write, stay, err = commits(ctx, r.history, r.head, r.known); err != nil {
			return err
		}
		for _, name := range stay {
			r.keep[name] = true
		}
	}
	r.files()
	return nil
}

// repository finds the tree's repository, and what it keeps in the tree. That
// it cannot be asked is a note, not an error.
func (r *run) repository(ctx context.Context) (tracked []string, err error) {
	if _, _, found := repositoryOf(r.Dir); !found {
		return nil, nil
	}
	if r.history, err = git.Open(ctx, r.Dir, r.Environ); err == nil {
		tracked, err = r.history.Tracked(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.history = nil
		r.result.Notes = append(r.result.Notes, "commits are not known, and ignored files that git tracks are left out: "+err.Error())
		return nil, nil
	}
	if r.NoGit {
		r.history = nil
	}
	return tracked, nil
}

// headStamp stands among the stamps for the newest commit, which is its hash: no
// file of a tree has this path.
const headStamp = ".git/HEAD"

// withoutHead takes the newest commit out of the stamps.
func withoutHead(list []fact.Stamp) (files []fact.Stamp, head string) {
	at := slices.IndexFunc(list, func(s fact.Stamp) bool { return s.Path == headStamp })
	if at < 0 {
		return list, ""
	}
	head = list[at].Hash
	return slices.Delete(slices.Clone(list), at, at+1), head
}

// split tells the stamps of the tree from those of replaced folders.
func split(list []fact.Stamp) (inside, outside []fact.Stamp) {
	for _, s := range list {
		if s.Path == ".." || strings.HasPrefix(s.Path, "../") {
			outside = append(outside, s)
		} else {
			inside = append(inside, s)
		}
	}
	return inside, outside
}

// differing returns the paths of stamps that are not in both lists. Replaced
// folders have no hashes: one that was just written is read once more.
func differing(before, now []fact.Stamp) (list []string) {
	old := map[string]fact.Stamp{}
	for _, s := range before {
		old[s.Path] = s
	}
	for _, s := range now {
		if old[s.Path] != s {
			list = append(list, s.Path)
		}
		delete(old, s.Path)
	}
	for _, s := range before {
		if _, gone := old[s.Path]; gone {
			list = append(list, s.Path)
		}
	}
	return list
}

// stale says whether there is anything to write.
func (r *run) stale() bool {
	if r.state.Generation == 0 || r.Fresh || len(r.changed) > 0 || len(r.write) > 0 || len(r.replace) > 0 || r.state.Tree != r.Dir || !slices.Equal(r.state.Readers, r.versions()) {
		return true
	}
	for _, u := range r.known {
		switch u.Version {
		case fileVersion, commitVersion:
			if !r.keep[u.Name] {
				return true
			}
		}
	}
	// A file that was read and found the same has a new stamp: it is kept, so
	// that the next look need not read it.
	return slices.ContainsFunc(r.looked, func(f looked) bool { return f.read && f.Modified != 0 })
}

// unchanged says whether nothing at all differs from the last index, by what
// is cheap to know: it spares reading the list of units.
func (r *run) unchanged(headBefore string) bool {
	if r.state.Generation == 0 || r.Fresh || len(r.changed) > 0 || r.state.Tree != r.Dir || !slices.Equal(r.state.Readers, r.versions()) {
		return false
	}
	there := map[string]bool{}
	for _, f := range r.looked {
		if f.read {
			return false
		}
		there[filePrefix+f.Path] = true
	}
	open := map[fact.Open]bool{}
	for _, o := range r.state.Open {
		open[o] = true
		there[o.Unit] = there[o.Unit] || !strings.HasPrefix(o.Unit, filePrefix)
	}
	for _, o := range r.walker.open {
		if !open[o] {
			return false
		}
		there[o.Unit] = true
	}
	for _, o := range r.state.Open {
		if !there[o.Unit] {
			return false // what could not be read is gone, or can be
		}
	}
	if r.history == nil {
		return r.state.Counts[fact.Commit] == 0
	}
	return r.head == headBefore
}

func (r *run) versions() []string {
	var list []string
	for _, reader := range r.Readers {
		list = append(list, reader.Version())
	}
	return list
}

func (r *run) next() fact.State {
	return fact.State{Tree: r.Dir, Module: module(r.Dir), Readers: r.versions()}
}

// fill writes what is new and takes away what is gone.
func (r *run) fill(ctx context.Context, g fact.Generation) error {
	emit := func(u fact.Unit) error {
		r.result.Read++
		return g.Replace(ctx, u)
	}
	for _, list := range [][]fact.Unit{r.replace, r.write} {
		for _, u := range list {
			if err := emit(u); err != nil {
				return err
			}
		}
	}
	for _, reader := range r.Readers {
		if err := r.ask(ctx, reader, emit); err != nil {
			return err
		}
	}
	var gone []string
	for _, u := range r.known {
		if !r.keep[u.Name] {
			gone = append(gone, u.Name)
		}
	}
	r.result.Removed = len(gone)
	return g.Remove(ctx, gone...)
}

// ask lets the reader of a language read what is stale.
func (r *run) ask(ctx context.Context, reader lang.Reader, emit func(fact.Unit) error) error {
	t := lang.Tree{Dir: r.Dir}
	for _, f := range r.walker.files {
		t.Files = append(t.Files, lang.File{Name: f.Path})
	}
	if slices.Contains(r.state.Readers, reader.Version()) && !r.Fresh {
		t.Known, t.Changed = []fact.Unit{}, append([]string{}, r.changed...)
		for _, u := range r.known {
			if u.Version == reader.Version() {
				t.Known = append(t.Known, u)
			}
		}
	}
	n := 0
	stage := "reading " + reader.Language()
	r.Progress(stage, 0, 0)
	units, err := reader.Read(ctx, t, func(u fact.Unit) error {
		n++
		r.Progress(stage, n, 0)
		if strings.HasPrefix(u.Name, filePrefix) || strings.HasPrefix(u.Name, commitPrefix) {
			return fmt.Errorf("the reader of %s made a unit named %q", reader.Language(), u.Name)
		}
		r.keep[u.Name] = true
		return emit(u)
	})
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("reading %s: %w", reader.Language(), err)
	}
	for _, name := range units {
		r.keep[name] = true
	}
	return nil
}
