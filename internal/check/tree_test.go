package check

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"sooth/fact"
	"sooth/fact/factmem"
	"sooth/internal/index"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/gofact"
	"sooth/lang/golang"
)

// trees opens trees for the tests of this package, each once.
type trees struct {
	mu    sync.Mutex
	open  map[string]*Checker
	cache golang.Cache // of all of them
}

// shared holds the checkers that tests have in common.
var shared = &trees{open: map[string]*Checker{}}

// checker indexes a tree into memory and opens a checker on it.
func (s *trees) checker(t testing.TB, dir string) *Checker {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.open[dir]; c != nil {
		return c
	}
	tool, err := toolchain.Find(context.Background(), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	if s.cache == nil {
		s.cache = golang.NewMemoryCache(256 << 20)
	}
	cache := s.cache
	reader, err := gofact.NewReader(gofact.Options{Go: tool, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	packages, err := gofact.NewPackages(gofact.PackagesOptions{Go: tool, Dir: dir, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	code, err := golang.NewChecker(golang.Options{Go: tool, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Open(context.Background(), Options{Dir: dir, Store: facts(t, dir, reader), Packages: packages, Code: code})
	if err != nil {
		t.Fatal(err)
	}
	s.open[dir] = c
	return c
}

// facts indexes a tree.
func facts(t testing.TB, dir string, reader lang.Reader) fact.Store {
	t.Helper()
	store := factmem.New()
	_, err := index.Run(context.Background(), index.Options{Dir: dir, Store: store, Readers: []lang.Reader{reader}, Environ: os.Environ(), Now: time.Now(), NoGit: true})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// shop is the tree of the tests' own.
func shop(t testing.TB) *Checker {
	t.Helper()
	dir, err := filepath.Abs("testdata/shop")
	if err != nil {
		t.Fatal(err)
	}
	return shared.checker(t, dir)
}
