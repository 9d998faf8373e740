package suite

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sooth/fact"
	"sooth/fact/factfilter"
	"sooth/fact/factmem"
	"sooth/search"
	"sooth/source"
)

// filtered is a suite whose class is answered by filters.
func filtered() map[string]string {
	files := fixedSearch()
	files["suite.yaml"] = strings.Replace(files["suite.yaml"], "  listed: {truth: ids", "  typed: {truth: filter, measures: [P@5], filter: symbol=method|func}\n  listed: {truth: ids", 1) + "facts: ../tree\n"
	files["more.tsv"] = "id\tclass\tquery\tfilter\nq6\ttyped\twhat returns an error\treturns=error\n"
	files["suite.yaml"] = strings.Replace(files["suite.yaml"], "queries: queries.tsv", "queries: [queries.tsv, more.tsv]", 1)
	files["universe.tsv"] += "m/p.Open\nm/p.T.Close\nm/p.V\n"
	return files
}

// answering answers filters from a few facts: p.Open, p.T.Close and p.hidden
// return errors, and so it is said of the variable p.V.
func answering(t *testing.T) func(string, []factfilter.Filter) ([]factfilter.Selection, error) {
	t.Helper()
	store := factmem.New()
	u := fact.Unit{Name: "m/p"}
	for name, symbol := range map[string]string{"Open": "func", "T.Close": "method", "hidden": "func", "V": "var"} {
		at := source.Span{File: "p.go", Line: 1, Column: 1, EndLine: 1, EndColumn: 2}
		u.Facts = append(u.Facts,
			fact.Fact{Kind: fact.Definition, Language: "go", Subject: "m/p." + name, Symbol: symbol, Span: at, Strength: fact.Compiler},
			fact.Fact{Kind: fact.Returns, Language: "go", Subject: "m/p." + name, Object: "error", Span: at, Strength: fact.Compiler})
	}
	g, err := store.Begin(t.Context())
	if err == nil {
		err = errors.Join(g.Replace(t.Context(), u), g.Commit(t.Context(), fact.State{}, nil))
	}
	if err != nil {
		t.Fatal(err)
	}
	return func(dir string, filters []factfilter.Filter) ([]factfilter.Selection, error) {
		if !strings.HasSuffix(dir, "tree") {
			t.Errorf("asked of %q", dir)
		}
		return factfilter.Select(context.Background(), store, filters)
	}
}

func TestFilterIsAnsweredFromFacts(t *testing.T) {
	dir := writeSearch(t, filtered())
	s, err := LoadSearch(dir, SearchOptions{Filter: answering(t)})
	if err != nil {
		t.Fatal(err)
	}
	q := s.Queries[len(s.Queries)-1]
	want := search.Truth{Filter: "(returns=error) and (symbol=method|func)", Grades: map[string]int{"m/p.Open": 1, "m/p.T.Close": 1}}
	if diff := cmp.Diff(want, q.Truth); q.ID != "q6" || diff != "" {
		t.Errorf("%s: %s", q.ID, diff)
	}
	// Documents that are called otherwise are found by a rewrite.
	urls := filtered()
	urls["suite.yaml"] = strings.Replace(urls["suite.yaml"], "filter: symbol=method|func}", "filter: symbol=method|func, rewrite: [{pattern: '^m/p.', with: 'docs/'}, {pattern: '$', with: '.html'}]}", 1)
	urls["universe.tsv"] = strings.ReplaceAll(urls["universe.tsv"], "m/p.T.Close", "docs/T.Close.html")
	if s, err := LoadSearch(writeSearch(t, urls), SearchOptions{Filter: answering(t)}); err != nil || !cmp.Equal(s.Queries[len(s.Queries)-1].Truth.Grades, map[string]int{"docs/T.Close.html": 1}) {
		t.Errorf("%v", err)
	}
	// The corpus is another where the facts are others.
	files := filtered()
	files["universe.tsv"] = strings.Replace(files["universe.tsv"], "m/p.T.Close\n", "", 1)
	other, err := LoadSearch(writeSearch(t, files), SearchOptions{Filter: answering(t)})
	if err != nil || other.Corpus == s.Corpus {
		t.Errorf("another set, the same corpus: %v", err)
	}
	// Nobody answers: the suite is read, and what answers is not known.
	unanswered, err := LoadSearch(dir, SearchOptions{})
	if err != nil || unanswered.Queries[len(s.Queries)-1].Truth.Grades != nil {
		t.Errorf("%v", err)
	}
	// Judgements decide instead.
	judged := filtered()
	judged["other.txt"] = "q2 0 x 1\nq3 0 x 1\nq4 0 x 1\nq6 0 x 1\nq1 0 x 1\n"
	dir = writeSearch(t, judged)
	if s, err := LoadSearch(dir, SearchOptions{Qrels: dir + "/other.txt", Filter: answering(t)}); err != nil || s.Queries[len(s.Queries)-1].Truth.Grades["x"] != 1 {
		t.Errorf("%v", err)
	}
}

