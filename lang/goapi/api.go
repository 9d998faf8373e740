// Package goapi says when things of Go appeared and what is deprecated: the
// symbols of the standard library from the API files of the Go distribution,
// language features and builtin functions from the syntax tree, deprecations
// from doc comments.
package goapi

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// API is the content of the API files of one Go distribution. It is safe for
// concurrent use.
type API struct {
	files    []apiFile // oldest release first
	packages map[string]*packageIndex
	aliases  map[qualified][]qualified // from a type to the alias types that API files declare for it
	latest   string
}

// apiFile is one file of $GOROOT/api.
type apiFile struct {
	name    string // "api/go1.21.txt"
	version string // "1.21"; go1.txt holds "1.0"
	text    string
}

// qualified names a type of a package.
type qualified struct{ pkg, name string }

// Load reads $GOROOT/api/go1*.txt and $GOROOT/api/next. The files say for each
// release which exported functions, methods, fields, constants, variables and
// types it brought. An error means that there are none, as in distributions
// that leave the folder out.
func Load(goroot string) (*API, error) {
	dir := filepath.Join(goroot, "api")
	names, err := apiFileNames(dir)
	if err != nil {
		return nil, err
	}
	a := &API{files: make([]apiFile, len(names)), packages: map[string]*packageIndex{}, latest: latestRelease(names)}
	scans := make([]scan, len(names))
	failures := make([]error, len(names))
	var wait sync.WaitGroup
	turn := make(chan struct{}, max(1, min(4, runtime.GOMAXPROCS(0))))
	for i, name := range names {
		wait.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			text, err := readText(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				failures[i] = err
				return
			}
			a.files[i] = apiFile{name: "api/" + name, version: a.releaseOf(name), text: text}
			scans[i] = scanFile(i, a.files[i].text)
		})
	}
	wait.Wait()
	if err := errors.Join(failures...); err != nil {
		return nil, fmt.Errorf("cannot read the API files: %w", err)
	}
	a.merge(scans)
	return a, nil
}

// readText reads a file into a string without a second copy: the files have 9 MB.
func readText(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var text strings.Builder
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		text.Grow(int(info.Size()))
	}
	_, err = io.Copy(&text, f)
	return text.String(), err
}

// apiFileNames returns the names of the API files below dir, oldest release
// first, those of the release to come last.
func apiFileNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read the API files: %w", err)
	}
	var names []string
	for _, e := range entries {
		if _, ok := release(e.Name()); ok && !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no go1*.txt in %q: this Go distribution came without its API files; hint: use a toolchain from https://go.dev/dl", dir)
	}
	slices.SortFunc(names, func(x, y string) int {
		m, _ := release(x)
		n, _ := release(y)
		return cmp.Compare(m, n)
	})
	next, err := os.ReadDir(filepath.Join(dir, "next"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read the API files: %w", err)
	}
	for _, e := range next { // sorted by name
		if strings.HasSuffix(e.Name(), ".txt") && !e.IsDir() {
			names = append(names, "next/"+e.Name())
		}
	}
	return names, nil
}

// release returns the minor release that an API file is about: 21 of
// "go1.21.txt", 0 of "go1.txt".
func release(name string) (int, bool) {
	rest, ok := strings.CutPrefix(name, "go1")
	if !ok {
		return 0, false
	}
	rest, ok = strings.CutSuffix(rest, ".txt")
	if !ok || rest == "" {
		return 0, ok
	}
	number, ok := strings.CutPrefix(rest, ".")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(number)
	return n, err == nil && n > 0
}

// latestRelease returns the newest release among API file names.
func latestRelease(names []string) string {
	newest := 0
	for _, name := range names {
		n, _ := release(name)
		newest = max(newest, n)
	}
	return "1." + strconv.Itoa(newest)
}

// releaseOf returns the version that the symbols of an API file have appeared
// in; those in next will appear in the release after the newest.
func (a *API) releaseOf(name string) string {
	if n, ok := release(name); ok {
		return "1." + strconv.Itoa(n)
	}
	newest, _ := strconv.Atoi(strings.TrimPrefix(a.latest, "1."))
	return "1." + strconv.Itoa(newest+1)
}

// Latest returns the newest release that has an API file, such as "1.26".
func (a *API) Latest() string { return a.latest }

// Packages returns the import paths of all packages that the API files name,
// sorted.
func (a *API) Packages() []string {
	var paths []string
	for p := range a.packages {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}
