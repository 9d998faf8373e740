package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/report"
	"sooth/internal/sandbox"
	"sooth/question"
	"sooth/score"
	"sooth/suite"
)

// questionSuite writes a folder of code, questions about it, and recorded answers of two models.
func questionSuite(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("code/go.mod", "module example.com/calc\n\ngo 1.22\n")
	write("code/calc.go", "// Package calc counts.\npackage calc\n\n// Add adds.\nfunc Add(a, b int) int { return plus(a, b) }\n\nfunc plus(a, b int) int { return a + b }\n\n// Sub subtracts.\nfunc Sub(a, b int) int { return a - b }\n")
	write("suite/prompts/q.txt", "{prompt}\n")
	write("suite/suite.yaml", `schema: sooth.suite/1
name: calc-questions
kind: questions
toolchain: go1.26
arms:
  none: {kind: none, template: prompts/q.txt}
  notes: {kind: recorded, template: prompts/q.txt}
corpus: {dir: ../code}
questions: questions.jsonl
answers: answers.jsonl
primary: {criterion: right, base: none, arm: notes}
repeats: 2
`)
	yes, no := true, false
	var questions, answers bytes.Buffer
	for _, q := range []struct {
		question.Question
		answers [4]string // none 1, none 2, notes 1, notes 2
	}{
		{question.Question{Kind: question.Calls, Subject: "example.com/calc.Add", Object: "example.com/calc.plus", Level: 2, Balance: "true", Truth: question.Answer{Shape: question.Boolean, Boolean: &yes}},
			[4]string{"No.", "Yes.", "Yes.", "`Add` calls `plus`."}},
		{question.Question{Kind: question.Calls, Subject: "example.com/calc.Sub", Object: "example.com/calc.plus", Level: 2, Balance: "false", Truth: question.Answer{Shape: question.Boolean, Boolean: &no}},
			[4]string{"Yes.", "Yes.", "No.", "It does not."}},
		{question.Question{Kind: question.DefinedWhere, Subject: "example.com/calc.Add", Level: 2, Truth: question.Answer{Shape: question.Location, Places: []question.Place{{File: "calc.go", Line: 5, First: 5, Last: 5}}}},
			[4]string{"I don't know.", "`calc.go:7`", "`calc.go:5`", "calc.go, line 5. `calc.Sub` stands below it, and `Add(1, 2)` returns `4`."}},
		{question.Question{Kind: question.Exports, Subject: "example.com/calc", Object: "example.com/calc.Mul", Level: 1, Balance: "false", Truth: question.Answer{Shape: question.Boolean, Boolean: &no}},
			[4]string{"Hard to say.", "I cannot tell.", "No. See `calc.go:99`.", "No."}},
	} {
		q.Pattern, q.Package, q.Witness = string(q.Kind)+"/test", "example.com/calc", []string{"read by hand"}
		q.Texts = []string{"First wording of " + string(q.Kind) + " " + q.Subject + "?", "Second wording of " + string(q.Kind) + " " + q.Subject + "?"}
		var err error
		if q.ID, err = q.Hash(); err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(q.Question)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&questions, "%s\n", line)
		for i, text := range q.answers {
			line, err := json.Marshal(suite.Recorded{Task: q.ID, Arm: []string{"none", "notes"}[i/2], Repeat: i % 2, Model: "m", PromptSHA256: suite.PromptSHA256("", q.Texts[i%2]), Answer: text, Recorded: "2026-11-22"})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&answers, "%s\n", line)
		}
	}
	write("suite/questions.jsonl", questions.String())
	write("suite/answers.jsonl", answers.String())
	return filepath.Join(dir, "suite")
}

