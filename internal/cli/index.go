package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/internal/corpora"
	"sooth/internal/index"
)

func (p *program) indexCommand() *cobra.Command {
	format, full := "text", false
	c := &cobra.Command{
		Use:   "index [DIR]",
		Short: "read a tree into facts",
		Long: `Index reads a tree (the working directory, or DIR) into .sooth/facts.db in it: definitions, references, calls and all else that
is known of Go, definitions of other languages where universal-ctags is installed, files with their lines, commits. Only
what changed since the last time is read. It runs no code of the tree, and says what could not be read and why.`,
		Example: "  sooth index\n  sooth index ../other --format json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := knownFormat(format, "", "text", "json"); err != nil {
				return err
			}
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return p.indexTree(c.Context(), dir, format, full)
		},
	}
	c.Flags().StringVar(&format, "format", format, "`format`: text or json")
	c.Flags().BoolVar(&full, "full", false, "read everything again")
	return c
}

func (p *program) indexTree(ctx context.Context, dir, format string, full bool) error {
	started := p.now()
	store, result, err := p.indexed(ctx, dir, full)
	if err != nil {
		return err
	}
	defer store.Close()
	if result.Written {
		p.say("%d files changed, %d units read; %d files in the tree (%.1f s)", result.Changed, result.Read, result.Files, p.now().Sub(started).Seconds())
	} else {
		p.say("nothing changed in %d files (%.2f s)", result.Files, p.now().Sub(started).Seconds())
	}
	if format == "json" {
		return writeJSON(p.out, indexDocument{Schema: "sooth.index/1", State: result.State, Files: result.Files, Changed: result.Changed, Read: result.Read, Removed: result.Removed, Notes: append([]string{}, result.Notes...)})
	}
	return tellIndex(p.out, result)
}

// indexDocument is what index --format json prints.
type indexDocument struct {
	Schema  string     `json:"schema"`
	State   fact.State `json:"state"`
	Files   int        `json:"files"`
	Changed int        `json:"changed"`
	Read    int        `json:"read"`
	Removed int        `json:"removed"`
	Notes   []string   `json:"notes"`
}

// heapFloor is how much an index that is only brought up to date may allocate before
// the collector runs for the first time, in bytes. The collector counts it as used; as
// nothing is written there it takes no memory. Whoever sets a low GOMEMLIMIT does without.
const heapFloor = 96 << 20

// indexed opens the facts of a tree and brings them up to date.
func (p *program) indexed(ctx context.Context, dir string, full bool) (store *factdb.Store, result index.Result, err error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		if err == nil {
			err = &fs.PathError{Op: "index", Path: dir, Err: syscall.ENOTDIR}
		}
		return nil, index.Result{}, usage(fmt.Errorf("%w; hint: name a folder", err))
	}
	state := p.stateFolder(dir)
	readers, notes, closing, err := p.readers(ctx, state)
	if err != nil {
		return nil, index.Result{}, err
	}
	defer func() { err = errors.Join(err, closing()) }()
	if store, err = openStore(ctx, dir, state); err != nil {
		return nil, index.Result{}, err
	}
	if s, err := store.State(ctx); err == nil && s.Generation > 0 && !full && debug.SetMemoryLimit(-1) > 8*heapFloor {
		floor := make([]byte, heapFloor)
		defer runtime.KeepAlive(floor)
	}
	o := index.Options{Dir: dir, Store: store, Readers: readers, Environ: p.environ, Now: p.now(), Fresh: full}
	if isTerminal(p.err) {
		o.Progress = p.progress
	}
	result, err = index.Run(ctx, o)
	p.clear()
	if errors.Is(err, fact.ErrBusy) {
		err = fmt.Errorf("%s: %w; hint: wait for it", store.Path(), err)
	}
	if err != nil {
		return nil, index.Result{}, errors.Join(err, store.Close())
	}
	result.Notes = append(notes, result.Notes...)
	return store, result, nil
}

// stateFolder is where the state of a tree lies: beside it, unless --db or
// SOOTH_DB name another folder. A module that was fetched keeps its own.
func (p *program) stateFolder(dir string) string {
	if corpora.Is(dir) {
		return filepath.Join(dir, defaultDB)
	}
	if p.db != defaultDB || p.getenv("SOOTH_DB", "") != "" {
		return p.db
	}
	return filepath.Join(dir, defaultDB)
}

// foreign refuses a store outside the tree that holds another tree's facts: it
// would be emptied for this one.
func foreign(ctx context.Context, store *factdb.Store, dir, state string) error {
	s, err := store.State(ctx)
	if err != nil || s.Tree == "" {
		return err
	}
	here, err := filepath.Abs(dir)
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	if err != nil || s.Tree == here {
		return err
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(store.Path())); err == nil && folder == filepath.Join(here, defaultDB) {
		return nil // the tree was moved with its state
	}
	return usage(fmt.Errorf("%s holds the facts of %s; hint: another folder with --db for each tree", store.Path(), s.Tree))
}

// tellIndex prints what is known of a tree.
func tellIndex(w io.Writer, r index.Result) error {
	var b strings.Builder
	s := r.State
	fmt.Fprintf(&b, "%s", plain(s.Tree))
	if s.Module != "" {
		fmt.Fprintf(&b, " (module %s)", plain(s.Module))
	}
	total := 0
	for _, n := range s.Counts {
		total += n
	}
	fmt.Fprintf(&b, ": %d files, %d facts\n", r.Files, total)
	for _, k := range kinds() {
		if n := s.Counts[k]; n > 0 {
			fmt.Fprintf(&b, "  %-12s %9d\n", k, n)
		}
	}
	b.WriteString("by strength:\n")
	for _, k := range []fact.Strength{fact.Compiler, fact.Index, fact.Syntax, fact.Execution, fact.Git, fact.Text} {
		if n := s.Strengths[k]; n > 0 {
			fmt.Fprintf(&b, "  %-12s %9d\n", k, n)
		}
	}
	if s.Counts[fact.Package] == 0 {
		b.WriteString("no Go package was read: files and lines are known, names of Go are undecided\n")
	}
	if len(s.Open) > 0 {
		fmt.Fprintf(&b, "not read completely, so that nothing in them can be called missing (%d):\n", len(s.Open))
		for _, o := range s.Open {
			fmt.Fprintf(&b, "  %s: %s\n", plain(o.Unit), oneLine(o.Reason))
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", plain(n))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// kinds are the kinds of facts in the order in which they are told.
func kinds() []fact.Kind {
	return []fact.Kind{fact.Package, fact.Definition, fact.Reference, fact.Call, fact.Import, fact.Implements, fact.Embeds, fact.Promotes,
		fact.Returns, fact.Deprecated, fact.Available, fact.Literal, fact.File, fact.Commit}
}

// writeJSON prints one document.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
