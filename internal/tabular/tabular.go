// Package tabular lays rows of cells out as text and as Markdown. What stands
// in cells may come from strangers: control characters and markup in it do
// nothing.
package tabular

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Table is rows of cells under heads.
type Table struct {
	Title string // may be empty
	Head  []string
	Rows  [][]string
	Words int    // leading columns that hold words, set to the left; the others hold numbers
	Note  string // below; may be empty
}

// Text lays a table out in aligned columns, two blanks apart. A row may be
// shorter than the head.
func (t Table) Text(out io.Writer) error {
	w := bufio.NewWriter(out)
	if t.Title != "" {
		w.WriteString(Clean(t.Title) + "\n\n")
	}
	width := make([]int, len(t.Head))
	rows := append([][]string{t.Head}, t.Rows...)
	for _, row := range rows {
		for i, cell := range row {
			if i == len(row)-1 && len(row) < len(t.Head) && len(row) > 1 {
				break // the last cell of a short row, a reason, reaches over the others
			}
			width[i] = max(width[i], utf8.RuneCountInString(Clean(cell)))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			cell = Clean(cell)
			pad := strings.Repeat(" ", max(0, width[i]-utf8.RuneCountInString(cell)))
			if i > 0 {
				line.WriteString("  ")
			}
			if i < t.Words || i == len(row)-1 && len(row) < len(t.Head) {
				line.WriteString(cell + pad)
			} else {
				line.WriteString(pad + cell)
			}
		}
		w.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	if t.Note != "" {
		w.WriteString("\n" + t.Note + "\n")
	}
	return w.Flush()
}

// Markdown lays a table out as one of GitHub's Markdown, its title as a heading
// of the second level.
func (t Table) Markdown(out io.Writer) error {
	w := bufio.NewWriter(out)
	if t.Title != "" {
		w.WriteString("## " + Escape(t.Title) + "\n\n")
	}
	row := func(cells []string) {
		for i := range t.Head {
			cell := ""
			if i < len(cells) {
				cell = Escape(cells[i])
			}
			w.WriteString("| " + cell + " ")
		}
		w.WriteString("|\n")
	}
	row(t.Head)
	for i := range t.Head {
		if i < t.Words {
			w.WriteString("| --- ")
		} else {
			w.WriteString("| ---: ")
		}
	}
	w.WriteString("|\n")
	for _, cells := range t.Rows {
		row(cells)
	}
	if t.Note != "" {
		w.WriteString("\n" + t.Note + "\n")
	}
	return w.Flush()
}

// Some names the first five of a list, and says how many more there are.
func Some(names []string) string {
	const most = 5
	more := ""
	if n := len(names); n > most {
		names, more = names[:most], fmt.Sprintf(" and %d more", n-most)
	}
	return strings.Join(names, ", ") + more
}

// Clean makes control characters, and marks that turn the direction of writing,
// visible: a terminal shows them and does not obey.
func Clean(s string) string {
	if !strings.ContainsFunc(s, hidden) && utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(c rune) rune {
		if hidden(c) {
			return utf8.RuneError
		}
		return c
	}, s)
}

func hidden(c rune) bool { return !unicode.IsPrint(c) && c != ' ' }

// Escape keeps a text from being read as Markdown.
func Escape(s string) string {
	var b strings.Builder
	for _, c := range Clean(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|~&!", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Spreadsheet keeps a cell of CSV from being computed: what begins like a formula
// gets an apostrophe before it.
func Spreadsheet(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
