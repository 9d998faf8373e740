package runfile_test

import (
	"errors"
	"strings"
	"testing"

	"sooth/rank"
	"sooth/search"
	"sooth/search/runfile"
)

// TestOrder: score descending, then document by bytes descending; the rank is not read.
func TestOrder(t *testing.T) {
	e, err := runfile.Read(strings.NewReader("\ufeff# a comment\n1 Q0 a 1 0.5 t\n\n2 Q0 x 1 1 t\r\n1 Q0 b 2 7 t\n1\tQ0\tc\t3\t0.5\tt more\n1 Q0 d 4 inf t\n"), "a.run")
	if err != nil {
		t.Fatal(err)
	}
	for topic, want := range map[string]string{"1": "d b c", "2": "x", "3": ""} {
		r, err := e.Search(t.Context(), search.Query{ID: topic}, 3)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, h := range r.Hits {
			ids = append(ids, h.ID)
		}
		if got := strings.Join(ids, " "); got != want || r.Hits == nil {
			t.Errorf("topic %s: %q, want %q", topic, got, want)
		}
	}
	if e.Has("3") || !e.Has("2") {
		t.Error("topics")
	}
}

func TestBadRuns(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "a.run: the run is empty",
		"1 0 a 1\n":                      "a.run:1:1: 4 columns where a line of a run has 6",
		"1 Q0 a 1 x t\n":                 `a.run:1:10: score "x" is no number`,
		"1 Q0 a 1 nan t\n":               `a.run:1:10: score "nan" is no number`,
		"1 Q0 a 1 2 t\n1 Q0 a 2 1 t\n":   `a.run:2:6: topic "1" has document "a" twice: before in line 1`,
		"1 Q0 \xff 1 2 t\n":              "not UTF-8",
		strings.Repeat("x", 1<<20) + " ": "a line of more than 1 MiB",
	} {
		_, err := runfile.Read(strings.NewReader(text), "a.run")
		var wrong *rank.InputError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}
