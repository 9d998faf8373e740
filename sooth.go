package sooth

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"sooth/claim"
	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/fact/factmem"
	"sooth/internal/check"
	"sooth/internal/index"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/ctags"
	"sooth/lang/gofact"
	"sooth/lang/golang"
	"sooth/oracle"
)

// Verdict is the judgement of one statement of a text: "sooth.verdict/1".
type Verdict = oracle.Verdict

// Claim is one statement of a text about code.
type Claim = claim.Claim

// Outcome is what a verdict says.
type Outcome = oracle.Outcome

// The outcomes of a verdict. Refuted is an accusation: it is made where all that
// could make the statement true was read, and by two witnesses at least.
const (
	Verified  = oracle.Verified
	Refuted   = oracle.Refuted
	Undecided = oracle.Undecided
)

// Counts says how many statements were judged how.
type Counts = oracle.Counts

// AnnotateOptions say what Annotate marks.
type AnnotateOptions = oracle.AnnotateOptions

// Warning tells what Annotate did, or did not do, about a statement.
type Warning = oracle.Warning

// Options say how a repository is opened. The zero Options will do.
type Options struct {
	// Environ is the environment in which the go command, ctags and git are
	// looked for; nil: that of the process.
	Environ []string
	// Facts is the file in which the facts are kept between processes, such as
	// ".sooth/facts.db"; empty: in memory, read anew at each Open.
	Facts string
	// Version is the version of the repository that texts are about, "v1.4.3":
	// what they say about other versions is not judged. Empty: not known.
	Version string
}

// Repository is a tree of files that texts are judged against. It is safe for
// concurrent use. It shows the tree as it was when it was opened.
type Repository struct {
	// Notes tell what a reader of verdicts must know of the tree: what could not
	// be read completely, and which tools are missing.
	Notes []string

	check    *check.Checker
	store    fact.Store
	snapshot fact.Snapshot
}

// Open reads the tree dir, running none of its code. Close the repository when
// it is no longer needed. Without a go command names of Go are undecided, which
// Notes say.
func Open(ctx context.Context, dir string, o Options) (*Repository, error) {
	environ := o.Environ
	if environ == nil {
		environ = os.Environ()
	}
	r := &Repository{}
	options := check.Options{Dir: dir, Version: o.Version}
	readers, err := r.readers(ctx, environ, dir, &options)
	if err != nil {
		return nil, err
	}
	if err := r.facts(ctx, o.Facts); err != nil {
		return nil, err
	}
	result, err := index.Run(ctx, index.Options{Dir: dir, Store: r.store, Readers: readers, Environ: environ, Now: time.Now()})
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	r.Notes = append(r.Notes, result.Notes...)
	for _, open := range result.State.Open {
		r.Notes = append(r.Notes, open.Unit+" was not read completely: "+open.Reason)
	}
	if r.snapshot, err = r.store.Snapshot(ctx); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	options.Store = r.snapshot
	if r.check, err = check.Open(ctx, options); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// readers wires the readers of languages, and what looks at packages and blocks
// of code.
func (r *Repository) readers(ctx context.Context, environ []string, dir string, o *check.Options) ([]lang.Reader, error) {
	var readers []lang.Reader
	tool, err := toolchain.Find(ctx, environ)
	switch {
	case errors.Is(err, toolchain.ErrNotFound):
		r.Notes = append(r.Notes, "names of Go are undecided: "+err.Error())
	case err != nil:
		return nil, err
	default:
		cache := golang.NewMemoryCache(256 << 20)
		reader, err := gofact.NewReader(gofact.Options{Go: tool, Cache: cache})
		if err != nil {
			return nil, err
		}
		readers = append(readers, reader)
		if o.Packages, err = gofact.NewPackages(gofact.PackagesOptions{Go: tool, Dir: dir, Cache: cache}); err != nil {
			return nil, err
		}
		if o.Code, err = golang.NewChecker(golang.Options{Go: tool, Cache: cache}); err != nil {
			return nil, err
		}
	}
	other, err := ctags.Find(ctx, environ)
	if err == nil {
		return append(readers, other), nil
	}
	if !errors.Is(err, ctags.ErrNotFound) {
		return nil, err
	}
	return readers, nil
}

// facts opens the store.
func (r *Repository) facts(ctx context.Context, file string) error {
	if file == "" {
		r.store = factmem.New()
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	store, err := factdb.Open(ctx, file, factdb.Options{})
	if err != nil {
		return err
	}
	r.store = store
	return nil
}

// Close releases what Open opened.
func (r *Repository) Close() error {
	var errs []error
	if r.snapshot != nil {
		errs = append(errs, r.snapshot.Close())
	}
	if r.store != nil {
		errs = append(errs, r.store.Close())
	}
	return errors.Join(errs...)
}

// Report is what was found about a text.
type Report struct {
	// Verdicts has one verdict for each statement, in the order of the text.
	Verdicts []Verdict
	Counts   Counts
}

// Check judges every statement of a text about the repository. name is the name
// of the text's file, relative to the repository, or empty: links are resolved
// from its folder, and a change log asserts nothing. An error means that the
// judging failed (I/O, cancelled), never that the text is wrong.
func (r *Repository) Check(ctx context.Context, name, text string) (Report, error) {
	verdicts, err := r.check.Check(ctx, name, text)
	if err != nil {
		return Report{}, err
	}
	return Report{Verdicts: verdicts, Counts: oracle.Count(verdicts)}, nil
}

// Annotate writes a text back with each refuted statement X as "[unverified: X]"
// and tells what it did. Nothing is deleted, and what was marked before is not
// marked again.
func Annotate(text string, report Report, o AnnotateOptions) (string, []Warning) {
	return oracle.Annotate(text, report.Verdicts, o)
}
