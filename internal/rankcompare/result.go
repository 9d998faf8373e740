package rankcompare

import (
	"sooth/internal/report"
)

// Schema is the name and version of the format, docs/format/rankcompare.md.
const Schema = "sooth.rankcompare/1"

// Result is all that is told of a comparison.
type Result struct {
	Schema      string        `json:"schema"`
	Suite       string        `json:"suite,omitempty"`
	Corpus      string        `json:"corpus_hash"` // of queries and truth: what both were measured on
	A           System        `json:"a"`
	B           System        `json:"b"`
	Depth       int           `json:"depth"` // first documents that are shown, and within which moves are told
	Level       int           `json:"level"` // smallest grade that is relevant
	Seed        uint64        `json:"seed"`
	Primary     *Target       `json:"primary,omitempty"` // decided on beforehand
	Where       []string      `json:"where,omitempty"`   // only queries with these labels
	Queries     int           `json:"queries"`
	LeftOut     int           `json:"left_out"` // queries without those labels
	Comparisons []Comparison  `json:"comparisons"`
	Moves       []Moves       `json:"moves"`
	Winners     []Change      `json:"winners"` // queries on which B is better, most first
	Losers      []Change      `json:"losers"`  // queries on which B is worse, most first
	Gates       []report.Gate `json:"gates,omitempty"`
	Details     []Detail      `json:"details"` // every query
	Notes       []string      `json:"notes,omitempty"`
}

// Comparison is one measure over the queries of one class.
type Comparison struct {
	Class   string `json:"class,omitempty"` // absent: all queries
	Measure string `json:"measure"`
	Primary bool   `json:"primary"`
	Lower   bool   `json:"lower_is_better,omitempty"`
	N       int    `json:"n"` // queries for which both have a value
	// Lost are the others, by cause and by who lost them.
	Lost    []Lost   `json:"lost,omitempty"`
	MeanA   *float64 `json:"mean_a"`
	MeanB   *float64 `json:"mean_b"`
	Ceiling *float64 `json:"ceiling"` // mean of the best that is attainable; null: not known
	// JudgedA and JudgedB are the shares of what the measure looked at that have a
	// judgement: what is not judged counts as not relevant.
	JudgedA    *float64        `json:"judged_a,omitempty"`
	JudgedB    *float64        `json:"judged_b,omitempty"`
	Difference report.Interval `json:"difference"` // mean of B − A
	Better     int             `json:"better"`     // queries on which B is better
	Worse      int             `json:"worse"`
	Equal      int             `json:"equal"`
	// Test names the test whose p counts: "randomization" of the mean, or "sign"
	// where all values are 0 and 1 (McNemar's exact test).
	Test          string      `json:"test"`
	P             *float64    `json:"p"` // two-sided, of that test
	HolmP         *float64    `json:"holm_p"`
	Randomization report.Test `json:"randomization"`
	SignedRank    report.Test `json:"signed_rank"` // Wilcoxon's, zeros dropped
	Sign          report.Test `json:"sign"`
	Effect        *float64    `json:"effect"` // Cohen's dz: mean ÷ standard deviation of the differences
	Power         Power       `json:"power"`
	Ties          *Ties       `json:"ties,omitempty"` // only where equal scores leave the order open
	Sentence      string      `json:"sentence"`
}

// Lost counts the queries that one cause took out of a comparison.
type Lost struct {
	Cause string `json:"cause"` // infra_error, missing, undefined
	A     int    `json:"a"`     // only A lost them
	B     int    `json:"b"`
	Both  int    `json:"both"`
}

// Power says what so many queries could have shown.
type Power struct {
	MDE      *float64 `json:"mde"` // smallest difference that is shown with power 0.80 at 0.05
	Sentence string   `json:"sentence"`
}

// Ties is what remains open because documents have equal scores.
type Ties struct {
	Queries   int      `json:"queries"`    // with a value that depends on the order of equal scores
	ExpectedA *float64 `json:"expected_a"` // mean over all orders
	ExpectedB *float64 `json:"expected_b"`
	Expected  *float64 `json:"expected"` // B − A
	Least     *float64 `json:"least"`    // B − A where every tie falls for A and against B
	Most      *float64 `json:"most"`
	Reason    string   `json:"reason,omitempty"` // why they are null
}

// Moves is how the rank of the first relevant document went from A to B. The
// moves are a partition: their counts add up to N.
type Moves struct {
	Class  string `json:"class,omitempty"`
	N      int    `json:"n"`    // queries that both answered
	Lost   int    `json:"lost"` // queries that one of them did not
	Counts []Move `json:"counts"`
}

// Move is one part of the partition.
type Move struct {
	Name    string   `json:"name"`
	Count   int      `json:"count"`
	Queries []string `json:"queries,omitempty"`
}

// Change is one query on which the systems differ by the primary measure of its class.
type Change struct {
	Query      string  `json:"query"`
	Measure    string  `json:"measure"`
	A          float64 `json:"a"`
	B          float64 `json:"b"`
	Difference float64 `json:"difference"` // B − A
}

// Detail is one query with both answers.
type Detail struct {
	ID       string            `json:"id"`
	Text     string            `json:"text,omitempty"`
	Class    string            `json:"class,omitempty"`
	Labels   map[string]string `json:"labels,omitempty"`
	Relevant *int              `json:"relevant"`           // documents that answer it; null: not known
	Move     string            `json:"move,omitempty"`     // absent where ranks mean nothing, and where one has no ranking
	Unranked bool              `json:"unranked,omitempty"` // ranks mean nothing: pairs of documents, queries that must find nothing
	Same     bool              `json:"same"`               // both answered with the same documents in the same order
	Values   []Value           `json:"values"`
	A        Side              `json:"a"`
	B        Side              `json:"b"`
}

// Value is one measure of one query.
type Value struct {
	Measure    string   `json:"measure"`
	A          *float64 `json:"a"`
	B          *float64 `json:"b"`
	Difference *float64 `json:"difference"`
	Ceiling    *float64 `json:"ceiling"`
}

// Side is what one system answered.
type Side struct {
	State         string `json:"state"`
	Reason        string `json:"reason,omitempty"`
	FirstRelevant *int   `json:"first_relevant"` // its rank, starting at 1; null: none within the depth
	Hits          []Hit  `json:"hits"`
}

// Passed says whether every gate passed.
func (r *Result) Passed() bool {
	for _, g := range r.Gates {
		if !g.Passed {
			return false
		}
	}
	return true
}

// detail finds a query.
func (r *Result) detail(id string) *Detail {
	for i := range r.Details {
		if r.Details[i].ID == id {
			return &r.Details[i]
		}
	}
	return nil
}
