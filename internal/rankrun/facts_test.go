package rankrun_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/internal/process"
	"sooth/internal/rankrun"
	"sooth/search/ripgrep"
	"sooth/source"
)

// opened closes the store with its snapshot.
type opened struct {
	fact.Snapshot
	store *factdb.Store
}

func (o opened) Close() error { return errors.Join(o.Snapshot.Close(), o.store.Close()) }

// TestFactsAndRipgrep asks the real full text and the real rg.
func TestFactsAndRipgrep(t *testing.T) {
	if _, err := process.Find("rg", os.Getenv("PATH")); err != nil {
		t.Skip("SKIPPED: rg is not here; " + ripgrep.Hint())
	}
	dir := write(t, map[string]string{
		"suite.yaml": `schema: sooth.suite/1
name: own
kind: search
universe: universe.tsv
queries: queries.tsv
systems:
  facts: {kind: facts, repository: tree}
  rg: {kind: ripgrep, paths: [universe.tsv], unit: line}
`,
		"universe.tsv": "net/http.Client\ttype Client struct\nnet/http.NewRequest\tfunc NewRequest(method string)\nos.Open\tfunc Open(name string)\n",
		"queries.tsv":  "id\tclass\tquery\tpattern\nq1\tA\tClient\t^net/http\\.Client$\nq2\tA\topen name\t^os\\.Open$\nq3\tA\tzzz\t^os\\.Open$\n",
	})
	file := rankrun.FactsFile(filepath.Join(dir, "tree"))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	store, err := factdb.Open(t.Context(), file, factdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	generation, err := store.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	unit := fact.Unit{Name: "all", Files: []string{"a.go"}, Version: "test"}
	for i, d := range []struct{ subject, symbol, detail string }{
		{"net/http.Client", "type", "type Client struct"}, {"net/http.NewRequest", "func", "func NewRequest(method string)"}, {"os.Open", "func", "func Open(name string)"},
	} {
		span := source.Span{File: "a.go", Line: i + 1, Column: 1, EndLine: i + 1}
		unit.Facts = append(unit.Facts, fact.Fact{Kind: fact.Definition, Language: "go", Subject: d.subject, Symbol: d.symbol, Detail: d.detail, Span: span, Strength: fact.Compiler})
	}
	err = errors.Join(generation.Replace(t.Context(), unit), generation.Commit(t.Context(), fact.State{Tree: dir, Units: 1}, nil), store.Close())
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, dir)
	o.Around.Facts = func(ctx context.Context, tree string) (fact.Snapshot, error) {
		store, err := factdb.Open(ctx, rankrun.FactsFile(tree), factdb.Options{ReadOnly: true})
		if err != nil {
			return nil, err
		}
		snapshot, err := store.Snapshot(ctx)
		return opened{snapshot, store}, err
	}
	r := run(t, o)
	for _, y := range r.Systems {
		for query, want := range map[string]string{"q1": "net/http.Client", "q2": "os.Open"} {
			if a := answer(t, r, query, y.Name); a.FirstRelevant == nil || *a.FirstRelevant != 1 || a.Hits[0].ID != want || a.Hits[0].Title == "" {
				t.Errorf("%s, %s: %+v", y.Name, query, a)
			}
		}
		if a := answer(t, r, "q3", y.Name); a.State != "answered" || len(a.Hits) != 0 {
			t.Errorf("%s: %+v", y.Name, a)
		}
		if len(y.Files) == 0 || y.Changed {
			t.Errorf("%s: %+v", y.Name, y.Files)
		}
	}
	if r.Systems[0].Files[0].Path != "tree/.sooth/facts.db" || !strings.HasSuffix(r.Systems[1].Files[0].Path, "/rg") {
		t.Errorf("%+v", r.Systems)
	}
}
