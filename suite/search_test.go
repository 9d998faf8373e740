package suite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sooth/search"
	"sooth/source"
)

// goodSearch is a suite of kind search without a mistake.
func goodSearch() map[string]string {
	return map[string]string{
		"suite.yaml": `schema: sooth.suite/1
name: good
kind: search
k: 5
universe: universe.tsv
queries: queries.tsv
qrels: qrels.txt
classes:
  A: {}
  sources:
    truth: authority
    measures: [RR@5]
    sources: [{name: docs, pattern: '^docs/'}, {name: blog, pattern: '^blog/'}]
  listed: {truth: ids, measures: [P@5], ids: ids.tsv}
systems:
  one:
    kind: command
    command: [engine, "{query}", "{k}"]
    hits: {pattern: '^(?P<id>\S+)'}
  two: {kind: file, run: two.run}
`,
		"universe.tsv": "docs/a\tA\ndocs/b\nblog/a\nblog/b\nx\n",
		"queries.tsv":  "id\tclass\tquery\tpattern\tsource\tids\nq1\tA\ta b\t^docs/a$\nq2\tsources\tb\t/b$\nq3\tlisted\tc\nq4\tG\td\nq5\tE\te\n",
		"ids.tsv":      "q3\tx\n",
		"qrels.txt":    "q4 0 docs/a 1\nq4 0 x 0\n",
	}
}

