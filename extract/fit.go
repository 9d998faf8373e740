package extract

import "cmp"

// asked is an expectation made ready for comparison.
type asked struct {
	Expectation
	subject   []string
	predicate string
	tail      int
	tolerance *int
	declared  *Predicate
}

// said is a claim made ready for comparison.
type said struct {
	Claim
	subject []string
}

// fit is how an observation fits an expectation.
type fit struct {
	points    int
	segments  int // last segments that agree
	whole     bool
	coercions []Coercion
}

// ask makes expectations of a case ready.
func (n *Normaliser) ask(c Case, list []Expectation) []asked {
	out := make([]asked, len(list))
	for i, e := range list {
		a := asked{Expectation: e, tolerance: c.LineTolerance, predicate: e.Predicate, tail: defaultTail}
		subject := e.Subject
		if name, reason := n.Subject(e.Subject); reason == "" {
			subject = name.Name
		}
		if name, reason := n.Predicate(e.Predicate); reason == "" {
			a.predicate = name.Name
		}
		if n != nil {
			a.tail = cmp.Or(n.vocabulary.Tail, a.tail)
		}
		a.tail = cmp.Or(e.Tail, c.Tail, a.tail)
		a.subject, a.declared = segments(subject), n.predicate(a.predicate)
		out[i] = a
	}
	return out
}

func hear(claims []Claim) []said {
	out := make([]said, len(claims))
	for i, c := range claims {
		out[i] = said{c, segments(c.Subject.Name)}
	}
	return out
}

// about reports whether a claim is about what is asked, whatever its value.
func (a *asked) about(c *said) (segments int, ok bool) {
	if c.Predicate.Name != a.predicate {
		return 0, false
	}
	return agreeing(c.subject, a.subject, a.tail)
}

// fits reports whether a claim satisfies what is asked, whatever its
// confidence, and how well.
func (a *asked) fits(c *said) (fit, bool) {
	n, ok := a.about(c)
	if !ok {
		return fit{}, false
	}
	far := a.away(c.Said.Line)
	if a.tolerance != nil && far > *a.tolerance {
		return fit{}, false
	}
	coercions, ok := Equal(c.Said.Value, a.Value, a.declared)
	if !ok {
		return fit{}, false
	}
	f := fit{segments: n, whole: n == len(a.subject) && n == len(c.subject), coercions: coercions, points: 1}
	if f.points += 400; len(coercions) > 0 {
		f.points -= 200
	}
	if f.whole {
		f.points += 300
	} else {
		f.points += 100 + min(20*n, 100)
	}
	switch {
	case far == 0:
		f.points += 200
	case far > 0:
		f.points += 100 / far
	}
	if c.Said.Confidence != nil {
		f.points += int(50 * *c.Said.Confidence)
	}
	return f, true
}

// away is how many lines a line is from those expected: 0 within, −1 when
// either is not known.
func (a *asked) away(line int) int {
	first, last := a.lines()
	switch {
	case line <= 0 || first <= 0:
		return -1
	case line < first:
		return first - line
	case line > last:
		return line - last
	}
	return 0
}
