package extract

import (
	"cmp"
	"slices"
)

// Pair is an expectation with the observation that satisfies it.
type Pair struct {
	Expectation Expectation `json:"expectation"`
	Claim       Claim       `json:"claim"`
	Points      int         `json:"points"`   // how well they agree
	Segments    int         `json:"segments"` // last segments of the subjects that agree
	Whole       bool        `json:"whole"`    // the subjects are the same
	Coercions   []Coercion  `json:"coercions,omitempty"`
}

// Miss is an expectation without an observation.
type Miss struct {
	Stage       Stage        `json:"stage"` // that lost it
	Expectation Expectation  `json:"expectation"`
	Predicate   string       `json:"predicate"` // of the expectation, as the vocabulary names it
	Reason      string       `json:"reason"`
	Nearest     *Observation `json:"nearest,omitempty"` // what the answer said instead
}

// Wrong is a false positive.
type Wrong struct {
	Claim     Claim        `json:"claim"`
	Forbidden *Expectation `json:"forbidden,omitempty"` // nil: nothing like it is expected, and the case is exhaustive
	Coercions []Coercion   `json:"coercions,omitempty"`
	Reason    string       `json:"reason"`
}

// Result is one answer to one case, judged.
type Result struct {
	Case       string  `json:"case"`
	Category   string  `json:"category"`
	Weight     float64 `json:"weight"`
	Lines      int     `json:"lines"`
	Negative   bool    `json:"negative"` // nothing is expected
	Repeat     int     `json:"repeat"`   // starting at 0
	Infra      string  `json:"infra_error,omitempty"`
	ParseError string  `json:"parse_error,omitempty"`
	Partial    string  `json:"partial,omitempty"`
	Misfit     bool    `json:"misfit,omitempty"`     // it does not fit the suite's JSON Schema
	Pairs      []Pair  `json:"pairs,omitempty"`      // true positives, in order of the expectations
	Misses     []Miss  `json:"misses,omitempty"`     // false negatives, in order of the expectations
	Wrong      []Wrong `json:"wrong,omitempty"`      // false positives, in order of content
	Unjudged   []Claim `json:"unjudged,omitempty"`   // neither expected nor forbidden
	Duplicates []Claim `json:"duplicates,omitempty"` // of what satisfied an expectation
	Faint      []Claim `json:"faint,omitempty"`      // true, with too little confidence
}

// Passed reports whether all was said and nothing false. An answer that broke
// off does not pass: nobody knows what it would have said.
func (r Result) Passed() bool { return len(r.Misses) == 0 && r.clean() }

// clean reports whether nothing false was said in an answer that was read whole.
func (r Result) clean() bool {
	return r.Infra == "" && r.ParseError == "" && r.Partial == "" && len(r.Wrong) == 0
}

// Judge holds an answer against a case. The result does not depend on the order
// of the observations. n is what the record was processed with; it may be nil.
func Judge(c Case, r Record, n *Normaliser) Result {
	out := Result{Case: c.ID, Category: c.Category, Weight: c.weight(), Lines: c.Lines, Negative: c.Negative(),
		Infra: r.Infra, ParseError: r.Answer.Error, Partial: r.Answer.Partial, Misfit: len(r.Answer.Violations) > 0}
	if r.Infra != "" {
		return out
	}
	j := &judgement{n: n, c: c, record: r, must: n.ask(c, c.Must), claims: hear(r.Claims)}
	slices.SortStableFunc(j.claims, func(a, b said) int {
		return cmp.Or(compareObservations(a.Said, b.Said), cmp.Compare(a.Subject.Name, b.Subject.Name))
	})
	j.by = make([]int, len(j.must))
	j.used = make([]bool, len(j.claims))
	for i := range j.by {
		j.by[i] = -1
	}
	j.match(&out)
	j.miss(&out)
	j.rest(&out)
	return out
}

// judgement is the work of one Judge.
type judgement struct {
	n      *Normaliser
	c      Case
	record Record
	must   []asked
	claims []said // in order of content
	by     []int  // of each expectation: the claim that satisfies it, or −1
	used   []bool // of each claim
}

// sure reports whether a claim reaches the confidence that the case asks for.
func (j *judgement) sure(c *said) bool {
	// Tolerances are written in decimals: 0.8 − 0.1 must let 0.7 through.
	return c.Said.Confidence == nil || *c.Said.Confidence >= j.c.MinConfidence-j.c.ConfidenceTolerance-1e-12
}

// match finds the pairs. Expectations are put in order of content first, so
// that equally good matchings do not hang on their order in the file.
func (j *judgement) match(out *Result) {
	order := make([]int, len(j.must))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return compareExpectations(j.must[a].Expectation, j.must[b].Expectation)
	})
	claims := j.index()
	how := map[[2]int]fit{}
	rows := make([][]edge, len(order))
	for row, i := range order {
		a := &j.must[i]
		for _, k := range claims(a.predicate) {
			if c := &j.claims[k]; j.sure(c) {
				if f, ok := a.fits(c); ok {
					how[[2]int{i, k}] = f
					rows[row] = append(rows[row], edge{k, f.points})
				}
			}
		}
	}
	for row, k := range assign(rows) {
		if k >= 0 {
			j.by[order[row]] = k
			j.used[k] = true
		}
	}
	for i, k := range j.by {
		if k >= 0 {
			f := how[[2]int{i, k}]
			out.Pairs = append(out.Pairs, Pair{j.c.Must[i], j.claims[k].Claim, f.points, f.segments, f.whole, f.coercions})
		}
	}
}

// index returns the claims of a predicate, in order.
func (j *judgement) index() func(predicate string) []int {
	of := make(map[string][]int)
	for k := range j.claims {
		p := j.claims[k].Predicate.Name
		of[p] = append(of[p], k)
	}
	return func(predicate string) []int { return of[predicate] }
}

// rest says what became of the claims that satisfy nothing.
func (j *judgement) rest(out *Result) {
	forbidden := j.n.ask(j.c, j.c.MustNot)
	said := map[string]bool{}
	for k := range j.claims {
		if j.used[k] {
			said[j.claims[k].key()] = true
		}
	}
claims:
	for k := range j.claims {
		c := &j.claims[k]
		if j.used[k] {
			continue
		}
		if len(said) > 0 && said[c.key()] {
			out.Duplicates = append(out.Duplicates, c.Claim)
			continue
		}
		for i := range forbidden {
			if f, ok := forbidden[i].fits(c); ok {
				out.Wrong = append(out.Wrong, Wrong{c.Claim, &j.c.MustNot[i], f.coercions, "it is forbidden"})
				continue claims
			}
		}
		if j.c.Exhaustive {
			out.Wrong = append(out.Wrong, Wrong{Claim: c.Claim, Reason: "nothing like it is expected, and the expectations are exhaustive"})
			continue
		}
		out.Unjudged = append(out.Unjudged, c.Claim)
	}
}
