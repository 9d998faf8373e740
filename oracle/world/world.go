// Package world is a code base as its judges see it: what an index says of
// names and files, what a fresh look at packages says, and what a plain search
// for words finds. A refutation needs the word of two of them.
package world

import (
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"strings"
	"sync"

	"sooth/fact"
	"sooth/lang"
	"sooth/source"
)

// World is one tree with its facts. It is safe for concurrent use. It keeps what
// it looked at: make a new one when the tree may have changed.
type World struct {
	dir      string
	facts    fact.Reader
	packages lang.Packages // nil: no fresh look, nothing is refuted

	answered  answers
	files     parsedFiles
	state     once[fact.State]
	units     once[map[string]string] // import path of the tree → folder
	listing   once[*listing]
	names     once[[]string]
	shelf     once[[]string]
	tree      once[*corpus]
	around    once[*corpus]
	strings   once[map[uint64]struct{}]
	mu        sync.Mutex
	fresh     map[string]*once[lang.Symbols]
	looked    map[string]*once[map[string][]fact.Fact]
	paths     map[string]*once[[]string]
	searched  map[string]*once[Occurrences]
	unitsRead map[string]*once[*unit]
	variables map[string]*once[bool]               // whether something is called so that is no package
	judged    map[int64]map[[sha256.Size]byte]bool // texts that are judged, by their size
}

// New returns the world of the tree dir. facts must not be nil.
func New(dir string, facts fact.Reader, packages lang.Packages) *World {
	return &World{
		dir: dir, facts: facts, packages: packages,
		fresh: map[string]*once[lang.Symbols]{}, looked: map[string]*once[map[string][]fact.Fact]{},
		paths: map[string]*once[[]string]{}, searched: map[string]*once[Occurrences]{}, unitsRead: map[string]*once[*unit]{}, variables: map[string]*once[bool]{}, judged: map[int64]map[[sha256.Size]byte]bool{},
	}
}

// once makes a value when it is first asked for. A failure is not kept.
type once[T any] struct {
	mu    sync.Mutex
	done  bool
	value T
}

func (o *once[T]) get(make func() (T, error)) (T, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.done {
		v, err := make()
		if err != nil {
			return v, err
		}
		o.value, o.done = v, true
	}
	return o.value, nil
}

// of returns the entry of a map under the world's lock.
func of[T any](w *World, m map[string]*once[T], key string) *once[T] {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := m[key]
	if o == nil {
		o = &once[T]{}
		m[key] = o
	}
	return o
}

// State returns what the index holds.
func (w *World) State(ctx context.Context) (fact.State, error) {
	return w.state.get(func() (fact.State, error) { return w.facts.State(ctx) })
}

// Packages returns the packages of the tree: import path to folder.
func (w *World) Packages(ctx context.Context) (map[string]string, error) {
	return w.units.get(func() (map[string]string, error) {
		list, err := w.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Package}})
		if err != nil {
			return nil, err
		}
		units := map[string]string{}
		for _, f := range list {
			units[f.Subject] = f.Span.File
		}
		return units, nil
	})
}

// Open says why a package may hold more than is known of it; empty: all of it
// was read, by the index if it is of the tree, and afresh.
func (w *World) Open(ctx context.Context, path string) (string, error) {
	state, err := w.State(ctx)
	if err != nil {
		return "", err
	}
	for _, o := range state.Open {
		if (o.Unit == path || strings.TrimSuffix(o.Unit, "_test") == path) && !onlyC(o.Reason) && !onlyTests(o.Reason) {
			return o.Reason, nil
		}
	}
	s, err := w.Fresh(ctx, path)
	if err != nil || onlyC(s.Open) {
		return "", err
	}
	return s.Open, nil
}

// onlyTests reports whether a package is open for an error in a test, which
// declares nothing that the package has.
func onlyTests(reason string) bool {
	file, _, ok := strings.Cut(reason, ":")
	return ok && strings.HasSuffix(file, "_test.go")
}

// onlyC reports whether a package is open for no other reason than that a file
// imports "C". All its files were parsed, and C adds no names to those of Go but
// to a type that embeds one of C's, which is then not known.
func onlyC(reason string) bool { return strings.HasSuffix(reason, `imports "C"; cgo is not run`) }

// Fresh looks at a package anew.
func (w *World) Fresh(ctx context.Context, path string) (lang.Symbols, error) {
	if w.packages == nil {
		return lang.Symbols{Package: path, Open: "no reader of packages is at hand"}, nil
	}
	return of(w, w.fresh, path).get(func() (lang.Symbols, error) {
		s, err := w.packages.Symbols(ctx, path)
		if err != nil && ctx.Err() == nil {
			return lang.Symbols{Package: path, Open: "it cannot be read: " + err.Error()}, nil
		}
		return s, err
	})
}

// declared returns the facts of a fresh look by the names that they are about.
func (w *World) declared(ctx context.Context, path string) (map[string][]fact.Fact, error) {
	return of(w, w.looked, path).get(func() (map[string][]fact.Fact, error) {
		s, err := w.Fresh(ctx, path)
		if err != nil {
			return nil, err
		}
		m := map[string][]fact.Fact{}
		for _, f := range s.Facts {
			m[f.Subject] = append(m[f.Subject], f)
		}
		return m, nil
	})
}

// Qualified returns the packages that a qualifier may mean, of the tree first.
func (w *World) Qualified(ctx context.Context, qualifier string) ([]string, error) {
	return of(w, w.paths, qualifier).get(func() ([]string, error) {
		units, err := w.Packages(ctx)
		if err != nil {
			return nil, err
		}
		var list []string
		if _, ok := units[qualifier]; ok {
			return []string{qualifier}, nil
		}
		if w.packages != nil {
			if list, err = w.packages.Paths(ctx, qualifier); err != nil {
				return nil, err
			}
		}
		seen := map[string]bool{}
		for _, p := range list {
			seen[p] = true
		}
		for _, p := range sortedKeys(units) {
			if !seen[p] && (strings.HasSuffix(p, "/"+qualifier) || lastElement(p) == qualifier) {
				list = append(list, p)
			}
		}
		return list, nil
	})
}

// Own reports whether a package is of the tree.
func (w *World) Own(ctx context.Context, path string) bool {
	units, err := w.Packages(ctx)
	if err != nil {
		return false
	}
	_, ok := units[path]
	return ok
}

// lastElement returns what a package is usually called: the last element of its
// path that is no major version.
func lastElement(path string) string {
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if len(parts) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = parts[len(parts)-2]
	}
	return last
}

// Read returns the text of a file of the tree, whatever the path: it never
// leaves the tree. Files larger than maxFile are refused.
func (w *World) Read(name string) ([]byte, error) {
	root, err := os.OpenRoot(w.dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, errTooLarge
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "read", Path: name, Err: errors.New("not a file")}
	}
	return root.ReadFile(name)
}

// Lines returns lines first to last of a file of the tree, starting at 1; those
// that it does not have are left out.
func (w *World) Lines(s source.Span) []string {
	data, err := w.Read(s.File)
	if err != nil {
		return nil
	}
	lines := strings.Split(string(data), "\n")
	last := min(max(s.EndLine, s.Line), len(lines))
	if s.Line < 1 || s.Line > last {
		return nil
	}
	return lines[s.Line-1 : last]
}

// maxFile is how large a file may be that is read whole.
const maxFile = 32 << 20

var errTooLarge = errors.New("the file is too large to be read")
