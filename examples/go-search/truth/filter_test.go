package truth_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/examples/go-search/truth"
	"sooth/fact/factdb"
	"sooth/fact/factfilter"
	"sooth/suite"
)

// TestFiltersAgreeWithTypes answers class H from the index of the standard
// library that ./setup makes, and compares with what go/types said of the same
// queries when cmd/truth ran: two routes to one set.
func TestFiltersAgreeWithTypes(t *testing.T) {
	if _, err := os.Stat(filepath.Join("..", "scratch", "std", ".sooth", "facts.db")); err != nil {
		t.Skip("SKIPPED: no index of the standard library (examples/go-search/setup makes it in 40 s)")
	}
	s, err := suite.LoadSearch("..", suite.SearchOptions{Filter: fromFacts(t.Context())})
	if err != nil {
		t.Fatal(err)
	}
	queries, documents := 0, 0
	want := witnessed(t)
	for _, q := range s.Queries {
		if q.Class != "H" {
			continue
		}
		queries++
		for id := range q.Truth.Grades {
			documents++
			if !slices.Contains(want[q.ID], id) {
				t.Errorf("%s (%s): the facts have %q, go/types does not", q.ID, q.Truth.Filter, id)
			}
		}
		for _, id := range want[q.ID] {
			if q.Truth.Grades[id] != 1 {
				t.Errorf("%s (%s): go/types has %q, the facts do not", q.ID, q.Truth.Filter, id)
			}
		}
	}
	if queries != len(want) || queries < 20 || documents < 400 {
		t.Errorf("%d queries of %d, %d documents", queries, len(want), documents)
	}
}

// witnessed reads what go/types said: documents by query.
func witnessed(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "queries", truth.Witness))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		query, id, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			t.Fatalf("%s: %q", truth.Witness, line)
		}
		found[query] = append(found[query], id)
	}
	return found
}

// fromFacts answers filters from the index of a folder.
func fromFacts(ctx context.Context) func(string, []factfilter.Filter) ([]factfilter.Selection, error) {
	return func(dir string, filters []factfilter.Filter) (list []factfilter.Selection, err error) {
		store, err := factdb.Open(ctx, filepath.Join(dir, ".sooth", "facts.db"), factdb.Options{ReadOnly: true})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		return factfilter.Select(ctx, store, filters)
	}
}
