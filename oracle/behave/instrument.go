package behave

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sooth/lang"
)

// edit replaces the bytes [from, to) of a text.
type edit struct {
	from, to int
	text     string
}

// instrument reads the hidden tests and makes each test report its end,
// without moving any line.
func (p *program) instrument(tests []lang.File) error {
	imported := modulePath(p.item.Module) + "/" + harnessDir
	for i, f := range tests {
		if !strings.HasSuffix(f.Name, ".go") || strings.Contains(f.Name, "/") {
			if !dataFile(f.Name) {
				return refusal{fmt.Sprintf("not available: the hidden tests have a file %q", f.Name)}
			}
			p.data = append(p.data, f)
			continue
		}
		if !strings.HasSuffix(f.Name, "_test.go") {
			// A helper of the tests: the answer was not asked for it.
			f.Name = fmt.Sprintf("%s_helper%d_test.go", strings.TrimSuffix(f.Name, ".go"), i)
		}
		if !p.built(f) {
			continue // for another system: the go command leaves it out
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, f.Name, f.Text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return refusal{fmt.Sprintf("the hidden tests do not parse: %v", err)}
		}
		offset := func(pos token.Pos) int { return set.Position(pos).Offset }
		edits := []edit{{offset(file.Name.End()), offset(file.Name.End()), fmt.Sprintf("; import %s %q", harnessName, imported)}}
		used := false
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Body == nil {
				continue
			}
			body := offset(fn.Body.Lbrace) + 1
			name := fn.Name.Name
			switch {
			case name == "TestMain":
				p.main = true
				for _, call := range runCalls(fn) {
					p.ends, used = true, true
					edits = append(edits,
						edit{offset(call.Pos()), offset(call.Pos()), harnessName + ".End("},
						edit{offset(call.End()), offset(call.End()), ")"})
				}
			case isTest(name, "Test") || isTest(name, "Fuzz"):
				if len(fn.Type.Params.List) != 1 || len(fn.Type.Params.List[0].Names) > 1 {
					continue // the go command refuses it with its own words
				}
				param, more := reporter(fn.Type.Params.List[0], offset)
				end := offset(fn.Body.Rbrace)
				edits = append(append(edits, more...),
					edit{body, body, fmt.Sprintf(" %s.Test(%s, func() {", harnessName, param)},
					edit{end, end, "})"})
				p.names, used = append(p.names, name), true
			case isTest(name, "Example") && hasOutput(file, fn):
				edits = append(edits, edit{body, body, fmt.Sprintf(" %s.Example(%q);", harnessName, name)})
				p.names, used = append(p.names, name), true
			}
		}
		if !used {
			edits = nil // an unused import would not compile
		}
		p.tests = append(p.tests, lang.File{Name: f.Name, Text: apply(f.Text, edits)})
	}
	if !p.main {
		p.ends = true
	}
	slices.Sort(p.names)
	p.names = slices.Compact(p.names)
	if !p.ends && slices.ContainsFunc(p.names, func(n string) bool { return strings.HasPrefix(n, "Example") }) {
		return refusal{"not available: examples beside a TestMain that does not call Run itself cannot be told apart from an early end"}
	}
	return nil
}

// isTest says whether the go command takes name for a test with this prefix.
func isTest(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok || name == "TestMain" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(r)
}

// reporter returns the name of a test's parameter, and the edits that give it one.
func reporter(param *ast.Field, offset func(token.Pos) int) (string, []edit) {
	const name = "sooth_t_"
	switch {
	case len(param.Names) == 0:
		at := offset(param.Type.Pos())
		return name, []edit{{at, at, name + " "}}
	case param.Names[0].Name == "_":
		return name, []edit{{offset(param.Names[0].Pos()), offset(param.Names[0].End()), name}}
	}
	return param.Names[0].Name, nil
}

// hasOutput says whether an example is run: it has an output comment.
func hasOutput(file *ast.File, fn *ast.FuncDecl) bool {
	for _, group := range file.Comments {
		if group.Pos() < fn.Body.Lbrace || group.End() > fn.Body.Rbrace {
			continue
		}
		text := strings.ToLower(strings.TrimSpace(group.Text()))
		if strings.HasPrefix(text, "output:") || strings.HasPrefix(text, "unordered output:") {
			return true
		}
	}
	return false
}

// runCalls finds the calls m.Run() in a TestMain with the parameter m.
func runCalls(fn *ast.FuncDecl) []*ast.CallExpr {
	params := fn.Type.Params.List
	if len(params) != 1 || len(params[0].Names) != 1 {
		return nil
	}
	var found []*ast.CallExpr
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 0 {
			return true
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Run" {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == params[0].Names[0].Name {
				found = append(found, call)
			}
		}
		return true
	})
	return found
}

// apply makes edits, which do not overlap, in a text.
func apply(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.WriteString(text[at:])
	return b.String()
}
