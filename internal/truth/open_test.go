package truth_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"sooth/fact/factmem"
	"sooth/internal/check"
	"sooth/internal/index"
	"sooth/internal/toolchain"
	"sooth/internal/truth"
	"sooth/lang"
	"sooth/lang/gofact"
	"sooth/lang/golang"
	"sooth/oracle"
)

// modules opens modules for the real judge, each once.
type modules struct {
	t        testing.TB
	mu       sync.Mutex
	checkers map[string]*check.Checker // by folder
	folders  sync.Map                  // module: its folder
}

// errNotHere says that a module is neither in the module cache nor to be had.
var errNotHere = errors.New("the module is not here and cannot be downloaded")

// dir returns the folder of a module of the labels. Statements about the
// standard library are judged beside a module that uses much of it.
func (m *modules) dir(module string) (string, error) {
	if module == "std" {
		module = "github.com/prometheus/client_golang@v1.22.0"
	}
	if dir, ok := m.folders.Load(module); ok {
		return dir.(string), nil
	}
	dir, err := download(m.t.Context(), module)
	if err == nil {
		m.folders.Store(module, dir)
	}
	return dir, err
}

// download returns the folder of a module in the module cache.
func download(ctx context.Context, module string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", module)
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	text, err := cmd.Output()
	var found struct{ Dir, Error string }
	if json.Unmarshal(text, &found) != nil || found.Dir == "" {
		return "", errors.Join(errNotHere, err)
	}
	return found.Dir, nil
}

// needModules skips the test, and says so, where modules cannot be had.
func needModules(t *testing.T, list []string) {
	t.Helper()
	for _, m := range list {
		if m == "std" {
			continue
		}
		dir, err := download(t.Context(), m)
		if err == nil {
			cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-test", "./...")
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
			err = cmd.Run() // downloads what it imports
		}
		if err != nil {
			t.Skipf("SKIPPED: %s: %v", m, err)
		}
	}
}

// open indexes a tree into memory and opens a checker on it.
func (m *modules) open(ctx context.Context, dir string) (*check.Checker, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c := m.checkers[dir]; c != nil {
		return c, nil
	}
	tool, err := toolchain.Find(ctx, os.Environ())
	if err != nil {
		return nil, err
	}
	cache := golang.NewMemoryCache(512 << 20)
	reader, err := gofact.NewReader(gofact.Options{Go: tool, Cache: cache})
	if err != nil {
		return nil, err
	}
	store := factmem.New()
	if _, err := index.Run(ctx, index.Options{Dir: dir, Store: store, Readers: []lang.Reader{reader}, Environ: os.Environ(), Now: time.Now(), NoGit: true}); err != nil {
		return nil, err
	}
	packages, err := gofact.NewPackages(gofact.PackagesOptions{Go: tool, Dir: dir, Cache: cache})
	if err != nil {
		return nil, err
	}
	checker, err := golang.NewChecker(golang.Options{Go: tool, Cache: cache})
	if err != nil {
		return nil, err
	}
	_, version, _ := strings.Cut(dir, "@")
	c, err := check.Open(ctx, check.Options{Dir: dir, Store: store, Packages: packages, Code: checker, Version: version})
	if err != nil {
		return nil, err
	}
	if m.checkers == nil {
		m.checkers = map[string]*check.Checker{}
	}
	m.checkers[dir] = c
	return c, nil
}

// forget lets go of a tree that is not asked about any more.
func (m *modules) forget(dir string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.checkers, dir)
}

// judge is the real judge.
func (m *modules) judge(ctx context.Context, dir, text string) ([]oracle.Verdict, error) {
	c, err := m.open(ctx, dir)
	if err != nil {
		return nil, err
	}
	return c.Check(ctx, "", text)
}

var _ truth.Judge = (*modules)(nil).judge
