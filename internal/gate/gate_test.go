package gate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sooth/internal/report"
	"sooth/score"
	"sooth/stat"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Gate{
		"nDCG@10 > -0.02":                {Name: "nDCG@10", Above: true, Bound: -.02},
		" compiles>-5e-2 ":               {Name: "compiles", Above: true, Bound: -.05},
		"Unjudged@10 < .1":               {Name: "Unjudged@10", Bound: .1},
		"class=D: P(rel=2)@5 > 0":        {Name: "P(rel=2)@5", Above: true, Scope: []Label{{"class", "D"}}},
		"nDCG(gains={0:0,1:3})@10 > -.1": {Name: "nDCG(gains={0:0,1:3})@10", Above: true, Bound: -.1},
		`base=none , arm="a: b, c=d":solved > +0.1`: {Name: "solved", Above: true, Bound: .1,
			Scope: []Label{{"base", "none"}, {"arm", "a: b, c=d"}}},
	} {
		got, err := Parse(text)
		want.Text = strings.TrimSpace(text)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	const hint = "; hint: write for example 'nDCG@10 > -0.02' or 'class=D: P@5 > -0.05'"
	for text, want := range map[string]string{
		"":                         "column 1: it is empty",
		"nDCG@10":                  "column 8: > or < and a bound are missing",
		"nDCG@10 = -0.02":          "column 9: = where > or < should be",
		"nDCG@10 >= -0.02":         "column 9: >= where > should be: a bound that is just reached does not pass",
		"nDCG@10 >":                "column 10: the bound is missing",
		"nDCG@10 > two":            `column 11: bound "two" is no decimal number`,
		"nDCG@10 > -0.02 and more": `column 11: bound "-0.02 and more" is no decimal number`,
		"nDCG@10 > nan":            `column 11: bound "nan" is no decimal number`,
		"nDCG@10 > -0x1p-3":        `column 11: bound "-0x1p-3" is no decimal number`,
		"nDCG@10 > -2 %":           `column 11: bound "-2 %": a percentage; write it as a number, 2 % is 0.02`,
		"> -0.02":                  "column 1: a measure or criterion is missing",
		"class=D: > -0.02":         "column 10: a measure or criterion is missing",
		"D: P@5 > -0.02":           `column 1: "D" is no label=value`,
		"class=D, E: P@5 > -0.02":  `column 10: "E" is no label=value`,
		"=D: P@5 > -0.02":          "column 1: the name of a label is missing before =",
		"class=: P@5 > -0.02":      `column 7: the value of label "class" is missing`,
		`class="D: P@5 > -0.02`:    "column 7: this quote is not closed",
		`class="D"x: P@5 > 0`:      `column 1: value "D"x of label "class" is not quoted well`,
		"class=D,class=E: P@5 > 0": `column 9: label "class" is there twice`,
	} {
		_, err := Parse(text)
		if full := fmt.Sprintf("gate %q: %s%s", text, want, hint); err == nil || err.Error() != full {
			t.Errorf("%s\n got %v\nwant %s", text, err, full)
		}
	}
	if g, err := Parse("arm=x: compiles > 0"); err != nil || g.Only([]string{"class"}) == nil || g.Only([]string{"arm"}) != nil {
		t.Errorf("labels: %v", err)
	}
}

