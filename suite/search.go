package suite

import (
	"time"

	"sooth/fact/factfilter"
	"sooth/search"
	"sooth/source"
)

// SearchKind is the kind of suite that compares search engines.
const SearchKind = "search"

// Search is a suite of kind search as loaded: all files read, all patterns
// compiled, and what answers every query known as far as it can be before
// engines are asked. docs/format/search.md is its format.
type Search struct {
	Dir         string
	Name        string
	Description string
	Hash        string // SHA-256 over every file that belongs to the suite, hex
	// Corpus is the SHA-256 over k, classes, queries and truth, hex: results are
	// comparable where it is equal, whatever the systems.
	Corpus   string
	K        int // documents that count
	Depth    int // hits that engines are asked for
	Timeout  time.Duration
	Seed     uint64
	Universe *Universe      // nil: not known
	Facts    string         // folder whose index answers filters; relative to Dir. Empty: none
	Classes  []search.Class // in order of name; those that have queries
	Queries  []search.Query // in order of class, then id
	Systems  []SearchSystem // in order of the file
	Base     string         // what the others are compared with
	Primary  *SearchPrimary
	Pilot    []string // query files that are not for the record
	Warnings []source.Problem
}

// SearchPrimary is the comparison that was decided on beforehand.
type SearchPrimary struct {
	Class, Measure, Base, System string
}

// SearchSystem is one engine as the suite describes it. What belongs to other
// kinds than its own is empty.
type SearchSystem struct {
	Name    string            `json:"name,omitempty"`
	Kind    string            `json:"kind,omitempty"`       // one of SearchSystemKinds
	Timeout time.Duration     `json:"timeout_ns,omitempty"` // of one query
	Warmup  int               `json:"warmup,omitempty"`     // queries asked first and not recorded
	Rate    float64           `json:"rate,omitempty"`       // queries a second at most; 0: no limit
	Files   []string          `json:"files,omitempty"`      // of the system under test
	Hits    search.Extraction `json:"hits,omitzero"`
	// Digests are the SHA-256 that files must have before the first query, hex,
	// or at least the first 8 digits; by path as in Files, or the word for the program.
	// They say what may be asked, not what is asked: no part of the definition.
	Digests map[string]string `json:"-"`

	Environment []string `json:"environment,omitempty"` // names of variables that the program is given

	Command    []string `json:"command,omitempty"` // command
	NoHitsExit []int    `json:"no_hits_exit,omitempty"`

	Server    []string `json:"server,omitempty"` // tool; or URL and Headers
	Tool      string   `json:"tool,omitempty"`
	Arguments any      `json:"arguments,omitempty"` // JSON tree
	Tools     []string `json:"tools,omitempty"`

	Preset  string            `json:"preset,omitempty"` // http; of these URL and Headers also tool
	Method  string            `json:"method,omitempty"`
	URL     string            `json:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    any               `json:"body,omitempty"` // JSON tree

	Run        string   `json:"run,omitempty"`        // file
	Repository string   `json:"repository,omitempty"` // facts
	Paths      []string `json:"paths,omitempty"`      // ripgrep
	Unit       string   `json:"unit,omitempty"`
	Order      string   `json:"order,omitempty"`
}

// SearchSystemKinds returns the kinds of search systems.
func SearchSystemKinds() []string {
	return []string{"command", "tool", "http", "file", "facts", "ripgrep"}
}

// SearchOptions change what a suite of kind search says.
type SearchOptions struct {
	K     int    // documents that count; 0: as the suite says
	Qrels string // a file of judgements, any path; it decides for every class but preferences. Empty: as the suite says
	// Filter answers filters from the index of a folder, in their order. nil:
	// filters are checked and left unanswered, and such a suite cannot be run.
	Filter func(dir string, filters []factfilter.Filter) ([]factfilter.Selection, error)
}

// Class returns a class by name.
func (s *Search) Class(name string) search.Class {
	for _, c := range s.Classes {
		if c.Name == name {
			return c
		}
	}
	return search.Class{}
}
