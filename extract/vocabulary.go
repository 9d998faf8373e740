package extract

import (
	"fmt"
	"slices"
)

// Vocabulary names what a prompt may speak of.
type Vocabulary struct {
	Subjects   []Subject
	Predicates []Predicate
	Tail       int  // last segments of a subject that count; 0 means 2
	Fuzzy      int  // edits that a misspelt name may be away; 0: none
	Open       bool // what is not in the vocabulary is kept
}

// Subject is a path with the other paths that mean the same.
type Subject struct {
	Path     string
	Synonyms []string
}

// Predicate is what may be said of a subject.
type Predicate struct {
	Name     string
	Synonyms []string
	Type     Kind     // empty: any
	Values   []Term   // of an enum
	Absolute *float64 // tolerance of numbers; nil means 0.001
	Relative *float64 // nil means 1e-9
}

// Term is one value of an enum with the other names for it.
type Term struct {
	Name     string
	Synonyms []string
}

// VocabularyError is one thing that is wrong with a vocabulary.
type VocabularyError struct {
	List    string // "subjects" or "predicates"; empty: the vocabulary as a whole
	Index   int    // in the list, starting at 0
	Message string
}

// Error returns the message.
func (e *VocabularyError) Error() string { return e.Message }

// Validate returns everything that is wrong with the vocabulary: names that
// are empty or mean two things, types and tolerances that do not exist.
func (v Vocabulary) Validate() []error {
	var out []error
	list, index := "", 0
	wrong := func(format string, arguments ...any) {
		out = append(out, &VocabularyError{list, index, fmt.Sprintf(format, arguments...)})
	}
	owner := map[string]string{}
	claim := func(what, of, name string) {
		switch other, taken := owner[what+"\x00"+name]; {
		case name == "" || what == "subject" && len(segments(name)) == 0:
			wrong("%s %q has an empty name", what, of)
		case taken && other == of:
			wrong("%s %q has the name %q twice", what, of, name)
		case taken:
			wrong("%q means both %s %q and %q; hint: one name means one thing", name, what, other, of)
		}
		owner[what+"\x00"+name] = of
	}
	for i, s := range v.Subjects {
		list, index = "subjects", i
		claim("subject", s.Path, s.Path)
		for _, n := range s.Synonyms {
			claim("subject", s.Path, n)
		}
	}
	for i, p := range v.Predicates {
		list, index = "predicates", i
		claim("predicate", p.Name, p.Name)
		for _, n := range p.Synonyms {
			claim("predicate", p.Name, n)
		}
		if p.Type != "" && !slices.Contains(Kinds(), p.Type) {
			wrong("predicate %q has the type %q; hint: known are bool, number, string, enum and list", p.Name, p.Type)
		}
		if (p.Type == Enum) != (len(p.Values) > 0) {
			wrong("predicate %q: values and type = \"enum\" go together", p.Name)
		}
		what := "value of " + p.Name
		for _, t := range p.Values {
			claim(what, t.Name, folded(t.Name))
			for _, n := range t.Synonyms {
				claim(what, t.Name, folded(n))
			}
		}
		for _, x := range []*float64{p.Absolute, p.Relative} {
			if x != nil && !(*x >= 0 && *x < 1e300) {
				wrong("predicate %q has the tolerance %v; hint: it must be 0 or more", p.Name, *x)
			}
		}
	}
	list, index = "", 0
	if v.Tail < 0 || v.Fuzzy < 0 || v.Fuzzy > 3 {
		wrong("tail is %d, fuzzy %d; hint: tail is 1 or more, fuzzy 0 to 3", v.Tail, v.Fuzzy)
	}
	return out
}
