package extractreport_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"sooth/internal/extractreport"
)

const evil = "</td><script>alert(1)</script>\x1b[31m|`*_\u202e"

// hostile is a report whose every text comes from a stranger.
func hostile() *extractreport.Report {
	third, half := 1.0/3, 0.5
	forbidden := 0
	return &extractreport.Report{
		Schema: extractreport.Schema, Run: extractreport.Run{ID: "r1", Suite: evil, Mode: "replay", Trials: 4, Answered: 3, InfraErrors: 1},
		Corpus: extractreport.Corpus{Reviewed: 2, Drafts: []string{"d1"}, Lines: 3, Fixtures: []extractreport.Fixture{
			{ID: "a-1", Name: evil, Category: evil, Language: "=cmd", Weight: 1, Lines: 2, Content: "\tone " + evil + "\r\ntwo\n", Must: []extractreport.Expectation{{Subject: evil, Predicate: "p", Value: evil, Rationale: evil, FirstLine: 1, LastLine: 2}}, MustNot: []extractreport.Expectation{{Subject: "s", Predicate: "p", Value: true}}},
			{ID: "b-1", Name: "b", Category: "c", Language: "go", Weight: 1, Lines: 1, Must: []extractreport.Expectation{}, MustNot: []extractreport.Expectation{}},
		}},
		Systems: []extractreport.System{{
			Arm: "v1", Kind: "prompt", Prompt: evil, Version: evil, Model: "=evil|model", Metrics: extractreport.Metrics{Measures: extractreport.Measures{Recall: extractreport.Rate{Value: &third, N: 1}, F1: extractreport.Rate{Reason: "nothing"}}, Stages: map[string]int{"missing": 2}},
			Baseline: &extractreport.Comparison{Base: "baseline", System: "v1", Verdict: "regression", Margin: 0.05, Reasons: []string{evil}, Changes: []extractreport.Change{{Measure: "recall", Decides: true, Before: &half, Now: &third, Drop: &third, Verdict: "regression"}}},
			Results: []extractreport.Result{
				{Fixture: "a-1", State: "failed", Misses: []extractreport.Miss{{Stage: "missing", Reason: evil, Nearest: &extractreport.Observation{Subject: evil, Predicate: evil, Value: evil}}}},
				{Fixture: "a-1", Repeat: 1, State: "failed", Misses: []extractreport.Miss{{Stage: "missing", Reason: evil, Nearest: &extractreport.Observation{Subject: evil, Predicate: evil, Value: evil}}}, Wrong: []extractreport.Wrong{{Said: extractreport.Observation{Subject: evil, Line: 99}, Forbidden: &forbidden, Reason: evil}}},
				{Fixture: "a-1", Variant: "blank-lines", State: "failed", Misses: []extractreport.Miss{{Stage: "parse", Reason: "of a variant"}}},
				{Fixture: "b-1", State: "infra_error", Infra: "=" + evil},
			},
		}},
	}
}

// TestHostile: what strangers wrote is shown, and never obeyed.
func TestHostile(t *testing.T) {
	r := hostile()
	out := map[string]string{}
	for _, format := range extractreport.Formats() {
		var b bytes.Buffer
		if err := extractreport.Write(&b, r, format, extractreport.Options{Verbose: true}); err != nil {
			t.Fatal(err)
		}
		if out[format] = b.String(); len(out[format]) < 500 {
			t.Errorf("%s: %q", format, out[format])
		}
	}
	for _, format := range []string{"text", "markdown", "html", "junit"} {
		if strings.ContainsAny(out[format], "\x1b") || format != "junit" && strings.Contains(out[format], "\u202e") {
			t.Errorf("%s has control characters", format)
		}
	}
	if strings.Contains(out["html"], "<script") || strings.Contains(out["html"], "</td><s") || !strings.Contains(out["html"], "default-src 'none'") {
		t.Error("the page has what a stranger wrote")
	}
	if strings.Contains(out["markdown"], "</td><script") {
		t.Error("markdown has markup of a stranger")
	}
	d := xml.NewDecoder(strings.NewReader(out["junit"]))
	cases := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "testcase" {
			cases++
		}
	}
	if cases != 3 || !strings.Contains(out["junit"], `tests="3" failures="2" errors="1"`) {
		t.Errorf("%d cases: %.200s", cases, out["junit"])
	}
	rows, err := csv.NewReader(strings.NewReader(out["csv"])).ReadAll()
	if err != nil || len(rows) != 5 || rows[1][3] != "'=evil|model" || rows[4][21][0] != '\'' {
		t.Errorf("%q, %v", rows, err)
	}
	var back extractreport.Report
	if err := json.Unmarshal([]byte(out["json"]), &back); err != nil || back.Run.Suite != evil {
		t.Errorf("%v", err)
	}
}

