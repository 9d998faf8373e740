package rankrun_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sooth/internal/process"
	"sooth/internal/rankreport"
	"sooth/internal/rankrun"
	"sooth/search"
	"sooth/suite"
	"sooth/trial"
)

const corpus = `a	red apple
b	green apple pie
c	red wine
d	apple apple cake
e	old cider
f	new cider press
`

// write makes a suite of files; {self} in suite.yaml is this test binary.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if files["documents.tsv"] == "" {
		files["documents.tsv"] = corpus
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "{self}", self)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func load(t testing.TB, dir string) *suite.Search {
	t.Helper()
	s, err := suite.LoadSearch(dir, suite.SearchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// options are those of a run of the suite in a folder, with a store of its own.
func options(t testing.TB, dir string) rankrun.Options {
	t.Helper()
	store, err := trial.Open(context.Background(), filepath.Join(t.TempDir(), "runs.db"), trial.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	environ := append(os.Environ(), engineVariable+"=1", "SEARCH_TOKEN=s3cret-token")
	return rankrun.Options{
		Suite: load(t, dir), Store: store, Tolerance: 1, Now: time.Now,
		Around: rankrun.Surroundings{Environ: environ, Version: "test", Look: func(name string) (string, error) {
			return process.Find(name, os.Getenv("PATH"))
		}},
	}
}

func run(t testing.TB, o rankrun.Options) *rankreport.Report {
	t.Helper()
	result, err := rankrun.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return result.Report
}

// answer finds what a system answered to a query.
func answer(t testing.TB, r *rankreport.Report, query, system string) rankreport.Answer {
	t.Helper()
	for _, q := range r.Queries {
		for _, a := range q.Answers {
			if q.ID == query && a.System == system {
				return a
			}
		}
	}
	t.Fatalf("no answer of %q to %q", system, query)
	return rankreport.Answer{}
}

func ids(a rankreport.Answer) string {
	var list []string
	for _, h := range a.Hits {
		list = append(list, h.ID)
	}
	return strings.Join(list, " ")
}

// cell finds the mean of a system.
func cell(t testing.TB, r *rankreport.Report, class, measure, system string) (rankreport.Row, rankreport.Cell) {
	t.Helper()
	for _, row := range r.Table {
		for _, c := range row.Cells {
			if row.Class == class && row.Measure == measure && c.System == system {
				return row, c
			}
		}
	}
	t.Fatalf("no %s of class %s for %q", measure, class, system)
	return rankreport.Row{}, rankreport.Cell{}
}

const everyCommand = `schema: sooth.suite/1
name: fruit
kind: search
k: 3
universe: documents.tsv
queries: queries.tsv
timeout: 5s
systems:
  list:
    kind: command
    command: ["{self}", list, "{query}", "{k}"]
    environment: [SOOTH_TEST_ENGINE]
    hits: {json: [candidates, .], id: [uri, identifier], title: title, score: score}
    files: [documents.tsv]
  fanout:
    kind: command
    command: ["{self}", fanout, "{query}", "{k}"]
    environment: [SOOTH_TEST_ENGINE]
    hits: {json: [candidates, .], id: [uri, identifier], title: title, score: score}
  text:
    kind: command
    command: ["{self}", text, "{query}", "{k}"]
    environment: [SOOTH_TEST_ENGINE]
    hits: {pattern: '^\s*URI: (?P<id>\S+)', none: '^No results'}
  grep:
    kind: command
    command: ["{self}", grep, "{query}", "{k}"]
    environment: [SOOTH_TEST_ENGINE]
    no_hits_exit: [1]
    hits: {pattern: '^(?P<id>\S+)$'}
  twice:
    kind: command
    command: ["{self}", twice, "{query}", "{k}"]
    environment: [SOOTH_TEST_ENGINE]
    hits: {json: ., id: uri}
  mcp:
    kind: tool
    server: ["{self}", mcp]
    environment: [SOOTH_TEST_ENGINE]
    tool: search
    arguments: {query: "{query}", limit: "{k}"}
    hits: {pattern: '^### .(?P<id>\w+).', none: '^_No documents'}
  given:
    kind: file
    run: given.run
`

// TestEverySystemFindsTheSame: the same index behind programs, an MCP server and
// a run file gives the same rankings, and the values are those that a reader
// computes by hand.
func TestEverySystemFindsTheSame(t *testing.T) {
	dir := write(t, map[string]string{
		"suite.yaml":  everyCommand,
		"queries.tsv": "id\tclass\tquery\tpattern\tlabel.kind\nq1\tA\tapple\t^b$\tfruit\nq2\tA\tred wine\t^c$\t\nq3\tA\tnothing such\t^e$\t\nn1\tA\txyzzy\t\t\n",
		"given.run":   "q1 Q0 d 1 9 t\nq1 Q0 b 9 7.5 t\nq1 Q0 a 1 8 t\nq2 Q0 c 1 2 t\nq2 Q0 a 1 1 t\n",
	})
	// n1 is negative: the column is added here so that it is seen to be read.
	text := "id\tclass\tquery\tpattern\tnegative\nq1\tA\tapple\t^b$\nq2\tA\tred wine\t^c$\nq3\tA\tnothing such\t^e$\nn1\tA\txyzzy\t\ttrue\nn2\tA\tcider\t\ttrue\n"
	if err := os.WriteFile(filepath.Join(dir, "queries.tsv"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r := run(t, options(t, dir))
	if len(r.Systems) != 7 || len(r.Queries) != 5 {
		t.Fatalf("%d systems, %d queries", len(r.Systems), len(r.Queries))
	}
	for _, y := range r.Systems {
		for query, want := range map[string]string{"q1": "d a b", "q2": "c a", "q3": "", "n1": ""} {
			a := answer(t, r, query, y.Name)
			if a.State != "answered" || ids(a) != want {
				t.Errorf("%s, %s: %q (%s %s), want %q", y.Name, query, ids(a), a.State, a.Reason, want)
			}
		}
		if y.Answered != 5 || y.Changed || len(y.Failures) != 0 {
			t.Errorf("%+v", y)
		}
		row, c := cell(t, r, "A", "Success@1", y.Name)
		if row.N != 3 || c.Mean == nil || *c.Mean != 1.0/3 {
			t.Errorf("%s: Success@1 %v of %d, want 1/3 of 3", y.Name, c.Mean, row.N)
		}
		if y.Name == "given" {
			continue // it was made without n2
		}
		if _, c = cell(t, r, "A", search.FalseHitMeasure, y.Name); *c.Mean != 0.5 || c.Counts["false_hit"] != 1 {
			t.Errorf("%s: false hits %v", y.Name, c)
		}
		if y.Latency == nil || y.Latency.N == 0 || y.Latency.P50 <= 0 || y.Latency.Max < y.Latency.P99 {
			t.Errorf("%s: latency %+v", y.Name, y.Latency)
		}
	}
	a := answer(t, r, "q1", "list")
	if *a.FirstRelevant != 3 || a.Hits[0].Title != "apple apple cake" || *a.Hits[0].Score != 2 || a.Hits[0].Grade != nil || *a.Hits[2].Grade != 1 {
		t.Errorf("%+v", a)
	}
	for name, y := range map[string]func(rankreport.System) bool{
		"twice": func(y rankreport.System) bool { return y.Duplicates == 7 },
		"list": func(y rankreport.System) bool {
			return y.Noise == 5 && len(y.Files) == 2 && y.Files[1].Path == "documents.tsv"
		},
		"mcp": func(y rankreport.System) bool { return y.Noise == 1 && y.Server["name"] == "documents" },
	} {
		for _, s := range r.Systems {
			if s.Name == name && !y(s) {
				t.Errorf("%+v", s)
			}
		}
	}
	// RR@10 needs k = 10; with k = 3 the preset has what fits.
	if diff := cmp.Diff([]string{"Success@1"}, r.Classes[0].Measures); diff != "" {
		t.Error(diff)
	}
}

const faults = `schema: sooth.suite/1
name: faults
kind: search
queries: queries.tsv
timeout: 4s
systems:
  program:
    kind: command
    command: ["{self}", list, "{query}", "{k}"]
    environment: [SOOTH_TEST_ENGINE]
    hits: {json: ., id: uri}
  mcp:
    kind: tool
    server: ["{self}", mcp]
    environment: [SOOTH_TEST_ENGINE]
    tool: search
    arguments: {query: "{query}", limit: "{k}"}
    hits: {pattern: '^### .(?P<id>\w+).', none: '^_No documents'}
`

// TestAFailureIsNoEmptyRanking: whatever goes wrong has its word, is left out on
// both sides, and counted; what was not touched is measured as ever.
func TestAFailureIsNoEmptyRanking(t *testing.T) {
	dir := write(t, map[string]string{
		"suite.yaml": faults,
		"queries.tsv": "id\tclass\tquery\tpattern\n" +
			"ok\tA\tapple\t^d$\nnone\tA\txyzzy\t^e$\ncrash\tA\tcrash\t^a$\nkill\tA\tkill\t^a$\nhang\tA\thang\t^a$\nhtml\tA\thtml\t^a$\nrefuse\tA\trefuse\t^a$\n",
	})
	r := run(t, options(t, dir))
	for _, c := range []struct {
		query, system string
		word          search.Word
		reason        string
	}{
		{"crash", "program", search.Exited, `exit code 3; it said last: "fatal: index is broken"`},
		{"crash", "mcp", search.Disconnects, `the server ended with exit code 3; it said last: "fatal: index is broken"`},
		{"kill", "program", search.Killed, "ended by signal killed"},
		{"kill", "mcp", search.Disconnects, "the server ended by signal killed"},
		{"hang", "program", search.TimedOut, "no answer within 4s"},
		{"hang", "mcp", search.TimedOut, "no answer within 4s"},
		{"html", "program", search.Rubbish, "no JSON in"},
		{"refuse", "mcp", search.Refused, `the tool says that it failed: "the index is being made"`},
	} {
		a := answer(t, r, c.query, c.system)
		if a.State != "infra_error" || a.Failure != c.word || !strings.HasPrefix(a.Reason, c.reason) || a.Hits != nil || len(a.Values) != 0 {
			t.Errorf("%s, %s: %s %s %q, hits %v; want %s: %s", c.query, c.system, a.State, a.Failure, a.Reason, a.Hits, c.word, c.reason)
		}
	}
	for _, system := range []string{"program", "mcp"} {
		if a := answer(t, r, "ok", system); ids(a) != "d a b" || a.Values["RR@10"] != 1 {
			t.Errorf("%s: %+v", system, a)
		}
		if a := answer(t, r, "none", system); a.State != "answered" || len(a.Hits) != 0 || a.Values["RR@10"] != 0 {
			t.Errorf("%s found nothing: %+v", system, a)
		}
	}
	row, c := cell(t, r, "A", "RR@10", "program")
	if row.N != 2 || row.Lost["infra_error"] != 5 || *c.Mean != 0.5 {
		t.Errorf("n %d, lost %v, mean %v; want 2, 5 and 0.5", row.N, row.Lost, c.Mean)
	}
	if diff := cmp.Diff(map[search.Word]int{search.Exited: 1, search.Killed: 1, search.TimedOut: 1, search.Rubbish: 1}, r.Systems[0].Failures); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(strings.Join(r.Notes, "\n"), "canonical-lookup quality only") {
		t.Errorf("notes %q", r.Notes)
	}
}

// TestAServerThatKeepsDying is started again a few times, not for ever; no query
// is asked twice.
func TestAServerThatKeepsDying(t *testing.T) {
	queries := "id\tclass\tquery\tpattern\n"
	for _, id := range strings.Fields("a b c d e f g h") {
		queries += id + "\tA\tcrash\t^a$\n"
	}
	dir := write(t, map[string]string{"suite.yaml": faults, "queries.tsv": queries})
	o := options(t, dir)
	o.Systems = []string{"mcp"}
	r := run(t, o)
	if diff := cmp.Diff(map[search.Word]int{search.Disconnects: 6, search.NotStarted: 2}, r.Systems[0].Failures); diff != "" {
		t.Error(diff)
	}
	if row, c := cell(t, r, "A", "RR@10", "mcp"); row.N != 0 || c.Mean != nil || row.Lost["infra_error"] != 8 {
		t.Errorf("nothing was answered: %+v %+v", row, c)
	}
}

// TestAChangeOfTheSystemIsSaid: an engine that writes what it searches.
func TestAChangeOfTheSystemIsSaid(t *testing.T) {
	dir := write(t, map[string]string{
		"suite.yaml":  strings.Replace(everyCommand[:strings.Index(everyCommand, "  fanout:")], "universe: documents.tsv\n", "", 1),
		"queries.tsv": "id\tclass\tquery\tpattern\nw\tA\twrite\t^a$\n",
	})
	r := run(t, options(t, dir))
	if y := r.Systems[0]; !y.Changed || y.Files[0].After != "" || y.Files[1].After == "" || y.Files[1].After == y.Files[1].SHA256 {
		t.Errorf("%+v", y.Files)
	}
	var b strings.Builder
	if err := rankrun.Write(&b, r, "text", false); err != nil || !strings.Contains(b.String(), "CHANGED DURING THE RUN: documents.tsv of system list") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestNothingIsAskedBeforeAllAreReady tells everything that is wrong at once.
func TestNothingIsAskedBeforeAllAreReady(t *testing.T) {
	dir := write(t, map[string]string{
		"queries.tsv": "id\tclass\tquery\tpattern\nw\tA\tapple\t^a$\n",
		"suite.yaml": `schema: sooth.suite/1
name: notready
kind: search
queries: queries.tsv
systems:
  gone: {kind: command, command: [bin/gone], hits: {pattern: '(?P<id>x)'}}
  unknown: {kind: command, command: [no-such-engine-anywhere], hits: {pattern: '(?P<id>x)'}}
  index: {kind: command, command: ["{self}"], files: [index.db], hits: {pattern: '(?P<id>x)'}}
  run: {kind: file, run: old.run}
  facts: {kind: facts, repository: tree}
  secret: {kind: http, preset: elasticsearch, url: "http://127.0.0.1:1/i", headers: {Authorization: "{env.SOOTH_TEST_NOT_SET}"}}
  nobody: {kind: http, preset: elasticsearch, url: "http://127.0.0.1:1/i"}
  tool: {kind: tool, server: ["{self}", mcp], environment: [SOOTH_TEST_ENGINE], tool: serch, hits: {pattern: '(?P<id>x)'}}
  dies: {kind: tool, server: ["{self}", mcp], environment: [SOOTH_TEST_UNSET], tool: search, hits: {pattern: '(?P<id>x)'}}
`})
	o := options(t, dir)
	_, err := rankrun.Check(t.Context(), o)
	if err == nil {
		t.Fatal("all of them are ready")
	}
	for _, want := range []string{
		`system "gone": the program "bin/gone" is not there; hint: build or install it`,
		`system "unknown": the program "no-such-engine-anywhere" was not found; hint: install it`,
		`system "index": "index.db" is not there`,
		`system "run": "old.run" is not there`,
		`system "facts": "tree/.sooth/facts.db" is not there; hint: sooth index`,
		`system "secret": the environment has no SOOTH_TEST_NOT_SET, which the system sends; hint: export`,
		`system "nobody": nobody answers at 127.0.0.1:1; hint: start the service`,
		`system "tool": the server documents 3 does not offer the tool "serch"; hint: did you mean`,
		`system "dies": the environment has no SOOTH_TEST_UNSET`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not told in\n%v", want, err)
		}
	}
	if list, err := o.Store.Runs(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%d runs were begun, %v", len(list), err)
	}
}

// TestRecordsHoldNoTruth: what an engine may see, and what is kept, does not hold
// what answers a query; and one report of the same records is the same report.
func TestTwoRunsAgree(t *testing.T) {
	files := map[string]string{
		"suite.yaml":  everyCommand[:strings.Index(everyCommand, "  given:")],
		"queries.tsv": "id\tclass\tquery\tpattern\nq1\tA\tapple\t^b$\nq2\tA\tred wine\t^c$\n",
	}
	dir := write(t, files)
	var texts []string
	for range 2 {
		r := run(t, options(t, dir))
		r.Run.ID, r.Run.Started, r.Run.Finished = "", time.Time{}, time.Time{}
		for i := range r.Systems {
			r.Systems[i].Latency = nil
		}
		for i := range r.Queries {
			for j := range r.Queries[i].Answers {
				r.Queries[i].Answers[j].LatencyMS = 0
			}
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if diff := cmp.Diff(texts[0], texts[1]); diff != "" {
		t.Error(diff)
	}
}
