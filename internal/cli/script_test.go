package cli_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sooth/internal/cli"
	"sooth/internal/sandbox"
)

func TestMain(m *testing.M) {
	if sandbox.Init(os.Args) {
		return
	}
	testscript.Main(m, map[string]func(){
		"sooth":        func() { os.Exit(cli.Main(os.Args, os.Environ(), os.Stdin, os.Stdout, os.Stderr)) },
		"searchengine": searchEngine,
	})
}

// TestScripts runs testdata/script/*.txtar: one behaviour of the command line a
// file. "exits CODE COMMAND…" asserts an exit code; the suite tiny is a copy of
// testdata/tiny in each script's folder.
func TestScripts(t *testing.T) {
	found, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(found) == 0 {
		t.Fatalf("no scripts found: %v", err)
	}
	tiny, err := filepath.Abs("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	goCache, goModCache := os.Getenv("GOCACHE"), os.Getenv("GOMODCACHE")
	if home, err := os.UserHomeDir(); err == nil {
		if goCache == "" {
			goCache = filepath.Join(home, ".cache", "go-build")
		}
		if goModCache == "" {
			goModCache = filepath.Join(home, "go", "pkg", "mod")
		}
	}
	testscript.Run(t, testscript.Params{
		Files:         found,
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("BIN", filepath.SplitList(e.Getenv("PATH"))[0]) // where sooth itself is
			e.Setenv("GOCACHE", goCache)
			e.Setenv("GOMODCACHE", goModCache)
			e.Setenv("GOPROXY", os.Getenv("GOPROXY"))
			extract := filepath.Join(filepath.Dir(tiny), "extract")
			return errors.Join(os.CopyFS(filepath.Join(e.WorkDir, "tiny"), os.DirFS(tiny)), os.CopyFS(filepath.Join(e.WorkDir, "extract"), os.DirFS(extract)))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"asks": asks, "exits": exits, "sandboxed": sandboxed},
	})
}
