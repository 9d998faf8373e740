package compare

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// The statistical traps that evaluation programs fall into, each with the test
// that we do not.

// outcomes makes points of one criterion from a word per arm: one letter per
// task, p pass, f fail, u unknown, n not applicable, - no answer, ! infra
// error, and a blank for no record. Repeats are separated by commas.
func outcomes(criterion string, arms map[string]string) []score.Point {
	var out []score.Point
	for arm, word := range arms {
		for repeat, letters := range strings.Split(word, ",") {
			for i, letter := range letters {
				p := score.Point{Run: "r", Task: fmt.Sprintf("task-%03d", i), Arm: arm, Model: "m", Repeat: repeat, State: score.Answered, Measure: criterion}
				switch letter {
				case 'p':
					p.Outcome = score.Pass
				case 'f':
					p.Outcome, p.Reason = score.Fail, "it fails"
				case 'u':
					p.Outcome, p.Reason = score.Unknown, "no sandbox"
				case 'n':
					p.Outcome = score.NotApplicable
				case '-':
					p.Outcome, p.State, p.Reason = score.Unknown, score.NoAnswer, "refused"
				case '!':
					p.Outcome, p.State, p.Reason = score.Unknown, score.InfraError, "429"
				default:
					continue
				}
				out = append(out, p)
			}
		}
	}
	return out
}

func two(criteria ...string) Plan {
	return Plan{Arms: []string{"none", "context"}, Criteria: criteria, Primary: &suite.Comparison{Criterion: criteria[0], Base: "none", Arm: "context"}}
}

func tabulate(t *testing.T, points []score.Point, plan Plan) Tables {
	t.Helper()
	got, err := Tabulate(points, plan)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Comparisons) == 0 || len(got.Sentences) == 0 {
		t.Fatal("nothing was compared")
	}
	return got
}

func times(letter string, n int) string { return strings.Repeat(letter, n) }

// Trap 1: a suite with any positive score was "significant", because the
// interval of the score excludes zero.
func TestTrapPositiveScoreIsNoDifference(t *testing.T) {
	word := times("p", 40) + times("f", 6)
	got := tabulate(t, outcomes(score.Compiles, map[string]string{"none": word, "context": word}), two(score.Compiles))
	c := got.Comparisons[0]
	if !strings.HasPrefix(c.Sentence, "no difference shown on `compiles`") || c.McNemar.Exact.P != nil || c.McNemar.Exact.Reason == "" || *c.Difference.Low >= 0 || *c.Difference.High <= 0 {
		t.Errorf("%q, p %v, interval [%v, %v]", c.Sentence, c.McNemar.Exact.P, *c.Difference.Low, *c.Difference.High)
	}
	if strings.Contains(c.Sentence, "no regression") {
		t.Errorf("%q", c.Sentence)
	}
}

// Trap 2: the same tasks compared as if they were two samples. 50 against 58 of
// 100 has p = 0.26 unpaired; eight gained and none lost has 0.0078.
func TestTrapUnpaired(t *testing.T) {
	got := tabulate(t, outcomes(score.Compiles, map[string]string{
		"none": times("p", 50) + times("f", 50), "context": times("p", 58) + times("f", 42)}), two(score.Compiles))
	c := got.Comparisons[0]
	if *c.McNemar.Exact.P != 0.0078125 || !strings.HasPrefix(c.Sentence, "`context` raised `compiles` over `none` from 50.0 % to 58.0 % on 100 tasks (+8.0 points") {
		t.Errorf("p %v: %q", *c.McNemar.Exact.P, c.Sentence)
	}
}

// Trap 3: pass^k as (c/n)^k. Two of three passes are 0 for k = 3, not 0.30.
func TestTrapPassHatK(t *testing.T) {
	got := tabulate(t, outcomes(score.Compiles, map[string]string{"none": "p,p,f", "context": "p,p,p"}), two(score.Compiles))
	for _, r := range got.Rates {
		if len(r.Repeated) != 3 {
			t.Fatalf("%s: pass^k for %d values of k, want 3", r.Arm, len(r.Repeated))
		}
		want := map[string]float64{"none": 0, "context": 1}[r.Arm]
		if k3 := r.Repeated[2]; *k3.All != want || *k3.AtLeastOne != 1 || k3.Tasks != 1 {
			t.Errorf("%s: pass^3 %v, pass@3 %v; want %v and 1", r.Arm, *k3.All, *k3.AtLeastOne, want)
		}
	}
}

