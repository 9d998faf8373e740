// Package rank says how good a ranking is.
//
// Judgements ("qrels") say which documents answer a topic and how well; a run
// says which documents a system returned, and in which order. A [Measure] is a
// value that prints and parses as itself ("nDCG@10", "P(rel=2)@5"); [Evaluate]
// computes a list of them for every topic of a run, on all processors, reading
// both files as trec_eval reads them. [Topic] does the same for one ranking
// that is at hand, and [Measure.Expected] says what is left when documents
// have the same score.
//
// The order of a run is: score descending (as float64), then document by bytes
// descending. The column "rank" is not read. A grade below 0 means "in the
// pool, not judged". docs/format/rank.md has every definition and its source.
package rank

import (
	"fmt"
	"math"
)

// Options are what a whole evaluation has in common.
type Options struct {
	// Level is the smallest grade that counts as relevant, unless a measure
	// says otherwise; 0 means 1.
	Level int
	// Depth keeps the first Depth documents of each topic; 0 keeps all.
	Depth int
	// JudgedOnly takes documents without a judgement out of each ranking before
	// anything is computed.
	JudgedOnly bool
	// Complete counts the topics that the run lacks, with an empty ranking.
	// Without it only the topics that have both judgements and documents count.
	Complete bool
	// Collection is the number of documents in the collection, for Utility; 0
	// when it is not known.
	Collection int
	// Lenient reads numbers as C's atol and atof do (a prefix, else 0) and keeps
	// the better one of a document that a topic holds twice. Without it such
	// lines are errors.
	Lenient bool
	// Threads bounds the goroutines; 0 means one for each processor. It never
	// changes a result.
	Threads int
}

func (o Options) level() int {
	if o.Level == 0 {
		return 1
	}
	return o.Level
}

// Text is the content of a file together with what to call it in messages.
type Text struct {
	Name string
	Data []byte
}

// InputError says what is wrong with a line of qrels or of a run.
type InputError struct {
	Name   string // of the file
	Line   int    // starting at 1; 0: the file as a whole
	Column int    // in bytes, starting at 1; 0: the line as a whole
	Reason string
	Hint   string // what to do next
}

func (e *InputError) Error() string {
	place := e.Name
	if e.Line > 0 {
		place = fmt.Sprintf("%s:%d", place, e.Line)
		if e.Column > 0 {
			place = fmt.Sprintf("%s:%d", place, e.Column)
		}
	}
	if e.Hint == "" {
		return place + ": " + e.Reason
	}
	return place + ": " + e.Reason + "; hint: " + e.Hint
}

// smallestGeometric is what a value counts as in a geometric mean when it is
// smaller than that (trec_eval's MIN_GEO_MEAN).
const smallestGeometric = 1e-5

// ratio is a/b, and 0 where b is 0: a measure over nothing is worth nothing.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// logarithms holds log2(i+1), the discount of rank i, for the first ranks.
type logarithms struct{ table []float64 }

func (l *logarithms) at(i int) float64 {
	if i < len(l.table) {
		return l.table[i]
	}
	return math.Log2(float64(i + 1))
}

func newLogarithms(n int) *logarithms {
	l := &logarithms{table: make([]float64, n)}
	for i := 1; i < n; i++ {
		l.table[i] = math.Log2(float64(i + 1))
	}
	return l
}
