package extract

import (
	"fmt"
	"slices"
)

// Conflict is a pair of expectations of one case that cannot both stand.
// Indices count Must first, then MustNot.
type Conflict struct {
	First, Second int
	Reason        string
	Hint          string
}

// Conflicts returns the pairs of a case that say the same, that contradict each
// other, or that one observation could satisfy although their subjects differ.
func Conflicts(c Case, n *Normaliser) []Conflict {
	all := append(n.ask(c, c.Must), n.ask(c, c.MustNot)...)
	var out []Conflict
	for i := range all {
		for k := i + 1; k < len(all); k++ {
			if reason, hint := all[i].conflict(&all[k], i < len(c.Must), k < len(c.Must)); reason != "" {
				out = append(out, Conflict{i, k, reason, hint})
			}
		}
	}
	return out
}

// conflict says why a and b cannot both stand; wanted, whether each is expected
// or forbidden.
func (a *asked) conflict(b *asked, wantedA, wantedB bool) (reason, hint string) {
	if _, ok := agreeing(a.subject, b.subject, min(a.tail, b.tail)); !ok || a.predicate != b.predicate {
		return "", ""
	}
	if !slices.Equal(a.subject, b.subject) {
		return fmt.Sprintf("subjects %q and %q collide: an observation of one can satisfy both", a.Subject, b.Subject),
			"a longer tail tells them apart, if both paths are long enough"
	}
	if _, ok := Equal(a.Value, b.Value, a.declared); !ok {
		return "", ""
	}
	firstA, lastA := a.lines()
	firstB, lastB := b.lines()
	apart := firstA > 0 && firstB > 0 && (lastA < firstB || lastB < firstA)
	switch {
	case wantedA != wantedB && !(apart && a.tolerance != nil):
		return "the same is expected and forbidden", "with line_tolerance, different lines tell them apart"
	case wantedA == wantedB && firstA == firstB && lastA == lastB:
		return "the same stands twice", "where it is to be said of two places, give each its line"
	}
	return "", ""
}

// Refuses says which field of an expectation can never be met, "subject",
// "predicate" or "value", and why; empty: none.
func (n *Normaliser) Refuses(e Expectation) (field, reason string) {
	if n == nil {
		return "", ""
	}
	if _, reason := n.Subject(e.Subject); reason != "" {
		return "subject", reason
	}
	name, reason := n.Predicate(e.Predicate)
	if reason != "" {
		return "predicate", reason
	}
	p := n.predicate(name.Name)
	if p == nil || p.Type == "" {
		return "", ""
	}
	list := e.Value.Kind == List
	ok := true
	switch p.Type {
	case List:
		ok = list
	case Bool:
		_, _, ok = asBool(e.Value)
	case Number:
		_, ok = numeric(e.Value)
	case Enum:
		_, _, ok = p.asTerm(e.Value)
	case Text:
		ok = !list
	}
	if list && len(e.Value.List) == 1 && p.Type != List {
		return n.Refuses(Expectation{Subject: e.Subject, Predicate: e.Predicate, Value: e.Value.List[0]})
	}
	if !ok {
		return "value", fmt.Sprintf("predicate %q is a %s: nothing can be equal to %s", p.Name, p.Type, e.Value)
	}
	return "", ""
}