// TestQuestions runs a suite of questions as a user does, and counts its scoreboard by hand.
func TestQuestions(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, db := questionSuite(t), t.TempDir()
	run := func(args ...string) []byte {
		t.Helper()
		c := exec.Command(self, append(args, "--quiet", "--db", db)...)
		c.Env = append(os.Environ(), commandVariable+"=1")
		var stderr bytes.Buffer
		c.Stderr = &stderr
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
		return out
	}
	if out := string(run("suite", "validate", dir)); !strings.Contains(out, "4 tasks") {
		t.Errorf("validate: %s", out)
	}
	first := run("run", dir, "--format", "json")
	if again := run("grade", "last", "--format", "json"); !bytes.Equal(first, again) {
		t.Error("grade prints something else than run")
	}
	var r report.Report
	if err := json.Unmarshal(first, &r); err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Controls {
		if c.N != 8 || c.Right != 8 {
			t.Errorf("control %s: %+v", c.Name, c)
		}
	}
	if len(r.Controls) != 2 {
		t.Errorf("controls %+v", r.Controls)
	}
	row := func(arm, measure string) report.Score {
		for _, s := range r.Scoreboard {
			if s.Arm == arm && s.Measure == measure && s.Group == "" {
				return s
			}
		}
		t.Fatalf("no %s of %s", measure, arm)
		return report.Score{}
	}
	for _, c := range []struct {
		arm, measure string
		k, n         int
		status       report.Status
	}{
		{"none", "right", 1, 8, ""}, {"none", "wrong", 3, 8, ""}, {"none", "partial", 1, 8, ""}, {"none", "abstained", 3, 8, ""}, {"none", "unread", 0, 8, ""}, {"none", "answered", 5, 8, ""},
		{"none", "yes where no is right", 2, 4, ""}, {"none", "no where yes is right", 1, 2, ""},
		{"none", score.Structure, 1, 5, report.NotMet}, {"none", score.Existence, 0, 0, report.NotMeasured}, {"none", score.Behaviour, 0, 0, ""},
		{"none", score.Consistency, 1, 2, report.NotMet}, {"none", "consistent but wrong", 1, 2, ""}, {"none", "inconsistent", 1, 2, ""},
		{"notes", "right", 8, 8, ""}, {"notes", "abstained", 0, 8, ""}, {"notes", score.Consistency, 4, 4, report.Met}, {"notes", "inconsistent", 0, 4, ""},
		{"notes", score.Structure, 6, 6, report.Met},
		// calc.go:99 is not there; two answers at level 1 and calc.Sub and Add are.
		{"notes", "refuted", 1, 11, ""}, {"", "code bases", 1, 4, report.NotMet}, {"", "patterns of questions", 3, 4, report.NotMet}, {"", "facts that can be asked about", 0, 0, report.NotMeasured},
	} {
		s := row(c.arm, c.measure)
		if s.K != c.k || s.N != c.n && c.measure != "refuted" || s.Status != c.status {
			t.Errorf("%s of %q: %d of %d, %q; want %d of %d, %q", c.measure, c.arm, s.K, s.N, s.Status, c.k, c.n, c.status)
		}
		if (s.Value.Value == nil) != (c.n == 0) || s.Value.Value == nil && s.Value.Reason == "" {
			t.Errorf("%s of %q: value %v, reason %q", c.measure, c.arm, s.Value.Value, s.Value.Reason)
		}
	}
	for _, format := range []string{"text", "markdown", "html"} {
		if out := string(run("report", "last", "--format", format)); !strings.Contains(out, "consistent but wrong") || !strings.Contains(out, "not measured") {
			t.Errorf("%s has no scoreboard", format)
		}
	}
	if _, err := sandbox.Find(t.Context(), os.Environ()); err != nil {
		t.Skipf("SKIPPED: nothing is executed: %v", err)
	}
	if err := json.Unmarshal(run("grade", "last", "--execute", "--format", "json"), &r); err != nil {
		t.Fatal(err)
	}
	if s := row("notes", score.Behaviour); s.K != 0 || s.N != 1 {
		t.Errorf("executed: V3 is %d of %d, want 0 of 1: Add(1, 2) is not 4", s.K, s.N)
	}
}

// TestCheckExecutes: what a text says of behaviour is undecided, unless it is executed.
func TestCheckExecutes(t *testing.T) {
	if _, err := sandbox.Find(t.Context(), os.Environ()); err != nil {
		t.Skipf("SKIPPED: nothing is executed: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(filepath.Dir(questionSuite(t)), "code")
	text := "`Add(1, 2)` returns `3`.\n\n`calc.Sub(3, 1)` returns `5`.\n\n`calc.Add(1, 1)` panics.\n"
	for _, execute := range []bool{false, true} {
		args := []string{"check", "--repo", dir, "--format", "json", "--quiet"}
		if execute {
			args = append(args, "--execute")
		}
		c := exec.Command(self, args...)
		c.Env = append(os.Environ(), commandVariable+"=1")
		c.Stdin = strings.NewReader(text)
		out, err := c.Output()
		var told struct {
			Answers []struct {
				Verdicts []struct {
					Claim    struct{ Kind, Text string }
					Outcome  string
					Strength string
				}
			}
		}
		if jsonErr := json.Unmarshal(out, &told); jsonErr != nil {
			t.Fatalf("%v, %v: %s", err, jsonErr, out)
		}
		var got []string
		for _, v := range told.Answers[0].Verdicts {
			if v.Claim.Kind == "behaviour" {
				got = append(got, v.Outcome)
				if execute != (v.Strength == "execution") {
					t.Errorf("%s: strength %s", v.Claim.Text, v.Strength)
				}
			}
		}
		want := "undecided undecided undecided"
		if execute {
			want = "verified refuted refuted"
		}
		if strings.Join(got, " ") != want || (err != nil) != execute {
			t.Errorf("execute %v: %v, %v; want %s", execute, got, err, want)
		}
	}
}
