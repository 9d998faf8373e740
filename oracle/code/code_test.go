package code

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/lang"
	"sooth/oracle"
	"sooth/score"
	"sooth/source"
)

// fake is a checker that says what it was told to.
type fake struct {
	report lang.Report
	err    error
}

func (f fake) Check(context.Context, lang.Program) (lang.Report, error) { return f.report, f.err }
func (fake) Version() string                                            { return "fake" }

func at(line int) source.Span { return source.Span{File: "a.go", Line: line, Column: 1} }

func problem(kind score.Kind, line int, change ...func(*lang.Problem)) lang.Problem {
	p := lang.Problem{Diagnostic: score.Diagnostic{Kind: kind, Span: at(line), Symbol: fmt.Sprintf("p.S%d", line), Message: "said so"}}
	for _, c := range change {
		c(&p)
	}
	return p
}

func accuses(p *lang.Problem) { p.Accuses, p.Evidence = true, "types: none; source: none" }
func unsure(p *lang.Problem)  { p.Unsure = "its operand is invalid" }
func note(p *lang.Problem)    { p.Note = true }
func soft(p *lang.Problem)    { p.Soft = true }

func std(line int, symbol, since string) lang.Reference {
	return lang.Reference{Span: at(line), Package: "net/http", Module: "std", Symbol: symbol, Since: since, SinceFrom: "api/go" + since + ".txt"}
}

func deprecated(line int, replacement, since string, known bool) lang.Reference {
	r := std(line, "Old", "")
	r.Deprecated, r.Replacement, r.ReplacementSince, r.ReplacementKnown = "Deprecated: use "+replacement, replacement, since, known
	return r
}

