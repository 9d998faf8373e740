package extractrun

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"sooth/extract"
	"sooth/internal/extractreport"
	"sooth/internal/perturb"
	"sooth/stat"
)

// repeats is the name of the stability over plain repeats.
const repeats = "repeats"

func compareResults(a, b graded) int {
	return cmp.Or(strings.Compare(a.Case, b.Case), place(a.variant)-place(b.variant), cmp.Compare(a.Repeat, b.Repeat))
}

func place(variant string) int { return slices.Index(perturb.Kinds(), perturb.Kind(variant)) }

// claims are the claims of an answer as they were understood: what is said,
// without confidence, with the lines that are named, mapped back.
func claims(n *extract.Normaliser, r extract.Record, lines []int) map[string][]int {
	out := map[string][]int{}
	for _, c := range r.Claims {
		text := fmt.Sprintf("%s %s = %s", c.Subject.Name, c.Predicate.Name, n.Canonical(c.Predicate.Name, c.Said.Value))
		line := c.Said.Line
		if lines != nil && line > 0 {
			if line = 0; c.Said.Line <= len(lines) {
				line = lines[c.Said.Line-1]
			}
		}
		out[text] = append(out[text], line)
		slices.Sort(out[text])
	}
	return out
}

// same reports whether two answers have the same claims, and whether they name
// the same lines too.
func same(a, b map[string][]int) (claims, lines bool) {
	if len(a) != len(b) {
		return false, false
	}
	lines = true
	for text, at := range a {
		other, ok := b[text]
		if !ok || len(other) != len(at) {
			return false, false
		}
		lines = lines && slices.Equal(at, other)
	}
	return true, lines
}

// counter adds up pairs of answers by fixture.
type counter struct {
	out      extractreport.Stability
	pairs    map[string]int
	equal    map[string]int
	flickers map[[3]string]*extractreport.Flicker
}

func newCounter(kind string) *counter {
	return &counter{out: extractreport.Stability{Kind: kind}, pairs: map[string]int{}, equal: map[string]int{}, flickers: map[[3]string]*extractreport.Flicker{}}
}

// hold compares two answers to one fixture.
func (c *counter) hold(fixture string, a, b map[string][]int) {
	c.pairs[fixture]++
	c.out.Pairs++
	claims, lines := same(a, b)
	if claims {
		c.equal[fixture]++
		c.out.Identical++
		if !lines {
			c.out.OtherLine++
		}
	}
}

// flicker notes a claim of which with of all answers have it.
func (c *counter) flicker(fixture, claim, where string, with, without int) {
	key := [3]string{fixture, claim, where}
	f := c.flickers[key]
	if f == nil {
		f = &extractreport.Flicker{Fixture: fixture, Claim: claim, Where: where}
		c.flickers[key] = f
	}
	f.With += with
	f.Without += without
}

// result finishes the count.
func (c *counter) result() extractreport.Stability {
	var parts, wholes []float64
	for _, id := range slices.Sorted(maps.Keys(c.pairs)) {
		parts = append(parts, float64(c.equal[id]))
		wholes = append(wholes, float64(c.pairs[id]))
	}
	c.out.Fixtures = len(c.pairs)
	c.out.Rate = share(parts, wholes)
	for _, f := range c.flickers {
		c.out.Flickered = append(c.out.Flickered, *f)
	}
	slices.SortFunc(c.out.Flickered, func(a, b extractreport.Flicker) int {
		return cmp.Or(strings.Compare(a.Fixture, b.Fixture), strings.Compare(a.Claim, b.Claim), strings.Compare(a.Where, b.Where))
	})
	return c.out
}

