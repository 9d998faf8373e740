// Package check is the wiring of flow (b): a text about a tree goes in, the
// verdicts on what it says come out. The command line and the package sooth
// both stand on it.
package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"sooth/claim"
	"sooth/fact"
	"sooth/lang"
	"sooth/lang/goapi"
	"sooth/lang/golang"
	"sooth/oracle"
	"sooth/oracle/behave"
	"sooth/oracle/citation"
	"sooth/oracle/code"
	"sooth/oracle/structure"
	"sooth/oracle/symbol"
	"sooth/oracle/world"
)

// Options say what texts are judged against.
type Options struct {
	// Dir is the tree: the folder that paths in texts are relative to.
	Dir string
	// Store has the facts of the tree. A fact.Store will do; hand in a Snapshot
	// of it to judge many texts by one generation.
	Store fact.Reader
	// Packages looks at packages afresh; nil: names are not refuted.
	Packages lang.Packages
	// Code checks blocks of code; nil: they are undecided.
	Code lang.Checker
	// Behave executes what texts say of behaviour, in a sandbox; nil: that is
	// undecided.
	Behave *behave.Oracle
	// Version is the version of the tree that texts are about, "v1.4.3";
	// empty: not known. See claim.Options.
	Version string
}

// Checker judges texts about one tree. It is safe for concurrent use. What it
// looked at is kept: open a new one when the tree has changed.
type Checker struct {
	options Options
	world   *world.World
	api     lazy[*goapi.API]
	behave  *behave.Claims // nil: nothing is executed
}

// errNoStore says that Options lack the facts.
var errNoStore = errors.New("no facts to judge by; hint: index the tree first")

// Open prepares the judging of texts about a tree. It reads nothing of the
// store yet. Close it.
func Open(ctx context.Context, o Options) (*Checker, error) {
	if o.Store == nil {
		return nil, errNoStore
	}
	info, err := os.Stat(o.Dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &os.PathError{Op: "open", Path: o.Dir, Err: errors.New("not a folder")}
	}
	if o.Dir, err = filepath.Abs(o.Dir); err != nil {
		return nil, err
	}
	c := &Checker{options: o, world: world.New(o.Dir, o.Store, o.Packages)}
	if o.Behave != nil {
		if c.behave, err = c.behaviour(ctx); err != nil {
			return nil, err
		}
	}
	return c, ctx.Err()
}

// Check returns a verdict for each claim of a text, in the order of the text.
// name is the name of the text's file relative to the tree, slash-separated, as
// far as it has one: links are resolved from its folder, and a change log
// asserts nothing. An error means that the judging failed (I/O, cancelled).
func (c *Checker) Check(ctx context.Context, name, text string) ([]oracle.Verdict, error) {
	return c.Judge(ctx, name, text, claim.Parse(text, claim.Options{Name: name, Version: c.options.Version}))
}

// Judge is Check for claims that were found before: some of those of a text.
func (c *Checker) Judge(ctx context.Context, name, text string, claims []claim.Claim) ([]oracle.Verdict, error) {
	c.world.Judged(text)
	about := world.NewText(name, text)
	oracles := []oracle.Oracle{
		citation.New(c.world, about),
		symbol.New(c.world, about),
		structure.New(c.world, about, c.since(ctx)),
	}
	if c.options.Code != nil {
		module := func(ctx context.Context, imports []string) (lang.Module, error) {
			folder, ok, err := c.world.ModuleFolder(ctx, about.Folder, imports)
			if err != nil || !ok {
				return lang.Module{}, err
			}
			return lang.Module{Dir: filepath.Join(c.options.Dir, filepath.FromSlash(folder))}, nil
		}
		oracles = append(oracles, code.NewBlocks(c.options.Code, golang.Extractor{}, module, c.world.Imported))
	}
	if c.behave != nil {
		if err := c.behave.Prepare(ctx, claims); err != nil {
			return nil, err
		}
		oracles = append(oracles, c.behave)
	}
	return oracle.Check(ctx, oracles, claims)
}

// since returns what the API files of the toolchain's standard library say, or
// nil where there are none.
func (c *Checker) since(ctx context.Context) structure.Since {
	return func(path, symbol string) (string, string, bool) {
		api := c.api.get(func() *goapi.API {
			folders, ok := c.options.Packages.(lang.Folders)
			if !ok {
				return nil
			}
			dir, err := folders.Folder(ctx, "fmt")
			if err != nil || dir == "" {
				return nil
			}
			loaded, err := goapi.Load(filepath.Dir(filepath.Dir(dir)))
			if err != nil {
				return nil
			}
			return loaded
		})
		if api == nil {
			return "", "", false
		}
		return api.Since(path, symbol)
	}
}

// lazy is made when it is first asked for.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) get(make func() T) T {
	l.once.Do(func() { l.value = make() })
	return l.value
}

// Close releases what Open opened. It leaves Options.Store open.
func (c *Checker) Close() error { return nil }