func TestJudge(t *testing.T) {
	const p, f, u = score.Pass, score.Fail, score.Unknown
	for _, c := range []struct {
		name                                            string
		target                                          string
		report                                          lang.Report
		compiles, exists, available, current, all       score.Outcome
		nCompiles, nExists, nAvailable, nCurrent, notes int
	}{
		{name: "right", report: lang.Report{References: []lang.Reference{std(1, "Get", "1.0")}}, compiles: p, exists: p, available: p, current: p, all: p},
		{name: "type mismatch", report: lang.Report{Problems: []lang.Problem{problem(score.TypeMismatch, 1)}}, compiles: f, exists: p, available: p, current: p, all: f, nCompiles: 1},
		{name: "unused", report: lang.Report{Problems: []lang.Problem{problem(score.Unused, 1, soft)}}, compiles: f, exists: p, available: p, current: p, all: f, nCompiles: 1},
		{name: "a note does not count", report: lang.Report{Problems: []lang.Problem{problem(score.OtherError, 1, note)}}, compiles: p, exists: p, available: p, current: p, all: p, nCompiles: 1, notes: 1},
		{name: "not determined", report: lang.Report{Problems: []lang.Problem{problem(score.CouldNotDetermine, 1)}}, compiles: u, exists: p, available: u, current: u, all: u, nCompiles: 1},
		{name: "an error after what was not determined", report: lang.Report{Problems: []lang.Problem{problem(score.CouldNotDetermine, 1), problem(score.TypeMismatch, 2)}}, compiles: f, exists: p, available: u, current: u, all: f, nCompiles: 2},
		{name: "invented", report: lang.Report{Problems: []lang.Problem{problem(score.InventedFunction, 1, accuses)}}, compiles: f, exists: f, available: u, current: u, all: f, nCompiles: 1, nExists: 1},
		{name: "invented, not accused", report: lang.Report{Problems: []lang.Problem{problem(score.InventedFunction, 1, unsure)}}, compiles: f, exists: u, available: u, current: u, all: f, nCompiles: 1, nExists: 1, notes: 1},
		{name: "accused and unsure", report: lang.Report{Problems: []lang.Problem{problem(score.InventedMethod, 1, unsure), problem(score.InventedFunction, 2, accuses)}}, compiles: f, exists: f, available: u, current: u, all: f, nCompiles: 2, nExists: 2, notes: 1},
		{name: "undefined lower-case name", report: lang.Report{Problems: []lang.Problem{problem(score.Undefined, 1)}}, compiles: f, exists: p, available: u, current: u, all: f, nCompiles: 1},
		{name: "open package in use", report: lang.Report{References: []lang.Reference{std(1, "Get", "1.0")}, Open: []lang.Open{{Package: "net/http", Reason: "cgo"}}}, compiles: p, exists: u, available: u, current: u, all: u},
		{name: "open package not in use", report: lang.Report{References: []lang.Reference{std(1, "Get", "1.0")}, Open: []lang.Open{{Package: "net", Reason: "cgo"}}}, compiles: p, exists: p, available: p, current: p, all: p},
		{name: "too new", target: "1.9", report: lang.Report{References: []lang.Reference{std(2, "New", "1.21"), std(1, "Newer", "1.22")}}, compiles: p, exists: p, available: f, current: p, all: f, nAvailable: 2},
		{name: "as new as the target", target: "1.21", report: lang.Report{References: []lang.Reference{std(1, "New", "1.21")}}, compiles: p, exists: p, available: p, current: p, all: p},
		{name: "numbers, not letters", target: "1.21", report: lang.Report{References: []lang.Reference{std(1, "New", "1.9")}}, compiles: p, exists: p, available: p, current: p, all: p},
		{name: "a patch release has the release", target: "1.21.3", report: lang.Report{References: []lang.Reference{std(1, "New", "1.21")}}, compiles: p, exists: p, available: p, current: p, all: p},
		{name: "a module's version is no release", target: "1.1", report: lang.Report{References: []lang.Reference{{Span: at(1), Package: "m", Module: "m", Symbol: "F", Since: "1.5"}}}, compiles: p, exists: p, available: p, current: p, all: p},
		{name: "feature too new", target: "1.21", report: lang.Report{Problems: []lang.Problem{problem(score.TooNew, 1)}, Features: []lang.Feature{{Span: at(1), Name: "range over integer", Since: "1.22", From: "notes"}}}, compiles: f, exists: p, available: f, current: p, all: f, nCompiles: 1, nAvailable: 1},
		{name: "refused as too new without a feature", target: "1.21", report: lang.Report{Problems: []lang.Problem{problem(score.TooNew, 1)}}, compiles: f, exists: p, available: f, current: p, all: f, nCompiles: 1, nAvailable: 1},
		{name: "feature with another meaning", target: "1.21", report: lang.Report{Features: []lang.Feature{{Span: at(1), Name: "loop variable", Since: "1.22", Note: true}}}, compiles: p, exists: p, available: p, current: p, all: p, nAvailable: 1, notes: 1},
		{name: "too new beside what is not resolved", target: "1.20", report: lang.Report{Problems: []lang.Problem{problem(score.Undefined, 2)}, References: []lang.Reference{std(1, "New", "1.21")}}, compiles: f, exists: p, available: f, current: u, all: f, nCompiles: 1, nAvailable: 1},
		{name: "no target", target: "none", report: lang.Report{References: []lang.Reference{std(1, "New", "1.21")}}, compiles: p, exists: p, available: u, current: p, all: u},
		{name: "deprecated", report: lang.Report{References: []lang.Reference{deprecated(1, "os.ReadFile", "1.16", true)}}, compiles: p, exists: p, available: p, current: f, all: f, nCurrent: 1},
		{name: "deprecated, replaced since always", report: lang.Report{References: []lang.Reference{deprecated(1, "os.ReadFile", "", true)}}, compiles: p, exists: p, available: p, current: f, all: f, nCurrent: 1},
		{name: "deprecated, replacement too new", target: "1.15", report: lang.Report{References: []lang.Reference{deprecated(1, "os.ReadFile", "1.16", true)}}, compiles: p, exists: p, available: p, current: p, all: p, nCurrent: 1, notes: 1},
		{name: "deprecated, replacement not found", report: lang.Report{References: []lang.Reference{deprecated(1, "os.Nothing", "", false)}}, compiles: p, exists: p, available: p, current: p, all: p, nCurrent: 1, notes: 1},
		{name: "deprecated without replacement", report: lang.Report{References: []lang.Reference{deprecated(1, "", "", false)}}, compiles: p, exists: p, available: p, current: p, all: p, nCurrent: 1, notes: 1},
		{name: "deprecated beside what is not resolved", report: lang.Report{Problems: []lang.Problem{problem(score.InventedFunction, 1, accuses)}, References: []lang.Reference{deprecated(2, "os.ReadFile", "", true)}}, compiles: f, exists: f, available: u, current: f, all: f, nCompiles: 1, nExists: 1, nCurrent: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.report.Parsed, c.report.Strength = true, fact.Compiler
			if c.target == "" {
				c.target = "1.26"
			}
			got, err := New(fake{report: c.report}).Judge(context.Background(), lang.Program{Files: []lang.File{{Name: "a.go"}}, Target: lang.Target{Version: c.target}})
			if err != nil {
				t.Fatal(err)
			}
			notes := 0
			for _, k := range []struct {
				name string
				want score.Outcome
				n    int
			}{
				{score.Compiles, c.compiles, c.nCompiles}, {score.Exists, c.exists, c.nExists}, {score.Available, c.available, c.nAvailable}, {score.Current, c.current, c.nCurrent}, {score.All, c.all, 0},
			} {
				r := got.Criteria[k.name]
				if r.Outcome != k.want || len(r.Diagnostics) != k.n {
					t.Errorf("%s: got %s with %d diagnostics (%s), want %s with %d", k.name, r.Outcome, len(r.Diagnostics), r.Reason, k.want, k.n)
				}
				if r.Oracle != Name || r.Strength != "compiler" || (r.Outcome == score.Pass) != (r.Reason == "") {
					t.Errorf("%s: %+v", k.name, r)
				}
				line := 0
				for _, d := range r.Diagnostics {
					if d.Note {
						notes++
					}
					if d.Span.Line < line {
						t.Errorf("%s: diagnostics out of order", k.name)
					}
					line = d.Span.Line
				}
			}
			if notes != c.notes {
				t.Errorf("%d notes, want %d", notes, c.notes)
			}
		})
	}
}

