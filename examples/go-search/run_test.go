// Package gosearch_test runs the suite of this folder, a sample of it, end to
// end with the engines that need no installation.
package gosearch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sooth/examples/go-search/truth"
	"sooth/examples/go-search/universe"
	"sooth/fact/factfilter"
	"sooth/internal/cli"
	"sooth/suite"
)

const level = "go1.26"

// load reads the installed standard library once for all tests.
var load = sync.OnceValues(func() (*universe.Library, error) {
	return universe.Load(context.Background(), build.Default.GOROOT)
})

// scratch copies the suite into a folder and makes what ./setup makes of the
// toolchain: the documents and the facts.
func scratch(t *testing.T) string {
	t.Helper()
	library, err := load()
	if err != nil {
		t.Fatal(err)
	}
	if library.Level() != level {
		t.Skipf("SKIPPED: the toolchain is %s, the queries were made for %s", library.Version, level)
	}
	dir := t.TempDir()
	if _, err := universe.Write(filepath.Join(dir, "scratch"), library.Documents()); err != nil {
		t.Fatal(err)
	}
	if _, err := universe.WriteFacts(t.Context(), filepath.Join(dir, "scratch", "facts"), library); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"suite.yaml", "qrels.txt"} {
		copyFile(t, name, filepath.Join(dir, name))
	}
	if err := os.CopyFS(filepath.Join(dir, "queries"), os.DirFS("queries")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestSuiteLoads reads the suite as it is, every pattern matched against the
// universe, without a warning.
func TestSuiteLoads(t *testing.T) {
	s, err := suite.LoadSearch(scratch(t), suite.SearchOptions{Filter: witnessed})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Queries) < 200 || len(s.Classes) != 8 || len(s.Systems) < 4 || len(s.Warnings) != 0 {
		t.Errorf("%d queries of %d classes, %d systems, warnings %v", len(s.Queries), len(s.Classes), len(s.Systems), s.Warnings)
	}
}

// witnessed answers the filters of class H, in the order of the file, with what
// go/types said of them: whether facts say the same is tested beside cmd/truth.
func witnessed(_ string, filters []factfilter.Filter) ([]factfilter.Selection, error) {
	text, err := os.ReadFile(filepath.Join("queries", truth.Witness))
	if err != nil {
		return nil, err
	}
	var list []factfilter.Selection
	before := ""
	for line := range strings.Lines(string(text)) {
		query, id, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if query != before {
			list, before = append(list, factfilter.Selection{}), query
		}
		last := &list[len(list)-1]
		last.Subjects = append(last.Subjects, id)
	}
	if len(list) != len(filters) {
		return nil, fmt.Errorf("%d queries in %s, %d filters", len(list), truth.Witness, len(filters))
	}
	return list, nil
}

// withoutIndex takes class H, which an index of the standard library answers,
// out of a suite whose setup was not run.
func withoutIndex(t *testing.T, dir string) {
	t.Helper()
	index := filepath.Join("scratch", "std")
	if _, err := os.Stat(filepath.Join(index, ".sooth", "facts.db")); err == nil {
		if err := os.CopyFS(filepath.Join(dir, "scratch", "std"), os.DirFS(index)); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Log("class H is left out: no index of the standard library (./setup makes it)")
	name := filepath.Join(dir, "suite.yaml")
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, bytes.Replace(text, []byte("queries/H.tsv, "), nil, 1), 0o666)
	}
	if err := errors.Join(err, os.Remove(filepath.Join(dir, "queries", "H.tsv"))); err != nil {
		t.Fatal(err)
	}
}

// TestRunSample runs every sixth query through facts and ripgrep, and measures
// the answers of class A again by hand.
func TestRunSample(t *testing.T) {
	if _, err := exec.LookPath("rg"); err != nil {
		t.Skip("SKIPPED: ripgrep is not installed (apt-get install ripgrep)")
	}
	dir := scratch(t)
	withoutIndex(t, dir)
	asked := sample(t, filepath.Join(dir, "queries"))
	var out, errs bytes.Buffer
	code := cli.Main([]string{
		"sooth", "rank", "run", dir, "--systems", "facts,ripgrep", "--query", strings.Join(asked, ","),
		"--format", "json", "--db", filepath.Join(dir, ".sooth"),
	}, os.Environ(), strings.NewReader(""), &out, &errs)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var report struct {
		Queries []struct {
			ID, Text, Class, Pattern string
			Negative                 bool
			Answers                  []struct {
				System, State string
				Hits          []struct{ ID, Title string }
				Values        map[string]float64
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Queries) != len(asked) || len(asked) < 40 {
		t.Errorf("%d queries told of, %d asked", len(report.Queries), len(asked))
	}
	documents := lines(t, dir)
	measured, found := 0, 0
	for _, q := range report.Queries {
		if len(q.Answers) != 2 {
			t.Errorf("%s has %d answers", q.ID, len(q.Answers))
		}
		for _, a := range q.Answers {
			if a.State != "answered" {
				t.Errorf("%s: %s is %s", q.ID, a.System, a.State)
			}
			if a.System == "ripgrep" {
				for _, h := range a.Hits {
					hasWord(t, documents, q.Text, h.ID)
				}
			}
			if q.Class != "A" || q.Negative {
				continue
			}
			want := 0.0
			for i, h := range a.Hits {
				if regexp.MustCompile(q.Pattern).MatchString(h.ID) && want == 0 {
					want, found = 1/float64(i+1), found+1
				}
			}
			if got, ok := a.Values["RR@10"]; !ok || math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: RR@10 of %s is %v, its hits say %v", q.ID, a.System, got, want)
			}
			measured++
		}
	}
	if measured < 10 || found < 5 {
		t.Errorf("%d answers of class A measured, %d found", measured, found)
	}
}

// sample returns the ids of every sixth query of each file.
func sample(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.tsv"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no queries: %v", err)
	}
	var ids []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := slices.Collect(strings.Lines(string(text)))
		for i := 2; i < len(lines); i += 6 {
			id, _, _ := strings.Cut(lines[i], "\t")
			ids = append(ids, id)
		}
	}
	return ids
}

// lines reads the documents, one line each, in lower case.
func lines(t *testing.T, dir string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "scratch", "universe.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for line := range strings.Lines(string(text)) {
		id, _, _ := strings.Cut(line, "\t")
		found[id] = strings.ToLower(line)
	}
	return found
}

// hasWord checks that the document that ripgrep found has a word of the query.
func hasWord(t *testing.T, documents map[string]string, query, id string) {
	t.Helper()
	if !slices.ContainsFunc(strings.Fields(strings.ToLower(query)), func(w string) bool { return strings.Contains(documents[id], w) }) {
		t.Errorf("ripgrep found %q for %q, which has no word of it", id, query)
	}
}
