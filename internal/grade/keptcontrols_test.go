package grade

import (
	"context"
	"iter"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"sooth/internal/cache"
	"sooth/internal/sandbox"
	"sooth/lang"
	"sooth/oracle/behave"
	"sooth/oracle/code"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// whole takes the whole answer for a file, and counts how often.
type whole struct {
	version string
	asked   *atomic.Int64
}

func (w whole) Version() string { return w.version }

func (w whole) Extract(answer string) lang.Extraction {
	w.asked.Add(1)
	return lang.Extraction{Files: []lang.Extracted{{File: lang.File{Name: "solution.go", Text: answer}}}}
}

// lenient finds a fault where a program names one.
type lenient struct{ version string }

func (l lenient) Version() string { return l.version }

func (l lenient) Check(_ context.Context, p lang.Program) (lang.Report, error) {
	r := lang.Report{Parsed: true}
	if strings.Contains(p.Files[0].Text, "Fault") {
		r.Problems = []lang.Problem{{Diagnostic: score.Diagnostic{Kind: score.TypeMismatch, Message: "a fault"}}}
	}
	return r, nil
}

// TestControlsAreKept: control arms that were judged are not judged again until
// something changed that their account depends on.
func TestControlsAreKept(t *testing.T) {
	var records iter.Seq2[trial.Record, error] = func(func(trial.Record, error) bool) {}
	var asked atomic.Int64
	fresh := func() *Grader {
		task := suite.Task{ID: "t", Target: lang.Target{Language: "go", Version: "1.26"}, Reference: []lang.File{{Name: "solution.go", Text: "package solution // Right\n"}}}
		return &Grader{
			Suite: &suite.Suite{Tasks: []suite.Task{task}, Planted: []suite.Planted{
				{ID: "t/type mismatch/1", Task: "t", Criterion: score.Compiles, File: "solution.go", Find: "Right", Replace: "Fault"},
				{ID: "t/type mismatch/2", Task: "t", Criterion: score.Compiles, File: "solution.go", Find: "Right", Replace: "Unseen"},
			}},
			Extract: whole{"1", &asked}, Code: code.New(lenient{"1"}), Behave: behave.New(behave.Options{}),
		}
	}
	grade := func(g *Grader) *Graded {
		t.Helper()
		asked.Store(0)
		graded, err := g.Grade(t.Context(), records)
		if err != nil {
			t.Fatal(err)
		}
		return graded
	}
	want := grade(fresh()).Controls
	if asked.Load() != 3 || len(want) != 2 || want[0].Right != 1 || want[1].Right != 1 || len(want[1].Misses) != 1 {
		t.Fatalf("%d judged: %+v", asked.Load(), want)
	}
	verdicts, err := cache.Open(t.Context(), filepath.Join(t.TempDir(), "cache.db"), cache.Options{Warn: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	defer verdicts.Close()
	for n, judged := range []int64{3, 0} {
		g := fresh()
		g.Verdicts = verdicts
		if got := grade(g).Controls; asked.Load() != judged || !reflect.DeepEqual(got, want) {
			t.Errorf("grading %d: %d judged, want %d: %+v", n, asked.Load(), judged, got)
		}
	}
	for name, change := range map[string]func(*Grader){
		"extractor": func(g *Grader) { g.Extract = whole{"2", &asked} },
		"checker":   func(g *Grader) { g.Code = code.New(lenient{"2"}) },
		"sandbox":   func(g *Grader) { g.Behave = behave.New(behave.Options{Limits: sandbox.Limits{Processes: 1}}) },
		"target":    func(g *Grader) { g.Suite.Tasks[0].Target.Version = "1.25" },
		"module":    func(g *Grader) { g.Suite.Tasks[0].Module.Files = []lang.File{{Name: "go.mod", Text: "module m\n"}} },
		"reference": func(g *Grader) { g.Suite.Tasks[0].Reference[0].Text += "\n" },
		"fault":     func(g *Grader) { g.Suite.Planted[0].Replace = "Faulty" },
		"criterion": func(g *Grader) { g.Suite.Planted[0].Criterion = score.Exists },
		"fewer":     func(g *Grader) { g.Suite.Planted = g.Suite.Planted[:1] },
	} {
		g := fresh()
		g.Verdicts = verdicts
		change(g)
		if grade(g); asked.Load() == 0 {
			t.Errorf("%s: what was kept of other controls was told", name)
		}
	}
	for range 2 { // hidden tests that nothing here can run: another time they may
		g := fresh()
		g.Verdicts = verdicts
		g.Suite.Tasks[0].Tests = []lang.File{{Name: "solution_test.go", Text: "package solution\n"}}
		if grade(g); asked.Load() == 0 {
			t.Error("what could not be judged was kept")
		}
	}
}
