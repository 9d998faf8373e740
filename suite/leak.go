package suite

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// leaks returns the names that a prompt gives away: exported names of the
// packages under test that the right answer uses, and that stand in the prompt
// as words that could only be meant as names. Names that the right answer
// itself declares, and names in a declaration that the prompt quotes, are what
// the prompt asks for, and no leak.
func (s *Suite) leaks(t Task) []string {
	prompt := undeclared(t.Prompt)
	about := append(slices.Clone(t.Packages), t.Extra...)
	var found []string
	for _, file := range t.Reference {
		f, err := parser.ParseFile(token.NewFileSet(), file.Name, file.Text, parser.SkipObjectResolution)
		if err != nil {
			continue // the control arm will say so
		}
		own := declared(f)
		local := map[string]bool{} // names of imported packages under test
		for _, spec := range f.Imports {
			p, _ := strconv.Unquote(spec.Path.Value)
			if !slices.Contains(about, p) {
				continue
			}
			if spec.Name != nil {
				local[spec.Name.Name] = true
				continue
			}
			base := path.Base(p)
			if v := strings.TrimPrefix(base, "v"); v != base && strings.Trim(v, "0123456789") == "" {
				base = path.Base(path.Dir(p))
			}
			local[strings.TrimPrefix(base, "go-")] = true
			local[base] = true
		}
		ast.Inspect(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			name := sel.Sel.Name
			x, _ := sel.X.(*ast.Ident)
			qualified := x != nil && local[x.Name]
			if ast.IsExported(name) && !own[name] && qualified && !slices.Contains(found, name) && namedIn(prompt, name) {
				found = append(found, name)
			}
			return true
		})
	}
	slices.Sort(found)
	return found
}

// undeclared returns a prompt without the declarations that it quotes: code
// spans that begin with func, type, var, const or interface.
func undeclared(prompt string) string {
	parts := strings.Split(prompt, "`")
	for i := 1; i < len(parts); i += 2 { // every second part is within backquotes
		word, _, _ := strings.Cut(strings.TrimSpace(parts[i]), " ")
		if slices.Contains([]string{"func", "type", "var", "const", "interface"}, word) {
			parts[i] = ""
		}
	}
	return strings.Join(parts, "`")
}

// declared returns every name that a file declares.
func declared(f *ast.File) map[string]bool {
	own := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			own[n.Name.Name] = true
		case *ast.TypeSpec:
			own[n.Name.Name] = true
		case *ast.ValueSpec:
			for _, name := range n.Names {
				own[name.Name] = true
			}
		case *ast.Field:
			for _, name := range n.Names {
				own[name.Name] = true
			}
		}
		return true
	})
	return own
}

// namedIn says whether a prompt names an identifier: it stands there as a whole
// word, and looks like code: with a capital inside, after a dot, before a
// parenthesis, or in backquotes. "Parse" at the start of a sentence is no leak.
func namedIn(prompt, name string) bool {
	hump := strings.IndexFunc(name[1:], unicode.IsUpper) >= 0 && strings.IndexFunc(name, unicode.IsLower) >= 0
	for from := 0; ; {
		i := strings.Index(prompt[from:], name)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(name)
		before, _ := utf8.DecodeLastRuneInString(prompt[:start])
		after, _ := utf8.DecodeRuneInString(prompt[end:])
		word := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
		if !word(before) && !word(after) && (hump || before == '.' || before == '`' || after == '(' || after == '`') {
			return true
		}
		from = end
	}
}
