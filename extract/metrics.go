package extract

import (
	"slices"
	"strings"

	"sooth/stat"
)

// Measures are the rates of a group of fixtures. Counts are sums over results;
// rates weigh each fixture as declared and take its mean over repeats.
type Measures struct {
	Fixtures   int // with at least one scored result
	TP, FP, FN int
	Unjudged   int // observations that are neither expected nor forbidden
	Duplicates int
	// Micro rates are ratios of sums over fixtures, macro rates means over those
	// fixtures in which the rate is defined.
	Precision, Recall, F1                stat.Interval
	MacroPrecision, MacroRecall, MacroF1 stat.Interval
}

// Group is the measures of one category or predicate.
type Group struct {
	Name string
	Measures
}

// Negatives says how fixtures fared that expect nothing.
type Negatives struct {
	Fixtures    int
	Passed      int // every repeat was read whole and has no false positive
	Failed      int
	FP          int
	Lines       int      // of the inputs, times results
	PerThousand *float64 // false positives per 1,000 lines
	Reason      string   // why PerThousand is nil
}

// Metrics is what is measured of a set of results.
type Metrics struct {
	Measures
	Results     int // scored
	Passed      int // fixtures of which every scored repeat passed
	Failed      int
	Infra       int // results that could not be had; they count nowhere else
	ParseErrors int // answers in which nothing could be read
	Misfits     int // answers that do not fit the suite's JSON Schema, whatever could be read in them
	Partial     int // answers that broke off
	Stages      map[Stage]int
	Negatives   Negatives
	ByCategory  []Group // in order of name
	ByPredicate []Group // in order of name
}

// tally is what one fixture adds up to over its repeats.
type tally struct {
	weight               float64
	repeats              int
	tp, fp, fn           int
	unjudged, duplicates int
}

// rates returns the weighted shares of the three rates.
func (t *tally) rates() (precision, recall, f1 share) {
	w := t.weight / float64(t.repeats)
	tp, fp, fn := w*float64(t.tp), w*float64(t.fp), w*float64(t.fn)
	return share{tp, tp + fp}, share{tp, tp + fn}, share{2 * tp, 2*tp + fp + fn}
}

// Summarise measures results. Drafts must not be among them.
func Summarise(results []Result) Metrics {
	m := Metrics{Stages: map[Stage]int{}}
	all, categories, predicates := collection{}, map[string]collection{}, map[string]collection{}
	failed, negative := map[string]bool{}, map[string]bool{}
	for i := range results {
		r := &results[i]
		if r.Infra != "" {
			m.Infra++
			continue
		}
		m.Results++
		if r.ParseError != "" {
			m.ParseErrors++
		}
		if r.Misfit {
			m.Misfits++
		}
		if r.Partial != "" {
			m.Partial++
		}
		for _, x := range r.Misses {
			m.Stages[x.Stage]++
		}
		m.Stages[FalsePositive] += len(r.Wrong)
		failed[r.Case] = failed[r.Case] || !r.Passed()
		if r.Negative {
			negative[r.Case] = true
			m.Negatives.FP += len(r.Wrong)
			m.Negatives.Lines += r.Lines
		}
		all.add(r, "")
		in(categories, r.Category).add(r, "")
		for _, p := range predicatesOf(r) {
			in(predicates, p).add(r, p)
		}
	}
	for id, f := range failed {
		switch {
		case f:
			m.Failed++
		default:
			m.Passed++
		}
		switch {
		case negative[id] && f:
			m.Negatives.Failed++
		case negative[id]:
			m.Negatives.Passed++
		}
	}
	for _, c := range predicates { // a repeat in which nothing was said of a predicate is a repeat too
		for id, t := range c {
			t.repeats = all[id].repeats
		}
	}
	m.Negatives.Fixtures = len(negative)
	m.Negatives.rate()
	m.Measures = all.measures()
	m.ByCategory, m.ByPredicate = groups(categories), groups(predicates)
	return m
}

func (n *Negatives) rate() {
	switch {
	case n.Fixtures == 0:
		n.Reason = "no fixture expects nothing"
	case n.Lines == 0:
		n.Reason = "the fixtures that expect nothing have no lines"
	default:
		x := 1000 * float64(n.FP) / float64(n.Lines)
		n.PerThousand = &x
	}
}

// predicatesOf names every predicate that a result has something about.
func predicatesOf(r *Result) []string {
	var out []string
	for _, x := range r.Pairs {
		out = append(out, x.Claim.Predicate.Name)
	}
	for _, x := range r.Misses {
		out = append(out, x.Predicate)
	}
	for _, x := range r.Wrong {
		out = append(out, x.Claim.Predicate.Name)
	}
	for _, list := range [][]Claim{r.Unjudged, r.Duplicates} {
		for _, x := range list {
			out = append(out, x.Predicate.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// collection is the tallies of a group, by fixture.
type collection map[string]*tally

func in(of map[string]collection, name string) collection {
	if of[name] == nil {
		of[name] = collection{}
	}
	return of[name]
}

// add counts a result, or what of it is about one predicate.
func (c collection) add(r *Result, predicate string) {
	t := c[r.Case]
	if t == nil {
		t = &tally{weight: r.Weight}
		c[r.Case] = t
	}
	t.repeats++
	is := func(p string) bool { return predicate == "" || p == predicate }
	for _, x := range r.Pairs {
		if is(x.Claim.Predicate.Name) {
			t.tp++
		}
	}
	for _, x := range r.Misses {
		if is(x.Predicate) {
			t.fn++
		}
	}
	for _, x := range r.Wrong {
		if is(x.Claim.Predicate.Name) {
			t.fp++
		}
	}
	for _, x := range r.Unjudged {
		if is(x.Predicate.Name) {
			t.unjudged++
		}
	}
	for _, x := range r.Duplicates {
		if is(x.Predicate.Name) {
			t.duplicates++
		}
	}
}

// The reasons for rates that do not exist.
const (
	noClaim    = "nothing was said that is expected, forbidden, or false in an exhaustive fixture"
	noExpected = "nothing is expected"
	noEither   = "nothing is expected, and nothing false was said"
)

// measures computes the rates, fixtures in order of name so that sums are the
// same every time.
func (c collection) measures() Measures {
	var out Measures
	names := make([]string, 0, len(c))
	for name := range c {
		names = append(names, name)
	}
	slices.Sort(names)
	var micro, macro [3][]share
	for _, name := range names {
		t := c[name]
		out.Fixtures++
		out.TP, out.FP, out.FN = out.TP+t.tp, out.FP+t.fp, out.FN+t.fn
		out.Unjudged, out.Duplicates = out.Unjudged+t.unjudged, out.Duplicates+t.duplicates
		p, r, f := t.rates()
		for i, s := range []share{p, r, f} {
			micro[i] = append(micro[i], s)
			if s.whole > 0 {
				macro[i] = append(macro[i], share{t.weight * s.part / s.whole, t.weight})
			}
		}
	}
	out.Precision, out.Recall, out.F1 = ratio(micro[0], noClaim), ratio(micro[1], noExpected), ratio(micro[2], noEither)
	out.MacroPrecision, out.MacroRecall, out.MacroF1 = ratio(macro[0], noClaim), ratio(macro[1], noExpected), ratio(macro[2], noEither)
	return out
}

func groups(of map[string]collection) []Group {
	out := make([]Group, 0, len(of))
	for name, c := range of {
		out = append(out, Group{name, c.measures()})
	}
	slices.SortFunc(out, func(a, b Group) int { return strings.Compare(a.Name, b.Name) })
	return out
}
