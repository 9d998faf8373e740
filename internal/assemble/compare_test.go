package assemble

import (
	"slices"
	"testing"

	"sooth/internal/grade"
	"sooth/internal/report"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// suiteNow has tasks a to d; the runs were made before and after it changed.
func suiteNow() *suite.Suite {
	s := &suite.Suite{Name: "s", Hash: "2", Criteria: []string{score.Compiles}, Arms: []suite.Arm{{Name: "none", Kind: "none", Template: "Write: {prompt}"}}}
	for _, id := range []string{"a", "b", "c", "d"} {
		s.Tasks = append(s.Tasks, suite.Task{ID: id, Prompt: "task " + id})
	}
	return s
}

// run is a side made of prompts and outcomes by task.
func run(t *testing.T, id string, asked map[string]string, passes string) Input {
	t.Helper()
	in := Input{Suite: suiteNow(), Run: trial.Run{ID: id, Suite: "s", SuiteHash: id, Toolchain: "go1.26", End: trial.Completed}, Graded: &grade.Graded{Trials: map[string][]report.Trial{}}}
	records := func(yield func(trial.Record, error) bool) {
		for _, task := range []string{"old", "a", "b", "c", "d"} {
			if prompt, ok := asked[task]; ok && !yield(trial.Record{Task: task, Arm: "none", Model: "m", State: score.Answered, Prompt: prompt}, nil) {
				return
			}
		}
	}
	for r, err := range in.Today(records) {
		if err != nil {
			t.Fatal(err)
		}
		result := score.Result{Outcome: score.Fail}
		if slices.Contains([]byte(passes), r.Task[0]) {
			result.Outcome = score.Pass
		}
		in.Graded.Points = append(in.Graded.Points, score.Point{Task: r.Task, Arm: r.Arm, Model: r.Model, State: r.State, Measure: score.Compiles, Result: result})
		in.Graded.Trials[r.Task] = []report.Trial{{Arm: r.Arm, Model: r.Model, State: r.State, Criteria: map[string]score.Result{score.Compiles: result}}}
	}
	return in
}

// TestRuns: between two runs a task was lost, one was reworded, one taken out of
// the suite and one put in. Only the lost one is a difference of the arm.
func TestRuns(t *testing.T) {
	earlier := run(t, "1", map[string]string{"old": "Write: task old", "a": "Write: task a", "b": "Write: task b", "c": "Write: task c, fast"}, "abc")
	later := run(t, "2", map[string]string{"a": "Write: task a", "b": "Write: task b", "c": "Write: task c", "d": "Write: task d"}, "a")
	r, err := Runs(earlier, later)
	if err != nil {
		t.Fatal(err)
	}
	a := r.Against
	if r.Run.ID != "2" || a.Run.ID != "1" || !slices.Equal(a.New, []string{"d"}) || !slices.Equal(a.Gone, []string{"old"}) || !slices.Equal(a.Reworded, []string{"c"}) {
		t.Errorf("run %s against %+v", r.Run.ID, a)
	}
	if r.Run.Records != 4 || a.Run.Records != 4 {
		t.Errorf("%d and %d records, want 4 each", a.Run.Records, r.Run.Records)
	}
	if len(r.Comparisons) == 0 || r.Comparisons[0].Table != [2][2]int{{1, 1}, {0, 0}} || len(r.Discordant) != 1 || r.Discordant[0].Task != "b" || r.Discordant[0].Better != "none@1" {
		t.Errorf("%+v, %+v", r.Comparisons, r.Discordant)
	}
	var under []string
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			under = append(under, task.ID+":"+trial.Arm)
		}
	}
	if !slices.Equal(under, []string{"a:none@1", "a:none@2", "b:none@1", "b:none@2", "c:none@2", "d:none@2"}) {
		t.Errorf("trials %q", under)
	}
	if earlier.Graded.Trials["a"][0].Arm != "none" {
		t.Error("what was graded was renamed")
	}
	if len(r.Notes) != 1 || r.Notes[0] != "the suite has changed since run 1 (1 then, 2 now): answers are graded with the suite as it is now" {
		t.Errorf("notes %q", r.Notes)
	}
}
