package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sooth/llm"
	"sooth/llm/llmtest"
)

// alive runs the suite tiny against a server of ours in a process of its own.
func alive(t *testing.T, server, key, db string, args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, append([]string{"run", "testdata/tiny", "--db", db}, args...)...)
	c.Env = append(os.Environ(), commandVariable+"=1", "ANTHROPIC_BASE_URL="+server, "ANTHROPIC_API_KEY="+key)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	exit = code(t, c.Run())
	return out.String(), errs.String(), exit
}

// coder answers every prompt with a program that compiles.
func coder(c llmtest.Call) llmtest.Behaviour {
	text := "```go\npackage solution\n\nimport \"strings\"\n\nfunc Lower(s string) string { return strings.ToLower(s) }\n```"
	if strings.Contains(c.Prompt, "Sorted") {
		text = "```go\npackage solution\n\nimport \"sort\"\n\nfunc Sorted(list []int) []int {\n\tlist = append([]int(nil), list...)\n\tsort.Ints(list)\n\treturn list\n}\n```"
	}
	in, out := 200, 100
	zero := 0
	return llmtest.Behaviour{Text: text, Usage: &llm.Usage{Input: &in, Output: &out, CacheRead: &zero, CacheWrite: &zero}}
}

func serve(t *testing.T, o llmtest.Options) *llmtest.Server {
	t.Helper()
	s, err := llmtest.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestLive runs a suite with a model behind the wire format of a provider: one
// command, four calls, each recorded with what it cost; the same command
// again, or a run that was stopped by its budget, asks nothing twice.
func TestLive(t *testing.T) {
	s := serve(t, llmtest.Options{Behave: coder, Key: "right"})
	db := t.TempDir()
	out, errs, exit := alive(t, s.URL(), "right", db, "--model", "claude-haiku-4-5", "--format", "json")
	if exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	var r struct {
		Run struct {
			Mode string   `json:"mode"`
			Cost *float64 `json:"cost_usd"`
		} `json:"run"`
		Tasks []struct {
			Trials []struct {
				Solved string `json:"solved"`
			} `json:"trials"`
		} `json:"tasks"`
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	solved := 0
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			if trial.Solved == "pass" {
				solved++
			}
		}
	}
	if solved != 4 || s.Counts().Requests != 4 || r.Run.Mode != "live" {
		t.Errorf("%d solved, %d requests, mode %s", solved, s.Counts().Requests, r.Run.Mode)
	}
	if want := 4 * (200*1 + 100*5) / 1e6; r.Run.Cost == nil || *r.Run.Cost < want-1e-9 || *r.Run.Cost > want+1e-9 {
		t.Errorf("cost %v, want %v", r.Run.Cost, want)
	}
	// What was answered is given again; where an answer is missing, all that are
	// missing are named, and nothing is run.
	out, errs, exit = alive(t, s.URL(), "right", db, "--model", "claude-haiku-4-5", "--mode", "cached", "--format", "json")
	if exit != 0 || s.Counts().Requests != 4 || !strings.Contains(out, `"mode": "cached"`) {
		t.Errorf("cached: exit %d, %d requests: %s", exit, s.Counts().Requests, errs)
	}
	_, errs, exit = alive(t, s.URL(), "right", db, "--model", "claude-haiku-4-5", "--mode", "cached", "--repeats", "2")
	if exit != 2 || strings.Count(errs, "repeat 1\n") != 4 || !strings.Contains(errs, "of 8 answers 4 are missing") || !strings.Contains(errs, "hint: --mode live") {
		t.Errorf("cached: exit %d: %s", exit, errs)
	}
	// A run that was left unfinished is not gone on with by a command that would
	// ask something else, unless that is meant.
	if _, errs, exit = alive(t, s.URL(), "right", db, "--model", "claude-haiku-4-5", "--repeats", "2", "--jobs", "1", "--max-tokens", "1000", "--budget", "0.0175", "--yes"); exit != 4 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	asked := s.Counts().Requests
	_, errs, exit = alive(t, s.URL(), "right", db, "--model", "claude-haiku-4-5", "--repeats", "2", "--max-tokens", "999")
	if exit != 2 || s.Counts().Requests != asked || !strings.Contains(errs, `parameter max_tokens: "1000" then, "999" now`) || !strings.Contains(errs, "--new-run") {
		t.Errorf("changed: exit %d, %d requests: %s", exit, s.Counts().Requests-asked, errs)
	}
	if _, errs, exit = alive(t, s.URL(), "right", db, "--model", "claude-haiku-4-5", "--repeats", "2", "--max-tokens", "999", "--new-run"); exit != 0 || s.Counts().Requests != asked+8 {
		t.Errorf("fresh: exit %d, %d requests: %s", exit, s.Counts().Requests-asked, errs)
	}
}

