package cli_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"sooth/internal/report"
	"sooth/score"
)

// example runs the command on an example, whose modules it may have to download, and
// returns the JSON of its report.
func example(t *testing.T, db string, args ...string) string {
	t.Helper()
	out, errs, exit := sooth(t, nil, append(args, "--quiet", "--format", "json", "--db", db)...)
	if exit != 0 && strings.Contains(errs, "proxy") {
		t.Skipf("SKIPPED: the modules cannot be had: connect to the module proxy; %s", errs)
	}
	if exit != 0 {
		t.Fatalf("sooth %q: exit %d: %s", args, exit, errs)
	}
	return out
}

// TestExampleAgreesWithItsLabels runs the first command of the README as a
// user does and holds what it says against labels.jsonl, which a script that
// shares nothing with this program wrote from `go build` and `go test`: every
// row, both columns. The controls must be right, too.
func TestExampleAgreesWithItsLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: grades the whole example suite")
	}
	var r report.Report
	if err := json.Unmarshal([]byte(example(t, t.TempDir(), "run", "../../examples/go-api")), &r); err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(r.Run.Sandbox, "none") {
		t.Skip("SKIPPED: no sandbox, so that `behaves` cannot be held against the labels: ", r.Run.Sandbox)
	}
	labels := readLabels(t)
	compiles, behaves := 0, 0
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			label, ok := labels[task.ID+" "+trial.Arm]
			if !ok {
				t.Errorf("no label for %s under %s", task.ID, trial.Arm)
				continue
			}
			if got := trial.Criteria[score.Compiles]; (got.Outcome == score.Pass) == label.Compiles && got.Outcome != score.Unknown {
				compiles++
			} else {
				t.Errorf("%s under %s: compiles is %s (%s), the label says %v (%s)", task.ID, trial.Arm, got.Outcome, got.Reason, label.Compiles, label.FirstError)
			}
			got := trial.Criteria[score.Behaves]
			switch {
			case label.Behaves == nil && got.Outcome != score.Unknown:
				t.Errorf("%s under %s: behaves is %s, but it does not compile", task.ID, trial.Arm, got.Outcome)
			case label.Behaves == nil:
			case got.Outcome != score.Unknown && (got.Outcome == score.Pass) == *label.Behaves:
				behaves++
			default:
				t.Errorf("%s under %s: behaves is %s (%s), the label says %v", task.ID, trial.Arm, got.Outcome, got.Reason, *label.Behaves)
			}
		}
	}
	t.Logf("agreement with labels.jsonl: compiles %d/138, behaves %d/119", compiles, behaves)
	if compiles != 138 || behaves != 119 {
		t.Errorf("compiles agrees on %d of 138, behaves on %d of 119", compiles, behaves)
	}
	for _, c := range r.Controls {
		t.Logf("%s: %d/%d", c.Name, c.Right, c.N)
		for _, m := range c.Misses {
			t.Logf("  missed %s: wanted %s, got %s: %s", m.ID, m.Want, m.Got, m.Reason)
		}
		if c.N < 46 || c.Name == "reference" && c.Right != c.N || 100*(c.N-c.Right) > c.N {
			t.Errorf("control %s: %d of %d", c.Name, c.Right, c.N)
		}
	}
}

// label is one line of labels.jsonl.
type label struct {
	Task       string
	Arm        string
	Compiles   bool
	Behaves    *bool
	FirstError string `json:"first_error"`
}

func readLabels(t *testing.T) map[string]label {
	t.Helper()
	f, err := os.Open("../../examples/go-api/labels.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	labels := map[string]label{}
	s := bufio.NewScanner(f)
	for s.Scan() {
		var l label
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		labels[l.Task+" "+l.Arm] = l
	}
	if len(labels) != 138 {
		t.Fatalf("%d labels, want 138", len(labels))
	}
	return labels
}
