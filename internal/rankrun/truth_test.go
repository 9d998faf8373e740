package rankrun_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sooth/internal/rankeval"
	"sooth/internal/rankreport"
	"sooth/internal/rankrun"
	"sooth/rank"
	"sooth/search"
	"sooth/suite"
)

// everyTruth has a class of every kind of truth over given rankings, so that each
// value can be computed by hand.
var everyTruth = map[string]string{
	"suite.yaml": `schema: sooth.suite/1
name: truths
kind: search
k: 5
universe: universe.tsv
queries: [queries.tsv, more.yaml]
qrels: qrels.txt
classes:
  single: {truth: single, measures: [RR@5, nDCG@5, Success@1, P@5]}
  set: {truth: set, measures: [P@5, R@5], primary: r@5}
  judged: {truth: qrels, measures: [nDCG@5, Rprec]}
  pairs: {preset: E}
  sources:
    truth: authority
    measures: [RR@5, Success@1]
    sources: [{name: docs, pattern: '^docs/'}, {name: blog, pattern: '^blog/'}]
  H: {truth: ids, measures: [P@5, R@5], ids: ids.tsv}
systems:
  one: {kind: file, run: one.run}
  two: {kind: file, run: two.run}
primary: {class: single, system: two}
`,
	"universe.tsv": "docs/a\tA\ndocs/b\ndocs/c\ndocs/old\nblog/a\nblog/b\nx1\nx2\nx3\nx4\n",
	"queries.tsv": "id\tclass\tquery\tpattern\tmodern\tlegacy\tids\n" +
		"s1\tsingle\ta\t^docs/a$\ns2\tsingle\tb\t^docs/b$\n" +
		"t1\tset\tx\t^x\n" +
		"j1\tjudged\tj\n" +
		"p1\tpairs\tp\t\t^docs/a$\t^docs/old$\np2\tpairs\tp\t\t^docs/a$\t^docs/old$\np3\tpairs\tp\t\t^docs/a$\t^docs/old$\np4\tpairs\tp\t\t^docs/a$\t^docs/old$\np5\tpairs\tp\t\t^docs/a$\t^docs/old$\n" +
		"h1\tH\th\t\t\t\tx1 x2\nh2\tH\th\n",
	"more.yaml": "- {id: a1, class: sources, query: a, pattern: '/a$', labels: {kind: doc}}\n- {id: a2, class: sources, query: b, pattern: '^blog/b$'}\n- {id: n1, class: single, query: nothing, negative: true, pattern: '^x'}\n",
	"ids.tsv":   "h2\tx3\nh2\tx4\nh2\tdocs/c\n",
	"qrels.txt": "j1 0 docs/a 2\nj1 0 docs/b 1\nj1 0 docs/c 0\n",
	"one.run": "s1 Q0 docs/a 1 9 r\ns2 Q0 docs/a 1 9 r\ns2 Q0 docs/b 2 8 r\n" +
		"t1 Q0 x1 1 9 r\nt1 Q0 docs/a 1 8 r\nt1 Q0 x2 1 7 r\n" +
		"j1 Q0 docs/b 1 9 r\nj1 Q0 x1 1 8 r\nj1 Q0 docs/a 1 7 r\n" +
		"p1 Q0 docs/a 1 9 r\np1 Q0 docs/old 1 8 r\np2 Q0 docs/a 1 9 r\np3 Q0 docs/old 1 9 r\np3 Q0 docs/a 1 8 r\np4 Q0 docs/old 1 9 r\np5 Q0 x1 1 9 r\n" +
		"a1 Q0 blog/a 1 9 r\na1 Q0 docs/a 1 8 r\na2 Q0 blog/b 1 9 r\n" +
		"h1 Q0 x2 1 9 r\nh2 Q0 x1 1 9 r\n" +
		"n1 Q0 docs/a 1 9 r\n",
	"two.run": "s1 Q0 nowhere 1 9 r\ns1 Q0 docs/a 2 8 r\nt1 Q0 x1 1 9 r\nt1 Q0 x2 1 8 r\nt1 Q0 x3 1 7 r\nt1 Q0 x4 1 6 r\n" +
		"p1 Q0 docs/a 1 9 r\np2 Q0 docs/a 1 9 r\np3 Q0 docs/a 1 9 r\np4 Q0 docs/a 1 9 r\np5 Q0 docs/a 1 9 r\nn1 Q0 x3 1 9 r\n",
}