// share is Σ part ÷ Σ whole; the interval takes the fixture as the unit. Where
// every fixture is all or nothing it is Wilson's over fixtures, otherwise
// Student's over the fixtures' shares, cut at 0 and 1.
func share(parts, wholes []float64) extractreport.Rate {
	n := len(parts)
	r := extractreport.Rate{N: n}
	if n == 0 {
		r.Reason = "nothing was held against each other"
		return r
	}
	part, whole, all := 0.0, 0.0, 0
	binary := true
	shares, none := make([]float64, n), make([]float64, n)
	for i := range parts {
		part, whole = part+parts[i], whole+wholes[i]
		shares[i] = parts[i] / wholes[i]
		switch shares[i] {
		case 1:
			all++
		case 0:
		default:
			binary = false
		}
	}
	value := part / whole
	r.Value = &value
	if binary {
		w := stat.Wilson(all, n, 0)
		r.Low, r.High, r.Method = w.Low, w.High, "wilson over fixtures"
		return r
	}
	pairs, err := stat.Pair(none, shares, 0)
	if err != nil {
		r.Reason = err.Error()
		return r
	}
	t := stat.MeanT(pairs, 0)
	if t.Low == nil || t.High == nil {
		r.Reason = t.Reason
		return r
	}
	low, high := math.Max(0, *t.Low), math.Min(1, *t.High)
	r.Low, r.High, r.Method = &low, &high, "t over fixtures"
	return r
}

// overRepeats holds the repeats of each fixture against each other, every two.
func overRepeats(n *extract.Normaliser, y *side) *extractreport.Stability {
	c := newCounter(repeats)
	for from := 0; from < len(y.results); {
		to := from + 1
		for to < len(y.results) && y.results[to].Case == y.results[from].Case {
			to++
		}
		var sets []map[string][]int
		for _, g := range y.results[from:to] {
			if g.variant == "" && g.Infra == "" {
				sets = append(sets, claims(n, g.record, nil))
			}
		}
		id := y.results[from].Case
		counts := map[string]int{}
		for i, a := range sets {
			for _, b := range sets[:i] {
				c.hold(id, b, a)
			}
			for text := range a {
				counts[text]++
			}
		}
		for text, with := range counts {
			if with < len(sets) {
				c.flicker(id, text, "some repeats", with, len(sets)-with)
			}
		}
		from = to
	}
	if c.out.Pairs == 0 {
		return nil
	}
	out := c.result()
	return &out
}

// overVariants holds every variant against the original of the same repeat, by
// kind of variant.
func (g *grading) overVariants(n *extract.Normaliser, y *side) []extractreport.Stability {
	type at struct {
		fixture string
		repeat  int
	}
	originals := map[at]map[string][]int{}
	for _, r := range y.results {
		if r.variant == "" && r.Infra == "" {
			originals[at{r.Case, r.Repeat}] = claims(n, r.record, nil)
		}
	}
	var out []extractreport.Stability
	for _, kind := range g.kinds {
		c := newCounter(string(kind))
		made := map[string]perturb.Variant{}
		skipped, checked := map[string][]string{}, map[string]int{}
		for _, f := range g.fixtures {
			for _, v := range g.variants[f.ID] {
				switch {
				case v.Kind != kind:
				case v.Skipped != "":
					skipped[v.Skipped] = append(skipped[v.Skipped], f.ID)
				case v.Same:
					c.out.Unchanged++
				default:
					made[f.ID] = v
					checked[v.CheckedBy]++
				}
			}
		}
		for _, r := range y.results {
			original, ok := originals[at{r.Case, r.Repeat}]
			if r.variant != string(kind) || r.Infra != "" || !ok {
				continue
			}
			now := claims(n, r.record, made[r.Case].Lines)
			c.hold(r.Case, original, now)
			for text := range original {
				if _, ok := now[text]; !ok {
					c.flicker(r.Case, text, "only in the original", 1, 1)
				}
			}
			for text := range now {
				if _, ok := original[text]; !ok {
					c.flicker(r.Case, text, "only in the variant", 1, 1)
				}
			}
		}
		s := c.result()
		for reason, ids := range skipped {
			s.Skipped = append(s.Skipped, extractreport.Skipped{Reason: reason, Fixtures: ids})
		}
		slices.SortFunc(s.Skipped, func(a, b extractreport.Skipped) int { return strings.Compare(a.Reason, b.Reason) })
		s.Checked = checkers(checked)
		out = append(out, s)
	}
	return out
}
