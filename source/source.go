// Package source names places in text.
//
// Lines and columns start at 1, offsets at 0; columns and offsets count bytes,
// as in go/token. Every other package says where something stands with the
// types of this one.
package source

import (
	"fmt"
	"sort"
)

// Position is one place in a text.
type Position struct {
	Offset int `json:"offset"` // bytes from the start of the text, starting at 0
	Line   int `json:"line"`   // starting at 1
	Column int `json:"column"` // bytes from the start of the line, starting at 1
}

// Span is a range of a file. The zero values of Column, EndLine and EndColumn
// mean "not known": the span is then the whole of its lines.
type Span struct {
	File      string `json:"file"`                 // slash-separated, relative to the tree it is about
	Line      int    `json:"line,omitempty"`       // first line, starting at 1; 0: the file as a whole
	Column    int    `json:"column,omitempty"`     // first byte of the range in Line, starting at 1
	EndLine   int    `json:"end_line,omitempty"`   // last line, starting at 1; 0: same as Line
	EndColumn int    `json:"end_column,omitempty"` // byte after the range in EndLine, starting at 1
}

// String returns the span in the form file:line:column, leaving out what is
// not known.
func (s Span) String() string {
	switch {
	case s.Line == 0:
		return s.File
	case s.Column == 0 && s.EndLine > s.Line:
		return fmt.Sprintf("%s:%d-%d", s.File, s.Line, s.EndLine)
	case s.Column == 0:
		return fmt.Sprintf("%s:%d", s.File, s.Line)
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column)
}

// Lines maps the offsets of one text to lines and columns and back.
type Lines struct {
	starts []int // offset of the first byte of each line
	size   int
}

// NewLines indexes text. A text has one line more than it has newlines.
func NewLines(text string) *Lines {
	l := &Lines{starts: []int{0}, size: len(text)}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// Count returns the number of lines as an editor counts them: a newline at the
// end of the text does not begin another line, and an empty text has none.
func (l *Lines) Count() int {
	if l.starts[len(l.starts)-1] == l.size {
		return len(l.starts) - 1
	}
	return len(l.starts)
}

// Position returns the place of the byte at offset, which is cut to the text.
func (l *Lines) Position(offset int) Position {
	offset = min(max(offset, 0), l.size)
	line := sort.SearchInts(l.starts, offset+1)
	return Position{Offset: offset, Line: line, Column: offset - l.starts[line-1] + 1}
}

// Offset returns the offset of the place line:column, and whether the text has
// such a place. The column after the last byte of a line exists.
func (l *Lines) Offset(line, column int) (int, bool) {
	if line < 1 || line > len(l.starts) || column < 1 {
		return 0, false
	}
	end := l.size
	if line < len(l.starts) {
		end = l.starts[line] - 1
	}
	offset := l.starts[line-1] + column - 1
	return offset, offset <= end
}
