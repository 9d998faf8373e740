package gofact

import (
	"context"
	"errors"
	"go/build"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sooth/fact"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/golang"
)

// PackagesOptions says where packages are looked for.
type PackagesOptions struct {
	Go  *toolchain.Go
	Dir string // root of the tree
	// Cache keeps the lists of packages of modules between processes; nil: in
	// memory.
	Cache golang.Cache
	// Now says when a look for changes of the tree was made: it is made again
	// after half a second, before something is said to be absent. Nil: time.Now.
	Now func() time.Time
}

// Packages is the lang.Packages for Go. It reads syntax only: every file of a
// package's folder, whatever its build tags, tests included. Packages of the
// tree are read again when a file of theirs changed, others once.
type Packages struct {
	go_   *toolchain.Go
	dir   string
	cache golang.Cache
	tags  build.Context
	now   func() time.Time
	std   func() []string // import paths of the standard library, sorted

	mu       sync.Mutex
	layout   *layout
	packages map[string]*looked
	names    map[string]string // import path → declared name, of packages outside the tree
}

var _ lang.Packages = (*Packages)(nil)

// lookAgain is how long a look for changes of the tree is good.
const lookAgain = 500 * time.Millisecond

// maxPackages bounds how many packages are kept; the oldest are dropped.
const maxPackages = 2000

// NewPackages returns a Packages. It reads nothing yet.
func NewPackages(o PackagesOptions) (*Packages, error) {
	if o.Go == nil {
		return nil, toolchain.ErrNotFound
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	p := &Packages{go_: o.Go, dir: dir, cache: o.Cache, now: o.Now, tags: golang.BuildContext(o.Go), packages: map[string]*looked{}, names: map[string]string{}}
	if p.cache == nil {
		p.cache = golang.NewMemoryCache(16 << 20)
	}
	if p.now == nil {
		p.now = time.Now
	}
	p.std = sync.OnceValue(func() []string { return standardPaths(o.Go.Root) })
	return p, nil
}

// Symbols implements lang.Packages. Facts have strength fact.Syntax and stand
// in the order of files and lines. Files of the tree are named relative to it,
// those of the standard library "net/http/client.go", those of a module
// "example.org/m@v1.2.3/file.go". A path that nothing provides is open.
func (p *Packages) Symbols(ctx context.Context, path string) (lang.Symbols, error) {
	if err := ctx.Err(); err != nil {
		return lang.Symbols{}, err
	}
	l, err := p.look(ctx, path, false, true)
	if err != nil {
		return lang.Symbols{}, err
	}
	s := lang.Symbols{Package: path, Module: l.module, Version: l.version, Dir: l.dir, Open: l.open}
	promoted, open, err := p.promotions(ctx, l)
	if err != nil {
		return lang.Symbols{}, err
	}
	if s.Open == "" {
		s.Open = open
	}
	s.Facts = slices.Concat(l.facts, promoted)
	slices.SortStableFunc(s.Facts, canonical)
	return s, nil
}

// look returns a package as it stands on disk now; inside says that a package
// of the standard library imports it, which has vendored ones. Without full its
// types are enough.
func (p *Packages) look(ctx context.Context, path string, inside, full bool) (*looked, error) {
	at, err := p.locate(ctx, path, inside)
	if err != nil {
		return nil, err
	}
	state := ""
	if at.own {
		state = folderState(at)
	}
	p.mu.Lock()
	l := p.packages[at.path]
	p.mu.Unlock()
	if l != nil && l.state == state && (l.full || !full) {
		return l, nil
	}
	if l = p.read(ctx, at, full); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	l.state, l.full = state, full
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.packages) >= maxPackages {
		clear(p.packages)
	}
	p.packages[at.path] = l
	return l, nil
}

// location is where a package is read.
type location struct {
	path    string // without "_test"
	module  string
	version string
	own     bool
	dirs    []place // several: modules of one path
	open    string  // why there may be more; with no dirs: why there is none
}

// place is one folder of a package.
type place struct {
	dir  string // absolute
	name string // in facts
}

