package golang

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/internal/toolchain"
)

// resolved says where a package of a module comes from. It is kept with its
// module context; packages of the standard library need none.
type resolved struct {
	Key     string `json:",omitempty"` // of what was read of the package; empty: there is no such package
	Dir     string `json:",omitempty"`
	Module  string `json:",omitempty"`
	Version string `json:",omitempty"`
	Error   string `json:",omitempty"` // what the go command says of it or of what it imports
}

// listed is one package as `go list -json` gives it.
type listed struct {
	ImportPath     string
	Dir            string
	Name           string
	Standard       bool
	GoFiles        []string
	IgnoredGoFiles []string
	Imports        []string
	ImportMap      map[string]string
	Module         *listedModule
	Error          *listError
	DepsErrors     []*listError
	Incomplete     bool

	// Of Listed; the checker does not ask for them.
	ForTest      string   // the package whose test variant it is
	TestGoFiles  []string // in the package
	XTestGoFiles []string // in its external test
}

type listedModule struct {
	Path, Version, GoVersion, Dir, Sum string
	Main                               bool
	Replace                            *listedModule
}

type listError struct {
	ImportStack []string
	Err         string
}

// list asks the go command once for packages and all that they need, each
// after what it imports.
func (c *Checker) list(ctx context.Context, m *moduleContext, paths []string) ([]*listed, error) {
	var out []byte
	err := c.inScratch(m, func(dir string) error {
		args := []string{"list", "-e", "-deps", "-mod=readonly", "-buildvcs=false",
			"-json=" + ListFields, "--"}
		var err error
		out, err = c.go_.Run(ctx, dir, offline(), append(args, paths...)...)
		return err
	})
	if err != nil {
		return nil, c.moduleFault(ctx, err)
	}
	var packages []*listed
	d := json.NewDecoder(bytes.NewReader(out))
	for {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("cannot read what go list printed: %w", err)
		}
		packages = append(packages, p)
	}
}

// MissingError lists the modules that are not on this machine.
type MissingError struct {
	Modules []string // "path@version", sorted; or what the go command said
	Err     error    // what the download said; nil: none was tried
}

func (e *MissingError) Error() string {
	text := "modules that are not on this machine: " + strings.Join(e.Modules, ", ")
	if e.Err != nil {
		return text + ": " + e.Err.Error() + "; hint: check the network and GOPROXY, then try again"
	}
	return text + "; hint: download them first (go mod download)"
}

func (e *MissingError) Unwrap() error { return e.Err }

// notHere are the words of the go command for a module that would have to be
// downloaded.
func notHere(message string) bool {
	return strings.Contains(message, "module lookup disabled by GOPROXY=off") || strings.Contains(message, "is not available: GOPROXY=off")
}

// standard knows the packages of the standard library that a program may
// import, asked for once.
type standard struct {
	done  bool
	paths map[string]bool
}

// standardPaths returns the import paths of the standard library.
func (c *Checker) standardPaths(ctx context.Context) (map[string]bool, error) {
	c.building.Lock()
	defer c.building.Unlock()
	if c.std.done {
		return c.std.paths, nil
	}
	key := "standard/" + digest(c.Version(), c.go_.Root)
	value, ok, err := c.cache.Get(ctx, key)
	if err != nil {
		return nil, err
	}
	if !ok {
		dir, err := os.MkdirTemp("", "sooth-std-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		if value, err = c.go_.Run(ctx, dir, append(offline(), "GO111MODULE=off", "GOPATH="+filepath.Join(dir, "gopath")), "list", "-e", "-buildvcs=false", "std"); err != nil {
			return nil, fmt.Errorf("cannot list the standard library: %w", cmpContext(ctx, err))
		}
		if err := c.cache.Put(ctx, key, value); err != nil {
			return nil, err
		}
	}
	c.std.paths = map[string]bool{"unsafe": true}
	for _, p := range strings.Fields(string(value)) {
		c.std.paths[p] = true
	}
	c.std.done = true
	return c.std.paths, nil
}

// cmpContext returns the cause of a failed command: the context's when it is over.
func cmpContext(ctx context.Context, err error) error {
	var failure *toolchain.Error
	if ctx.Err() != nil && errors.As(err, &failure) {
		return ctx.Err()
	}
	return err
}

// stdKey is the key of a package of the standard library: the toolchain says
// all that it depends on.
func (c *Checker) stdKey(path string) string {
	return digest(c.Version(), c.go_.Root, "std", path)
}

// resolve turns what was listed into places and keys. Packages stand after what
// they import, so that a key can hold the keys of its imports: the types of a
// package depend on the versions of all that it needs.
func (c *Checker) resolve(m *moduleContext, packages []*listed) (missing []string) {
	for _, p := range packages {
		if p.Standard {
			continue
		}
		r := resolved{Dir: p.Dir}
		if p.Error != nil {
			r.Error = p.Error.Err
		} else if len(p.DepsErrors) > 0 {
			r.Error = p.DepsErrors[0].Err
		}
		if notHere(r.Error) {
			name := r.Error
			if v := m.provides(p.ImportPath); p.Error != nil && v.Path != "" {
				name = v.Path + "@" + v.Version
			}
			missing = append(missing, name)
			continue
		}
		parts := []string{c.Version(), c.go_.Root, p.ImportPath, strings.Join(p.GoFiles, "/")}
		if p.Module != nil {
			from := p.Module
			if from.Replace != nil {
				from = from.Replace
			}
			r.Module, r.Version = p.Module.Path, from.Version
			parts = append(parts, p.Module.Path, from.Path, from.Version, from.Sum, p.Module.GoVersion)
			if from.Version == "" {
				parts = append(parts, m.key, contents(p.Dir, p.GoFiles))
			}
		}
		for _, dep := range imports(p) {
			if d, ok := m.resolved[dep]; ok {
				parts = append(parts, dep, d.Key)
			}
		}
		if p.Name != "" && len(p.GoFiles) > 0 {
			r.Key = digest(parts...)
		} else if r.Error == "" {
			r.Error = "no Go files for this platform in package " + p.ImportPath
		}
		m.resolved[p.ImportPath] = r
	}
	slices.Sort(missing)
	return slices.Compact(missing)
}

// imports returns the import paths that a package needs, vendored ones by
// their full path, sorted.
func imports(p *listed) []string {
	var list []string
	for _, i := range p.Imports {
		if mapped := p.ImportMap[i]; mapped != "" {
			i = mapped
		}
		if i != "C" && i != "unsafe" {
			list = append(list, i)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// contents returns the hash of files in dir; one that cannot be read counts as
// absent.
func contents(dir string, names []string) string {
	var parts []string
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		parts = append(parts, name, string(data), fmt.Sprint(err == nil))
	}
	return digest(parts...)
}
