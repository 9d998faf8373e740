package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxProblems bounds what is remembered of one reading: a file of a million bad
// rows is told by its first thousand.
const MaxProblems = 1000

// Problem is one thing that is wrong with a file, or, as a warning, one thing
// that its author may not have meant.
type Problem struct {
	File    string // as the user would name it: the folder as given, and the path inside it
	Line    int    // starting at 1; 0: the file as a whole
	Column  int    // bytes, starting at 1; 0: not known
	Message string
	Hint    string // what to do next; may be empty
}

// String returns the problem as "file:line:column: message; hint: …".
func (p Problem) String() string {
	text := Span{File: p.File, Line: p.Line, Column: p.Column}.String() + ": " + p.Message
	if p.Hint != "" {
		text += "; hint: " + p.Hint
	}
	return text
}

// Invalid is the error of files that cannot be used: the caller must change
// them.
type Invalid struct {
	Problems []Problem // in order of file, line, column; at least one
	More     int       // problems beyond those listed
}

// Error returns one line for each problem.
func (e *Invalid) Error() string {
	lines := make([]string, 0, len(e.Problems)+1)
	for _, p := range e.Problems {
		lines = append(lines, p.String())
	}
	if e.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", e.More))
	}
	return strings.Join(lines, "\n")
}

// Problems collects what is wrong while files are read. The zero value has
// nothing.
type Problems struct {
	list []Problem
	more int
}

// Note adds a problem; one that is there already is told once.
func (p *Problems) Note(found Problem) {
	if slices.Contains(p.list, found) {
		return
	}
	if len(p.list) == MaxProblems {
		p.more++
		return
	}
	p.list = append(p.list, found)
}

// Join adds what another reader found.
func (p *Problems) Join(other *Invalid) {
	for _, found := range other.Problems {
		p.Note(found)
	}
	p.more += other.More
}

// Len returns how many problems are remembered.
func (p *Problems) Len() int { return len(p.list) }

// Err returns what was collected as an *Invalid, nil if nothing was. The problems
// of the file first, if it is named, are told before those of all others.
func (p *Problems) Err(first string) error {
	if len(p.list) == 0 {
		return nil
	}
	last := func(file string) int {
		if file == first {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(p.list, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(last(a.File), last(b.File)), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return &Invalid{Problems: p.list, More: p.more}
}