func writeSearch(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// fixed is goodSearch with the pairs that its class E needs.
func fixedSearch() map[string]string {
	files := goodSearch()
	files["queries.tsv"] = strings.Replace(files["queries.tsv"], "q5\tE\te\n", "", 1)
	return files
}

func TestLoadSearch(t *testing.T) {
	s, err := LoadSearch(writeSearch(t, fixedSearch()), SearchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, q := range s.Queries {
		got = append(got, q.Class+" "+q.ID)
	}
	if diff := cmp.Diff([]string{"A q1", "G q4", "listed q3", "sources q2"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"docs/b": 1}, s.Queries[3].Truth.Grades); diff != "" || s.Queries[3].Truth.Source != "docs" {
		t.Errorf("the highest source that has one: %s %q", diff, s.Queries[3].Truth.Source)
	}
	if diff := cmp.Diff(map[string]int{"docs/a": 1, "x": 0}, s.Queries[1].Truth.Grades); diff != "" {
		t.Error(diff)
	}
	if c := s.Class("A"); c.Truth != search.Single || c.Primary != "Success@1" || len(c.Measures) != 2 {
		t.Errorf("measures deeper than k are left out: %+v", c)
	}
	if len(s.Systems) != 2 || s.Base != "one" || s.Depth != 5 || len(s.Hash) != 64 || len(s.Corpus) != 64 || s.Hash == s.Corpus {
		t.Errorf("%+v", s)
	}
}

// TestCorpusHash: what is asked and what answers it make the corpus; systems,
// files and their order do not.
func TestCorpusHash(t *testing.T) {
	hash := func(change func(map[string]string)) string {
		files := fixedSearch()
		change(files)
		s, err := LoadSearch(writeSearch(t, files), SearchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Corpus
	}
	swap := func(name, old, new string) func(map[string]string) {
		return func(files map[string]string) {
			if !strings.Contains(files[name], old) {
				t.Fatalf("%q is not in %s", old, name)
			}
			files[name] = strings.Replace(files[name], old, new, 1)
		}
	}
	want := hash(func(map[string]string) {})
	for what, change := range map[string]func(map[string]string){
		"a system":          swap("suite.yaml", "  two: {kind: file, run: two.run}\n", ""),
		"the order":         swap("queries.tsv", "q1\tA\ta b\t^docs/a$\nq2\tsources\tb\t/b$\n", "q2\tsources\tb\t/b$\nq1\tA\ta b\t^docs/a$\n"),
		"a comment":         swap("queries.tsv", "q1", "# hello\nq1"),
		"a title":           swap("universe.tsv", "\tA\n", "\tB\n"),
		"order of universe": swap("universe.tsv", "docs/b\nblog/a\n", "blog/a\ndocs/b\n"),
	} {
		if hash(change) != want {
			t.Errorf("%s changed the corpus", what)
		}
	}
	for what, change := range map[string]func(map[string]string){
		"a text":     swap("queries.tsv", "a b", "a  b"),
		"a pattern":  swap("queries.tsv", "^docs/a$", "^docs/b$"),
		"a grade":    swap("qrels.txt", "x 0\n", "x 1\n"),
		"k":          swap("suite.yaml", "k: 5", "k: 6"),
		"a document": swap("universe.tsv", "x\n", "x\ny\n"),
		"a measure":  swap("suite.yaml", "[P@5]", "[P@4]"),
		"a list":     swap("ids.tsv", "x", "docs/a"),
	} {
		if hash(change) == want {
			t.Errorf("%s did not change the corpus", what)
		}
	}
}

// TestSearchProblems: everything that is wrong has its place and what to do.
func TestSearchProblems(t *testing.T) {
	for _, c := range []struct{ name, file, old, new, want string }{
		{"kind", "suite.yaml", "kind: search", "kind: serch", `suite.yaml:3:7: not a suite of kind search but "serch"; hint: did you mean `},
		{"key", "suite.yaml", "universe:", "univers:", `suite.yaml:5:1: the suite has an unknown key "univers"; hint: did you mean`},
		{"k", "suite.yaml", "k: 5", "k: 0", `suite.yaml:4:4: "k" must be a whole number from 1 to 1000, not 0`},
		{"time", "suite.yaml", "k: 5", "timeout: '30'", `suite.yaml:4:10: "timeout" must be a time, not "30"; hint: write a number and a unit`},
		{"truth", "suite.yaml", "truth: ids", "truth: idz", `suite.yaml:14:19: unknown kind of truth "idz"; hint: did you mean`},
		{"measure", "suite.yaml", "[P@5]", "[P@50]", `suite.yaml:14:35: measure "P@50" looks deeper than k, which is 5; hint: set k: 50`},
		{"no measure", "suite.yaml", "[P@5]", "[Q@5]", `suite.yaml:14:35: measure "Q@5"`},
		{"geometric", "suite.yaml", "[P@5]", "[GMAP]", `suite.yaml:14:35: measure "GMAP" is no mean over queries`},
		{"source", "suite.yaml", "'^blog/'", "'^(blog/'", `suite.yaml:13:70: pattern "^(blog/": missing closing ): `},
		{"system kind", "suite.yaml", "kind: command", "kind: comand", `suite.yaml:17:11: unknown kind of system "comand"; hint: did you mean`},
		{"system key", "suite.yaml", "    command:", "    comand:", `suite.yaml:18:5: system "one" has an unknown key "comand"; hint: did you mean`},
		{"placeholder", "suite.yaml", `"{k}"`, `"{limit}"`, `suite.yaml:18:34: unknown placeholder {limit}; hint: `},
		{"no list", "suite.yaml", `[engine, "{query}", "{k}"]`, `engine "{query}"`, `suite.yaml:18:14: "command" must be a list of program and arguments`},
		{"no group", "suite.yaml", `(?P<id>\S+)`, `\S+`, `suite.yaml:19:11: "hits": "pattern" has no group "id"; hint: write (?P<id>`},
		{"no hits", "suite.yaml", "    hits: {pattern: '^(?P<id>\\S+)'}\n", "", `suite.yaml:17:5: system "one" lacks the key "hits"`},
		{"tool without server", "suite.yaml", "kind: command\n    command: [engine, \"{query}\", \"{k}\"]", "kind: tool\n    tool: t", `suite.yaml:17:5: system "one" lacks the key "server"; hint: name its program and arguments: server: [my-server, --stdio]; or its URL`},
		{"tool with both", "suite.yaml", "kind: command\n    command: [engine, \"{query}\", \"{k}\"]", "kind: tool\n    tool: t\n    server: [x]\n    url: https://docs.example/mcp", `suite.yaml:20:10: system "one" has a server and a URL; hint: take one of them out`},
		{"tool with a secret", "suite.yaml", "kind: command\n    command: [engine, \"{query}\", \"{k}\"]", "kind: tool\n    tool: t\n    url: https://docs.example/mcp\n    headers: {Authorization: abc}", `suite.yaml:20:30: header "Authorization" holds a secret; hint: write {env.NAME}`},
		{"base", "suite.yaml", "systems:", "base: three\nsystems:", `suite.yaml:15:7: unknown system "three"`},
		{"file", "suite.yaml", "queries: queries.tsv", "queries: querys.tsv", `suite.yaml:6:10: "querys.tsv" does not exist; hint: did you mean `},
		{"outside", "suite.yaml", "queries: queries.tsv", "queries: ../queries.tsv", `suite.yaml:6:10: path "../queries.tsv" leaves the suite's folder`},
		{"column", "queries.tsv", "\tpattern", "\tpatern", `queries.tsv:1:16: unknown column "patern"; hint: did you mean`},
		{"header", "queries.tsv", "id\tclass\tquery\tpattern\tsource\tids\n", "", `queries.tsv:1:1: unknown column "q1"`},
		{"cells", "queries.tsv", "q3\tlisted\tc\n", "q3\tlisted\tc\t\t\tx\ty\n", "queries.tsv:4:17: 7 cells under a header of 6"},
		{"class", "queries.tsv", "q2\tsources", "q2\tsource", `queries.tsv:3:4: unknown class "source"; hint: did you mean`},
		{"twice", "queries.tsv", "q2\t", "q1\t", `queries.tsv:3:1: query "q1" is there twice: before at queries.tsv:2`},
		{"blank in id", "queries.tsv", "q2\t", "q 2\t", `queries.tsv:3:1: the id "q 2" cannot be a topic`},
		{"pattern", "queries.tsv", "/b$", "/b(", `queries.tsv:3:14: pattern "/b(": missing closing )`},
		{"nothing matches", "queries.tsv", "^docs/a$", "^docs/z$", `queries.tsv:2:10: nothing of 5 documents matches the pattern of query "q1"`},
		{"of no source", "queries.tsv", "/b$", "^x$", `queries.tsv:3:14: what the pattern of query "q2" matches is of no source: x`},
		{"no pattern", "queries.tsv", "^docs/a$", "", `queries.tsv:2:1: query "q1" of class "A" lacks its pattern`},
		{"not read", "queries.tsv", "q4\tG\td\n", "q4\tG\td\t^x$\n", `queries.tsv:5:8: query "q4" has a pattern, which the truth "qrels" of class "G" does not read`},
		{"no pair", "queries.tsv", "q4\tG\td\n", "q4\tG\td\nq5\tE\te\n", `queries.tsv:6:1: query "q5" of class "E" lacks its modern`},
		{"no judgement", "qrels.txt", "a 1", "a 0", `queries.tsv:5:1: no document is judged to answer query "q4"`},
		{"qrels", "qrels.txt", "q4 0 docs/a 1", "q4 docs/a 1", `qrels.txt:1:`},
		{"qrels of nobody", "qrels.txt", "q4 0 x", "q44 0 x", `suite.yaml:7:8: judgements of the unknown query "q44"; hint: did you mean`},
		{"id", "ids.tsv", "x", "y", `ids.tsv:1:1: document "y" of query "q3" is not in the universe`},
		{"ids of nobody", "ids.tsv", "q3\tx\n", "q3\tx\nq33\tx\n", `ids.tsv:2:1: unknown query "q33"; hint: did you mean`},
		{"ids without", "ids.tsv", "\t", " ", "ids.tsv:1:1: the line has no document"},
		{"universe", "universe.tsv", "docs/b", "docs/a", `universe.tsv:2:1: document "docs/a" is there twice: before in line 1`},
		{"blank", "universe.tsv", "docs/b", "docs b", `universe.tsv:2:5: the id "docs b" has a blank in it`},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := fixedSearch()
			if !strings.Contains(files[c.file], c.old) {
				t.Fatalf("%q is not in %s", c.old, c.file)
			}
			files[c.file] = strings.Replace(files[c.file], c.old, c.new, 1)
			dir := writeSearch(t, files)
			_, err := LoadSearch(dir, SearchOptions{})
			var invalid *source.Invalid
			if !errors.As(err, &invalid) {
				t.Fatalf("%v, want %q", err, c.want)
			}
			if text := strings.ReplaceAll(err.Error(), filepath.ToSlash(dir)+"/", ""); !strings.Contains(text, c.want) {
				t.Errorf("got\n%s\nwant\n%s", text, c.want)
			}
		})
	}
}

// TestSecretsInSuites: a header that holds a secret is refused, and so is a URL with
// a password.
func TestSecretsInSuites(t *testing.T) {
	files := fixedSearch()
	files["suite.yaml"] += `  three:
    kind: http
    preset: elasticsearch
    url: http://user:word@localhost:9200/docs
    headers: {Authorization: ApiKey abc}
`
	_, err := LoadSearch(writeSearch(t, files), SearchOptions{})
	for _, want := range []string{"the URL has a user or password in it", `header "Authorization" holds a secret; hint: write {env.NAME}`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestAmbiguousPatterns: more than one document for a single answer is a warning.
func TestAmbiguousPatterns(t *testing.T) {
	files := fixedSearch()
	files["queries.tsv"] = strings.Replace(files["queries.tsv"], "^docs/a$", "^docs/", 1)
	s, err := LoadSearch(writeSearch(t, files), SearchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0].String(), `queries.tsv:2:10: the pattern of query "q1" matches 2 documents where one is meant: docs/a, docs/b; hint: anchor it`) {
		t.Errorf("%v", s.Warnings)
	}
}

// TestUniverseMatch: the shortcut for anchored patterns finds what the pattern finds.
func TestUniverseMatch(t *testing.T) {
	u := &Universe{ids: []string{"a", "a/b", "a/b.C", "a/bc", "ab", "b", "é"}}
	for pattern, want := range map[string]string{
		`^a/b`: "a/b a/b.C a/bc", `^a/b$`: "a/b", `b`: "a/b a/b.C a/bc ab b", `^(a|b)$`: "a b", `(?i)^A/B$`: "a/b",
		`^a/b|^b`: "a/b a/b.C a/bc b", `^z`: "", `^é$`: "é", `^a/b?$`: "a/b", `^ab?$`: "a ab", `^`: "a a/b a/b.C a/bc ab b é",
	} {
		l := &loader{folder: &folder{problems: &problems{}}}
		if got := strings.Join(u.Match(l.pattern(pattern, place{})), " "); got != want {
			t.Errorf("%q: %q, want %q", pattern, got, want)
		}
	}
}

// FuzzSearch: no file of a suite makes the loader panic.
func FuzzSearch(f *testing.F) {
	files := fixedSearch()
	f.Add(files["suite.yaml"], files["queries.tsv"], files["ids.tsv"])
	f.Add("schema: sooth.suite/1\nname: x\nkind: search\nprobes: p.yaml\nsystems: {a: {kind: tool, server: [x], tool: '{tool}', arguments: {a: [1, '{k}']}, hits: {json: ., id: a}}}", "- {id: 1}", "a\tb")
	f.Fuzz(func(t *testing.T, top, queries, ids string) {
		files := fixedSearch()
		files["suite.yaml"], files["queries.tsv"], files["ids.tsv"], files["p.yaml"] = top, queries, ids, queries
		s, err := LoadSearch(writeSearch(t, files), SearchOptions{})
		if (s == nil) == (err == nil) {
			t.Errorf("%v, %v", s, err)
		}
	})
}
