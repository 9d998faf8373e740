package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sooth/internal/report"
	"sooth/score"
	"sooth/trial"

	"github.com/google/go-cmp/cmp"
)

// TestRuns compares each arm with itself in another run, also when another
// model answered.
func TestRuns(t *testing.T) {
	run := func(id, model string, words map[string]string) Side {
		s := Side{Run: trial.Run{ID: id, Suite: "s", SuiteHash: "abc", Toolchain: "go1.26", End: trial.Completed}, Points: outcomes(score.Compiles, words)}
		for i := range s.Points {
			s.Points[i].Model = model
		}
		return s
	}
	for _, model := range []string{"m", "n"} {
		got, err := Runs(run("a", "m", map[string]string{"none": "ffffffp", "context": "ppppppp"}),
			run("b", model, map[string]string{"none": "ppppppp", "context": "ppppppf"}), two(score.Compiles))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Comparisons) != 2 || len(got.Rates) != 4 {
			t.Fatalf("%d comparisons, %d rates; want 2 and 4", len(got.Comparisons), len(got.Rates))
		}
		first, second := got.Comparisons[0], got.Comparisons[1]
		if first.Base != "context@a" || first.Arm != "context@b" || !first.Primary || first.Table != [2][2]int{{6, 1}, {0, 0}} {
			t.Errorf("first: %+v", first)
		}
		if second.Base != "none@a" || second.Table != [2][2]int{{1, 0}, {6, 0}} || second.HolmP == nil || *second.HolmP != 0.03125 {
			t.Errorf("second: %+v", second)
		}
		if noted := len(got.Notes) > 0 && strings.Contains(got.Notes[0], "may be the model's"); noted != (model == "n") {
			t.Errorf("model %s: notes %q", model, got.Notes)
		}
	}
}

// TestRunsOfAGrownSuite: a task that only one run asked is new or gone and no
// pair, nor one that was lost; a task in other words is not compared; the rest is.
func TestRunsOfAGrownSuite(t *testing.T) {
	side := func(id, word string, from int) Side {
		s := Side{Run: trial.Run{ID: id, Suite: "s", SuiteHash: id, Toolchain: "go1.26", End: trial.Completed}, Points: outcomes(score.Compiles, map[string]string{"none": word})}
		for i := range s.Points {
			s.Points[i].Task = fmt.Sprintf("task-%d", from+i)
		}
		return s
	}
	earlier, later := side("a", "ppfppp", 0), side("b", "fpppf", 2) // tasks 0 to 5, and 2 to 6
	earlier.Reworded, earlier.Retired = []string{"task-5"}, []string{"old"}
	later.Points = append(later.Points, score.Point{Task: "task-2", Arm: "fresh", Model: "m", State: score.Answered, Measure: score.Compiles, Result: score.Result{Outcome: score.Pass}})
	earlier.Run.Mode, later.Run.Mode = "replay", "live"
	earlier.Run.Arms = map[string]trial.Arm{"none": {Definition: "1", Server: "x"}}
	later.Run.Arms = map[string]trial.Arm{"none": {Definition: "2", Server: "y"}}
	plan := Plan{Arms: []string{"none", "fresh"}, Criteria: []string{score.Compiles}}
	got, err := Runs(earlier, later, plan)
	if err != nil {
		t.Fatal(err)
	}
	want := &report.Against{New: []string{"task-6"}, Gone: []string{"old", "task-0", "task-1"}, Reworded: []string{"task-5"}, NewArms: []string{"fresh"}}
	if d := cmp.Diff(want, got.Against); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	// Of tasks 2, 3 and 4 the earlier run passed the last two, the later one all but the first.
	c := got.Comparisons[0]
	if len(got.Comparisons) != 1 || c.N != 3 || c.Table != [2][2]int{{2, 0}, {0, 1}} || len(c.Lost.Tasks) != 0 {
		t.Errorf("%d comparisons, the first %+v", len(got.Comparisons), c)
	}
	if !slices.Equal(got.Notes, []string{"the arm `none` was defined otherwise in run \"a\"", "the server of `none` is another than in run \"a\"", `run "a" was made in mode replay, run "b" in mode live`}) {
		t.Errorf("notes %q", got.Notes)
	}
	later.Reworded = []string{"task-2", "task-3", "task-4"}
	if _, err := Runs(earlier, later, plan); err == nil || !strings.Contains(err.Error(), "no task was asked in both in the words that the suite has now") {
		t.Errorf("all in other words: %v", err)
	}
}
