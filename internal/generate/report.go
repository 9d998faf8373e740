package generate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/question"
)

// Report says what a suite covers, and what was left out and why.
type Report struct {
	Wanted     int            `json:"wanted"`
	Questions  int            `json:"questions"`
	Kinds      []KindReport   `json:"kinds"`
	Dropped    []Dropped      `json:"dropped"` // the routes did not agree
	Absent     []Absent       `json:"absent"`  // nothing could be asked
	Coverage   []CoverageRow  `json:"coverage,omitempty"`
	Diversity  Diversity      `json:"diversity"`
	Difficulty map[string]int `json:"difficulty"` // questions by difficulty
}

// KindReport counts the questions of a kind.
type KindReport struct {
	Kind         question.Kind  `json:"kind"`
	Questions    int            `json:"questions"`
	True         int            `json:"true,omitempty"`
	False        int            `json:"false,omitempty"`
	Tried        int            `json:"tried"`        // drafts that the second route was asked about
	Contradicted int            `json:"contradicted"` // it said otherwise
	Unknown      map[string]int `json:"unknown,omitempty"`
}

// Dropped is a draft on which the routes do not agree.
type Dropped struct {
	Kind    question.Kind `json:"kind"`
	Subject string        `json:"subject"`
	Object  string        `json:"object,omitempty"`
	Reason  string        `json:"reason"`
}

// Absent is something that could not be asked about this tree.
type Absent struct {
	Kind    question.Kind `json:"kind"`
	Pattern string        `json:"pattern"`
	Reason  string        `json:"reason"`
}

// CoverageRow says which share of the facts of a kind can be asked for: at
// least one question whose truth rests on the fact passes the second route.
type CoverageRow struct {
	Kind     fact.Kind `json:"kind"`
	Facts    int       `json:"facts"` // different ones that questions could rest on
	Askable  int       `json:"askable"`
	Asked    int       `json:"asked"`              // in this suite
	Excluded int       `json:"excluded,omitempty"` // facts about tests, local types, build tags that nobody is asked for
}

// Diversity says how different the questions are.
type Diversity struct {
	Patterns  int      `json:"patterns"` // different patterns of wording in this suite
	Available int      `json:"available"`
	Subjects  int      `json:"subjects"` // different subjects
	Packages  int      `json:"packages"` // packages with a question
	Of        int      `json:"packages_of"`
	Evenness  *float64 `json:"evenness"` // Shannon entropy of patterns over its maximum, 0 to 1; null: fewer than two patterns
}

// tally counts what became of the drafts of a kind.
type tally struct {
	tried, contradicted int
	unknown             map[string]int
}

func (m *maker) tally(f *form) *tally {
	t := m.tried[string(f.kind)]
	if t == nil {
		t = &tally{unknown: map[string]int{}}
		m.tried[string(f.kind)] = t
	}
	return t
}

func (m *maker) report() Report {
	r := Report{Wanted: m.N, Questions: len(m.made), Dropped: append([]Dropped{}, m.dropped...), Absent: append([]Absent{}, m.absent...), Difficulty: map[string]int{}}
	kinds := map[question.Kind]*KindReport{}
	patterns, subjects, packages := map[string]int{}, map[string]bool{}, map[string]bool{}
	var order []question.Kind
	for _, f := range m.forms {
		if kinds[f.kind] == nil {
			t := m.tally(f)
			kinds[f.kind] = &KindReport{Kind: f.kind, Tried: t.tried, Contradicted: t.contradicted, Unknown: t.unknown}
			order = append(order, f.kind)
		}
	}
	for _, q := range m.made {
		k := kinds[q.Kind]
		k.Questions++
		switch q.Balance {
		case "true":
			k.True++
		case "false":
			k.False++
		}
		patterns[q.Pattern]++
		subjects[q.Subject] = true
		if q.Package != "" {
			packages[strings.TrimSuffix(q.Package, "_test")] = true
		}
		r.Difficulty[q.Difficulty]++
	}
	for _, k := range order {
		r.Kinds = append(r.Kinds, *kinds[k])
	}
	slices.SortFunc(r.Dropped, func(a, b Dropped) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Object, b.Object))
	})
	slices.SortFunc(r.Absent, func(a, b Absent) int { return cmp.Compare(a.Pattern, b.Pattern) })
	r.Diversity = Diversity{Patterns: len(patterns), Available: len(m.patterns), Subjects: len(subjects), Packages: len(packages), Of: len(m.world.packages), Evenness: evenness(patterns, len(m.made))}
	r.Coverage = m.coverageRows()
	return r
}

// evenness is the Shannon entropy of counts over the entropy of equal counts.
func evenness(counts map[string]int, n int) *float64 {
	if len(counts) < 2 {
		return nil
	}
	h := 0.0
	for _, k := range sortedKeys(counts) {
		p := float64(counts[k]) / float64(n)
		h -= p * math.Log(p)
	}
	e := h / math.Log(float64(len(counts)))
	return &e
}
