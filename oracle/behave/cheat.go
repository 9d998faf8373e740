package behave

import (
	"fmt"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"sooth/lang"
)

// cheats finds what no honest program has: ties to the harness, or other
// meanings for the words that tests decide by.
func cheats(files []lang.File, harness string) string {
	for _, f := range files {
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, parser.ParseComments)
		if file == nil || err != nil {
			continue
		}
		for _, spec := range file.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); strings.HasPrefix(path, harness) {
				return "not available: the program imports the harness of the tests"
			}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname") && strings.Contains(c.Text, harnessDir) {
					return "not available: the program reaches into the harness of the tests"
				}
			}
		}
		for _, name := range []string{"true", "false", "nil"} {
			if file.Scope.Lookup(name) != nil {
				return fmt.Sprintf("not available: the program declares %s anew, for its tests too", name)
			}
		}
	}
	return ""
}

// withoutLineDirectives takes the effect out of //line and /*line comments:
// messages name the lines that are there. No byte moves.
func withoutLineDirectives(text string) string {
	if !strings.Contains(text, "//line ") && !strings.Contains(text, "/*line ") {
		return text
	}
	set := token.NewFileSet()
	file, _ := parser.ParseFile(set, "", text, parser.ParseComments)
	if file == nil {
		return text
	}
	out := []byte(text)
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ") {
				out[set.PositionFor(c.Pos(), false).Offset+2] = 'L'
			}
		}
	}
	return string(out)
}
