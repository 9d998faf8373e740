package suite

import (
	"fmt"
	"strings"

	"sooth/source"
)

// place is where something stands in a file of the suite.
type place struct {
	file         string // relative to the suite's folder
	line, column int
}

// problems collects what is wrong while a suite is read.
type problems struct {
	prefix string // the suite's folder as the user gave it
	source.Problems
}

// add notes a problem at a place.
func (p *problems) add(at place, hint, format string, arguments ...any) {
	p.Note(p.at(at, hint, format, arguments...))
}

// at makes a problem without noting it.
func (p *problems) at(at place, hint, format string, arguments ...any) source.Problem {
	return source.Problem{File: shown(p.prefix, at.file), Line: at.line, Column: at.column, Message: fmt.Sprintf(format, arguments...), Hint: hint}
}

// invalid returns what was collected as an error, that of suite.yaml first; nil
// if nothing was.
func (p *problems) invalid() error { return p.Err(shown(p.prefix, suiteFile)) }

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
