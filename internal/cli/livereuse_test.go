package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"sooth/llm"
	"sooth/llm/llmtest"
)

// TestLiveAskedAgain: nothing paid for is asked twice. After a run in which the
// surroundings spoiled two trials the same command asks those two alone, a
// refusal stays what it was, and a task that was mended is asked again with
// --reuse, and no other.
func TestLiveAskedAgain(t *testing.T) {
	var broken atomic.Bool
	broken.Store(true)
	s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		switch {
		case !strings.Contains(c.Prompt, "Sorted"):
		case broken.Load():
			return llmtest.Behaviour{Fault: llmtest.BadRequest}
		case strings.HasPrefix(c.Prompt, "Write"):
			return llmtest.Behaviour{Stop: llm.Refusal, Text: "no"}
		}
		return coder(c)
	}})
	dir, db := unanswered(t), t.TempDir()
	task := filepath.Join(dir, "tasks", "lower", "task.yaml")
	before := 0
	run := func(exit, asked int, says string, args ...string) {
		t.Helper()
		out, errs, got := sooth(t, providerEnvironment(s.URL(), liveKey), append([]string{"run", dir, "--db", db, "--model", "claude-haiku-4-5", "--format", "json"}, args...)...)
		now := s.Counts().Requests
		var r tolds
		if got == 0 || got == 4 {
			if err := json.Unmarshal([]byte(out), &r); err != nil || r.Run.Records != 4 {
				t.Errorf("%v: %v, %d records", args, err, r.Run.Records)
			}
		}
		if got != exit || now-before != asked || !strings.Contains(errs, says) {
			t.Errorf("%v: exit %d after %d requests, want %d after %d with %q: %s", args, got, now-before, exit, asked, says, errs)
		}
		before = now
	}
	run(4, 4, "2 of 4 trials ended as infra_error; hint: the reasons are in the report; the same command asks those again, and nothing else")
	broken.Store(false)
	run(0, 2, "began with 2 answers of run ")
	run(0, 0, "", "--mode", "cached") // the refusal is an answer of the model's, too
	run(0, 0, "and asked the other 0", "--reuse")
	replaceIn(t, task, "lower case", "small letters")
	run(0, 2, "and asked the other 2", "--reuse")
	run(2, 0, "--new-run asks all anew and --reuse does not", "--reuse", "--new-run")
	run(2, 0, "hint: --mode live", "--reuse", "--mode", "mock")
	run(0, 4, "", "--new-run")
}

// TestMendedNamed: a task that was mended since a run was left is named before
// anything is asked, by --plan too, and is asked again; the others keep their answers.
func TestMendedNamed(t *testing.T) {
	s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		b, out := coder(c), 1000
		b.Usage.Output = &out // three answers, and what one costs at most, are more than the budget
		return b
	}})
	dir, db := unanswered(t), t.TempDir()
	run := func(args ...string) (out, errs string, exit int) {
		t.Helper()
		return sooth(t, providerEnvironment(s.URL(), liveKey), append([]string{"run", dir, "--db", db, "--model", "claude-haiku-4-5", "--max-tokens", "1000", "--jobs", "1"}, args...)...)
	}
	if _, errs, exit := run("--budget", "0.03"); exit != 4 || !strings.Contains(errs, "is used up after 3 of 4 trials") {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	const named = "tasks whose words have changed since are asked again, 1: lower\n"
	if out, errs, exit := run("--plan"); exit != 0 || strings.Contains(out+errs, "words have changed") {
		t.Errorf("nothing was mended: exit %d: %s%s", exit, out, errs)
	}
	replaceIn(t, filepath.Join(dir, "tasks", "lower", "task.yaml"), "lower case", "small letters")
	if out, errs, exit := run("--plan"); exit != 0 || !strings.Contains(out, named) {
		t.Errorf("--plan: exit %d: %s%s", exit, out, errs)
	}
	if _, errs, exit := run(); exit != 0 || !strings.Contains(errs, named) {
		t.Errorf("exit %d: %s", exit, errs)
	}
}

// replaceIn replaces a text in a file.
func replaceIn(t *testing.T, file, old, new string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), old) {
		t.Fatalf("%s does not hold %q: %v", file, old, err)
	}
	write(t, file, strings.Replace(string(text), old, new, 1))
}
