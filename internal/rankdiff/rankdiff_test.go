package rankdiff_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sooth/internal/rankdiff"
	"sooth/suite"
)

const head = `schema: sooth.suite/1
name: docs
kind: search
k: 5
universe: universe.tsv
queries: queries.tsv
qrels: qrels.txt
systems:
  one: {kind: file, run: one.run}
`

// files are the older corpus.
func files() map[string]string {
	return map[string]string{
		"suite.yaml":   head,
		"universe.tsv": "a\nb\nc\nd\n",
		"queries.tsv":  "id\tclass\tquery\tpattern\nq1\tA\tfirst\t^a$\nq2\tA\tsecond\t^b$\nq3\tD\tpiece\t^[cd]$\nq4\tG\tprose\t\nq5\tG\tmore\t\n",
		"qrels.txt":    "q4 0 a 2\nq4 0 b 1\nq4 0 c 0\nq5 0 a 1\n",
	}
}

func load(t *testing.T, files map[string]string) *suite.Search {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := suite.LoadSearch(dir, suite.SearchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSame(t *testing.T) {
	d := rankdiff.Of(load(t, files()), load(t, files()))
	if !d.Same || len(d.Queries) != 0 || len(d.Classes) != 0 || len(d.Documents.Added)+len(d.Documents.Removed) != 0 || d.Old.Documents != 4 || d.New.Queries != 5 {
		t.Errorf("%+v", d)
	}
	var b strings.Builder
	if err := d.Write(&b, "text", false); err != nil || !strings.Contains(b.String(), "the same corpus") || !strings.Contains(b.String(), "queries: the same") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestDifference: one change of each kind.
func TestDifference(t *testing.T) {
	after := files()
	after["universe.tsv"] = "a\nb\nd\ne\ncc\n"                                                                                                                                 // c is gone; e, cc are new
	after["queries.tsv"] = "id\tclass\tquery\tpattern\nq1\tA\tthe first\t^a$\nq3\tD\tpiece\t^([cd]|cc|e)$\nq4\tG\tprose\t\nq5\tG\tmore\t\nq6\tA\tnew\t^e$\nq7\tB\troot\t^b$\n" // q2 is gone
	after["qrels.txt"] = "q4 0 a 1\nq4 0 b 0\nq4 0 d 1\nq5 0 a 1\nq5 0 b 0\n"
	after["suite.yaml"] = head + "classes: {D: {preset: D, primary: R@10, measures: [P@5, R@5], primary: R@5}}\n"
	after["suite.yaml"] = strings.Replace(after["suite.yaml"], "primary: R@10, ", "", 1)
	old, newer := load(t, files()), load(t, after)
	d := rankdiff.Of(old, newer)
	want := rankdiff.Difference{
		Schema: "sooth.rankdiff/1",
		Old:    rankdiff.Corpus{Suite: "docs", Hash: old.Corpus, K: 5, Documents: 4, Queries: 5}, New: rankdiff.Corpus{Suite: "docs", Hash: newer.Corpus, K: 5, Documents: 5, Queries: 6},
		Documents: &rankdiff.Documents{Added: []string{"cc", "e"}, Removed: []string{"c"}},
		Classes: []rankdiff.Class{
			{Name: "B", Change: "added", Number: 1},
			{Name: "D", Change: "changed", What: []string{"measures: P@5 → P@5 R@5", "primary: P@5 → R@5"}, Number: 1},
		},
		Queries: []rankdiff.Query{
			{ID: "q1", Class: "A", Text: "the first", Change: "changed", What: []string{"text: first → the first"}},
			{ID: "q2", Class: "A", Text: "second", Change: "removed"},
			{ID: "q6", Class: "A", Text: "new", Change: "added"},
			{ID: "q7", Class: "B", Text: "root", Change: "added"},
			{ID: "q3", Class: "D", Text: "piece", Change: "changed", What: []string{"pattern: ^[cd]$ → ^([cd]|cc|e)$"}, Gained: []string{"cc", "e"}, Lost: []string{"c"}, Arrived: 2, Gone: 1},
			{ID: "q4", Class: "G", Text: "prose", Change: "changed", Gained: []string{"d"}, Lost: []string{"b"}, Regraded: []string{"a: 2 → 1"}},
		},
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
	// The other way round, what came went.
	back := rankdiff.Of(newer, old)
	if !slices.Equal(back.Documents.Added, d.Documents.Removed) || back.Queries[4].Arrived != 1 || back.Queries[4].Gone != 2 || back.Queries[1].Change != "added" || back.Same {
		t.Errorf("%+v", back)
	}
	for _, c := range []struct {
		verbose bool
		want    string
	}{{false, "documents: 2 added, 1 removed\n  + cc\n  + e\n  - c\nclass B: added (1 queries)\nclass D: changed (1 queries) measures: P@5 → P@5 R@5; primary: P@5 → R@5\n"}, {true, "+cc +e -c"}} {
		var b bytes.Buffer
		if err := d.Write(&b, "text", c.verbose); err != nil || !strings.Contains(b.String(), c.want) {
			t.Errorf("%v: no %q in\n%s", err, c.want, b.String())
		}
	}
	var b bytes.Buffer
	if err := d.Write(&b, "json", false); err != nil || !strings.HasPrefix(b.String(), `{"schema":"sooth.rankdiff/1","old":{"suite":"docs"`) {
		t.Errorf("%v: %s", err, b.String())
	}
	if err := d.Write(&b, "xml", false); err == nil {
		t.Error("xml is written")
	}
}

// TestWithoutUniverse: nothing is said of documents.
func TestWithoutUniverse(t *testing.T) {
	bare := files()
	bare["suite.yaml"] = strings.Replace(head, "universe: universe.tsv\n", "", 1)
	bare["queries.tsv"] = "id\tclass\tquery\tpattern\nq4\tG\tprose\t\nq5\tG\tmore\t\n"
	if d := rankdiff.Of(load(t, bare), load(t, files())); d.Documents != nil || len(d.Queries) != 3 {
		t.Errorf("%+v", d)
	}
}
