package extract

import (
	"fmt"
	"strings"
)

// How says by what a name was understood.
type How string

// The ways to understand a name, the surest first.
const (
	Exact    How = "exact"
	Spelling How = "spelling" // case, and "-", "." or a space for "_"
	Synonym  How = "synonym"
	Tail     How = "tail"    // a subject, by its last segments
	Fuzzy    How = "fuzzy"   // the only name within so many edits
	Outside  How = "outside" // kept as it is: the vocabulary is open, or there is none
)

// Name is a name as it was understood.
type Name struct {
	Name     string `json:"name"` // of the vocabulary
	Said     string `json:"said"` // by the answer
	How      How    `json:"how"`
	Distance int    `json:"distance,omitempty"` // edits, of Fuzzy
}

// Normaliser turns names into those of a vocabulary. It is safe for use by
// several goroutines.
type Normaliser struct {
	subjects, predicates names
	declared             map[string]*Predicate
	vocabulary           Vocabulary
}

// names finds canonical names.
type names struct {
	canonical map[string]string   // every name as written → canonical
	synonyms  map[string]bool     // which of them are synonyms
	folded    map[string][]string // folded name → canonical names
	last      map[string][]entry  // last segment → names that end in it
	all       []entry             // in order of the vocabulary
}

type entry struct {
	folded    string
	segments  []string
	canonical string
}

// NewNormaliser prepares a vocabulary; a wrong one is refused.
func NewNormaliser(v Vocabulary) (*Normaliser, error) {
	if wrong := v.Validate(); len(wrong) > 0 {
		return nil, fmt.Errorf("vocabulary: %w", wrong[0])
	}
	n := &Normaliser{vocabulary: v, declared: map[string]*Predicate{}, subjects: newNames(), predicates: newNames()}
	for _, s := range v.Subjects {
		n.subjects.add(s.Path, s.Path)
		for _, other := range s.Synonyms {
			n.subjects.add(other, s.Path)
		}
	}
	for _, p := range v.Predicates {
		n.declared[p.Name] = &p
		n.predicates.add(p.Name, p.Name)
		for _, other := range p.Synonyms {
			n.predicates.add(other, p.Name)
		}
	}
	return n, nil
}

func newNames() names {
	return names{canonical: map[string]string{}, synonyms: map[string]bool{}, folded: map[string][]string{}, last: map[string][]entry{}}
}

func (s *names) add(name, canonical string) {
	s.canonical[name] = canonical
	s.synonyms[name] = name != canonical
	e := entry{spelt(name), segments(spelt(name)), canonical}
	s.folded[e.folded] = append(s.folded[e.folded], canonical)
	if len(e.segments) > 0 {
		last := e.segments[len(e.segments)-1]
		s.last[last] = append(s.last[last], e)
	}
	s.all = append(s.all, e)
}

// spelt drops what people and models mix up without noticing.
func spelt(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r == ' ' {
			return '_'
		}
		return r
	}, strings.ToLower(strings.TrimSpace(name)))
}

// Subject understands a subject; the reason says why it could not.
func (n *Normaliser) Subject(said string) (Name, string) {
	if n == nil {
		return Name{said, said, Outside, 0}, ""
	}
	tail := n.vocabulary.Tail
	if tail <= 0 {
		tail = defaultTail
	}
	return n.subjects.find("subject", said, tail, n.vocabulary)
}

// Predicate understands a predicate; the reason says why it could not.
func (n *Normaliser) Predicate(said string) (Name, string) {
	if n == nil {
		return Name{said, said, Outside, 0}, ""
	}
	return n.predicates.find("predicate", said, 0, n.vocabulary)
}

// Canonical writes a value of a canonical predicate so that values which the
// coercion table reads as the same, but for the tolerance of numbers, are
// written alike: "no" as false where a boolean is declared, a synonym of an enum
// as the name that it stands for, a number without its spelling.
func (n *Normaliser) Canonical(predicate string, v Value) string {
	declared := n.predicate(predicate)
	kind := v.Kind
	if declared != nil && declared.Type != "" {
		kind = declared.Type
	}
	switch kind {
	case Bool:
		for _, b := range []bool{true, false} {
			if _, ok := Equal(v, BoolValue(b), declared); ok {
				return BoolValue(b).String()
			}
		}
	case Enum:
		for _, t := range declaredValues(declared) {
			if _, ok := Equal(v, TextValue(t.Name), declared); ok {
				return TextValue(t.Name).String()
			}
		}
	case Number:
		text := v.Text
		if v.Kind == Number {
			return NumberValue(v.Number).String()
		}
		if x, ok := ParseNumber(text); ok {
			return NumberValue(x).String()
		}
	}
	return v.String()
}

func declaredValues(p *Predicate) []Term {
	if p == nil {
		return nil
	}
	return p.Values
}

// predicate returns what is declared of a canonical predicate, or nil.
func (n *Normaliser) predicate(name string) *Predicate {
	if n == nil {
		return nil
	}
	return n.declared[name]
}

func (s *names) find(what, said string, tail int, v Vocabulary) (Name, string) {
	if len(s.all) == 0 { // nothing is declared of subjects, or of predicates
		return Name{said, said, Outside, 0}, ""
	}
	if c, ok := s.canonical[said]; ok {
		if s.synonyms[said] {
			return Name{c, said, Synonym, 0}, ""
		}
		return Name{c, said, Exact, 0}, ""
	}
	fold := spelt(said)
	if c, reason := only(what, said, s.folded[fold]); c != "" || reason != "" {
		return Name{c, said, Spelling, 0}, reason
	}
	if own := segments(fold); tail > 0 && len(own) > 0 {
		var found []string
		for _, e := range s.last[own[len(own)-1]] {
			if _, enough := agreeing(own, e.segments, tail); enough {
				found = append(found, e.canonical)
			}
		}
		if c, reason := only(what, said, found); c != "" || reason != "" {
			return Name{c, said, Tail, 0}, reason
		}
	}
	if c, d, reason := s.near(what, said, fold, v.Fuzzy); c != "" || reason != "" {
		return Name{c, said, Fuzzy, d}, reason
	}
	if v.Open {
		return Name{said, said, Outside, 0}, ""
	}
	return Name{}, fmt.Sprintf("%s %.80q is not in the vocabulary", what, said)
}

// near finds the nearest name within most edits.
func (s *names) near(what, said, fold string, most int) (canonical string, distance int, reason string) {
	if most <= 0 || len(fold) > maxFuzzy {
		return "", 0, ""
	}
	var found []string
	least := most
	for _, e := range s.all {
		if d := Edits(fold, e.folded, least); d < least {
			least, found = d, append(found[:0], e.canonical)
		} else if d == least {
			found = append(found, e.canonical)
		}
	}
	canonical, reason = only(what, said, found)
	return canonical, least, reason
}

// only returns the one name among those found, or says that there are several.
func only(what, said string, found []string) (string, string) {
	if len(found) == 0 {
		return "", ""
	}
	for _, f := range found {
		if f != found[0] {
			return "", fmt.Sprintf("%s %.80q fits both %q and %q", what, said, found[0], f)
		}
	}
	return found[0], ""
}