// mayOwn reports whether a package of that path could be of the tree.
func (l *layout) mayOwn(path string) bool {
	return slices.ContainsFunc(l.workspace.modules, func(m *module) bool {
		_, ok := below(path, m.file.Path)
		return ok || m.file.Path == "std"
	}) || len(l.workspace.modules) == 0
}

// errNoPackage says that nothing provides a package; it is told in
// lang.Symbols.Open.
var errNoPackage = errors.New("no package of that import path is in the tree, its modules or the standard library")

// locate finds the folders of a package.
func (p *Packages) locate(ctx context.Context, path string, inside bool) (location, error) {
	l, err := p.laidOut(ctx, false)
	if err != nil {
		return location{}, err
	}
	at := location{path: path}
	if l.byPath[path] == nil && l.mayOwn(path) {
		if l, err = p.laidOut(ctx, true); err != nil {
			return location{}, err
		}
	}
	if own := l.byPath[path]; own == nil {
		if base, ok := strings.CutSuffix(path, testSuffix); ok && (l.byPath[base] != nil || p.outside(l, base, inside).dirs != nil) {
			at.path = base
		}
	}
	if own := l.byPath[at.path]; own != nil {
		at.own = true
		for _, f := range own {
			if f.module != nil {
				at.module = f.module.file.Path
			}
			at.dirs = append(at.dirs, place{filepath.Join(p.dir, filepath.FromSlash(f.rel)), f.rel})
		}
		return at, nil
	}
	return p.outside(l, at.path, inside), nil
}

// outside finds the folder of a package of the standard library or of a module.
func (p *Packages) outside(l *layout, path string, inside bool) location {
	at := location{path: path}
	if !filepath.IsLocal(path) || path == "." || strings.Contains(path, "@") {
		at.open = errNoPackage.Error()
		return at
	}
	name := path
	if inside && !standard(path) {
		name = "vendor/" + path
	}
	if dir := filepath.Join(p.go_.Root, "src", filepath.FromSlash(name)); (standard(path) || inside) && hasGoFiles(dir) {
		at.module, at.version = "std", strings.TrimPrefix(p.go_.Version, "go")
		at.dirs = []place{{dir, name}}
		return at
	}
	for _, m := range l.modules {
		rel, ok := below(path, m.path)
		if !ok {
			continue
		}
		at.module, at.version = m.path, m.version
		for _, root := range m.roots {
			dir := filepath.Join(root, filepath.FromSlash(rel))
			if hasGoFiles(dir) {
				at.open = ""
				at.dirs = []place{{dir, strings.TrimSuffix(m.name+"/"+rel, "/")}}
				return at
			}
		}
		if !m.present() && at.open == "" {
			at.open = "module " + m.path + "@" + m.version + " is not on this machine; hint: download it (go mod download)"
		}
	}
	if at.open == "" {
		at.open = errNoPackage.Error()
	}
	return at
}

// standard reports whether an import path has the form of the standard
// library's: no dot in its first element.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// below returns path relative to prefix, slash-separated, and whether it is
// prefix or stands below it.
func below(path, prefix string) (string, bool) {
	rest, ok := strings.CutPrefix(path, prefix)
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	return strings.TrimPrefix(rest, "/"), true
}

func hasGoFiles(dir string) bool {
	names, err := readDirNames(dir)
	return err == nil && len(names) > 0
}

// deprecations of one package, as facts: the paragraphs at the places of what
// they are about.
func deprecations(path string, paragraphs map[string]string, definitions []fact.Fact, strength fact.Strength) []fact.Fact {
	var facts []fact.Fact
	for i := range definitions {
		d := &definitions[i]
		symbol, ok := strings.CutPrefix(d.Subject, path+".")
		if !ok || d.Kind != fact.Definition {
			continue
		}
		if text, ok := paragraphs[symbol]; ok {
			facts = append(facts, fact.Fact{Kind: fact.Deprecated, Language: language, Subject: d.Subject, Detail: text, Span: d.Name, Strength: strength, Excluded: d.Excluded})
		}
	}
	return facts
}