func TestEveryTruth(t *testing.T) {
	r := run(t, options(t, write(t, maps.Clone(everyTruth))))
	log2 := math.Log2
	for _, c := range []struct {
		class, measure, system string
		n                      int
		mean                   float64
		ceiling                float64
	}{
		{"single", "RR@5", "one", 2, (1 + 0.5) / 2, 1},
		{"single", "RR@5", "two", 2, 0.5 / 2, 1},
		{"single", "nDCG@5", "one", 2, (1 + 1/log2(3)) / 2, 1},
		{"single", "P@5", "one", 2, 0.2, 0.2},
		{"single", "Success@1", "two", 2, 0, 1},
		{"set", "P@5", "one", 1, 2.0 / 5, 4.0 / 5},
		{"set", "R@5", "one", 1, 2.0 / 4, 1},
		{"set", "R@5", "two", 1, 1, 1},
		{"judged", "nDCG@5", "one", 1, (1/log2(2) + 2/log2(4)) / (2/log2(2) + 1/log2(3)), 1},
		{"judged", "Rprec", "one", 1, 0.5, 1},
		{"sources", "RR@5", "one", 2, (0.5 + 1) / 2, 1},
		{"sources", "Success@1", "one", 2, 0.5, 1},
		{"H", "P@5", "one", 2, (1.0/5 + 0) / 2, (2.0/5 + 3.0/5) / 2},
		{"H", "R@5", "one", 2, (1.0/2 + 0) / 2, 1},
		// p5 is undefined for one: it counts for neither.
		{"pairs", search.PreferenceMeasure, "one", 4, 0.5, -1},
		{"pairs", search.PreferenceMeasure, "two", 4, 1, -1},
		{"single", search.FalseHitMeasure, "one", 1, 0, 0},
		{"single", search.FalseHitMeasure, "two", 1, 1, 0},
	} {
		row, cell := cell(t, r, c.class, c.measure, c.system)
		if row.N != c.n || cell.Mean == nil || math.Abs(*cell.Mean-c.mean) > 1e-12 {
			t.Errorf("%s %s of %s: %v of %d, want %v of %d", c.class, c.measure, c.system, *cell.Mean, row.N, c.mean, c.n)
		}
		if (row.Ceiling == nil) != (c.ceiling < 0) || row.Ceiling != nil && math.Abs(*row.Ceiling-c.ceiling) > 1e-12 {
			t.Errorf("%s %s: ceiling %v, want %v", c.class, c.measure, row.Ceiling, c.ceiling)
		}
	}
	_, one := cell(t, r, "pairs", search.PreferenceMeasure, "one")
	if diff := cmp.Diff(map[string]int{"modern_first": 1, "modern_only": 1, "legacy_first": 1, "legacy_only": 1, "neither": 1}, one.Counts); diff != "" || *one.P != 1 {
		t.Errorf("%s p %v", diff, one.P)
	}
	for query, want := range map[string]string{"p1": "modern_first", "p2": "modern_only", "p3": "legacy_first", "p4": "legacy_only", "p5": "neither"} {
		if a := answer(t, r, query, "one"); a.Preference != want {
			t.Errorf("%s: %s, want %s", query, a.Preference, want)
		}
	}
	if _, two := cell(t, r, "pairs", search.PreferenceMeasure, "two"); two.P != nil || two.Low == nil || *two.High != 1 {
		t.Errorf("no pair of two was returned whole: %+v", two)
	}
	if _, judged := cell(t, r, "judged", "nDCG@5", "one"); judged.Judged == nil || math.Abs(*judged.Judged-2.0/3) > 1e-12 {
		t.Errorf("judged %v, want 2/3", judged.Judged)
	}
	if r.Systems[1].Outside != 1 || !strings.Contains(strings.Join(r.Notes, "\n"), "1 of 12 documents that two returned are not in the universe") {
		t.Errorf("outside %d, notes %q", r.Systems[1].Outside, r.Notes)
	}
	if diff := cmp.Diff(&rankreport.Primary{Class: "single", Measure: "RR@5", Base: "one", System: "two"}, r.Run.Primary); diff != "" {
		t.Error(diff)
	}
	if a := answer(t, r, "a1", "one"); *a.FirstRelevant != 2 {
		t.Errorf("the blog is not the highest source: %+v", a)
	}
}

