package extractrun_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"sooth/agent/replay"
	"sooth/internal/extractreport"
	"sooth/internal/extractrun"
	"sooth/internal/runner"
	"sooth/suite"
	"sooth/trial"
)

// model is the model of all recorded answers here.
const model = "example-model"

// corpus writes a suite of n fixtures with two expectations each, and recorded
// answers in which say decides whether the arm observes an expectation.
func corpus(t testing.TB, n, repeats int, say func(arm string, fixture, expectation, repeat int) bool) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	suiteYAML := "schema: sooth.suite/1\nname: large\nkind: extract\nfixtures: fixtures\nrepeats: " + strconv.Itoa(repeats) + "\nanswers: answers.jsonl\narms:\n" +
		"  v1: {kind: prompt, version: 1.0.0, prompt: v1.md}\n  v2: {kind: prompt, version: 1.1.0, prompt: v2.md}\n"
	write("suite.yaml", suiteYAML)
	write("v1.md", "Read this:\n{content}\n")
	write("v2.md", "Read this well:\n{content}\n")
	write("fixtures/manifest.toml", "[corpus]\nversion = \"1\"\n")
	write("fixtures/vocabulary.toml", "[[subjects]]\npath = \"tls/cert_verification\"\n[[subjects]]\npath = \"tls/protocol\"\n[[predicates]]\nname = \"enabled\"\ntype = \"bool\"\n")
	for i := range n {
		content := fmt.Sprintf("import requests\n\n\ndef fetch%d(url):\n    response = requests.get(url, verify=False)\n    return response.json()\n", i)
		write(fmt.Sprintf("fixtures/tls/f%05d.toml", i), fmt.Sprintf(`[metadata]
id = "f%05d"
name = "fixture"
category = "tls"
language = "python"
[input]
content = '''
%s'''
[expected]
must_contain = [
  { subject = "tls/cert_verification", predicate = "enabled", value = false, line = 5 },
  { subject = "tls/protocol", predicate = "enabled", value = true, line = 5 },
]
`, i, content))
	}
	write("answers.jsonl", "")
	s := load(t, dir)
	p := plan(t, extractrun.Options{Suite: s, Models: []string{model}})
	var rows strings.Builder
	for _, trial := range p.Trials {
		i, err := strconv.Atoi(strings.TrimPrefix(trial.Task, "f"))
		if err != nil {
			t.Fatal(err)
		}
		var claims []string
		for e, text := range []string{`{"subject":"tls/cert_verification","predicate":"enabled","value":"no","confidence":0.9,"line":5}`, `{"subject":"tls/protocol","predicate":"enabled","value":true,"confidence":0.8,"line":5}`} {
			if say(trial.Arm, i, e, trial.Repeat) {
				claims = append(claims, text)
			}
		}
		row, err := json.Marshal(suite.Recorded{Task: trial.Task, Arm: trial.Arm, Model: trial.Model, Repeat: trial.Repeat, Recorded: "2026-11-22", PromptSHA256: suite.PromptSHA256(trial.System, trial.Prompt), Answer: `{"claims":[` + strings.Join(claims, ",") + "]}"})
		if err != nil {
			t.Fatal(err)
		}
		rows.Write(append(row, '\n'))
	}
	write("answers.jsonl", rows.String())
	return dir
}

func load(t testing.TB, dir string) *suite.Extract {
	t.Helper()
	s, err := suite.LoadExtract(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func plan(t testing.TB, o extractrun.Options) *extractrun.Plan {
	t.Helper()
	p, err := extractrun.NewPlan(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// replayed runs a plan on the recorded answers of its suite.
func replayed(t testing.TB, s *suite.Extract, p *extractrun.Plan, store *trial.Store) trial.Run {
	t.Helper()
	source := replay.Source{File: "answers.jsonl", Recorded: s.Recorded}
	for _, f := range s.Corpus.Fixtures {
		source.Tasks = append(source.Tasks, f.ID)
	}
	for _, a := range s.Arms {
		source.Arms = append(source.Arms, a.Name)
	}
	answers, problems := replayAgent(source, p)
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	asker, err := extractrun.NewAsker(t.Context(), s, p, answers, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := runner.Run(context.Background(), runner.Options{
		Store: store, Agent: asker, Plan: p.Trials, Jobs: 64, Now: time.Now, Definitions: asker.Definitions(),
		Run: trial.Run{Suite: s.Name, SuiteDir: s.Dir, SuiteHash: s.Hash, Seed: s.Seed, Mode: "replay", Version: "test"},
	})
	if err != nil || outcome.Run.End != trial.Completed {
		t.Fatalf("%+v, %v", outcome, err)
	}
	return outcome.Run
}

func replayAgent(source replay.Source, p *extractrun.Plan) (*replay.Agent, []error) {
	return replay.New(source, p.Prompted())
}

func open(t testing.TB) *trial.Store {
	t.Helper()
	store, err := trial.Open(context.Background(), filepath.Join(t.TempDir(), "runs.db"), trial.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// TestLarge: many fixtures with cached answers are judged and told in little time
// and memory. SOOTH_FIXTURES=10000 is the figure of docs/benchmarks.md; the
// default is what every test run can afford.
func TestLarge(t *testing.T) {
	n := 200
	if text := os.Getenv("SOOTH_FIXTURES"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	dir := corpus(t, n, 1, func(_ string, fixture, expectation, _ int) bool { return expectation == 0 || fixture%10 != 0 })
	runtime.GC()
	began := time.Now()
	step := func(what string) {
		t.Logf("%-30s %v", what, time.Since(began).Round(time.Millisecond))
		began = time.Now()
	}
	s := load(t, dir)
	step("suite, fixtures and answers read")
	p := plan(t, extractrun.Options{Suite: s, Arms: []string{"v1"}})
	step("planned")
	store := open(t)
	run := replayed(t, s, p, store)
	step("recorded")
	r, err := extractrun.Tell(t.Context(), s, run, store.Records(t.Context(), run.ID), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	step("matched and measured")
	for _, format := range []string{"text", "json", "html"} {
		if err := extractreport.Write(io.Discard, r, format, extractreport.Options{}); err != nil {
			t.Fatal(err)
		}
		step(format)
	}
	if m := r.Systems[0].Metrics; m.TP != 2*n-n/10 || m.FN != n/10 || m.FP != 0 || m.Passed != n-n/10 {
		t.Errorf("%d fixtures: %+v", n, m.Measures)
	}
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		for line := range strings.Lines(string(status)) {
			if strings.HasPrefix(line, "VmHWM") {
				t.Log(strings.TrimSpace(line), "(with the making of the suite)")
			}
		}
	}
}
