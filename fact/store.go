package fact

import (
	"context"
	"errors"
	"iter"
)

// Query selects facts. Fields that are set must all match; the zero Query
// selects everything.
type Query struct {
	Kinds   []Kind // one of these
	Subject string // exact
	Object  string // exact
	Name    string // the last segment of Subject: "Do" of "net/http.Client.Do"
	Fold    bool   // compare Name without regard to case
	Path    string // Span.File, exact
	Line    int    // with Path: the line lies in Span (with its doc comment, where Doc has one)
	Unit    string // the unit that the fact came with
	Limit   int    // at most so many; 0: all
}

// Reader answers questions about facts. It is safe for concurrent use. All
// facts that one Reader returns belong to one generation: an index that is
// written meanwhile is not seen.
type Reader interface {
	// Facts yields the facts that q selects in canonical order: Span.File, Line,
	// Column, Kind, Subject, Object, Index.
	Facts(ctx context.Context, q Query) iter.Seq2[Fact, error]
	// Search is full text over names (whole, and split at case and underscores),
	// signatures and docs of definitions: BM25, best first, ties by Subject.
	Search(ctx context.Context, text string, limit int) ([]Hit, error)
	// State says what was read, and how completely.
	State(ctx context.Context) (State, error)
}

// Hit is one result of a search.
type Hit struct {
	Fact  Fact    `json:"fact"`
	Score float64 `json:"score"` // higher is better; comparable within one search only
}

// State says what a store holds.
type State struct {
	Generation int              `json:"generation"` // grows with each commit; 0: never indexed
	Tree       string           `json:"tree"`       // root folder as indexed, absolute
	Module     string           `json:"module"`     // path of the main module; empty: none
	Readers    []string         `json:"readers"`    // Version of each language reader that took part
	Units      int              `json:"units"`
	Open       []Open           `json:"open"`   // units that were not read completely
	Counts     map[Kind]int     `json:"counts"` // facts by kind
	Strengths  map[Strength]int `json:"strengths"`
}

// Open is a unit that could not be read completely, so that nothing can be
// called missing from it.
type Open struct {
	Unit   string `json:"unit"`
	Reason string `json:"reason"`
}

// Unit is what is read, replaced and removed as a whole: a Go package with its
// test variants, a file of another language, the history of a repository.
type Unit struct {
	Name    string   // import path; "file:Makefile"; unique in a store
	Files   []string // that it was made from, relative to the tree
	Depends []string // units whose Shape it was made with
	Shape   string   // hash of what others can see of it: a new Shape makes dependants stale
	Version string   // of the reader that made it
	Open    string   // why it was not read completely; empty: it was
	Facts   []Fact
}

// Stamp is what tells a changed file from an unchanged one.
type Stamp struct {
	Path     string // relative to the tree, slash-separated
	Size     int64
	Modified int64  // nanoseconds since 1970
	Inode    uint64 // 0: the system has none
	Hash     string // SHA-256, hex; empty: never hashed
}

// Store keeps the facts of one tree. One writer at a time; readers go on
// reading the generation that they began with.
type Store interface {
	Reader
	// Snapshot returns a Reader fixed to the newest generation. Close it.
	Snapshot(ctx context.Context) (Snapshot, error)
	// Begin starts a new generation on top of the newest. Nothing is seen by
	// readers before Commit; a Generation that is not committed leaves no trace.
	// ErrBusy: somebody else is writing.
	Begin(ctx context.Context) (Generation, error)
	// Stamps returns the stamps of the last commit, in order of path, and Units
	// the units without their facts, in order of name.
	Stamps(ctx context.Context) ([]Stamp, error)
	Units(ctx context.Context) ([]Unit, error)
	Close() error
}

// Snapshot is a Reader that must be closed.
type Snapshot interface {
	Reader
	Close() error
}

// Generation is a set of changes that becomes visible at once.
type Generation interface {
	// Replace puts a unit with its facts in the place of the one of that name.
	Replace(ctx context.Context, u Unit) error
	// Remove takes units away; names that are not there are passed over.
	Remove(ctx context.Context, names ...string) error
	// Commit makes the generation the newest, with these stamps of files.
	Commit(ctx context.Context, s State, stamps []Stamp) error
	// Rollback gives up what was not committed. It is safe after Commit.
	Rollback() error
}

// ErrBusy says that another process is writing the store.
var ErrBusy = errors.New("the index is being written by another process")
