package extractrun_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sooth/extract/fixture"
	"sooth/internal/extractreport"
	"sooth/internal/extractrun"
	"sooth/internal/perturb"
	"sooth/internal/runner"
	"sooth/suite"
	"sooth/trial"
)

// TestRegressionAndNoise: against a baseline of 24 fixtures, a prompt that loses
// one expectation of nine fixtures is a regression, one that loses and gains as
// much is not, and neither is the same prompt again.
func TestRegressionAndNoise(t *testing.T) {
	for _, c := range []struct {
		name    string
		v2      func(fixture, expectation, repeat int) bool
		verdict string
		worse   int
	}{
		{"the same", func(f, e, _ int) bool { return f%6 != 0 || e == 0 }, "pass", 0},
		{"nine lost", func(f, e, _ int) bool { return (f%6 != 0 && f >= 10) || e == 0 }, "regression", 8},
		{"one lost, one gained", func(f, e, _ int) bool { return f != 1 && f%6 != 0 || f == 6 || e == 0 }, "pass", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := corpus(t, 24, 3, func(arm string, f, e, repeat int) bool {
				if arm == "v2" {
					return c.v2(f, e, repeat)
				}
				return f%6 != 0 || e == 0
			})
			store := open(t)
			s := load(t, dir)
			first := replayed(t, s, plan(t, extractrun.Options{Suite: s, Arms: []string{"v1"}}), store)
			b, err := extractrun.Baseline(t.Context(), s, first, store.Records(t.Context(), first.ID), "", "")
			if err != nil {
				t.Fatal(err)
			}
			manifest := filepath.Join(dir, "fixtures", fixture.ManifestFile)
			text, _, err := fixture.Update([]byte("# kept\n[corpus]\nversion = \"1\"\n"), manifest, b)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(manifest, text, 0o644); err != nil {
				t.Fatal(err)
			}
			again := load(t, dir)
			if again.Hash != s.Hash {
				t.Error("a baseline makes another suite, so that runs of before cannot be resumed or compared")
			}
			run := replayed(t, again, plan(t, extractrun.Options{Suite: again, Arms: []string{"v2"}}), store)
			r, err := extractrun.Tell(t.Context(), again, run, store.Records(t.Context(), run.ID), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			got := r.Systems[0].Baseline
			if got == nil || got.Verdict != c.verdict || len(got.Regressed) != c.worse || got.BaseID.Run != first.ID || got.BaseID.Version != "1.0.0" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// small is the suite of the scripts.
func small(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "extract")
	if err := os.CopyFS(dir, os.DirFS("../cli/testdata/extract")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func rewrite(t *testing.T, name string, replace ...string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(replace...).Replace(string(text))
	if changed == string(text) {
		t.Fatalf("nothing to replace in %s", name)
	}
	if err := os.WriteFile(name, []byte(changed), 0o755); err != nil {
		t.Fatal(err)
	}
}

// programs runs the programs of a suite and tells of it.
func programs(t *testing.T, dir string, kinds ...perturb.Kind) *extractreport.Report {
	t.Helper()
	s := load(t, dir)
	p := plan(t, extractrun.Options{Suite: s, Arms: []string{"grep"}, Repeats: 1, Kinds: kinds})
	asker, err := extractrun.NewAsker(t.Context(), s, p, nil, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	store := open(t)
	outcome, err := runner.Run(context.Background(), runner.Options{
		Store: store, Agent: asker, Plan: p.Trials, Now: time.Now, Definitions: asker.Definitions(), Tolerance: 1,
		Run: trial.Run{Suite: s.Name, SuiteDir: s.Dir, SuiteHash: s.Hash, Mode: "command", Version: "test"},
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := extractrun.Tell(t.Context(), s, outcome.Run, store.Records(t.Context(), outcome.Run.ID), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func of(t *testing.T, r *extractreport.Report, id, variant string) extractreport.Result {
	t.Helper()
	for _, x := range r.Systems[0].Results {
		if x.Fixture == id && x.Variant == variant {
			return x
		}
	}
	t.Fatalf("no result of %s %s", id, variant)
	return extractreport.Result{}
}

// TestProgramsThatFail: a program that ends badly is the surroundings' doing; one
// that prints rubbish has answered.
func TestProgramsThatFail(t *testing.T) {
	for _, c := range []struct {
		name, script string
		infra, parse string // part of it; empty: none
	}{
		{"exit code", "echo '[]'; echo broken >&2; exit 3", `exit code 3; it said last: "broken"`, ""},
		{"signal", "kill -KILL $$", "signal", ""},
		{"too slow", "sleep 30", "no answer in time", ""},
		{"prose", "echo all is well", "", "no JSON"},
		{"nothing", ":", "", "empty"},
		{"another rule", `echo '[{"rule":"other","line":4}]'`, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := small(t)
			rewrite(t, filepath.Join(dir, "suite.yaml"), "timeout: 20s", "timeout: 2s")
			if err := os.WriteFile(filepath.Join(dir, "scan.sh"), []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			r := programs(t, dir)
			x := of(t, r, "secrets-001", "")
			switch {
			case c.infra != "" && (!strings.Contains(x.Infra, c.infra) || r.Run.InfraErrors != 6 || r.Systems[0].Metrics.FN != 0 || r.Systems[0].Metrics.Recall.Value != nil):
				t.Errorf("%+v, %+v", x, r.Run)
			case c.infra == "" && (x.Infra != "" || len(x.Misses) != 1):
				t.Errorf("%+v", x)
			case c.parse != "" && (x.ParseError == "" || x.Misses[0].Stage != "parse"):
				t.Errorf("%+v", x)
			case c.name == "another rule" && (len(x.Unknown) != 1 || x.Unknown[0].Observation.Line != 4 || !strings.Contains(x.Unknown[0].Reason, `rule "other" is not in the table`)):
				t.Errorf("%+v", x)
			}
		})
	}
}

// TestVariants: a program that counts on white space is found to be unstable
// under the variant that changes it, and under no other.
func TestVariants(t *testing.T) {
	dir := small(t)
	rewrite(t, filepath.Join(dir, "scan.sh"), "'verify=False|InsecureSkipVerify: *true'", "'verify=False|^[[:cntrl:]][[:cntrl:]]InsecureSkipVerify: *true'")
	r := programs(t, dir, perturb.Kinds()...)
	var unstable []string
	for _, v := range r.Systems[0].Variants {
		if v.Identical < v.Pairs {
			unstable = append(unstable, v.Kind)
			if len(v.Flickered) != 1 || v.Flickered[0].Fixture != "tls-002" || v.Flickered[0].Where != "only in the original" || !strings.Contains(v.Flickered[0].Claim, "tls/cert_verification enabled = false") {
				t.Errorf("%+v", v)
			}
		}
		if v.Pairs != 5 || v.OtherLine != 0 || v.Rate.Low == nil || len(v.Skipped) != 1 || len(v.Checked) == 0 {
			t.Errorf("%+v", v)
		}
	}
	if !slices.Equal(unstable, []string{"indentation"}) {
		t.Errorf("unstable under %v", unstable)
	}
	if m := r.Systems[0].Metrics; m.Results != 6 {
		t.Errorf("variants count in the rates: %+v", m)
	}
}

// TestBudgets: a prompt over the budget of a file is no answer and a miss of
// everything expected; a plan over that of a run is refused.
func TestBudgets(t *testing.T) {
	dir := small(t)
	name := filepath.Join(dir, "suite.yaml")
	rewrite(t, name, "file_tokens: 4000", "file_tokens: 100")
	s := load(t, dir)
	p := plan(t, extractrun.Options{Suite: s, Arms: []string{"v1"}, Models: []string{"m"}, Repeats: 1})
	asker, err := extractrun.NewAsker(t.Context(), s, p, extractrun.Empty{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	store := open(t)
	outcome, err := runner.Run(t.Context(), runner.Options{Store: store, Agent: asker, Plan: p.Trials, Now: time.Now, Run: trial.Run{Suite: s.Name, SuiteDir: dir, SuiteHash: s.Hash, Mode: "mock"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := extractrun.Tell(t.Context(), s, outcome.Run, store.Records(t.Context(), outcome.Run.ID), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if x := of(t, r, "tls-001", ""); r.Run.NoAnswer != 6 || len(x.Misses) != 1 || !strings.Contains(x.ParseError, "budget.file_tokens is 100") {
		t.Errorf("%+v, %+v", r.Run, x)
	}
	rewrite(t, name, "file_tokens: 100", "file_tokens: 4000", "run_tokens: 500000", "run_tokens: 2000")
	s = load(t, dir)
	if _, err := extractrun.NewPlan(t.Context(), extractrun.Options{Suite: s, Arms: []string{"v1"}, Models: []string{"m"}}); err == nil || !strings.Contains(err.Error(), "budget.run_tokens is 2000") {
		t.Errorf("%v", err)
	}
}

// TestOrder: the order of a plan is that of the seed, and leaving fixtures out
// does not move the others.
func TestOrder(t *testing.T) {
	s := load(t, small(t))
	tasks := func(o extractrun.Options) []string {
		o.Suite, o.Arms, o.Models, o.Repeats = s, []string{"v1"}, []string{"m"}, 1
		var list []string
		for _, x := range plan(t, o).Trials {
			list = append(list, x.Task)
		}
		return list
	}
	all := tasks(extractrun.Options{})
	part := tasks(extractrun.Options{Categories: []string{"tls", "jwt"}})
	left := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return !slices.Contains(part, id) })
	if len(all) != 6 || slices.Contains(all, "edge-002") || len(part) != 3 || !slices.Equal(left, part) || slices.IsSorted(all) {
		t.Errorf("%v, %v", all, part)
	}
	with := tasks(extractrun.Options{Fixtures: []string{"tls-002"}, Kinds: []perturb.Kind{perturb.HeaderComment}})
	if !slices.Equal(with, []string{"tls-002", "tls-002" + suite.VariantSeparator + "header-comment"}) {
		t.Errorf("%v", with)
	}
}

// TestMisfits: answers that do not fit the suite's schema are told of with the
// place inside of them, apart from what was missed, and count all the same.
func TestMisfits(t *testing.T) {
	dir := small(t)
	rewrite(t, filepath.Join(dir, "answers.jsonl"), `\"allows_none\", \"value\": true, \"confidence\": 0.9, \"line\": 5}]}"}`+"\n"+`{"task": "jwt-001", "arm": "v1", "repeat": 1`, `\"allows_none\", \"value\": true, \"confidence\": \"0.9\", \"line\": 5, \"note\": 1}]}"}`+"\n"+`{"task": "jwt-001", "arm": "v1", "repeat": 1`)
	s := load(t, dir)
	store := open(t)
	run := replayed(t, s, plan(t, extractrun.Options{Suite: s, Arms: []string{"v1"}}), store)
	r, err := extractrun.Tell(t.Context(), s, run, store.Records(t.Context(), run.ID), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	x := of(t, r, "jwt-001", "")
	if len(x.Found) != 1 || len(x.Misses) != 0 || len(x.Violations) != 2 ||
		x.Violations[0].Path != "/claims/0" || !strings.Contains(x.Violations[0].Reason, `"note"`) || x.Violations[1].Path != "/claims/0/confidence" {
		t.Errorf("%+v", x)
	}
	list := r.Misfits(r.Systems[0])
	if m := r.Systems[0].Metrics; m.Misfits != 4 || len(list) != 5 { // with a bare list, a number as text, and one that broke off
		t.Errorf("%d answers do not fit, at %+v", m.Misfits, list)
	}
}
