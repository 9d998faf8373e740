// Package runfile answers with rankings that somebody else has made: a run in
// TREC's format, whose topics are the ids of the queries.
package runfile

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"sooth/rank"
	"sooth/search"
)

// Engine is a [search.System] over a run that was read.
type Engine struct {
	topics map[string][]rank.Hit // in the order of a run
	digest string
}

// maxLine bounds a line, in bytes.
const maxLine = 1 << 20

// Read reads a run: "topic Q0 document rank score tag". Its order is that of
// rank: score descending, then document by bytes descending; the rank is not
// read. A document may come once in a topic. Name is for messages: an error is
// a *rank.InputError with line and column.
func Read(r io.Reader, name string) (*Engine, error) {
	sum := sha256.New()
	lines := bufio.NewScanner(io.TeeReader(r, sum))
	lines.Buffer(make([]byte, 1<<16), maxLine)
	e := &Engine{topics: map[string][]rank.Hit{}}
	seen := map[[2]string]int{}
	n := 0
	for lines.Scan() {
		n++
		text := strings.TrimPrefix(lines.Text(), "\ufeff")
		words := strings.Fields(text)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		wrong := func(word, reason, hint string) error {
			return &rank.InputError{Name: name, Line: n, Column: strings.Index(text, word) + 1, Reason: reason, Hint: hint}
		}
		if len(words) < 6 {
			return nil, wrong(words[0], fmt.Sprintf("%d columns where a line of a run has 6", len(words)), `each line of a run is "topic Q0 document rank score tag"`)
		}
		score, err := strconv.ParseFloat(words[4], 64)
		if (err != nil && !errors.Is(err, strconv.ErrRange)) || math.IsNaN(score) {
			return nil, wrong(words[4], fmt.Sprintf("score %q is no number", words[4]), "scores are decimal numbers")
		}
		if !utf8.ValidString(words[0]) || !utf8.ValidString(words[2]) {
			return nil, wrong(words[0], "topic or document is not UTF-8", "save the run as UTF-8")
		}
		key := [2]string{words[0], words[2]}
		if before := seen[key]; before > 0 {
			return nil, wrong(words[2], fmt.Sprintf("topic %q has document %q twice: before in line %d", words[0], words[2], before), "keep one of them")
		}
		seen[key] = n
		e.topics[words[0]] = append(e.topics[words[0]], rank.Hit{Document: words[2], Score: score})
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &rank.InputError{Name: name, Line: n + 1, Reason: fmt.Sprintf("a line of more than %d MiB", maxLine>>20), Hint: "is this the run?"}
	} else if err != nil {
		return nil, err
	}
	if len(e.topics) == 0 {
		return nil, &rank.InputError{Name: name, Reason: "the run is empty", Hint: "an engine that found nothing for any query made this file; is it the right one?"}
	}
	for _, hits := range e.topics {
		rank.Sort(hits)
	}
	e.digest = hex.EncodeToString(sum.Sum(nil))
	return e, nil
}

// Has says whether the run has a topic.
func (e *Engine) Has(topic string) bool { return len(e.topics[topic]) > 0 }

// Search returns the documents of the topic that is the query's id. A topic that the
// run lacks was answered by nothing: runs have no other way to say that. No
// latency is known.
func (e *Engine) Search(_ context.Context, q search.Query, k int) (search.Ranking, error) {
	all := e.topics[q.ID]
	hits := make([]search.Hit, 0, min(k, len(all)))
	for _, h := range all[:min(k, len(all))] {
		hit := search.Hit{ID: h.Document}
		if !math.IsInf(h.Score, 0) {
			hit.Score = &h.Score
		}
		hits = append(hits, hit)
	}
	return search.Ranking{Hits: hits, Latency: time.Duration(0), Raw: e.digest}, nil
}

// Close does nothing.
func (e *Engine) Close() error { return nil }