// Trap 4: winners by point estimate. One of three tasks gained is 33 points and
// shows nothing; the report says that it could not have.
func TestTrapWinnerByDelta(t *testing.T) {
	got := tabulate(t, outcomes(score.Compiles, map[string]string{"none": "ppf", "context": "ppp"}), two(score.Compiles))
	c := got.Comparisons[0]
	if !strings.HasPrefix(c.Sentence, "no difference shown") || !strings.Contains(c.Sentence, "fewer than 6 discordant tasks, all one way, cannot reach 0.05") || c.Power.MDE != nil {
		t.Errorf("%q", c.Sentence)
	}
}

// Trap 5: normalised gain is undefined for a base of 100 % and drops the task.
// The difference is defined there.
func TestTrapNormalisedGain(t *testing.T) {
	got := tabulate(t, outcomes(score.Compiles, map[string]string{"none": times("p", 46), "context": times("p", 45) + "f"}), two(score.Compiles))
	c := got.Comparisons[0]
	if c.N != 46 || math.Abs(*c.Difference.Value+1./46) > 1e-15 || c.Table != [2][2]int{{45, 1}, {0, 0}} {
		t.Errorf("n %d, difference %v, table %v", c.N, *c.Difference.Value, c.Table)
	}
}

// Trap 6: what was not decided is dropped from the denominator, so that
// crashing pays, or counted as wrong, so that hallucinations are invented.
func TestTrapDenominator(t *testing.T) {
	got := tabulate(t, outcomes(score.Compiles, map[string]string{
		"none": "ppppffffun", "context": "pppp!!--un"}), two(score.Compiles))
	for _, r := range got.Rates {
		if r.Pass+r.Fail+r.Unknown+r.NotApplicable+r.NoAnswer+r.InfraError != r.N || r.N != 10 {
			t.Errorf("%+v does not add up", r)
		}
		if r.Arm != "context" {
			continue
		}
		if r.InfraError != 2 || r.NoAnswer != 2 || *r.Decided.Value != 1 || r.Decided.N != 4 || *r.Bounds[0] != 0.4 || *r.Bounds[1] != 1 {
			t.Errorf("context: %+v, decided %v of %d, bounds %v to %v", r, *r.Decided.Value, r.Decided.N, *r.Bounds[0], *r.Bounds[1])
		}
	}
	c := got.Comparisons[0]
	if c.N != 4 || c.Lost.InfraError != 2 || c.Lost.NoAnswer != 2 || c.Lost.Unknown != 1 || c.Lost.NotApplicable != 1 || len(c.Lost.Tasks) != 6 {
		t.Errorf("%d pairs count, lost %+v", c.N, c.Lost)
	}
	if c.Lost.Tasks[0] != "task-004: infra_error under context (429)" {
		t.Errorf("%q", c.Lost.Tasks)
	}
	if !strings.HasPrefix(c.Sentence, "no difference shown") {
		t.Errorf("crashing pays: %q", c.Sentence)
	}
}

// A refusal leaves the task unsolved; it says nothing of code never written.
func TestNoAnswer(t *testing.T) {
	points := append(outcomes(score.Compiles, map[string]string{"none": "pp", "context": "p-"}),
		outcomes(score.Solved, map[string]string{"none": "pp", "context": "p-"})...)
	got := tabulate(t, points, two(score.Compiles, score.Solved))
	for _, c := range got.Comparisons {
		want := map[string]int{score.Compiles: 1, score.Solved: 2}[c.Criterion]
		if c.N != want || c.Lost.NoAnswer != 2-want {
			t.Errorf("%s: %d pairs count, lost %+v", c.Criterion, c.N, c.Lost)
		}
	}
	for _, r := range got.Rates {
		if r.Arm == "context" && r.Criterion == score.Solved && (r.Fail != 1 || r.NoAnswer != 0) {
			t.Errorf("solved: %+v", r)
		}
	}
}

