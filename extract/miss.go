package extract

import (
	"fmt"
	"strconv"
)

// key is what two claims share that say the same of the same place.
func (c *said) key() string {
	return c.Subject.Name + "\x00" + c.Predicate.Name + "\x00" + string(c.Said.Value.Kind) + c.Said.Value.String() + "\x00" + strconv.Itoa(c.Said.Line)
}

// miss explains every expectation that nothing satisfies by the stage that lost
// it: the first that explains it in the order below.
func (j *judgement) miss(out *Result) {
	faint := j.faint(out)
	var filtered, unknown []said
	for i := range j.must {
		if j.by[i] >= 0 {
			continue
		}
		a := &j.must[i]
		m := Miss{Stage: Missing, Expectation: j.c.Must[i], Predicate: a.predicate, Reason: "it was not observed"}
		if filtered == nil {
			filtered, unknown = j.lost()
		}
		switch k, ok := faint[i]; {
		case ok:
			m.Stage, m.Nearest = Filtered, &j.claims[k].Said
			m.Reason = fmt.Sprintf("it was observed with confidence %v; %v is asked for", *j.claims[k].Said.Confidence, j.c.MinConfidence)
		case j.within(a, filtered, &m):
			m.Stage, m.Reason = Filtered, "it was observed, and "+m.Reason
		case j.misunderstood(a, unknown, &m):
			m.Stage, m.Reason = Normalisation, "it was observed, but "+m.Reason
		case out.ParseError != "":
			m.Stage, m.Reason = Parse, out.ParseError
		case out.Partial != "":
			m.Stage, m.Reason = Parse, fmt.Sprintf("the answer is not whole: %s; %d observations were read before or after", out.Partial, len(j.record.Answer.Observations))
		default:
			j.nearest(a, &m)
		}
		out.Misses = append(out.Misses, m)
	}
}

// faint matches what is still missing with observations that fit but for their
// confidence, one to one. They are true, so they are not held against the answer.
func (j *judgement) faint(out *Result) map[int]int {
	var rows [][]edge
	var of []int
	for i := range j.must {
		if j.by[i] >= 0 {
			continue
		}
		var edges []edge
		for k := range j.claims {
			if c := &j.claims[k]; !j.used[k] && !j.sure(c) {
				if f, ok := j.must[i].fits(c); ok {
					edges = append(edges, edge{k, f.points})
				}
			}
		}
		rows, of = append(rows, edges), append(of, i)
	}
	found := map[int]int{}
	for row, k := range assign(rows) {
		if k >= 0 {
			found[of[row]] = k
			j.used[k] = true
			out.Faint = append(out.Faint, j.claims[k].Claim)
		}
	}
	return found
}

// lost makes what did not get through filter and normalisation ready, as far as
// it can be understood. Both are not nil.
func (j *judgement) lost() (filtered, unknown []said) {
	filtered, unknown = []said{}, []said{}
	for _, l := range j.record.Filtered {
		if c, reason := j.n.claim(l.Observation); reason == "" {
			filtered = append(filtered, hear([]Claim{c})...)
		}
	}
	for _, l := range j.record.Unknown {
		c := Claim{l.Observation, Name{Name: l.Observation.Subject}, Name{Name: l.Observation.Predicate}}
		if name, reason := j.n.Predicate(l.Observation.Predicate); reason == "" {
			c.Predicate = name
		}
		unknown = append(unknown, hear([]Claim{c})...)
	}
	return filtered, unknown
}

// within looks for what is missed among filtered observations.
func (j *judgement) within(a *asked, filtered []said, m *Miss) bool {
	for k := range filtered {
		if _, ok := a.fits(&filtered[k]); ok {
			m.Nearest = &filtered[k].Said
			m.Reason = fmt.Sprintf("its confidence %v is below the filter's", *filtered[k].Said.Confidence)
			return true
		}
	}
	return false
}

// misunderstood looks for what is missed among observations whose names were not
// understood, or were understood as something else: the value must be the
// expected one, and of subject and predicate at least one.
func (j *judgement) misunderstood(a *asked, unknown []said, m *Miss) bool {
	for k := range unknown {
		c := &unknown[k]
		_, subject := agreeing(c.subject, a.subject, a.tail)
		if !subject && c.Predicate.Name != a.predicate {
			continue
		}
		if _, ok := Equal(c.Said.Value, a.Value, a.declared); ok {
			m.Nearest, m.Reason = &c.Said, j.reason(c.Said)
			return true
		}
	}
	for k := range j.claims {
		c := j.claims[k]
		if j.used[k] || c.Subject.Name == c.Subject.Said && c.Predicate.Name == c.Predicate.Said {
			continue
		}
		raw := hear([]Claim{{c.Said, Name{Name: c.Said.Subject}, Name{Name: c.Said.Predicate}}})[0]
		if _, ok := a.fits(&raw); ok {
			m.Nearest = &j.claims[k].Said
			m.Reason = fmt.Sprintf("%q %q was read as %q %q", c.Subject.Said, c.Predicate.Said, c.Subject.Name, c.Predicate.Name)
			return true
		}
	}
	return false
}

// reason is why an observation was lost in normalisation.
func (j *judgement) reason(o Observation) string {
	_, reason := j.n.claim(o)
	return reason
}

// nearest says what the answer said instead.
func (j *judgement) nearest(a *asked, m *Miss) {
	best := 0
	for k := range j.claims {
		c := &j.claims[k]
		_, subject := agreeing(c.subject, a.subject, a.tail)
		same := subject && c.Predicate.Name == a.predicate
		var rank int
		var reason string
		switch _, fits := a.fits(c); {
		case fits:
			rank, reason = 4, "the only observation that fits satisfies another expectation"
		case same && j.used[k]:
			rank, reason = 1, m.Reason
		case same && a.tolerance != nil && a.away(c.Said.Line) > *a.tolerance:
			rank, reason = 3, fmt.Sprintf("it was observed at line %d, %d lines away", c.Said.Line, a.away(c.Said.Line))
		case same:
			rank, reason = 3, "it was observed with the value "+c.Said.Value.String()
		case subject && !j.used[k]:
			rank, reason = 2, fmt.Sprintf("of the subject something else was observed, %q", c.Said.Predicate)
		}
		if rank > best && rank > 1 {
			best, m.Nearest, m.Reason = rank, &c.Said, reason
		}
	}
}
