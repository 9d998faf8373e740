// Package search is the contract of whatever answers a query with a ranking: a
// program, a tool of an MCP server, an HTTP service, a file of rankings.
//
// What the members of the family share is here as well: how hits are read out of
// an engine's output, and in which words a search fails. A search that failed is
// never an empty ranking.
package search

import (
	"context"
	"time"
)

// Query is one question to search engines, with what is known to answer it.
type Query struct {
	ID     string            // unique in its corpus; no blanks, so that it can be a TREC topic
	Text   string            // as a user types it
	Class  string            // name of a [Class]
	Labels map[string]string // anything else to group by
	// Negative says that there is no right answer: every hit is false, or, with a
	// pattern, every hit that it matches.
	Negative bool
	// Tool and Arguments belong to queries that are calls of a tool: its name, and
	// arguments by name as JSON values. Both may be empty.
	Tool      string
	Arguments map[string]any
	Truth     Truth
	// RecallMin and PrecisionMin are what a probe wants to be reached; nil: nothing.
	RecallMin, PrecisionMin *float64
}

// Asked returns the query without what answers it: what a system may see.
func (q Query) Asked() Query {
	q.Truth, q.RecallMin, q.PrecisionMin, q.Negative = Truth{}, nil, nil, false
	return q
}

// System is a search engine under test. It is safe for concurrent use.
type System interface {
	// Search answers one query with at most about k hits, best first; more are cut
	// by the caller. A *Failure says that there is no ranking, and why; any other
	// error is one of the surroundings. No hits is a Ranking, not an error. What
	// is known beside a failure (latency, digest) comes with it.
	Search(ctx context.Context, q Query, k int) (Ranking, error)
	// Close ends what the system keeps open between queries.
	Close() error
}

// Hit is one document that an engine returned.
type Hit struct {
	ID    string   `json:"id"`
	Title string   `json:"title,omitempty"`
	Score *float64 `json:"score,omitempty"` // as the engine gave it; shown, never used
}

// Ranking is what an engine answered.
type Ranking struct {
	Hits []Hit `json:"hits"` // best first
	// Latency is the engine's own time: of a program from its start to its end, of a
	// request from the first byte sent to the last received.
	Latency time.Duration `json:"latency_ns"`
	Raw     string        `json:"raw_sha256,omitempty"` // of the output as it came, hex; empty: there was none
	Bytes   int           `json:"raw_bytes"`            // length of that output
	// Duplicates is the number of hits that were left out because their document
	// stood above them already.
	Duplicates int `json:"duplicates,omitempty"`
	// Cut is the number of different documents beyond those that count.
	Cut   int `json:"cut,omitempty"`
	Noise int `json:"noise,omitempty"` // lines that were no part of the answer
}

// Distinct leaves out what stands above already and then cuts at k, in this
// order: duplicates never take the place of a document.
func (r Ranking) Distinct(k int) Ranking {
	seen := make(map[string]bool, len(r.Hits))
	hits := make([]Hit, 0, min(k, len(r.Hits)))
	for _, h := range r.Hits {
		switch {
		case seen[h.ID]:
			r.Duplicates++
			continue
		case len(hits) == k:
			r.Cut++
		default:
			hits = append(hits, h)
		}
		seen[h.ID] = true
	}
	r.Hits = hits
	return r
}
