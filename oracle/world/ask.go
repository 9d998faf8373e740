package world

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"sooth/fact"
)

// maxAnswers bounds how many facts are kept of the answers of the store.
const maxAnswers = 100_000

// answers keeps what the store answered: a text asks of its few names again and
// again. The store is of one generation, so an answer does not grow old.
type answers struct {
	mu   sync.Mutex
	list map[string][]fact.Fact
	size int // facts in list, and one for each answer
}

func (a *answers) get(key string) ([]fact.Fact, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	list, ok := a.list[key]
	return list, ok
}

// put keeps an answer; those before it are dropped when there are too many.
func (a *answers) put(key string, list []fact.Fact) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.list == nil || a.size+len(list) >= maxAnswers {
		a.list, a.size = map[string][]fact.Fact{}, 0
	}
	if len(list) < maxAnswers {
		a.list[key], a.size = list, a.size+len(list)+1
	}
}

// Facts returns the facts that a query selects, as a list of the caller's own.
func (w *World) Facts(ctx context.Context, q fact.Query) ([]fact.Fact, error) {
	key := questionKey(q)
	if list, ok := w.answered.get(key); ok {
		return slices.Clone(list), nil
	}
	var list []fact.Fact
	for f, err := range w.facts.Facts(ctx, q) {
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	w.answered.put(key, list)
	return slices.Clone(list), nil
}

// questionKey tells one query from all others.
func questionKey(q fact.Query) string {
	var b strings.Builder
	for _, k := range q.Kinds {
		b.WriteString(string(k))
		b.WriteByte(' ')
	}
	for _, s := range []string{q.Subject, q.Object, q.Name, q.Path, q.Unit} {
		fmt.Fprintf(&b, "%d:%s", len(s), s)
	}
	fmt.Fprint(&b, q.Fold, q.Line, q.Limit)
	return b.String()
}