// Trap 7: repeats are not tasks. Three equal repeats give the p-value of one,
// and an interval no narrower.
func TestTrapRepeatsAreNotTasks(t *testing.T) {
	none, context := times("p", 10)+times("f", 7), times("p", 16)+"f"
	once := tabulate(t, outcomes(score.Compiles, map[string]string{"none": none, "context": context}), two(score.Compiles)).Comparisons[0]
	triple := tabulate(t, outcomes(score.Compiles, map[string]string{
		"none": none + "," + none + "," + none, "context": context + "," + context + "," + context}), two(score.Compiles))
	c := triple.Comparisons[0]
	if c.McNemar != nil || c.SignFlip == nil || *c.SignFlip.P != *once.McNemar.Exact.P || c.N != 17 || c.SignFlip.Method != "paired sign-flip on task means, exact" {
		t.Errorf("three repeats: %+v, n %d; once p = %v", c.SignFlip, c.N, *once.McNemar.Exact.P)
	}
	for _, r := range triple.Rates {
		if r.N != 51 || r.Decided.N != 17 {
			t.Errorf("%s: rate of %d answers has an interval over %d, want 17 tasks", r.Arm, r.N, r.Decided.N)
		}
	}
}

// Trap 8: a run that was cut short. A task with one side only is no pair; it is
// counted and named, and neither side's rate is compared over other tasks.
func TestTrapTruncatedRun(t *testing.T) {
	got := tabulate(t, outcomes(score.Compiles, map[string]string{"none": "ppffff", "context": "pp"}), two(score.Compiles))
	c := got.Comparisons[0]
	if c.N != 2 || c.Lost.InfraError != 4 || c.Lost.Tasks[0] != "task-002: no record under context" || *c.Difference.Value != 0 {
		t.Errorf("%d pairs, lost %+v, difference %v", c.N, c.Lost, *c.Difference.Value)
	}
}

// Trap 9: two experiments mixed into one. Runs of different suites or levels
// are refused with every difference.
func TestTrapMixedExperiments(t *testing.T) {
	plan := two(score.Compiles)
	side := func(id string, edit func(*trial.Run)) Side {
		r := trial.Run{ID: id, Suite: "s", SuiteHash: "abc", Toolchain: "go1.26", End: trial.Completed, Version: "v1"}
		edit(&r)
		return Side{Run: r, Points: outcomes(score.Compiles, map[string]string{"none": "pf", "context": "pp"})}
	}
	keep := func(*trial.Run) {}
	_, err := Runs(side("a", keep), side("b", func(r *trial.Run) { r.Suite, r.Toolchain = "t", "go1.25" }), plan)
	var refused *Refused
	if !errors.As(err, &refused) || len(refused.Reasons) != 2 || !strings.Contains(err.Error(), "the suite differs") || !strings.Contains(err.Error(), "different levels") {
		t.Errorf("different suite and level: %v", err)
	}
	if _, err := Runs(side("a", keep), side("a", keep), plan); !errors.As(err, &refused) {
		t.Errorf("a run with itself: %v", err)
	}
	other := side("b", keep)
	for i := range other.Points {
		other.Points[i].Arm = "third"
	}
	if _, err := Runs(side("a", keep), other, plan); !errors.As(err, &refused) || !strings.Contains(err.Error(), "no arm is in both") {
		t.Errorf("no arm in common: %v", err)
	}
}

// Trap 10: one name twice.
func TestTrapDuplicate(t *testing.T) {
	points := outcomes(score.Compiles, map[string]string{"none": "p", "context": "p"})
	if _, err := Tabulate(append(points, points[0]), two(score.Compiles)); err == nil || !strings.Contains(err.Error(), "two points") {
		t.Errorf("a trial measured twice: %v", err)
	}
}
