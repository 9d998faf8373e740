package golang

import (
	"go/ast"
	"go/types"
	"go/version"
	"path"
	"strconv"
	"strings"
)

// embeds checks the //go:embed directives of a file, as the compiler and the go
// command do.
func (c *check) embeds(p *part, f *file) {
	for _, group := range f.syntax.Comments {
		for _, comment := range group.List {
			patterns, ok := directive(comment, "go:embed")
			if !ok {
				continue
			}
			if why := c.embedFault(p, f, comment); why != "" {
				c.refuse(comment, why)
				continue
			}
			list, err := embedPatterns(patterns)
			if err || len(list) == 0 {
				c.refuse(comment, "usage: //go:embed pattern...")
			}
			for _, pattern := range list {
				if !c.matchesFile(p, pattern) {
					c.refuse(comment, "pattern "+pattern+": no matching files found")
				}
			}
		}
	}
}

// embedFault says what is wrong with a directive's place; empty: nothing.
func (c *check) embedFault(p *part, f *file, comment *ast.Comment) string {
	next, inside := after(f.syntax, comment.Pos())
	spec, isVar := next.(*ast.ValueSpec)
	if isVar {
		_, isVar = p.info.Defs[spec.Names[0]].(*types.Var)
	}
	switch {
	case !imported(f, "embed"):
		return "go:embed only allowed in Go files that import \"embed\""
	case inside:
		return "go:embed cannot apply to var inside func"
	case !isVar:
		return "misplaced go:embed directive"
	case len(spec.Names) > 1:
		return "go:embed cannot apply to multiple vars"
	case len(spec.Values) > 0:
		return "go:embed cannot apply to var with initializer"
	case spec.Type == nil:
		return "go:embed cannot apply to var without type"
	case !embeddable(p.info.TypeOf(spec.Type)):
		return "go:embed cannot apply to var of type " + types.ExprString(spec.Type)
	case version.Compare(c.version, "go1.16") < 0:
		return "go:embed requires go1.16 or later"
	}
	return ""
}

// embedPatterns splits the arguments of a directive, which may be quoted.
func embedPatterns(text string) (list []string, bad bool) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '"' || text[0] == '`' {
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return nil, true
			}
			pattern, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, true
			}
			list, text = append(list, pattern), text[len(quoted):]
			continue
		}
		pattern, rest, _ := strings.Cut(text, " ")
		list, text = append(list, pattern), rest
	}
	return list, false
}

// matchesFile reports whether a pattern matches a file of the program, or a
// folder with one, below the package's folder.
func (c *check) matchesFile(p *part, pattern string) bool {
	pattern = strings.TrimPrefix(pattern, "all:")
	if _, err := path.Match(pattern, ""); err != nil {
		return false
	}
	for _, name := range c.names {
		rel := name
		if p.dir != "." {
			below, ok := strings.CutPrefix(name, p.dir+"/")
			if !ok {
				continue
			}
			rel = below
		}
		for ; rel != "."; rel = path.Dir(rel) {
			if ok, _ := path.Match(pattern, rel); ok || pattern == "." {
				return true
			}
		}
	}
	return false
}
