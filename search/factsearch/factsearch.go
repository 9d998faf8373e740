// Package factsearch answers with the full text over the facts of a tree.
package factsearch

import (
	"context"
	"strings"
	"time"

	"sooth/fact"
	"sooth/search"
)

// Engine is a [search.System].
type Engine struct {
	reader fact.Reader
}

// New makes an engine over facts that somebody else opens and closes.
func New(r fact.Reader) *Engine { return &Engine{r} }

// Search returns definitions, best first; the id of a hit is the qualified name
// ("net/http.Client.Do"), its title the kind of symbol and the declared signature.
func (e *Engine) Search(ctx context.Context, q search.Query, k int) (search.Ranking, error) {
	began := time.Now()
	found, err := e.reader.Search(ctx, q.Text, k)
	latency := time.Since(began)
	if err != nil {
		return search.Ranking{Latency: latency}, err
	}
	hits := make([]search.Hit, len(found))
	for i, h := range found {
		title := strings.TrimSpace(h.Fact.Symbol + " " + h.Fact.Detail)
		hits[i] = search.Hit{ID: h.Fact.Subject, Title: title, Score: &found[i].Score}
	}
	return search.Ranking{Hits: hits, Latency: latency}, nil
}

// Close does nothing: the reader belongs to whoever gave it.
func (e *Engine) Close() error { return nil }