// TestTroubles: what went wrong in several repeats is told once, with how often;
// variants and lines outside of the code are no lines of it.
func TestTroubles(t *testing.T) {
	r := hostile()
	list := r.Troubles(r.Systems[0])
	if len(list) != 3 {
		t.Fatalf("%+v", list)
	}
	miss, wrong, infra := list[0], list[1], list[2]
	if miss.Stage != "missing" || miss.Repeats != 2 || miss.Of != 2 || miss.Line != 1 || miss.LastLine != 2 || miss.Why != evil {
		t.Errorf("%+v", miss)
	}
	if wrong.Stage != "false positive" || wrong.Repeats != 1 || wrong.Of != 2 || wrong.Line != 99 || infra.Stage != "infra error" || infra.Fixture != "b-1" {
		t.Errorf("%+v, %+v", wrong, infra)
	}
}

// TestNothingHasNoSign: no change is 0.0, however it came about.
func TestNothingHasNoSign(t *testing.T) {
	r := hostile()
	zero, tiny, half := 0.0, 1e-9, 0.5
	r.Systems[0].Baseline.Changes = []extractreport.Change{
		{Measure: "recall", Decides: true, Before: &half, Now: &half, Drop: &zero, Verdict: "pass"}, {Measure: "precision", Decides: true, Before: &half, Now: &half, Drop: &tiny, Verdict: "pass"},
	}
	for _, format := range []string{"text", "markdown", "html", "junit"} {
		var b bytes.Buffer
		if err := extractreport.Write(&b, r, format, extractreport.Options{}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "-0.0") || strings.Contains(b.String(), "+0.0") || !strings.Contains(b.String(), "0.0") {
			t.Errorf("%s: nothing has a sign", format)
		}
	}
}

// TestMovedAreLinked: what is worse than the baseline is marked, and found from
// the verdict.
func TestMovedAreLinked(t *testing.T) {
	r := hostile()
	r.Systems[0].Baseline.Regressed = []extractreport.Moved{{Fixture: "a-1", Drop: 1}, {Fixture: "gone", Drop: 0.5}}
	var b bytes.Buffer
	if err := extractreport.Write(&b, r, "html", extractreport.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<a href="#a-1">a-1</a> (F1 -100.0)`, `<span>gone (F1 -50.0)</span>`, `<span class="chip worse">worse than the baseline</span>`} {
		if strings.Count(b.String(), want) != 1 {
			t.Errorf("there is no %s", want)
		}
	}
}

// TestMisfitsAreTold: where an answer does not fit the schema is told in text and
// page, once for all repeats, and is no failure of a test.
func TestMisfitsAreTold(t *testing.T) {
	r := hostile()
	r.Systems[0].Metrics.Misfits, r.Systems[0].Metrics.Results = 2, 3
	violations := []extractreport.Violation{{Path: "/claims/3/" + evil, Reason: evil}, {Reason: "the whole is wrong"}}
	r.Systems[0].Results = []extractreport.Result{
		{Fixture: "b-1", State: "passed", Violations: violations}, {Fixture: "b-1", Repeat: 1, State: "passed", Violations: violations[:1], MoreViolations: true}, {Fixture: "b-1", Repeat: 2, State: "passed"},
		{Fixture: "b-1", Variant: "blank-lines", State: "passed", Violations: violations},
	}
	list := r.Misfits(r.Systems[0])
	if len(list) != 3 || list[0].Repeats != 2 || list[0].Of != 3 || list[1].Repeats != 1 || list[2].Reason != "and more" {
		t.Errorf("%+v", list)
	}
	for format, want := range map[string][]string{
		"text": {"2 of 3 answers do not fit the schema", "/claims/3/", "the whole  ", "2 of 3"}, "html": {"parse (schema)", "at /claims/3/", "at the whole"}, "csv": {",2\n", ",more than 1\n", ",0\n"},
		"junit": {`tests="3" failures="1" errors="0"`}, // the verdict alone
	} {
		var b bytes.Buffer
		if err := extractreport.Write(&b, r, format, extractreport.Options{Verbose: true}); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(b.String(), w) {
				t.Errorf("%s: there is no %q in\n%.2000s", format, w, b.String())
			}
		}
		if strings.Contains(b.String(), "<script") && format == "html" {
			t.Error("the page has what a stranger wrote")
		}
	}
}
