package ripgrep_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/process"
	"sooth/search"
	"sooth/search/command"
	"sooth/search/ripgrep"
)

// engine searches a folder with the real rg; without one the test is skipped, visibly.
func engine(t *testing.T, files map[string]string, unit, order string) *ripgrep.Engine {
	t.Helper()
	rg, err := process.Find("rg", os.Getenv("PATH"))
	if err != nil {
		t.Skip("SKIPPED: rg is not here; " + ripgrep.Hint())
	}
	dir := t.TempDir()
	var paths []string
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, name)
	}
	if unit == ripgrep.File {
		paths = []string{"."}
	}
	return ripgrep.New(ripgrep.Config{Run: command.Run, Program: rg, Dir: dir, Paths: paths, Unit: unit, Order: order})
}

func TestOrder(t *testing.T) {
	files := map[string]string{
		"a.txt":     "apple\n\napple apple\n",
		"b/c.txt":   "red\nAPPLE red\n",
		"d.txt":     "x\ny\napple\n",
		".hidden":   "apple\n",
		"z.txt":     "a.ple\n",
		".ignore":   "d.txt\n",
		"-flag.txt": "apple apple apple apple\n",
	}
	for _, c := range []struct{ order, query, want string }{
		{ripgrep.Count, "red apple", "b/c.txt -flag.txt a.txt .hidden d.txt"},
		{ripgrep.First, "apple", "-flag.txt .hidden a.txt b/c.txt d.txt"},
		{ripgrep.Count, "a.ple", "z.txt"},
		{ripgrep.Count, "nothing", ""},
		{ripgrep.Count, "--files", ""},
		{ripgrep.Count, " ", ""},
	} {
		e := engine(t, files, ripgrep.File, c.order)
		for range 3 { // whatever rg's threads do
			r, err := e.Search(t.Context(), search.Query{Text: c.query}, 10)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, h := range r.Hits {
				ids = append(ids, h.ID)
			}
			if got := strings.Join(ids, " "); got != c.want {
				t.Errorf("%s by %s: %q, want %q", c.query, c.order, got, c.want)
			}
		}
	}
}

func TestLinesAreDocuments(t *testing.T) {
	e := engine(t, map[string]string{"universe.tsv": "net/http.Client\ttype Client\tsends requests\nos.Open\tfunc Open\topens a file\nnet.Conn\ttype Conn\tclient of clients\n"}, ripgrep.Line, ripgrep.Count)
	r, err := e.Search(t.Context(), search.Query{Text: "client"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Hits) != 1 || r.Hits[0].ID != "net.Conn" && r.Hits[0].ID != "net/http.Client" || *r.Hits[0].Score != 2 || r.Hits[0].Title == "" {
		t.Errorf("%+v", r.Hits)
	}
}

func TestARgThatFails(t *testing.T) {
	rg, err := process.Find("rg", os.Getenv("PATH"))
	if err != nil {
		t.Skip("SKIPPED: rg is not here; " + ripgrep.Hint())
	}
	var failure *search.Failure
	e := ripgrep.New(ripgrep.Config{Run: command.Run, Program: rg, Dir: t.TempDir(), Paths: []string{"nowhere"}, Unit: ripgrep.File})
	if _, err := e.Search(t.Context(), search.Query{Text: "x"}, 1); !errors.As(err, &failure) || failure.Word != search.Exited || !strings.Contains(failure.Reason, "nowhere") {
		t.Errorf("%v", err)
	}
	e = ripgrep.New(ripgrep.Config{Program: "rg", Paths: []string{"."}, Run: func(context.Context, search.Process) (search.Output, error) {
		return search.Output{Stdout: []byte("not JSON\n")}, nil
	}})
	if _, err := e.Search(t.Context(), search.Query{Text: "x"}, 1); !errors.As(err, &failure) || failure.Word != search.Rubbish {
		t.Errorf("%v", err)
	}
}
