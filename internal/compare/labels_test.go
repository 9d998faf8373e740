package compare

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"sooth/score"
	"sooth/suite"
)

// labels turns what `go build` and the hidden tests said of the recorded
// answers of examples/go-api into points.
func labels(t testing.TB) []score.Point {
	t.Helper()
	file, err := os.Open("testdata/labels.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []score.Point
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var l struct {
			Task, Arm  string
			Compiles   bool
			Behaves    *bool
			FirstError string `json:"first_error"`
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		point := func(measure string, pass bool) *score.Point {
			p := score.Point{Task: l.Task, Arm: l.Arm, Model: "claude", State: score.Answered, Measure: measure, Result: score.Result{Outcome: score.Fail}}
			if pass {
				p.Outcome = score.Pass
			}
			out = append(out, p)
			return &out[len(out)-1]
		}
		p := point(score.Compiles, l.Compiles)
		if !l.Compiles {
			p.Reason = "does not compile"
			p.Diagnostics = []score.Diagnostic{
				{Kind: score.Deprecated, Message: "only a note", Note: true},
				{Kind: score.OtherError, Message: l.FirstError, Evidence: "go build: " + l.FirstError},
			}
		}
		if l.Behaves != nil {
			point(score.Behaves, *l.Behaves)
		} else {
			p := point(score.Behaves, false)
			p.Outcome, p.Reason = score.Unknown, "does not compile"
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(out) != 2*138 {
		t.Fatalf("%d points, want %d", len(out), 2*138)
	}
	return out
}

func recorded() Plan {
	return Plan{
		Arms: []string{"none", "sham", "context"}, Criteria: []string{score.Compiles, score.Behaves}, Repeats: 1,
		Primary:     &suite.Comparison{Criterion: score.Compiles, Base: "none", Arm: "context"},
		Comparisons: []suite.Comparison{{Base: "none", Arm: "context"}, {Base: "none", Arm: "sham"}, {Base: "sham", Arm: "context"}},
	}
}

// TestRecordedAnswers holds the known result of the recorded suite.
func TestRecordedAnswers(t *testing.T) {
	got, err := Tabulate(labels(t), recorded())
	if err != nil {
		t.Fatal(err)
	}
	passes := map[string]int{"none": 36, "sham": 38, "context": 45}
	seen := 0
	for _, r := range got.Rates {
		if r.Criterion != score.Compiles {
			continue
		}
		seen++
		if r.Pass != passes[r.Arm] || r.N != 46 || r.Pass+r.Fail != 46 {
			t.Errorf("%s: %d of %d compile, want %d of 46", r.Arm, r.Pass, r.N, passes[r.Arm])
		}
		if *r.Bounds[0] != *r.Decided.Value || *r.Bounds[1] != *r.Decided.Value {
			t.Errorf("%s: bounds %v, rate %v", r.Arm, r.Bounds, *r.Decided.Value)
		}
	}
	if seen != 3 || len(got.Comparisons) != 6 {
		t.Fatalf("%d rates and %d comparisons, want 3 and 6", seen, len(got.Comparisons))
	}
	for i, want := range []struct {
		base, arm, criterion string
		lost, gained         int
	}{{"none", "context", score.Compiles, 0, 9}, {"none", "context", score.Behaves, -1, -1}, {"none", "sham", score.Compiles, 1, 3}} {
		c := got.Comparisons[i]
		if c.Base != want.base || c.Arm != want.arm || c.Criterion != want.criterion || c.Primary != (i == 0) {
			t.Fatalf("comparison %d is %s → %s on %s (primary %v)", i, c.Base, c.Arm, c.Criterion, c.Primary)
		}
		if want.lost >= 0 && (c.Table[0][1] != want.lost || c.Table[1][0] != want.gained || c.N != 46) {
			t.Errorf("%s → %s: lost %d, gained %d of %d; want %d, %d of 46", c.Base, c.Arm, c.Table[0][1], c.Table[1][0], c.N, want.lost, want.gained)
		}
	}
	first := got.Comparisons[0]
	if *first.McNemar.Exact.P != 0.00390625 || first.HolmP != nil {
		t.Errorf("exact McNemar p = %v, Holm %v; want 0.00390625 and no correction", *first.McNemar.Exact.P, first.HolmP)
	}
	want := "`context` raised `compiles` over `none` from 78.3 % to 97.8 % on 46 tasks (+19.6 points, 95 % CI "
	if !strings.HasPrefix(first.Sentence, want) || !strings.HasSuffix(first.Sentence, ", exact McNemar p = 0.0039)") || got.Sentences[0] != first.Sentence {
		t.Errorf("sentence %q", first.Sentence)
	}
	if *first.McNemar.OneWay.P != 0.001953125 || *first.McNemar.Chi2 != 64./9 {
		t.Errorf("one-sided %v, chi-square %v", *first.McNemar.OneWay.P, *first.McNemar.Chi2)
	}
	// Significant alone, not within its family of five.
	corrected := got.Comparisons[4]
	if *corrected.McNemar.Exact.P != 0.015625 || *corrected.HolmP != 5*0.015625 || !strings.HasPrefix(corrected.Sentence, "no difference shown on `compiles` between `sham` and `context`") {
		t.Errorf("p %v, Holm %v: %q", *corrected.McNemar.Exact.P, *corrected.HolmP, corrected.Sentence)
	}
	sham := got.Comparisons[2]
	if !strings.Contains(sham.Sentence, "4 discordant: fewer than 6 discordant tasks, all one way, cannot reach 0.05") {
		t.Errorf("sentence %q", sham.Sentence)
	}
	if !strings.HasPrefix(sham.Sentence, "no difference shown on `compiles` between `none` and `sham`") || !strings.Contains(sham.Sentence, "46 tasks could only show a gain of ≥ ") || sham.HolmP == nil {
		t.Errorf("sentence %q, Holm %v", sham.Sentence, sham.HolmP)
	}
	behaves := got.Comparisons[1]
	if behaves.N+behaves.Lost.Unknown != 46 || behaves.Lost.Unknown != len(behaves.Lost.Tasks) || behaves.Lost.Unknown == 0 {
		t.Errorf("behaves: %d pairs count, %d unknown, %d named", behaves.N, behaves.Lost.Unknown, len(behaves.Lost.Tasks))
	}
	discordant := 0
	for _, d := range got.Discordant {
		if d.Base == "none" && d.Arm == "context" && d.Criterion == score.Compiles {
			discordant++
			if d.Better != "context" || !strings.HasPrefix(d.Reason, "other compile error: ./solution.go:") || !strings.HasPrefix(d.Evidence, "go build: ") {
				t.Errorf("%s: better %s, reason %q, evidence %q", d.Task, d.Better, d.Reason, d.Evidence)
			}
		}
	}
	if discordant != 9 {
		t.Errorf("%d discordant tasks, want 9", discordant)
	}
	if f := got.Failures[0]; f.Arm != "none" || f.Criterion != score.Compiles || f.Kind != score.OtherError || f.Answers != 10 || f.Findings != 10 {
		t.Errorf("first failure is %+v", f)
	}
}

// TestDeterministic: the order of the points is of no consequence.
func TestDeterministic(t *testing.T) {
	points := labels(t)
	first, err := Tabulate(points, recorded())
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(points)
	second, err := Tabulate(points, recorded())
	if err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(first)
	b, _ := json.Marshal(second)
	if string(a) != string(b) {
		t.Errorf("the tables depend on the order of the points:\n%s\n%s", a, b)
	}
	if testing.Verbose() {
		for _, c := range first.Comparisons {
			fmt.Println(c.Sentence)
		}
	}
}
