// Package corpora fetches code bases that questions are about: Go modules at
// exact versions, through the module proxy, checked against their sums.
package corpora

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sooth/internal/toolchain"
)

// Pin names a module at a version.
type Pin struct {
	Module  string
	Version string
	Sum     string // as in go.sum, "h1:…"; empty: whatever the proxy and the checksum database agree on
}

// Fetched is a module that is there.
type Fetched struct {
	Dir     string // a copy of its files that can be written to
	Version string
	Sum     string
	// Open says why its dependencies are not all there; empty: they are.
	Open string
}

// ErrSum says that what was fetched is not what was pinned.
var ErrSum = errors.New("the module is not the one that was pinned")

// Fetch downloads a module with all that it needs, its tests too, and copies it
// below a folder. What is there already is not fetched again. Nothing of it is
// run.
func Fetch(ctx context.Context, g *toolchain.Go, p Pin, folder string) (Fetched, error) {
	if p.Module == "" || p.Version == "" || strings.HasPrefix(p.Module, "-") || strings.ContainsAny(p.Module+p.Version, " \t\n\\\x00") || strings.Contains(p.Module, "..") {
		return Fetched{}, fmt.Errorf("%q is no module at a version; hint: example.com/module@v1.2.3", p.Module+"@"+p.Version)
	}
	scratch, err := os.MkdirTemp("", "sooth-corpus-")
	if err != nil {
		return Fetched{}, err
	}
	defer os.RemoveAll(scratch)
	out, err := g.Run(ctx, scratch, nil, "mod", "download", "-json", p.Module+"@"+p.Version)
	var m struct{ Version, Dir, Sum, Error string }
	if jsonErr := json.Unmarshal(out, &m); jsonErr != nil || m.Error != "" || err != nil {
		return Fetched{}, fmt.Errorf("cannot fetch %s@%s: %s; hint: GOPROXY says where modules come from", p.Module, p.Version, why(m.Error, err, jsonErr))
	}
	f := Fetched{Version: m.Version, Sum: m.Sum}
	if p.Sum != "" && p.Sum != m.Sum {
		return f, fmt.Errorf("%s@%s: %w: sum %s, pinned %s", p.Module, p.Version, ErrSum, m.Sum, p.Sum)
	}
	f.Dir = filepath.Join(folder, filepath.FromSlash(p.Module)+"@"+m.Version)
	if err := unpack(m.Dir, f.Dir, m.Sum); err != nil {
		return f, err
	}
	if _, err := os.Stat(filepath.Join(f.Dir, "go.mod")); errors.Is(err, fs.ErrNotExist) {
		if err := os.WriteFile(filepath.Join(f.Dir, "go.mod"), []byte("module "+p.Module+"\n"), 0o644); err != nil {
			return f, err
		}
	}
	if err := dependencies(ctx, g, f.Dir); err != nil {
		if ctx.Err() != nil {
			return f, ctx.Err()
		}
		f.Open = err.Error()
	}
	return f, nil
}

func why(told string, errs ...error) string {
	if told != "" {
		return told
	}
	return errors.Join(errs...).Error()
}

// stamp is the file that says that a copy is whole, and of what.
const stamp = ".sooth/corpus"

// Is says whether a folder is a copy that Fetch made.
func Is(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(stamp)))
	return err == nil
}

// unpack copies a module out of the module cache, once.
func unpack(from, to, sum string) error {
	if text, err := os.ReadFile(filepath.Join(to, stamp)); err == nil && string(text) == sum+"\n" {
		return nil
	}
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(to, filepath.Dir(stamp)), 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, stamp), []byte(sum+"\n"), 0o644)
}

// dependencies downloads what the packages of a module and their tests import.
// A go.work of the copy counts for nothing. Where go.sum lacks a sum it is added
// to the copy, checked by the checksum database.
func dependencies(ctx context.Context, g *toolchain.Go, dir string) error {
	_, err := g.Run(ctx, dir, []string{"GOFLAGS=-mod=mod"}, "list", "-e", "-deps", "-test", "-buildvcs=false", "-pgo=off", "-f", "{{.ImportPath}}", "./...")
	return err
}
