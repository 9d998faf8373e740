package suite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sooth/source"
)

// maxProblems bounds what one Load remembers: a file of a million bad rows is
// told by its first thousand.
const maxProblems = 1000

// Problem is one thing that is wrong with a suite, or, as a warning, one thing
// that its author may not have meant.
type Problem struct {
	File    string // as the user would name it: the suite's folder as given, and the path inside it
	Line    int    // starting at 1; 0: the file as a whole
	Column  int    // bytes, starting at 1; 0: not known
	Message string
	Hint    string // what to do next; may be empty
}

// String returns the problem as "file:line:column: message; hint: …".
func (p Problem) String() string {
	text := source.Span{File: p.File, Line: p.Line, Column: p.Column}.String() + ": " + p.Message
	if p.Hint != "" {
		text += "; hint: " + p.Hint
	}
	return text
}

// Invalid is the error of a suite that cannot be run. The caller must change a
// file that he named: exit code 2 at the command line.
type Invalid struct {
	Problems []Problem // in order of file (suite.yaml first), line, column; at least one
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

// place is where something stands in a file of the suite.
type place struct {
	file         string // relative to the suite's folder
	line, column int
}

// problems collects what is wrong while a suite is read.
type problems struct {
	prefix string // the suite's folder as the user gave it
	list   []Problem
	more   int
}

// add notes a problem at a place.
func (p *problems) add(at place, hint, format string, arguments ...any) {
	found := p.at(at, hint, format, arguments...)
	if slices.Contains(p.list, found) {
		return
	}
	if len(p.list) == maxProblems {
		p.more++
		return
	}
	p.list = append(p.list, found)
}

// at makes a problem without noting it.
func (p *problems) at(at place, hint, format string, arguments ...any) Problem {
	return Problem{File: shown(p.prefix, at.file), Line: at.line, Column: at.column, Message: fmt.Sprintf(format, arguments...), Hint: hint}
}

// invalid returns what was collected as an error, nil if nothing was.
func (p *problems) invalid() error {
	if len(p.list) == 0 {
		return nil
	}
	first := shown(p.prefix, suiteFile)
	slices.SortStableFunc(p.list, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(rank(a.File != first), rank(b.File != first)),
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return &Invalid{Problems: p.list, More: p.more}
}

func rank(last bool) int {
	if last {
		return 1
	}
	return 0
}

// shown joins the suite's folder, as given, and a path inside it.
func shown(prefix, file string) string {
	switch {
	case file == "":
		return prefix
	case prefix == "" || prefix == ".":
		return file
	}
	return strings.TrimSuffix(prefix, "/") + "/" + file
}