func TestJudgeSyntaxError(t *testing.T) {
	got, err := New(fake{report: lang.Report{Problems: []lang.Problem{problem(score.Syntax, 3)}, Strength: fact.Syntax}}).Judge(context.Background(), lang.Program{Files: []lang.File{{Name: "a.go"}}, Target: lang.Target{Version: "1.26"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]score.Outcome{score.Compiles: score.Fail, score.Exists: score.Unknown, score.Available: score.Unknown, score.Current: score.Unknown, score.All: score.Fail} {
		if r := got.Criteria[name]; r.Outcome != want || r.Reason == "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if len(got.Verdicts) != 0 {
		t.Errorf("verdicts %+v", got.Verdicts)
	}
}

func TestJudgeNoCode(t *testing.T) {
	got, err := New(fake{err: errors.New("must not be asked")}).Judge(context.Background(), lang.Program{})
	if err != nil {
		t.Fatal(err)
	}
	c := got.Criteria[score.Compiles]
	if c.Outcome != score.Fail || len(c.Diagnostics) != 1 || c.Diagnostics[0].Kind != score.NoCode {
		t.Errorf("compiles: %+v", c)
	}
	for _, name := range []string{score.Exists, score.Available, score.Current} {
		if r := got.Criteria[name]; r.Outcome != score.Unknown || r.Reason != "no code produced" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if got.Criteria[score.All].Outcome != score.Fail {
		t.Errorf("outcome: %+v", got.Criteria[score.All])
	}
}

func TestJudgeError(t *testing.T) {
	cause := errors.New("no toolchain")
	if _, err := New(fake{err: cause}).Judge(context.Background(), lang.Program{Files: []lang.File{{}}}); !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
	if v := New(fake{}).Version(); !strings.Contains(v, "fake") {
		t.Errorf("version %q", v)
	}
}

func TestVerdicts(t *testing.T) {
	twice := std(4, "Get", "1.0")
	r := lang.Report{
		Parsed: true, Strength: fact.Compiler,
		References: []lang.Reference{std(2, "Get", "1.0"), twice, {Span: at(1), Package: "os", Module: "std"}},
		Problems: []lang.Problem{
			problem(score.InventedFunction, 3, accuses, func(p *lang.Problem) { p.Suggestion = "p.S" }),
			problem(score.InventedMethod, 5, unsure), problem(score.InventedMethod, 6, unsure, func(p *lang.Problem) { p.Symbol = "open.T.M" }), problem(score.TypeMismatch, 7),
		},
		Open: []lang.Open{{Package: "open", Reason: "cgo"}},
	}
	got, err := New(fake{report: r}).Judge(context.Background(), lang.Program{Files: []lang.File{{}}, Target: lang.Target{Version: "1.26"}})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, v := range got.Verdicts {
		if v.Oracle != Name || v.Strength != fact.Compiler || len(v.Evidence) != 1 || (v.Outcome == oracle.Refuted) != (len(v.Witnesses) == 2) {
			t.Errorf("%+v", v)
		}
		lines = append(lines, fmt.Sprintf("%d %s %s %s %s", v.Claim.Line, v.Claim.Subject, v.Outcome, v.Reason, v.Suggestion))
	}
	want := "1 os verified the package declares it \n2 net/http.Get verified the package declares it \n3 p.S3 refuted invented function p.S\n5 p.S5 undecided no anchor \n6 open.T.M undecided open world "
	if joined := strings.Join(lines, "\n"); joined != want {
		t.Errorf("got\n%s\nwant\n%s", joined, want)
	}
}