func TestFilterMistakes(t *testing.T) {
	for name, c := range map[string]struct{ file, old, new, want string }{
		"nothing passes":     {"more.tsv", "returns=error", "returns=eror", "more.tsv:2:32: no definition of \"../tree\" passes the filter of query \"q6\"; hint: nothing returns \"eror\": did you mean `error`?"},
		"none is a document": {"more.tsv", "returns=error", "name=hidden", `none of the 1 definitions that pass the filter of query "q6" is a document of the universe: m/p.hidden`},
		"key":                {"more.tsv", "returns=error", "return=error", "more.tsv:2:32: filter: unknown key \"return\"; hint: did you mean `returns`?"},
		"class's filter":     {"suite.yaml", "symbol=method|func", "symbol", `filter: "symbol" is no term`},
		"no facts":           {"suite.yaml", "facts: ../tree\n", "", `class "typed" is answered from facts, and the suite has none; hint: facts: FOLDER`},
		"no filter":          {"more.tsv", "\treturns=error", "", `query "q6" of class "typed" lacks its filter`},
		"a pattern":          {"more.tsv", "filter\nq6\ttyped\twhat returns an error\treturns=error", "filter\tpattern\nq6\ttyped\twhat\treturns=error\tx", `query "q6" has a pattern, which the truth "filter"`},
		"another truth":      {"more.tsv", "\ttyped\t", "\tlisted\t", `query "q6" has a filter, which the truth "ids" of class "listed" does not read`},
		"nothing to rewrite": {"suite.yaml", "truth: ids, ", "truth: ids, rewrite: [{pattern: a, with: b}], ", `class "listed" has the truth "ids", and nothing to rewrite`},
		"rewrite":            {"suite.yaml", "filter: symbol=method|func", "rewrite: [{pattern: '(', with: b}]", `pattern "("`},
		"class without":      {"suite.yaml", "typed: {truth: filter", "typed: {truth: ids", `class "typed" has the truth "ids", and no filter; hint: truth: filter`},
	} {
		files := filtered()
		files[c.file] = strings.Replace(files[c.file], c.old, c.new, 1)
		if files[c.file] == filtered()[c.file] {
			t.Fatalf("%s changes nothing", name)
		}
		_, err := LoadSearch(writeSearch(t, files), SearchOptions{Filter: answering(t)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	dir := writeSearch(t, filtered())
	broken := func(string, []factfilter.Filter) ([]factfilter.Selection, error) {
		return nil, errors.New("it is not there; hint: make it")
	}
	if _, err := LoadSearch(dir, SearchOptions{Filter: broken}); err == nil || !strings.Contains(err.Error(), "facts: it is not there; hint: make it") {
		t.Errorf("got %v", err)
	}
}
