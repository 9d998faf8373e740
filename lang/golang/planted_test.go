package golang

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/oracle/code"
	"sooth/score"
	"sooth/suite"
)

// plantedVariable makes TestPlantedFaultsAreFound judge all faults, not one in
// eight.
const plantedVariable = "SOOTH_PLANTED"

// Every planted fault of the suite is found by the criterion that must fail,
// but for those of behaviour, which is not judged here.
func TestPlantedFaultsAreFound(t *testing.T) {
	name := filepath.Join(suiteDir, "planted.jsonl")
	if _, err := os.Stat(name); err != nil {
		t.Skipf("no planted faults: %v", err)
	}
	judge := code.New(newChecker(t, sharedCache))
	step := 8
	if os.Getenv(plantedVariable) != "" {
		step = 1
	}
	n, missed, row := 0, 0, 0
	lines(t, name, func(line []byte) {
		var p suite.Planted
		if err := json.Unmarshal(line, &p); err != nil {
			t.Fatal(err)
		}
		if p.Criterion == score.Behaves || p.Kind == string(score.NoCode) {
			return
		}
		if row++; row%step != 0 {
			return
		}
		text, err := os.ReadFile(filepath.Join(suiteDir, "tasks", p.Task, "solution.go"))
		if err != nil {
			t.Fatal(err)
		}
		n++
		j, err := judge.Judge(context.Background(), program(t, p.Task, strings.Replace(string(text), p.Find, p.Replace, 1)))
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		r := j.Criteria[p.Criterion]
		kinds, found := "", false
		for _, d := range r.Diagnostics {
			kinds += string(d.Kind) + " " + d.Symbol + ": " + d.Message + "\n"
			found = found || string(d.Kind) == p.Kind
		}
		if r.Outcome != score.Fail || !found {
			missed++
			t.Logf("%s (%s must fail, %q): %s %s\n%s confirmed by %s: %s", p.ID, p.Criterion, p.Kind, r.Outcome, r.Reason, kinds, p.Confirmed.By, p.Confirmed.Output)
		}
	})
	t.Logf("%d planted faults, %d missed", n, missed)
	if n == 0 {
		t.Fatal("no planted faults that can be judged here")
	}
	if missed*100 > n {
		t.Errorf("%d of %d planted faults were missed", missed, n)
	}
}
