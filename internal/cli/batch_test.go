package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sooth/llm/llmtest"
)

// TestPromptsAndAnswers writes prompts, has them answered elsewhere, and takes
// the answers in: the report is that of a live run with the same answers.
func TestPromptsAndAnswers(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	db := t.TempDir()
	run := func(want int, args ...string) (string, string) {
		t.Helper()
		c := exec.Command(self, append(args, "--db", db)...)
		c.Env = append(os.Environ(), commandVariable+"=1")
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr = &out, &errs
		if got := code(t, c.Run()); got != want {
			t.Fatalf("%v: exit %d, want %d: %s", args, got, want, errs.String())
		}
		return out.String(), errs.String()
	}
	prompts, _ := run(0, "prompts", "testdata/tiny")
	var results bytes.Buffer
	rows := 0
	for d := json.NewDecoder(strings.NewReader(prompts)); d.More(); rows++ {
		var row struct{ ID, Prompt string }
		if err := d.Decode(&row); err != nil {
			t.Fatal(err)
		}
		answer := coder(llmtest.Call{Prompt: row.Prompt}).Text
		if err := json.NewEncoder(&results).Encode(map[string]string{"id": row.ID, "answer": answer, "model": "somebody"}); err != nil {
			t.Fatal(err)
		}
	}
	if rows != 4 {
		t.Fatalf("%d prompts, want 4", rows)
	}
	file := filepath.Join(t.TempDir(), "results.jsonl")
	if err := os.WriteFile(file, results.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _ := run(0, "answers", "import", "testdata/tiny", file)
	if !strings.Contains(out, "2 tasks × 2 arms, somebody") || !strings.Contains(out, "(import, completed), 4 of 4 trials recorded") {
		t.Error(out)
	}
	if _, errs := run(2, "answers", "import", "testdata/tiny", file, "--repeats", "2", "--arms", "none"); !strings.Contains(errs, "is the id of no prompt") {
		t.Error(errs)
	}
	lines := strings.SplitAfter(results.String(), "\n")
	if err := os.WriteFile(file, []byte(strings.Join(lines[:3], "")), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, errs := run(4, "answers", "import", "testdata/tiny", file, "--model", "somebody else"); !strings.Contains(errs, "1 of 4 trials ended as infra_error") {
		t.Error(errs)
	}
	// An arm with tools cannot be answered elsewhere: its prompt without them would
	// be a plain one under its name.
	tools := armed(t, "server: [no-such-program-anywhere]")
	prompts, errs := run(0, "prompts", tools)
	if strings.Count(prompts, `"arm":"none"`) != 2 || strings.Count(prompts, "\n") != 2 || !strings.Contains(errs, "arm docs is left out: it offers tools") {
		t.Errorf("%s\n%s", prompts, errs)
	}
	for _, args := range [][]string{{"prompts", tools, "--arms", "docs"}, {"answers", "import", tools, file, "--arms", "none,docs"}} {
		if _, errs := run(2, args...); !strings.Contains(errs, `arm "docs" offers tools, which a file of prompts cannot; hint: --arms without it`) {
			t.Errorf("%v: %s", args, errs)
		}
	}
	mixed := lines[0] + strings.Replace(lines[1], "somebody", "somebody-else", 1)
	if err := os.WriteFile(file, []byte(mixed), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, errs := run(2, "answers", "import", "testdata/tiny", file); !strings.Contains(errs, `:2: model "somebody-else" answered, and in line 1 model "somebody"; hint: a file for each`) {
		t.Error(errs)
	}
	run(2, "answers", "import", "testdata/tiny", "no-such-file")
	run(2, "prompts", "testdata/tiny", "--format", "openai")
}
