package truth_test

import (
	"context"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sooth/examples/go-search/truth"
	"sooth/examples/go-search/universe"
)

// level is the release of Go that the committed queries were made for.
const level = "go1.26"

// load reads the installed standard library once for all tests.
var load = sync.OnceValues(func() (*universe.Library, error) {
	return universe.Load(context.Background(), build.Default.GOROOT)
})

// library returns the installed standard library. A toolchain of another level
// is skipped visibly.
func library(t *testing.T) *universe.Library {
	t.Helper()
	l, err := load()
	if err != nil {
		t.Fatal(err)
	}
	if l.Level() != level {
		t.Skipf("SKIPPED: the toolchain is %s, the queries were made for %s", l.Version, level)
	}
	return l
}

// row is one query of a committed file.
type row map[string]string

// committed reads the query files of the suite.
func committed(t *testing.T) []row {
	t.Helper()
	names, err := filepath.Glob("../queries/*.tsv")
	if err != nil || len(names) != 9 {
		t.Fatalf("query files %q: %v", names, err)
	}
	var rows []row
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var header []string
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(line, "#") {
				continue
			}
			cells := strings.Split(line, "\t")
			if header == nil {
				header = cells
				continue
			}
			if len(cells) != len(header) {
				t.Fatalf("%s: %d cells in %q", name, len(cells), line)
			}
			r := row{}
			for i, c := range cells {
				r[header[i]] = c
			}
			if r["class"] == "H" {
				r["ids"] = strings.Join(witnessed(t)[r["id"]], " ")
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// qrels reads the judgements of class G: topic, document, grade.
func qrels(t *testing.T) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile("../qrels.txt")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]map[string]string{}
	reasoned := false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			reasoned = len(strings.TrimSpace(line)) > 3
			continue
		}
		f := strings.Fields(line)
		if len(f) != 4 || !reasoned && f[3] != "0" {
			t.Fatalf("qrels.txt: %q has %d columns, or no reason above it", line, len(f))
		}
		if found[f[0]] == nil {
			found[f[0]] = map[string]string{}
		}
		if found[f[0]][f[2]] != "" {
			t.Errorf("qrels.txt: %s %s twice", f[0], f[2])
		}
		found[f[0]][f[2]] = f[3]
		reasoned = false
	}
	return found
}

// TestQueriesAreCurrent makes the queries again and compares the bytes.
func TestQueriesAreCurrent(t *testing.T) {
	files := truth.Files(truth.Make(library(t)))
	if len(files) != 8 {
		t.Fatalf("%d files", len(files))
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../queries", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("queries/%s is not what the toolchain gives; hint: go run ./cmd/truth", name)
		}
	}
}

// TestSizes holds the number of queries of each class against what the
// requirements ask for.
func TestSizes(t *testing.T) {
	rows := committed(t)
	counts, texts, ids := map[string]int{}, map[string]string{}, map[string]bool{}
	for _, r := range rows {
		class := r["class"]
		if r["negative"] != "" {
			class = "negative"
		}
		counts[class]++
		if ids[r["id"]] {
			t.Errorf("%s twice", r["id"])
		}
		ids[r["id"]] = true
		text := strings.ToLower(r["query"])
		if texts[text] != "" || text != strings.TrimSpace(text) || text == "" {
			t.Errorf("%s: %q is asked by %q already, or is blank", r["id"], text, texts[text])
		}
		texts[text] = r["id"]
	}
	for class, least := range map[string]int{"A": 50, "B": 30, "C": 22, "D": 20, "E": 30, "F": 25, "G": 15, "H": 15, "negative": 10} {
		if counts[class] < least {
			t.Errorf("class %s has %d queries, want %d", class, counts[class], least)
		}
	}
	if len(rows) < 200 {
		t.Errorf("%d queries", len(rows))
	}
}

// TestTruthIsInTheUniverse matches every pattern and id against the documents.
func TestTruthIsInTheUniverse(t *testing.T) {
	sources := map[string]string{}
	for _, d := range library(t).Documents() {
		sources[d.ID] = d.Source
	}
	matches := func(pattern string) (list []string) {
		p := regexp.MustCompile(pattern)
		for id := range sources {
			if p.MatchString(id) {
				list = append(list, id)
			}
		}
		return list
	}
	judged := qrels(t)
	for _, r := range committed(t) {
		switch {
		case r["negative"] != "":
		case r["class"] == "E":
			if m, l := matches(r["modern"]), matches(r["legacy"]); len(m) != 1 || len(l) != 1 || m[0] == l[0] {
				t.Errorf("%s: %q, %q", r["id"], m, l)
			}
		case r["class"] == "F":
			list := matches(r["pattern"])
			n := 0
			for _, id := range list {
				if sources[id] == universe.Standard {
					n++
				}
			}
			if n != 1 || len(list) < 2 {
				t.Errorf("%s: %d in std of %q", r["id"], n, list)
			}
		case r["class"] == "G":
			relevant := 0
			for id, grade := range judged[r["id"]] {
				if grade == "0" && sources[id] != "" {
					continue
				}
				relevant++
				if sources[id] != universe.Standard || grade != "1" && grade != "2" {
					t.Errorf("%s: %q has the grade %s, or is no document of the standard library", r["id"], id, grade)
				}
			}
			if relevant < 3 || relevant > 10 {
				t.Errorf("%s has %d relevant documents", r["id"], relevant)
			}
			delete(judged, r["id"])
		case r["ids"] != "":
			list := strings.Fields(r["ids"])
			if len(list) < 3 || !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
				t.Errorf("%s: %d ids, or not in order", r["id"], len(list))
			}
			for _, id := range list {
				if sources[id] != universe.Standard {
					t.Errorf("%s: %q is no document of the standard library", r["id"], id)
				}
			}
		default:
			if list := matches(r["pattern"]); len(list) != 1 {
				t.Errorf("%s: %q matches %q", r["id"], r["pattern"], list)
			}
			if r["class"] == "C" && len(r["note"]) < 10 {
				t.Errorf("%s has no reason", r["id"])
			}
		}
	}
	for topic := range judged {
		t.Errorf("qrels.txt judges %s, which is no query", topic)
	}
}

// TestSourcesOfSuite holds the pattern of std in suite.yaml against the packages.
func TestSourcesOfSuite(t *testing.T) {
	var packages []string
	for _, d := range library(t).Documents() {
		if d.Kind == "package" && d.Source == universe.Standard {
			packages = append(packages, d.ID)
		}
	}
	text, err := os.ReadFile("../suite.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if want := "pattern: '" + truth.StandardPattern(packages) + "'\n"; !strings.Contains(string(text), want) {
		t.Errorf("suite.yaml lacks\n%s", want)
	}
	pattern := regexp.MustCompile(truth.StandardPattern(packages))
	for _, d := range library(t).Documents() {
		if pattern.MatchString(d.ID) != (d.Source == universe.Standard) {
			t.Errorf("the pattern of std is wrong about %q", d.ID)
		}
	}
}
