package extract

import (
	"fmt"
	"slices"
)

// Tally is what one fixture added up to over its scored repeats.
type Tally struct {
	Repeats int `json:"repeats"`
	TP      int `json:"tp"`
	FP      int `json:"fp"`
	FN      int `json:"fn"`
	Clean   int `json:"clean"` // repeats read whole and without a false positive
}

// recall is TP ÷ (TP + FN); undefined where nothing is expected.
func (t Tally) recall() (part, whole int) { return t.TP, t.TP + t.FN }

// precision is TP ÷ (TP + FP), and 1 where nothing was said that counts: nothing
// false was said. Where nothing is expected it is the share of clean repeats, so
// that one slip in three repeats is not as bad as three.
func (t Tally) precision() (part, whole int) {
	switch {
	case t.TP+t.FN == 0:
		return t.Clean, t.Repeats
	case t.TP+t.FP == 0:
		return 1, 1
	}
	return t.TP, t.TP + t.FP
}

// f1 is 2TP ÷ (2TP + FP + FN); where nothing is expected, as precision.
func (t Tally) f1() (part, whole int) {
	if t.TP+t.FN == 0 {
		return t.Clean, t.Repeats
	}
	return 2 * t.TP, 2*t.TP + t.FP + t.FN
}

// Identity says what was measured with what. Empty fields are not known.
type Identity struct {
	Prompt        string // its name: another one is not comparable
	PromptVersion string // another version of the prompt is what is measured
	PromptHash    string
	Model         string
	FixturesHash  string // of all reviewed fixtures
	Run           string
}

// Baseline is what a run is compared with.
type Baseline struct {
	Identity
	Precision  *float64
	Recall     *float64
	F1         *float64
	MeasuredAt string           // RFC 3339
	Fixtures   map[string]Tally // nil: the results of single fixtures were not kept
	// Answers are the results of single repeats, of fixtures with more than one;
	// nil: they were not kept.
	Answers map[string][]Tally
}

// NewBaseline makes a baseline of a run's results. Fixtures without a scored
// result are not in it.
func NewBaseline(id Identity, measuredAt string, results []Result) Baseline {
	m := Summarise(results)
	b := Baseline{Identity: id, MeasuredAt: measuredAt, Fixtures: Tallies(results)}
	for id, list := range Answers(results) {
		if len(list) > 1 {
			if b.Answers == nil {
				b.Answers = map[string][]Tally{}
			}
			b.Answers[id] = list
		}
	}
	b.Precision, b.Recall, b.F1 = m.Precision.Value, m.Recall.Value, m.F1.Value
	return b
}

// Tallies adds up results by fixture; results that could not be had are left out.
func Tallies(results []Result) map[string]Tally {
	out := map[string]Tally{}
	for id, list := range Answers(results) {
		sum := Tally{}
		for _, t := range list {
			sum = sum.plus(t, 1)
		}
		out[id] = sum
	}
	return out
}

// Answers are the tallies of single answers by fixture, in order of the results;
// those that could not be had are left out.
func Answers(results []Result) map[string][]Tally {
	out := map[string][]Tally{}
	for _, r := range results {
		if r.Infra != "" {
			continue
		}
		t := Tally{Repeats: 1, TP: len(r.Pairs), FP: len(r.Wrong), FN: len(r.Misses)}
		if r.clean() {
			t.Clean = 1
		}
		out[r.Case] = append(out[r.Case], t)
	}
	return out
}

// answers are those of one fixture; nil: not known.
func (b Baseline) answers(id string) []Tally {
	if t := b.Fixtures[id]; t.Repeats == 1 {
		return []Tally{t}
	}
	return b.Answers[id]
}

// Bundled counts the fixtures of which only the sum over several repeats was kept.
func (b Baseline) Bundled() int {
	n := 0
	for id := range b.Fixtures {
		if b.answers(id) == nil {
			n++
		}
	}
	return n
}

// Differences says in what a run differs from the baseline so that they cannot
// be compared. Only what both sides know is held against each other.
func (b Baseline) Differences(run Identity, results []Result) []string {
	var out []string
	differ := func(what, before, now string) {
		if before != "" && now != "" && before != now {
			out = append(out, fmt.Sprintf("%s: the baseline has %q, the run %q", what, before, now))
		}
	}
	differ("prompt", b.Prompt, run.Prompt)
	differ("model", b.Model, run.Model)
	known := map[string]bool{}
	for _, r := range results {
		known[r.Case] = true
	}
	if b.Fixtures != nil {
		added, gone := []string{}, []string{}
		for id := range known {
			if _, ok := b.Fixtures[id]; !ok {
				added = append(added, id)
			}
		}
		for id := range b.Fixtures {
			if !known[id] {
				gone = append(gone, id)
			}
		}
		for _, d := range []struct {
			what string
			ids  []string
		}{{"fixtures that the baseline does not have", added}, {"fixtures of the baseline that the run does not have", gone}} {
			if slices.Sort(d.ids); len(d.ids) > 0 {
				out = append(out, fmt.Sprintf("%s: %d (%s)", d.what, len(d.ids), some(d.ids)))
			}
		}
	}
	if len(out) == 0 || b.Fixtures == nil {
		differ("content of the fixtures", b.FixturesHash, run.FixturesHash)
	}
	return out
}

// some lists the first five.
func some(ids []string) string {
	out := ""
	for i, id := range ids[:min(5, len(ids))] {
		if i > 0 {
			out += ", "
		}
		out += id
	}
	if len(ids) > 5 {
		out += ", …"
	}
	return out
}
