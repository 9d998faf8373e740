package render_test

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"sooth/claim"
	"sooth/internal/report"
	"sooth/oracle"
	"sooth/score"
)

// TestCKGTable: a row for each trial with the columns of CKG; what is not known
// is empty, and no cell is a formula.
func TestCKGTable(t *testing.T) {
	share, in := 0.25, 120
	r := &report.Report{Suite: report.Suite{Kind: "ckg", Models: []string{"m"}}, Tasks: []report.Task{{ID: "t1", Trials: []report.Trial{
		{Arm: "smart", Model: "m", Repeat: 1, State: score.Answered, Answer: "=cmd()\nline 2", ToolCalls: 3, Effort: report.Effort{PromptBytes: 900, InputTokens: &in, LatencyMS: 15},
			Criteria: map[string]score.Result{score.Expected: {Outcome: score.Fail, Value: &share}},
			Verdicts: verdicts("symbol verified", "symbol refuted", "symbol undecided", "citation refuted", "symbol verified")},
		{Arm: "none", Model: "m", State: score.InfraError, Criteria: map[string]score.Result{score.Expected: {Outcome: score.Unknown}}},
	}}}}
	rows, err := csv.NewReader(strings.NewReader(written(t, r, "ckg"))).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for i, want := range [][]string{
		{"t1", "smart", "1", "900", "120", "", "", "0.2500", "15", "3", "false", "3", "1", "0.3333", "'=cmd()\nline 2"},
		{"t1", "none", "0", "0", "", "", "", "", "0", "0", "false", "0", "0", "", ""},
	} {
		if got := rows[i+1]; strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("row %d: %q, want %q", i, got, want)
		}
	}
}

func verdicts(list ...string) (out []oracle.Verdict) {
	for _, v := range list {
		kind, outcome, _ := strings.Cut(v, " ")
		var verdict oracle.Verdict
		verdict.Claim.Kind, verdict.Outcome = claim.Kind(kind), oracle.Outcome(outcome)
		out = append(out, verdict)
	}
	return out
}

// TestRepeatsAndHypotheses: what several answers are worth, how many trials were
// asked again, and what became of what was declared stand in text, Markdown and
// HTML.
func TestRepeatsAndHypotheses(t *testing.T) {
	r := cases(t)["grounded"]
	if r == nil || len(r.Hypotheses) == 0 {
		t.Fatal("testdata/grounded.json has no hypotheses")
	}
	for _, format := range []string{"text", "markdown", "html"} {
		text := written(t, r, format)
		for _, want := range []string{"pass@k", "pass^k", "75.0 %", "25.0 %", "Repeats", "What it took", "retried", "3 (21 %)", "H3b", "not tested", strconv.Itoa(int(r.Arms[1].Effort.PromptBytes + 0.5))} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q", format, want)
			}
		}
	}
	for _, want := range []string{`right"><p><span class="mark">✓ held</span> H1:`, `unsure"><p><span class="mark">? not held</span> H3b:`, `wrong"><p><span class="mark">✗ not held</span> H4:`, `open"><p><span class="mark">– not tested</span> H5:`} {
		if !strings.Contains(written(t, r, "html"), `<div class="controls gate `+want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	plain := cases(t)["tiny"]
	for _, format := range []string{"text", "markdown", "html"} {
		if text := written(t, plain, format); strings.Contains(text, "What it took") || strings.Contains(text, "declared before the run") {
			t.Errorf("%s of a report without them has empty tables", format)
		}
	}
}
