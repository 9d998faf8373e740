package tabular

import (
	"strings"
	"testing"
)

// TestLayouts: columns line up, short rows end with their reason, and nothing
// in a cell is obeyed.
func TestLayouts(t *testing.T) {
	table := Table{Title: "T", Head: []string{"name", "n", "p"}, Words: 1, Note: "note",
		Rows: [][]string{{"é", "1", "0.5"}, {"a\x1b[31m|b*", "100", "–"}, {"x", "nothing was measured here at all"}}}
	var text, markdown strings.Builder
	if table.Text(&text) != nil || table.Markdown(&markdown) != nil {
		t.Fatal("writing failed")
	}
	want := "T\n\n" +
		"name         n    p\n" +
		"é            1  0.5\n" +
		"a\ufffd[31m|b*  100    –\n" +
		"x          nothing was measured here at all\n" +
		"\nnote\n"
	if text.String() != want {
		t.Errorf("text:\n%s\nwant\n%s", text.String(), want)
	}
	want = "## T\n\n| name | n | p |\n| --- | ---: | ---: |\n| é | 1 | 0.5 |\n| a\ufffd\\[31m\\|b\\* | 100 | – |\n| x | nothing was measured here at all |  |\n\nnote\n"
	if markdown.String() != want {
		t.Errorf("markdown:\n%s\nwant\n%s", markdown.String(), want)
	}
}

// TestSpreadsheet: a cell that a spreadsheet would compute is a text, and no other
// cell is changed.
func TestSpreadsheet(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+x": "'+x", "-x": "'-x", "@x": "'@x", "\tx": "'\tx", "\rx": "'\rx", "x=1": "x=1", "é": "é", "": "",
	} {
		if got := Spreadsheet(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}

// TestSome: of five names none is left out, of six one.
func TestSome(t *testing.T) {
	for names, want := range map[string]string{
		"": "", "a": "a", "a b c d e": "a, b, c, d, e", "a b c d e f": "a, b, c, d, e and 1 more", "a b c d e f g": "a, b, c, d, e and 2 more",
	} {
		if got := Some(strings.Fields(names)); got != want {
			t.Errorf("%q: %q, want %q", names, got, want)
		}
	}
}
