package golang

import (
	"path"
	"slices"
	"strings"
)

// chooseFiles picks the complete files that make up the program, in the order
// of the answer. Of alternatives the last is taken, since answers improve on
// what they said before.
func chooseFiles(pieces []*answerPiece) []*answerPiece {
	var taken []*answerPiece
	for _, p := range pieces {
		switch {
		case p.form != completeFile:
			p.fate = "is a snippet beside complete files"
		case p.tests || strings.HasSuffix(p.name, "_test.go"):
			p.fate = "only tests"
		default:
			taken = replaceEarlier(taken, p)
		}
	}
	return onePackage(taken)
}

// replaceEarlier adds a piece to those taken before. One that has the same
// name, or declares at least half of what an earlier one declares, takes its
// place; one that repeats less of it is a part, shown again.
func replaceEarlier(taken []*answerPiece, p *answerPiece) []*answerPiece {
	for _, earlier := range taken {
		if directory(earlier) != directory(p) || earlier.pkg != p.pkg {
			continue
		}
		named := p.name != "" && earlier.name == p.name
		if different := p.name != "" && earlier.name != "" && !named; different {
			continue
		}
		common := 0
		for name := range earlier.declared {
			if p.declared[name] {
				common++
			}
		}
		switch {
		case named || common > 0 && common*2 >= len(earlier.declared):
			earlier.fate = "was replaced by " + p.what
			if p.name == "" {
				p.name = earlier.name
			}
			taken = slices.DeleteFunc(slices.Clone(taken), func(q *answerPiece) bool { return q == earlier })
		case common > 0:
			p.fate = "repeats a part of " + earlier.what
			return taken
		}
	}
	return append(taken, p)
}

func directory(p *answerPiece) string { return path.Dir(p.name) }

// onePackage keeps one package per folder: that of the first file which is not
// package main, since a main beside a library shows how to use it.
func onePackage(taken []*answerPiece) []*answerPiece {
	chosen := map[string]string{}
	for _, p := range taken {
		if pkg, ok := chosen[directory(p)]; !ok || pkg == "main" {
			chosen[directory(p)] = p.pkg
		}
	}
	return slices.DeleteFunc(taken, func(p *answerPiece) bool {
		if p.pkg == chosen[directory(p)] {
			return false
		}
		p.fate = "belongs to another package, " + p.pkg
		return true
	})
}

// chooseSnippets picks snippets: all declarations, of which later ones replace
// earlier ones that declare the same, or else the last statements.
func chooseSnippets(pieces []*answerPiece) []*answerPiece {
	var taken []*answerPiece
	var last *answerPiece
	for _, p := range pieces {
		switch {
		case p.form == completeFile: // tests
		case p.tests || strings.HasSuffix(p.name, "_test.go"):
			p.fate = "only tests"
		case p.form == declarations:
			taken = replaceEarlier(taken, p)
		case p.form == statements:
			if last != nil {
				last.fate = "was replaced by " + p.what
			}
			last = p
		}
	}
	if len(taken) > 0 {
		for _, p := range pieces {
			if p.form == statements {
				p.fate = "has statements beside declarations"
			}
		}
		return taken
	}
	if last != nil {
		return []*answerPiece{last}
	}
	return nil
}
