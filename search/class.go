package search

// TruthKind says how it is known what answers the queries of a class.
type TruthKind string

// The kinds of truth.
const (
	Single     TruthKind = "single"     // a pattern that exactly one document matches
	Set        TruthKind = "set"        // a pattern; all documents of the universe that it matches
	Qrels      TruthKind = "qrels"      // judgements in a file
	Preference TruthKind = "preference" // two patterns: the modern document before the legacy one
	Authority  TruthKind = "authority"  // a pattern; of what it matches the documents of the highest source
	IDs        TruthKind = "ids"        // a list of documents
	Filter     TruthKind = "filter"     // a structural filter: the definitions that have a property, computed from facts
)

// TruthKinds returns every kind of truth.
func TruthKinds() []TruthKind {
	return []TruthKind{Single, Set, Qrels, Preference, Authority, IDs, Filter}
}

// Class is a label that queries share, and how they are judged.
type Class struct {
	Name        string
	Description string
	Truth       TruthKind
	Measures    []string // in the spelling of rank.Measure; empty for Preference
	Primary     string   // one of Measures; "Preference" for Preference
	Sources     []Source // of Authority, highest first
}

// Source is where documents come from, told by their ids.
type Source struct {
	Name    string
	Pattern string // regular expression on ids
}

// Measures that are no measures of a ranking beside judgements.
const (
	// PreferenceMeasure is 1 where the modern document stands before the legacy one
	// or alone, 0 the other way round, undefined where neither was returned.
	PreferenceMeasure = "Preference"
	// FalseHitMeasure is 1 where a negative query was answered with a false hit, else 0.
	FalseHitMeasure = "FalseHit"
)

// Truth is what answers a query.
type Truth struct {
	Pattern string // of Single, Set and Authority: regular expression on ids
	// Grades are the documents that answer the query, with their grades: from a
	// file, from a list, what the pattern matches in the universe, or what passes
	// the filter. nil: not known before engines have answered (a pattern without a
	// universe).
	Grades         map[string]int
	Modern, Legacy string // of Preference: regular expressions on ids
	Source         string // of Authority: name of the source that must answer
	Filter         string // of Filter: terms, those of the class among them; docs/format/search.md
}

// Preset returns the class of that letter, A to H, as search-quality
// evaluations of documentation use them.
func Preset(letter string) (Class, bool) {
	lookup := []string{"RR@10", "Success@1", "Success@5"}
	c := Class{Name: letter}
	switch letter {
	case "A":
		c.Description, c.Truth, c.Measures = "canonical lookup", Single, lookup
	case "B":
		c.Description, c.Truth, c.Measures = "root of a framework", Single, lookup
	case "C":
		c.Description, c.Truth, c.Measures = "acronym or synonym", Single, lookup
	case "D":
		c.Description, c.Truth, c.Measures = "fragment of a camel-case name", Set, []string{"P@5", "P@10", "R@10"}
	case "E":
		c.Description, c.Truth, c.Primary = "modern before deprecated", Preference, PreferenceMeasure
	case "F":
		c.Description, c.Truth, c.Measures = "the highest source", Authority, lookup[:2]
	case "G":
		c.Description, c.Truth, c.Measures = "prose", Qrels, []string{"nDCG@10", "Rprec", "Success@3"}
	case "H":
		c.Description, c.Truth, c.Measures = "attribute of a symbol", IDs, []string{"P@5", "P@10", "R@10"}
	default:
		return Class{}, false
	}
	if c.Primary == "" {
		c.Primary = c.Measures[0]
	}
	return c, true
}