// TestExportIsReadByEval: what trec_eval's measures say of the exported files is
// what the report says, for every measure and system.
func TestExportIsReadByEval(t *testing.T) {
	r := run(t, options(t, write(t, maps.Clone(everyTruth))))
	dir := t.TempDir()
	if err := rankrun.Export(dir, r); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, y := range r.Systems {
		var out bytes.Buffer
		measures := []string{"RR@5", "nDCG@5", "Success@1", "P@5", "R@5", "Rprec"}
		err := rankeval.Run(context.Background(), rankeval.Options{
			Qrels: filepath.Join(dir, "qrels.txt"), Runs: []string{filepath.Join(dir, y.Name+".run")}, Measures: measures,
			Topics: true, Complete: true, Format: "json", Level: 1,
		}, strings.NewReader(""), &out, &bytes.Buffer{})
		if err != nil {
			t.Fatal(err)
		}
		var told struct {
			Runs []struct {
				Values []struct {
					Topic  string
					Values map[string]*float64
				}
			}
		}
		if err := json.Unmarshal(out.Bytes(), &told); err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
		values := map[string]map[string]*float64{}
		for _, topic := range told.Runs[0].Values {
			values[topic.Topic] = topic.Values
		}
		for _, q := range r.Queries {
			for measure, v := range q.Answers[i].Values {
				if measure == search.PreferenceMeasure || measure == search.FalseHitMeasure {
					continue
				}
				got := values[q.ID][measure]
				if got == nil || math.Abs(*got-v) > 1e-12 {
					t.Errorf("%s of %s, query %s: %v, the report has %v", measure, y.Name, q.ID, got, v)
				}
				compared++
			}
		}
	}
	if compared < 25 {
		t.Errorf("%d values compared", compared)
	}
}

// TestQrelsInsteadOfTruth: --qrels decides for every class but preferences.
func TestQrelsInsteadOfTruth(t *testing.T) {
	dir := write(t, maps.Clone(everyTruth))
	other := filepath.Join(t.TempDir(), "other.txt")
	text := ""
	for _, q := range strings.Fields("s1 s2 t1 j1 a1 a2 h1 h2") {
		text += q + " 0 docs/a 1\n"
	}
	if err := os.WriteFile(other, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(t, dir)
	before := o.Suite.Corpus
	var err error
	if o.Suite, err = suite.LoadSearch(dir, suite.SearchOptions{Qrels: other}); err != nil {
		t.Fatal(err)
	}
	if o.Suite.Corpus == before {
		t.Error("another truth is another corpus")
	}
	r := run(t, o)
	if a := answer(t, r, "s2", "one"); *a.FirstRelevant != 1 {
		t.Errorf("%+v", a)
	}
	if _, c := cell(t, r, "pairs", search.PreferenceMeasure, "two"); *c.Mean != 1 {
		t.Errorf("%+v", c)
	}
}

// TestAPatternWithoutAUniverse: what any engine returned and the pattern matches
// is the answer; where nobody returned it there is one all the same.
func TestAPatternWithoutAUniverse(t *testing.T) {
	files := map[string]string{
		"suite.yaml":  "schema: sooth.suite/1\nname: open\nkind: search\nqueries: pilot-A.tsv\nsystems:\n  one: {kind: file, run: one.run}\n  two: {kind: file, run: two.run}\n",
		"pilot-A.tsv": "id\tclass\tquery\tpattern\na\tA\tx\t^a\nb\tA\tx\t^nobody$\n",
		"one.run":     "a Q0 a1 1 9 r\na Q0 a2 1 8 r\nb Q0 c 1 1 r\n",
		"two.run":     "a Q0 c 1 9 r\na Q0 a2 1 8 r\nb Q0 c 1 1 r\n",
	}
	r := run(t, options(t, write(t, files)))
	if row, c := cell(t, r, "A", "RR@10", "two"); *c.Mean != 0.25 || row.N != 2 || *row.Ceiling != 1 {
		t.Errorf("%+v %+v", row, c)
	}
	if q := r.Queries[1]; q.Relevant != nil || q.Grades[rankrun.Unseen] != 1 {
		t.Errorf("%+v", q)
	}
	notes := strings.Join(r.Notes, "\n")
	if !strings.Contains(notes, `the pattern of query "a" matches 2 of the documents returned, where one is meant: a1, a2`) {
		t.Errorf("%q", notes)
	}
	if r.Run.NotRecorded != "pilot: pilot-A.tsv" {
		t.Errorf("%q", r.Run.NotRecorded)
	}
	for _, format := range rankrun.Formats() {
		var b strings.Builder
		if err := rankrun.Write(&b, r, format, true); err != nil {
			t.Fatal(err)
		}
		if format != "csv" && !strings.Contains(b.String(), "pilot") {
			t.Errorf("%s does not say that it is a pilot:\n%s", format, b.String())
		}
	}
}

// TestPresetsParse: the measures that a preset names print as they are read.
func TestPresetsParse(t *testing.T) {
	n := 0
	for _, letter := range strings.Split("ABCDEFGH", "") {
		c, ok := search.Preset(letter)
		if !ok {
			t.Fatalf("no preset %s", letter)
		}
		for _, m := range c.Measures {
			parsed, err := rank.ParseMeasure(m)
			if err != nil || parsed.String() != m {
				t.Errorf("%s: %q, %v", letter, parsed, err)
			}
			n++
		}
		if c.Truth != search.Preference && !slices.Contains(c.Measures, c.Primary) {
			t.Errorf("%s: primary %q", letter, c.Primary)
		}
	}
	if n < 15 {
		t.Errorf("%d measures", n)
	}
}
