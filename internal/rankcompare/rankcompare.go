// Package rankcompare says of two systems that answered the same queries which
// is better, on which queries, and whether that is more than noise.
//
// The query is the unit. A pair counts for a measure if both systems have a
// value; what was lost is counted by cause and side, never imputed. Classes
// are told apart: there is no score over several measures. What was decided on
// beforehand needs no correction, everything else is one family under Holm.
package rankcompare

import (
	"fmt"
	"slices"
	"strings"

	"sooth/internal/gate"
	"sooth/rank"
)

// Input is all that a comparison is made of: plain values.
type Input struct {
	Suite  string // name; empty for runs in TREC's format
	Corpus string // hash of queries and truth
	A, B   System
	Depth  int // first documents that are shown, and within which a first relevant one counts
	Level  int // smallest grade that is relevant; 0: 1
	// Classes are the classes of the queries, in table order. Queries without a
	// class belong to the class named "".
	Classes []Class
	// Overall are the measures that are told over all classes together as well.
	Overall []string
	// Primary is the comparison that was decided on beforehand; nil: the primary
	// measure of every class, which then are one family.
	Primary  *Target
	Measures []Measure // every measure of the classes
	Queries  []Query   // in the order in which they are told
	Where    []Label   // only the queries with all of these labels; "class" is one
	Gates    []gate.Gate
	Seed     uint64 // of what is drawn at random
	Notes    []string
}

// Measure is a measure and what must be known of it.
type Measure struct {
	Name string
	// Denominator makes all values whole numbers, so that differences are exact; 0:
	// none is known (see stat.Pair).
	Denominator int64
	Lower       bool // smaller is better
	same        rank.Measure
}

// newMeasure describes a measure by its name: one of package rank, or one of 0
// and 1 of a search suite (Preference, FalseHit).
func newMeasure(name string) Measure {
	switch name {
	case "Preference":
		return Measure{Name: name, Denominator: 1}
	case "FalseHit":
		return Measure{Name: name, Denominator: 1, Lower: true}
	}
	m := Measure{Name: name}
	if columns, err := rank.ParseColumns(name); err == nil && len(columns) == 1 {
		c := columns[0].Measure
		m.same, m.Denominator = c, c.Denominator()
		m.Lower = c.Kind == rank.Unjudged || c.Kind == rank.RBPResidual
	}
	return m
}

// System is one of the two.
type System struct {
	Name    string `json:"name"`
	Source  string `json:"source,omitempty"` // file or run it comes from
	Kind    string `json:"kind,omitempty"`
	Digest  string `json:"sha256,omitempty"` // of the file with its ranking
	Tag     string `json:"tag,omitempty"`    // that the file gives itself
	Changed bool   `json:"changed,omitempty"`
}

// Class is a group of queries with the measures that mean something for it.
type Class struct {
	Name        string
	Description string
	Measures    []string
	Primary     string // one of Measures
	// Unranked says that the rank of a first relevant document means nothing: pairs
	// of documents, queries that must find nothing.
	Unranked bool
	// Complete says that a document without a grade is known not to be relevant, as
	// where truth is a pattern and not judgements.
	Complete bool
}

// Target names one comparison; Class is empty for all queries.
type Target struct {
	Class   string `json:"class,omitempty"`
	Measure string `json:"measure"`
}

// Label is a condition on queries.
type Label struct{ Name, Value string }

// Query is one query with what both systems answered.
type Query struct {
	ID       string
	Text     string
	Class    string
	Labels   map[string]string
	Relevant *int               // documents that answer it; nil: not known
	Unranked bool               // as in Class
	Ceilings map[string]float64 // by measure; absent: not known
	A, B     Answer
}

// label returns the value of a label; "class" and "query" are labels of all.
func (q Query) label(name string) (string, bool) {
	switch name {
	case "class":
		return q.Class, true
	case "query":
		return q.ID, true
	}
	value, ok := q.Labels[name]
	return value, ok
}