func must(t rapid.TB, text string) Gate {
	t.Helper()
	g, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestMean holds the bound to its formula, mean − t(0.95, 9)·sd/√10, with the
// quantile 1.8331129326562374 of the published tables.
func TestMean(t *testing.T) {
	d := []float64{.1, -.05, 0, 0, .2, -.1, .05, 0, .15, -.02}
	a, b := make([]float64, 10), make([]float64, 10)
	mean, squares := 0.0, 0.0
	for i, x := range d {
		a[i], b[i] = .5, .5+x
		mean += x / 10
	}
	for _, x := range d {
		squares += (x - mean) * (x - mean)
	}
	limit := mean - 1.8331129326562374*math.Sqrt(squares/9/10)
	for _, margin := range []float64{.01, .0231, .0233, .1} {
		got := must(t, fmt.Sprintf("RR@10 > %v", -margin)).Mean(Values{A: a, B: b})
		if math.Abs(*got.Limit-limit) > 1e-9 || math.Abs(*got.Estimate-mean) > 1e-12 || got.Passed != (limit > -margin) || got.N != 10 {
			t.Errorf("margin %v: %+v, want bound %v", margin, got, limit)
		}
		turned := must(t, fmt.Sprintf("RR@10 < %v", margin)).Mean(Values{A: b, B: a})
		if math.Abs(*turned.Limit+limit) > 1e-9 || turned.Passed != got.Passed || *turned.P != *got.P {
			t.Errorf("margin %v exchanged: %+v", margin, turned)
		}
	}
	if got := must(t, "RR@10 > 0.05").Mean(Values{A: a, B: b}); got.Passed {
		t.Errorf("more is demanded than was found: %+v", got)
	}
}

// TestNoSpread: equal rankings pass a demand for no regression, and no other;
// one unit or none passes nothing.
func TestNoSpread(t *testing.T) {
	same := Values{A: []float64{.2, .5, 1}, B: []float64{.2, .5, 1}}
	for text, want := range map[string]bool{"RR@10 > -0.02": true, "RR@10 > 0": false, "RR@10 < 0.01": true, "RR@10 < 0": false} {
		if got := must(t, text).Mean(same); got.Passed != want || *got.Limit != 0 || !strings.Contains(got.Method, "no spread") {
			t.Errorf("%s: %+v", text, got)
		}
	}
	for n := range 2 {
		if got := must(t, "RR@10 > -0.5").Mean(Values{A: same.A[:n], B: same.B[:n]}); got.Passed || got.Limit != nil || got.Reason == "" || !strings.HasPrefix(got.Sentence, "not shown: ") {
			t.Errorf("%d units: %+v", n, got)
		}
	}
	// So few tasks without a difference show little: Tango's bound is −z²/(n + z²).
	for n, want := range map[int]bool{46: false, 60: true} {
		got := must(t, "compiles > -0.05").Proportion(stat.Table{Both: n}, 0, 0)
		bound := -1.6448536269514722 * 1.6448536269514722 / (float64(n) + 1.6448536269514722*1.6448536269514722)
		if got.Passed != want || math.Abs(*got.Limit-bound) > 1e-9 {
			t.Errorf("%d tasks: %+v, want bound %v", n, got, bound)
		}
	}
}

// TestCrashingNeverPays: what B alone lost cannot make a gate pass, and can
// make it fail.
func TestCrashingNeverPays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.Float64Range(0, 1)
		n := rapid.IntRange(0, 20).Draw(t, "n")
		v := Values{A: rapid.SliceOfN(unit, n, n).Draw(t, "a"), B: rapid.SliceOfN(unit, n, n).Draw(t, "b")}
		g := must(t, fmt.Sprintf("x > %v", rapid.Float64Range(-.5, .5).Draw(t, "bound")))
		before := g.Mean(v)
		v.Only = rapid.SliceOfN(unit, 1, 9).Draw(t, "only")
		after := g.Mean(v)
		if after.Passed && !before.Passed {
			t.Fatalf("passes with %d lost: %+v", len(v.Only), after)
		}
	})
	v := Values{A: slices.Repeat([]float64{1, .5}, 10), B: slices.Repeat([]float64{1, .6}, 10)}
	g := must(t, "RR@10 > -0.02")
	if got := g.Mean(v); !got.Passed {
		t.Errorf("nothing lost: %+v", got)
	}
	v.Only = []float64{1, 1, 1}
	if got := g.Mean(v); got.Passed || !strings.Contains(got.Sentence, "with the 3 that B alone lost counted against it") {
		t.Errorf("three lost: %+v", got)
	}
	if got := must(t, "x > -0.1").Proportion(stat.Table{Both: 60}, 9, 0); got.Passed || got.Worst == nil {
		t.Errorf("nine lost that A passes: %+v", got)
	}
	if got := must(t, "x > -0.1").Proportion(stat.Table{Both: 60}, 0, 9); !got.Passed {
		t.Errorf("nine lost that A fails: %+v", got)
	}
}

// reported makes a report of two arms; letters are outcomes by task: p f u !
// (infra_error) - (no answer), repeats apart by commas.
func reported(base, arm string) *report.Report {
	r := &report.Report{Suite: report.Suite{Repeats: strings.Count(base, ",") + 1}}
	letters := [2][]string{strings.Split(base, ","), strings.Split(arm, ",")}
	var table stat.Table
	for i := range letters[0][0] {
		task := report.Task{ID: fmt.Sprint(i)}
		for k, name := range []string{"none", "ctx"} {
			for repeat, word := range letters[k] {
				trial := report.Trial{Arm: name, Model: "m", Repeat: repeat, State: score.Answered}
				result := map[byte]score.Outcome{'p': score.Pass, 'f': score.Fail, 'u': score.Unknown}[word[i]]
				switch word[i] {
				case '!':
					trial.State = score.InfraError
				case '-':
					trial.State = score.NoAnswer
				}
				trial.Criteria = map[string]score.Result{score.Compiles: {Outcome: result}}
				task.Trials = append(task.Trials, trial)
			}
		}
		switch string([]byte{letters[0][0][i], letters[1][0][i]}) {
		case "pp":
			table.Both++
		case "pf":
			table.OnlyA++
		case "fp":
			table.OnlyB++
		case "ff":
			table.Neither++
		}
		r.Tasks = append(r.Tasks, task)
	}
	c := report.Comparison{Base: "none", Arm: "ctx", Model: "m", Criterion: score.Compiles}
	if r.Suite.Repeats == 1 {
		c.McNemar, c.Table, c.N = &report.McNemar{}, [2][2]int{{table.Both, table.OnlyA}, {table.OnlyB, table.Neither}}, table.N()
	}
	r.Comparisons = []report.Comparison{c}
	return r
}

