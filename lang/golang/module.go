package golang

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sooth/internal/toolchain"
	"sooth/lang"
)

// ModuleError says that the module that code is to be checked in cannot be
// read: nothing is known of the code.
type ModuleError struct {
	What string // "go.mod"
	Err  error
}

func (e *ModuleError) Error() string {
	return fmt.Sprintf("cannot read the module: %s: %v", e.What, e.Err)
}

func (e *ModuleError) Unwrap() error { return e.Err }

// moduleFile is what go.mod says; the names are those of `go mod edit -json`.
type moduleFile struct {
	Module  struct{ Path string }
	Go      string
	Require []moduleVersion
	Replace []struct{ Old, New moduleVersion }
}

type moduleVersion struct{ Path, Version string }

// moduleContext is one go.mod with its go.sum, and the packages that were read
// in it. Programs of one context share one universe of types.
type moduleContext struct {
	key   string
	gomod string
	gosum string
	dir   string // the tree on disk; empty: none
	mod   moduleFile

	mu       sync.RWMutex // read: types are used; write: packages are added
	resolved map[string]resolved
	saved    int // entries of resolved in the cache
	universe *universe
	local    *localTree
}

// maxContexts bounds how many universes of types are kept: the largest of the
// suites has 46 contexts of about 10 MB each when all are alive.
const maxContexts = 12

// context returns the module context of a program, from those in use or new.
func (c *Checker) context(ctx context.Context, p lang.Program) (*moduleContext, error) {
	gomod, gosum, err := moduleTexts(p)
	if err != nil {
		return nil, err
	}
	if gomod == "" {
		v := strings.TrimPrefix(p.Target.Version, "go")
		if v == "" {
			v = strings.TrimPrefix(c.level, "go")
		}
		gomod = "module program\n\ngo " + v + "\n"
	}
	dir := p.Module.Dir
	if dir != "" {
		if dir, err = filepath.Abs(dir); err != nil {
			return nil, &ModuleError{What: p.Module.Dir, Err: err}
		}
	}
	key := digest(c.Version(), c.go_.Root, gomod, gosum, dir)
	c.mu.Lock()
	m := c.contexts[key]
	if m == nil {
		m = &moduleContext{key: key, gomod: gomod, gosum: gosum, dir: dir}
		c.contexts[key] = m
	}
	c.order = append(slices.DeleteFunc(c.order, func(k string) bool { return k == key }), key)
	for len(c.order) > maxContexts {
		delete(c.contexts, c.order[0])
		c.order = c.order[1:]
	}
	c.mu.Unlock()

	m.mu.Lock()
	defer m.mu.Unlock()
	if m.universe == nil {
		if err := c.open(ctx, m); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// moduleTexts returns go.mod and go.sum: those among the module's files, else
// those of the tree; empty when there are none.
func moduleTexts(p lang.Program) (gomod, gosum string, err error) {
	for _, f := range p.Module.Files {
		switch f.Name {
		case "go.mod":
			gomod = f.Text
		case "go.sum":
			gosum = f.Text
		}
	}
	if gomod != "" || p.Module.Dir == "" {
		return gomod, gosum, nil
	}
	for name, text := range map[string]*string{"go.mod": &gomod, "go.sum": &gosum} {
		data, err := os.ReadFile(filepath.Join(p.Module.Dir, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", "", &ModuleError{What: name, Err: err}
		}
		*text = string(data)
	}
	return gomod, gosum, nil
}

// contextRecord is what is kept of a module context between processes.
type contextRecord struct {
	Mod      moduleFile
	Resolved map[string]resolved
}

// open reads go.mod and takes over what is known of the context.
func (c *Checker) open(ctx context.Context, m *moduleContext) error {
	if value, ok, err := c.cache.Get(ctx, "context/"+m.key); err != nil {
		return err
	} else if ok {
		var r contextRecord
		if json.Unmarshal(value, &r) == nil && r.Resolved != nil {
			m.mod, m.resolved, m.saved = r.Mod, r.Resolved, len(r.Resolved)
			m.universe = newUniverse()
			return nil
		}
	}
	err := c.inScratch(m, func(dir string) error {
		out, err := c.go_.Run(ctx, dir, offline(), "mod", "edit", "-json")
		if err != nil {
			return c.moduleFault(ctx, err)
		}
		return json.Unmarshal(out, &m.mod)
	})
	if err != nil {
		return err
	}
	m.resolved, m.universe = map[string]resolved{}, newUniverse()
	return nil
}

// save keeps what was resolved. A context with folders of this machine in it
// is not kept: they change without a new version.
func (c *Checker) save(ctx context.Context, m *moduleContext) error {
	if len(m.resolved) == m.saved || m.replacesByFolder() {
		return nil
	}
	value, err := json.Marshal(contextRecord{Mod: m.mod, Resolved: m.resolved})
	if err != nil {
		return err
	}
	m.saved = len(m.resolved)
	return c.cache.Put(ctx, "context/"+m.key, value)
}

// replacesByFolder reports whether go.mod replaces a module by a folder.
func (m *moduleContext) replacesByFolder() bool {
	return slices.ContainsFunc(m.mod.Replace, func(r struct{ Old, New moduleVersion }) bool { return r.New.Version == "" })
}

// offline is the environment of commands that read: what is not on this
// machine is missing, so that the same input gives the same report.
func offline() []string { return []string{"GOPROXY=off"} }

// inScratch calls do with the folder in which the go command finds go.mod and
// go.sum: the tree, or a new folder that holds the two files only.
func (c *Checker) inScratch(m *moduleContext, do func(dir string) error) error {
	if m.dir != "" {
		return do(m.dir)
	}
	dir, err := scratch(m.gomod, m.gosum)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return do(dir)
}

func scratch(gomod, gosum string) (string, error) {
	dir, err := os.MkdirTemp("", "sooth-module-")
	if err != nil {
		return "", err
	}
	for name, text := range map[string]string{"go.mod": gomod, "go.sum": gosum} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			os.RemoveAll(dir)
			return "", err
		}
	}
	return dir, nil
}

// moduleFault makes a typed error of a go command that could not read go.mod.
func (c *Checker) moduleFault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var failure *toolchain.Error
	if !errors.As(err, &failure) {
		return err
	}
	if _, want, ok := strings.Cut(failure.Stderr, "requires go >= "); ok {
		want, _, _ = strings.Cut(want, " ")
		return &LevelError{Have: c.go_.Version, Want: "go" + want, By: "go.mod"}
	}
	return &ModuleError{What: "go.mod", Err: errors.New(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(failure.Stderr), "go: errors parsing go.mod:")))}
}

// provides returns the module of go.mod whose path is the longest prefix of an
// import path; empty: none.
func (m *moduleContext) provides(path string) moduleVersion {
	var best moduleVersion
	for _, r := range m.mod.Require {
		if within(path, r.Path) && len(r.Path) > len(best.Path) {
			best = r
		}
	}
	for _, r := range m.mod.Replace {
		if within(path, r.Old.Path) && len(r.Old.Path) > len(best.Path) {
			best = r.Old
		}
	}
	return best
}

// within reports whether path is prefix or stands below it.
func within(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && prefix != "" && (rest == "" || rest[0] == '/')
}