// TestLiveBudget: a budget stops the run with exit code 4, and a larger one
// goes on where it stopped.
func TestLiveBudget(t *testing.T) {
	s := serve(t, llmtest.Options{Behave: coder})
	db := t.TempDir()
	// A trial can cost at most 3 × (1,000 output tokens × $5 + its prompt × $1.25) / 10⁶, about $0.016.
	args := []string{"--model", "claude-haiku-4-5", "--max-tokens", "1000", "--jobs", "1", "--yes"}
	_, errs, exit := alive(t, s.URL(), "k", db, append(args, "--budget", "0.0175")...)
	asked := s.Counts().Requests
	if exit != 4 || asked == 0 || asked == 4 || !strings.Contains(errs, "budget exceeded after") || !strings.Contains(errs, "hint: ") {
		t.Fatalf("exit %d, %d asked: %s", exit, asked, errs)
	}
	if _, errs, exit = alive(t, s.URL(), "k", db, append(args, "--budget", "1")...); exit != 0 || s.Counts().Requests != 4 {
		t.Errorf("exit %d, %d asked in all: %s", exit, s.Counts().Requests, errs)
	}
}

// TestLiveRefused: what can be refused is refused before the first paid call.
func TestLiveRefused(t *testing.T) {
	s := serve(t, llmtest.Options{Behave: coder, Key: "right", Models: []string{"claude-haiku-4-5"}})
	for _, c := range []struct {
		name, key string
		args      []string
		exit      int
		message   string
	}{
		{"no key", "", []string{"--model", "claude-haiku-4-5"}, 2, "ANTHROPIC_API_KEY"},
		{"wrong key", "wrong", []string{"--model", "claude-haiku-4-5"}, 2, "nothing was asked"},
		{"unknown model", "right", []string{"--model", "claude-haiku-9"}, 2, "claude-haiku-9"},
		{"no such model, priced", "right", []string{"--model", "claude-haiku-9", "--price", "claude-haiku-9=1,5"}, 2, "nothing was asked"},
		{"unknown provider", "right", []string{"--mode", "live", "--model", "llama3"}, 2, "hint: name one before it"},
		{"too dear", "right", []string{"--model", "claude-haiku-4-5", "--budget", "0.14"}, 2, "hint: --budget allows more"},
		{"one trial too dear", "right", []string{"--model", "claude-haiku-4-5", "--budget", "0.1", "--yes"}, 2, `task "lower" under arm "none" alone may cost $0.12`},
		{"no budget", "right", []string{"--model", "claude-haiku-4-5", "--budget", "-1"}, 2, "--budget"},
		{"parameter", "right", []string{"--model", "claude-haiku-4-5", "--param", "temperature"}, 2, "name=value"},
		{"price", "right", []string{"--model", "claude-haiku-4-5", "--price", "claude-haiku-4-5=cheap"}, 2, "input,output"},
	} {
		_, errs, exit := alive(t, s.URL(), c.key, t.TempDir(), c.args...)
		if exit != c.exit || !strings.Contains(errs, c.message) {
			t.Errorf("%s: exit %d, want %d with %q: %s", c.name, exit, c.exit, c.message, errs)
		}
	}
	if n := s.Counts().Requests; n != 0 {
		t.Errorf("%d completions were asked for", n)
	}
	begun := time.Now()
	_, errs, exit := alive(t, "http://127.0.0.1:1", "k", t.TempDir(), "--model", "claude-haiku-4-5")
	if exit != 1 || time.Since(begun) > 30*time.Second || !strings.Contains(errs, "nothing was asked") {
		t.Errorf("dead host: exit %d after %v: %s", exit, time.Since(begun), errs)
	}
}

// TestPlanLive: what a run would ask of whom, what it would cost, what it could
// show and who would judge are told without a key and without a call; what is
// not known or not there is said.
func TestPlanLive(t *testing.T) {
	db := filepath.Join(t.TempDir(), "state")
	out, errs, exit := alive(t, "http://127.0.0.1:1", "", db, "--model", "claude-haiku-4-5", "--model", "gpt-5-mini", "--max-tokens", "1000", "--repeats", "3", "--plan")
	for _, want := range []string{
		"2 tasks, 24 trials", "none, claude-haiku-4-5: 6 trials, ", "docs, gpt-5-mini: 6 trials, ", " tokens in, up to 6000 out, $", "in all 24 calls, $",
		"2 tasks cannot show any gain", "\n  compiles, exists, available, current: go1.", " at the level go1.26\n", "\n  behaves: hidden tests of 2 of 2 tasks, ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks %q", want)
		}
	}
	// 6 answers of 1,000 tokens at $5 a million are $0.03 at the least of the most.
	if exit != 0 || !strings.Contains(out, "$0.00 to $0.03\n") {
		t.Errorf("exit %d: %s%s", exit, out, errs)
	}
	if _, err := os.Stat(db); err == nil {
		t.Error("state was left behind")
	}
	// Without a go command nothing could be judged; the plan says so.
	out, errs, exit = sooth(t, []string{"PATH=/nowhere"}, "run", "testdata/tiny", "--db", db, "--model", "openrouter/some/model", "--plan")
	if exit != 0 || !strings.Contains(out, "cost not known: ") || !strings.Contains(out, "current: not available, the run would end before anything is asked: ") {
		t.Errorf("without go: exit %d: %s%s", exit, out, errs)
	}
}
