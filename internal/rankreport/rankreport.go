// Package rankreport is what is told of a run of search engines:
// "sooth.rankrun/1" in docs/format/search.md.
//
// What is not defined is absent, with a reason beside it.
package rankreport

import (
	"time"

	"sooth/internal/fingerprint"
	"sooth/score"
	"sooth/search"
	"sooth/trial"
)

// Schema names the format of a [Report].
const Schema = "sooth.rankrun/1"

// Report is a run of search engines, measured.
type Report struct {
	Schema  string   `json:"schema"` // "sooth.rankrun/1"
	Run     Run      `json:"run"`
	Classes []Class  `json:"classes"` // in order of name
	Systems []System `json:"systems"` // in order of the suite
	// Table has the mean of every measure of every class, in order of class and
	// measure; after them each class's preferences and negative queries.
	Table   []Row    `json:"table"`
	Queries []Query  `json:"queries"` // in order of class, then id
	Notes   []string `json:"notes,omitempty"`
}

// Run says which run it was, and on what.
type Run struct {
	ID          string         `json:"id"`
	Suite       string         `json:"suite"`
	SuiteHash   string         `json:"suite_hash"`  // of every file of the suite
	CorpusHash  string         `json:"corpus_hash"` // of queries, classes and truth: runs are comparable where it is equal
	Version     string         `json:"version"`     // of sooth
	Seed        uint64         `json:"seed"`
	K           int            `json:"k"`     // documents that count
	Depth       int            `json:"depth"` // hits that engines are asked for
	Universe    int            `json:"universe,omitempty"`
	Repeats     int            `json:"repeats,omitempty"` // how often each query was asked; absent: once
	Started     time.Time      `json:"started"`
	Finished    time.Time      `json:"finished"`
	End         trial.EndState `json:"end"`
	Primary     *Primary       `json:"primary,omitempty"`
	NotRecorded string         `json:"not_for_record,omitempty"` // why these figures are not for the record; empty: they are
}

// Primary is the comparison that was decided on beforehand.
type Primary struct {
	Class   string `json:"class"`
	Measure string `json:"measure"`
	Base    string `json:"base"`
	System  string `json:"system"`
}

// Class is a class of queries.
type Class struct {
	Name        string           `json:"name"`
	Description string           `json:"description,omitempty"`
	Truth       search.TruthKind `json:"truth"`
	Measures    []string         `json:"measures"`
	Primary     string           `json:"primary"`
	Queries     int              `json:"queries"`  // without the negative ones
	Negative    int              `json:"negative"` // queries that must find nothing
}

// System is one engine under test.
type System struct {
	Name       string              `json:"name"`
	Kind       string              `json:"kind"`
	Definition string              `json:"definition"`           // as resolved, without secrets: JSON
	Server     map[string]string   `json:"server,omitempty"`     // what it said of itself: name, version, protocol
	Files      []fingerprint.File  `json:"files"`                // what was hashed before and after
	Changed    bool                `json:"changed"`              // one of them is not what it was before
	Answered   int                 `json:"answered"`             // queries with a ranking, empty ones among them
	Empty      int                 `json:"empty"`                // rankings without hits
	Failures   map[search.Word]int `json:"failures,omitempty"`   // queries without a ranking, by what happened
	Unstable   int                 `json:"unstable,omitempty"`   // queries that were answered differently when they were asked again
	Duplicates int                 `json:"duplicates,omitempty"` // hits left out because their document stood above
	Outside    int                 `json:"outside,omitempty"`    // hits that are not in the universe
	Noise      int                 `json:"noise,omitempty"`      // lines of output that were no part of an answer
	Latency    *Latency            `json:"latency,omitempty"`    // nil: nothing was measured
}

// Latency is how long an engine took, in milliseconds: never scored.
// Percentiles are nearest-rank.
type Latency struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50_ms"`
	P90 float64 `json:"p90_ms"`
	P95 float64 `json:"p95_ms"`
	P99 float64 `json:"p99_ms"`
	Max float64 `json:"max_ms"`
}

// Row is one measure over the queries of a class.
type Row struct {
	Class   string `json:"class"`
	Measure string `json:"measure"`
	Primary bool   `json:"primary,omitempty"`
	// N is the number of queries that count: those for which every system has a
	// value. Lost are the others, by why.
	N       int            `json:"n"`
	Lost    map[string]int `json:"lost,omitempty"`    // "infra_error", "undefined"
	Ceiling *float64       `json:"ceiling,omitempty"` // mean of the best that is possible; absent: not known
	Cells   []Cell         `json:"cells"`             // one for each system, in their order
}

// Cell is what one system reached in a row.
type Cell struct {
	System string   `json:"system"`
	Mean   *float64 `json:"mean"`             // nil: no query counts
	Judged *float64 `json:"judged,omitempty"` // share of the documents looked at that have a judgement; only where truth is qrels
	// Counts are what the mean is made of, for Preference and FalseHit: how many
	// queries ended how; for the others absent.
	Counts map[string]int `json:"counts,omitempty"`
	// Low and High are the 95 % Wilson interval of a mean of zeros and ones.
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
	// P is of the exact sign test, two-sided, over the pairs of which both documents
	// were returned; for Preference alone.
	P *float64 `json:"p,omitempty"`
}

// Query is one query with what each system answered.
type Query struct {
	ID       string            `json:"id"`
	Text     string            `json:"text"`
	Class    string            `json:"class"`
	Labels   map[string]string `json:"labels,omitempty"`
	Negative bool              `json:"negative,omitempty"`
	// Relevant is the number of documents that answer it; absent: not known, as
	// for a pattern without a universe.
	Relevant *int           `json:"relevant,omitempty"`
	Grades   map[string]int `json:"grades,omitempty"` // of documents; those of 0 and below only from qrels
	Pattern  string         `json:"pattern,omitempty"`
	Filter   string         `json:"filter,omitempty"` // that made the grades from facts
	Answers  []Answer       `json:"answers"`          // one for each system, in their order
}

// Answer is what one system answered to one query.
type Answer struct {
	System  string      `json:"system"`
	State   score.State `json:"state"`             // answered, infra_error
	Failure search.Word `json:"failure,omitempty"` // of infra_error
	Reason  string      `json:"reason,omitempty"`  // of infra_error
	Hits    []Hit       `json:"hits"`              // best first, distinct, at most k; nil: no ranking
	// FirstRelevant is the rank of the first document that answers the query,
	// starting at 1; absent: none among the first k.
	FirstRelevant *int               `json:"first_relevant,omitempty"`
	Values        map[string]float64 `json:"values,omitempty"`     // by measure; those that are undefined are absent
	Preference    string             `json:"preference,omitempty"` // modern_first, modern_only, legacy_first, legacy_only, neither
	Passed        *bool              `json:"passed,omitempty"`     // of a probe: the least recall and precision were reached
	// Unstable says that the system answered differently, or failed, when it was
	// asked again. What stands here is what it answered first.
	Unstable  bool    `json:"unstable,omitempty"`
	LatencyMS float64 `json:"latency_ms"`
	Raw       string  `json:"raw_sha256,omitempty"`
}

// Hit is one document of an answer.
type Hit struct {
	ID    string   `json:"id"`
	Title string   `json:"title,omitempty"`
	Score *float64 `json:"score,omitempty"`
	Grade *int     `json:"grade,omitempty"` // absent: no judgement
}
