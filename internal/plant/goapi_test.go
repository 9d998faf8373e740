package plant

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
	"sooth/score"
	"sooth/suite"
)

// example is the suite in the tree.
const example = "../../examples/go-api"

var update = flag.Bool("update", false, "write examples/go-api/planted.jsonl anew")

func loadExample(t *testing.T) *suite.Suite {
	t.Helper()
	s, err := suite.Load(example)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func findGo(t *testing.T) *toolchain.Go {
	t.Helper()
	g, err := toolchain.Find(t.Context(), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// findSandbox returns the machine's sandbox. Without one the references of our
// own example, and what we make of them, run unsandboxed.
func findSandbox(t *testing.T) sandbox.Sandbox {
	t.Helper()
	box, err := sandbox.Find(t.Context(), os.Environ())
	if err != nil {
		t.Log(err)
		return sandbox.None()
	}
	return box
}

// A sandbox starts this test program again as its process 1.
func TestMain(m *testing.M) {
	sandbox.Init(os.Args)
	os.Exit(m.Run())
}

// TestMakeExample makes all faults of the example anew and compares them with
// the file in the tree: equal seeds give equal faults.
func TestMakeExample(t *testing.T) {
	if os.Getenv("SOOTH_LONG") == "" {
		t.Skip("SKIPPED: builds about 5,000 mutants and runs hidden tests for minutes; run with SOOTH_LONG=1")
	}
	g, s := findGo(t), loadExample(t)
	begin := time.Now()
	planted, stats, err := Make(t.Context(), s, Options{
		Go: g, Run: Hidden{Go: g, Sandbox: findSandbox(t)}, Seed: s.Seed, Jobs: runtime.NumCPU(),
		Done: func(task string, n int) { t.Logf("%s: %d", task, n) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d faults in %v\n%s", len(planted), time.Since(begin).Round(time.Second), stats.Markdown())
	for _, m := range stats.Missing() {
		t.Log("missing: " + m)
	}
	for _, k := range append(kinds(), score.NoCode) {
		t.Logf("dropped: %s: %q", k, stats.Reasons(k))
	}
	for _, one := range stats.Tasks {
		if one.Total() < 8 {
			t.Errorf("task %q has %d faults, want at least 8", one.Task, one.Total())
		}
	}
	var made bytes.Buffer
	if err := Write(&made, planted); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(example, "planted.jsonl")
	if *update {
		if err := os.WriteFile(name, made.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	was, now := strings.Split(string(kept), "\n"), strings.Split(made.String(), "\n")
	if len(was) != len(now) {
		t.Errorf("%s has %d lines, now %d are made; run with -update", name, len(was), len(now))
	}
	for i := range min(len(was), len(now)) {
		if was[i] != now[i] {
			t.Errorf("%s:%d: is\n%s\nand is now made as\n%s", name, i+1, was[i], now[i])
		}
	}
}
