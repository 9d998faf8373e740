package gofact

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/internal/toolchain"
	"sooth/lang/golang"
)

// listing is what the go command says of the packages of a module: each after
// what it imports, those of tests included.
type listing struct {
	packages []*golang.Listed
	byID     map[string]*golang.Listed // "p", "p [q.test]"
}

// list returns all packages of a module and what they need. The go command is
// asked unless it was before about the same module files, file names, package
// clauses, imports and build tags, and nothing was amiss then. fresh says that
// the earlier answer turned out to be wrong.
func (o *run) list(ctx context.Context, m *module, folders []*folder, fresh bool) (*listing, error) {
	key := o.listKey(m, folders)
	if !fresh && key != "" {
		value, ok, err := o.cache.Get(ctx, key)
		if err != nil {
			return nil, err
		}
		if ok {
			if l, err := decodeListing(value); err == nil {
				return l, nil
			}
		}
	}
	out, err := o.ask(ctx, m)
	if err != nil {
		return nil, err
	}
	l, err := decodeListing(out)
	if err != nil || key == "" || slices.ContainsFunc(l.packages, func(p *golang.Listed) bool { return p.Error != nil || len(p.DepsErrors) > 0 }) {
		return l, err
	}
	return l, o.cache.Put(ctx, key, out)
}

// listKey is the key of an answer of the go command in the cache; empty: it is
// not kept, because it depends on folders beside the tree.
func (o *run) listKey(m *module, folders []*folder) string {
	parts := []string{"listing", o.Version(), o.go_.Root, modulesDir(o.go_), m.dir, m.work}
	for _, name := range []string{filepath.Join(m.dir, "go.mod"), filepath.Join(m.dir, "go.sum"), filepath.Join(m.dir, "vendor", "modules.txt")} {
		text, _ := os.ReadFile(name)
		parts = append(parts, string(text))
	}
	if m.work != "" || slices.ContainsFunc(m.file.Replace, func(r replacement) bool { return r.New.Version == "" }) {
		return ""
	}
	for _, f := range folders {
		for _, base := range f.files {
			text, err := readSource(o.dir, filepath.Join(o.dir, filepath.FromSlash(f.rel), base))
			parts = append(parts, f.rel, base, fmt.Sprint(err == nil), string(golang.Head(text)))
		}
	}
	return digest(parts...)
}

// ask asks the go command for all packages of a module and what they need.
func (o *run) ask(ctx context.Context, m *module) ([]byte, error) {
	var out []byte
	var err error
	for _, mode := range modes(m) {
		env := []string{"GOPROXY=off", "GOWORK=" + mode.work}
		args := []string{"list", "-e", "-deps", "-test", "-pgo=off", "-buildvcs=false", "-mod=" + mode.mod, "-json=" + golang.ListFields + ",ForTest,TestGoFiles,XTestGoFiles", "--", "./..."}
		if out, err = o.go_.Run(ctx, m.dir, env, args...); err == nil {
			return out, nil
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var failure *toolchain.Error
	if errors.As(err, &failure) {
		err = errors.New(strings.TrimSpace(failure.Stderr))
	}
	return nil, err
}

// decodeListing reads what `go list -json` prints.
func decodeListing(out []byte) (*listing, error) {
	l := &listing{byID: map[string]*golang.Listed{}}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		p := new(golang.Listed)
		if err := d.Decode(p); err != nil {
			return nil, fmt.Errorf("cannot read what go list printed: %w", err)
		}
		if strings.HasSuffix(p.ImportPath, ".test") && p.Name == "main" && p.ForTest == "" && l.byID[strings.TrimSuffix(p.ImportPath, ".test")] != nil && !hasSource(p) {
			continue // the main package of a test is made by the go command
		}
		l.packages = append(l.packages, p)
		l.byID[p.ImportPath] = p
	}
	return l, nil
}

// hasSource reports whether the files of a package are in its folder: those of
// the main package of a test are in the build cache.
func hasSource(p *golang.Listed) bool {
	return len(p.GoFiles) > 0 && !filepath.IsAbs(p.GoFiles[0])
}

// mode is how the go command finds modules: settings of GOWORK and -mod.
type mode struct{ work, mod string }

// modes returns the modes to try: with the go.work that uses the module, and
// with vendored packages where there are any, as the go command does itself.
func modes(m *module) []mode {
	var list []mode
	if m.work != "" {
		list = append(list, mode{m.work, "readonly"})
	}
	if isFile(filepath.Join(m.dir, "vendor", "modules.txt")) {
		list = append(list, mode{"off", "vendor"})
	}
	return append(list, mode{"off", "readonly"})
}
