package gofact

import (
	"context"
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
	p.std = sync.OnceValue(p.keptPaths)
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
	at, err := p.locate(ctx, path, false)
	if err != nil {
		return lang.Symbols{}, err
	}
	layout, err := p.laidOut(ctx, false)
	if err != nil {
		return lang.Symbols{}, err
	}
	key := p.keptKey(layout, at)
	if key != "" {
		if s, ok := p.kept(ctx, key); ok {
			s.Package = path
			return s, nil
		}
	}
	l, err := p.lookAt(ctx, at, true)
	if err != nil {
		return lang.Symbols{}, err
	}
	s := lang.Symbols{Package: path, Module: l.module, Version: l.version, Dir: l.dir, Open: l.open}
	promoted, open, changing, err := p.promotions(ctx, l)
	if err != nil {
		return lang.Symbols{}, err
	}
	s.OpenTypes = open
	s.Facts = slices.Concat(l.facts, promoted)
	slices.SortStableFunc(s.Facts, canonical)
	if key != "" && !changing {
		p.keep(ctx, key, s)
	}
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
	return p.lookAt(ctx, at, full)
}

func (p *Packages) lookAt(ctx context.Context, at location, full bool) (*looked, error) {
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