// TestReport: what the arm lost is found in the trials, repeats are means.
func TestReport(t *testing.T) {
	g := []Gate{must(t, "arm=ctx: compiles > -0.1")}
	decide := func(base, arm string) report.Gate {
		t.Helper()
		got, err := Report(reported(base, arm), g)
		if err != nil || len(got) != 1 || got[0].Where != "none → ctx" {
			t.Fatalf("%+v, %v", got, err)
		}
		return got[0]
	}
	p60 := strings.Repeat("p", 60)
	for i, c := range []struct {
		base, arm  string
		passed     bool
		n, against int
	}{
		{p60, p60, true, 60, 0},
		{p60, strings.Repeat("p", 50) + "ffffffffff", false, 60, 0},
		{p60, strings.Repeat("p", 50) + "!!!!----uu", false, 50, 10},
		{strings.Repeat("p", 50) + "!!!!----uu", p60, true, 50, 0},
		{strings.Repeat("p", 50) + "ffffffffff", strings.Repeat("p", 50) + "!!!!!!!!!!", true, 50, 10},
	} {
		if got := decide(c.base, c.arm); got.Passed != c.passed || got.N != c.n || got.Against != c.against {
			t.Errorf("%d: %+v", i, got)
		}
	}
	// An answer that was refused or cut off did not solve its task; to what it says
	// of the code there is no answer.
	for criterion, want := range map[string]sum{score.Solved: {total: 1, decided: 2}, score.Compiles: {total: 1, decided: 1}, score.All: {total: 1, decided: 1}} {
		task := report.Task{Trials: []report.Trial{
			{Arm: "ctx", State: score.NoAnswer, Solved: score.Unknown, Outcome: score.Unknown, Criteria: map[string]score.Result{score.Compiles: {Outcome: score.Unknown}}},
			{Arm: "ctx", Repeat: 1, State: score.Answered, Solved: score.Pass, Outcome: score.Pass, Criteria: map[string]score.Result{score.Compiles: {Outcome: score.Pass}}},
		}}
		if got := cell(task, "ctx", report.Comparison{Criterion: criterion}); got != want {
			t.Errorf("%s: %+v, want %+v", criterion, got, want)
		}
	}
	// Shares of statements are values, not passes.
	share := .25
	valued := report.Task{Trials: []report.Trial{{Arm: "ctx", State: score.Answered, Criteria: map[string]score.Result{"truth": {Outcome: score.Fail, Value: &share}}}}}
	if got := cell(valued, "ctx", report.Comparison{Criterion: "truth"}); got.mean() != .25 || !got.valued {
		t.Errorf("a share: %+v", got)
	}
	half := strings.Repeat("pf", 20)
	got := decide(half+","+strings.Repeat("p", 40), strings.Repeat("p", 40)+","+half)
	if !got.Passed || got.N != 40 || got.Method == "tango score" || *got.Estimate != 0 {
		t.Errorf("repeats: %+v", got)
	}
	// Arms of two runs carry the run; a gate may leave it out, and may mean several pairs.
	two := reported(p60, p60)
	two.Comparisons[0].Base, two.Comparisons[0].Arm = "ctx@a1", "ctx@b2"
	two.Comparisons = append(two.Comparisons, two.Comparisons[0])
	two.Comparisons[1].Base, two.Comparisons[1].Arm = "none@a1", "none@b2"
	for text, want := range map[string]string{
		"compiles > -0.5":                 "ctx@a1 → ctx@b2",
		"arm=none: compiles > -0.5":       "none@a1 → none@b2",
		"arm=ctx@b2: compiles > -0.5":     "ctx@a1 → ctx@b2",
		"model=m,base=ctx: compiles > -1": "ctx@a1 → ctx@b2",
	} {
		if got, err := Report(two, []Gate{must(t, text)}); err != nil || len(got) != 1 || got[0].Where != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	if _, err := Report(two, []Gate{must(t, "model=other: compiles > 0")}); err == nil {
		t.Error("a model that is not there was accepted")
	}
	for text, want := range map[string]string{
		"exists > 0":            `gate "exists > 0": no comparison fits it; hint: compared are base=none, arm=ctx: compiles`,
		"arm=none: compiles >0": "no comparison fits it",
		"class=D: compiles > 0": `there is no label "class"; hint: the labels are base, arm, model`,
	} {
		if _, err := Report(reported("p", "p"), []Gate{must(t, text)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
