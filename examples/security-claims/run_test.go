package securityclaims

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"sooth/extract"
	"sooth/extract/fixture"
	"sooth/internal/cli"
)

// sooth runs the command line in this process and returns what it prints.
func sooth(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := cli.Main(append([]string{"sooth"}, args...), os.Environ(), strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("sooth %q: exit %d: %s", args, code, stderr.String())
	}
	return stdout.String()
}

// TestPrompts holds the prompts that are shipped to those that a run would ask,
// and looks into them: the code is there, what is expected is not.
func TestPrompts(t *testing.T) {
	shipped, err := os.ReadFile("prompts/prompts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if made := sooth(t, "prompts", "."); made != string(shipped) {
		t.Error("they differ; make them again: sooth prompts examples/security-claims > examples/security-claims/prompts/prompts.jsonl")
	}
	byID := map[string]fixture.Fixture{}
	for _, f := range corpus(t).Fixtures {
		byID[f.ID] = f
	}
	n := 0
	for line := range strings.Lines(string(shipped)) {
		var row struct{ Task, Arm, Prompt string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		n++
		f := byID[row.Task]
		if !strings.Contains(row.Prompt, f.Content) || strings.Contains(row.Prompt, "{content}") || !strings.Contains(row.Prompt, `"claims"`) {
			t.Errorf("%s %s: the code or the schema is not in it", row.Task, row.Arm)
		}
		if strings.Contains(row.Prompt, f.ID) || strings.Contains(row.Prompt, f.Name) {
			t.Errorf("%s %s: it tells what is looked for", row.Task, row.Arm)
		}
		for _, e := range f.Must {
			if strings.Contains(row.Prompt, e.Rationale) {
				t.Errorf("%s %s: it has a rationale", row.Task, row.Arm)
			}
		}
	}
	if n != 2*len(byID) {
		t.Errorf("%d prompts", n)
	}
}

// TestScanners asks the scanners for the fixtures of one category and holds
// what comes out against the baseline in the manifest, fixture by fixture.
func TestScanners(t *testing.T) {
	for _, name := range []string{"scratch/scan", "scratch/eslint/node_modules/eslint/package.json"} {
		if _, err := os.Stat(name); err != nil {
			t.Skipf("SKIPPED: %s is not there: examples/security-claims/setup makes it", name)
		}
	}
	out := sooth(t, "--db", t.TempDir(), "--quiet", "run", ".", "--arms", "scanners", "--category", "edge", "--format", "json")
	var report struct {
		Systems []struct {
			Metrics struct{ TP, FP, FN int }
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	var want extract.Tally
	c := corpus(t)
	for _, f := range c.Fixtures {
		if f.Category == "edge" {
			b := c.Manifest.Baseline.Fixtures[f.ID]
			want.TP, want.FP, want.FN = want.TP+b.TP, want.FP+b.FP, want.FN+b.FN
		}
	}
	if len(report.Systems) != 1 || want.TP == 0 {
		t.Fatalf("%d systems, %+v", len(report.Systems), want)
	}
	if got := report.Systems[0].Metrics; got.TP != want.TP || got.FP != want.FP || got.FN != want.FN {
		t.Errorf("%+v, the baseline has %+v", got, want)
	}
}