// The states of an answer. Only one that was answered has values.
const (
	Answered   = "answered"
	InfraError = "infra_error" // no ranking: crashed, timed out, rubbish
	Missing    = "missing"     // the run has no documents for the query
	Undefined  = "undefined"   // answered, but a measure has no value: not a state, a cause of loss
)

// Answer is what one system answered to one query.
type Answer struct {
	State         string
	Reason        string
	Hits          []Hit // the first ones, best first
	Retrieved     int
	FirstRelevant int // its rank, starting at 1; 0: none within the depth
	Values        map[string]float64
	Judged        map[string]float64 // by measure: share of the documents that it looks at that are judged
	Ties          map[string]rank.Tied
}

// Hit is one document of an answer.
type Hit struct {
	ID    string   `json:"id"`
	Title string   `json:"title,omitempty"`
	Score *float64 `json:"score,omitempty"`
	Grade *int     `json:"grade,omitempty"` // absent: no judgement
}

// Compare compares. Errors are mistakes of the caller: a measure or label that
// is not there, a gate that fits nothing.
func Compare(in Input) (*Result, error) {
	in, left, err := in.filter()
	if err != nil {
		return nil, err
	}
	if g := in.groups(); in.Primary != nil && in.Primary.Class == "" && len(g) == 1 {
		in.Primary = &Target{Class: g[0].Name, Measure: in.Primary.Measure} // of all queries: they are of one class
	}
	r := &Result{
		Schema: Schema, Suite: in.Suite, Corpus: in.Corpus, A: in.A, B: in.B, Depth: in.Depth, Level: max(in.Level, 1), Seed: in.Seed, Primary: in.Primary,
		Queries: len(in.Queries), LeftOut: left, Notes: slices.Clone(in.Notes),
	}
	for _, l := range in.Where {
		r.Where = append(r.Where, l.Name+"="+l.Value)
	}
	if in.Primary != nil && !in.has(*in.Primary) {
		return nil, fmt.Errorf("primary %s: there is no such comparison; hint: the measures are %s", in.Primary, strings.Join(in.names(), ", "))
	}
	for _, g := range in.groups() {
		for _, name := range g.Measures {
			r.Comparisons = append(r.Comparisons, in.comparison(g, name))
		}
		if !g.Unranked {
			r.Moves = append(r.Moves, in.moves(g))
		}
	}
	in.correct(r.Comparisons)
	for i := range r.Comparisons {
		r.Comparisons[i].Sentence = sentence(r.Comparisons[i], in.A.Name, in.B.Name)
	}
	in.queries(r)
	for _, g := range in.Gates {
		decided, err := in.gate(g)
		if err != nil {
			return nil, err
		}
		r.Gates = append(r.Gates, decided)
	}
	in.notes(r)
	return r, nil
}

func (t Target) String() string {
	if t.Class == "" {
		return t.Measure
	}
	return "class=" + t.Class + ": " + t.Measure
}

// group is the queries that one row of the table is about.
type group struct {
	Class
	overall bool
	queries []Query
}

// groups are the classes, and all queries together where there are several.
func (in Input) groups() []group {
	var list []group
	for _, c := range in.Classes {
		g := group{Class: c, overall: c.Name == ""}
		for _, q := range in.Queries {
			if q.Class == c.Name {
				g.queries = append(g.queries, q)
			}
		}
		if len(g.queries) > 0 {
			list = append(list, g)
		}
	}
	if len(list) > 1 && len(in.Overall) > 0 {
		all := group{Class: Class{Measures: in.Overall, Primary: in.Overall[0]}, overall: true, queries: in.Queries}
		list = append([]group{all}, list...)
	}
	return list
}

func (in Input) has(t Target) bool {
	return slices.ContainsFunc(in.groups(), func(g group) bool { return g.Name == t.Class && slices.Contains(g.Measures, t.Measure) })
}

func (in Input) names() []string {
	var list []string
	for _, g := range in.groups() {
		for _, m := range g.Measures {
			list = append(list, Target{g.Name, m}.String())
		}
	}
	return list
}

func (in Input) measure(name string) Measure {
	for _, m := range in.Measures {
		if m.Name == name {
			return m
		}
	}
	return newMeasure(name)
}
