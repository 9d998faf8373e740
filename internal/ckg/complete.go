package ckg

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"sooth/lang/golang"
)

// complete adds the imports that declarations need where the answer gave them
// without their file: those of the answer's own block, what the code base itself
// imports under the name, or what the name means in the standard library. A
// name that could mean several packages is left as it is.
func (c *change) complete(tree Tree, name string, given []*ast.ImportSpec) {
	text := c.current(tree, name)
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, text, 0) // names are resolved within the file
	if err != nil {
		return
	}
	have := map[string]bool{}
	for _, s := range f.Imports {
		have[local(s)] = true
	}
	used, before := qualifiers(f), map[string]bool{}
	if old, err := tree.Read(name); err == nil {
		if o, err := parser.ParseFile(token.NewFileSet(), name, old, 0); err == nil {
			before = qualifiers(o)
		}
	}
	var lines []string
	for id := range used {
		if have[id] {
			continue
		}
		if line := c.meant(tree, name, id, given); line != "" {
			lines = append(lines, line)
		}
	}
	end := set.Position(f.Name.End()).Offset
	rest := unused(text, set, f, func(name string) bool { return before[name] && !used[name] })[end:]
	if len(lines) == 0 && rest == text[end:] {
		return
	}
	slices.Sort(lines)
	head := text[:end]
	if len(lines) > 0 {
		head += "\n\n" + strings.Join(lines, "\n")
	}
	c.put(tree, name, head+rest)
}

// qualifiers are the names before a dot that the file itself does not declare.
func qualifiers(f *ast.File) map[string]bool {
	unresolved, list := map[*ast.Ident]bool{}, map[string]bool{}
	for _, id := range f.Unresolved {
		unresolved[id] = true
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && unresolved[id] {
				list[id.Name] = true
			}
		}
		return true
	})
	return list
}

// unused takes the imports out of a text whose names went with what the change
// replaced: whoever gives a function alone leaves them to others.
func unused(text string, set *token.FileSet, f *ast.File, gone func(name string) bool) string {
	for i := len(f.Decls) - 1; i >= 0; i-- {
		d, ok := f.Decls[i].(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			continue
		}
		for k := len(d.Specs) - 1; k >= 0; k-- {
			s := d.Specs[k].(*ast.ImportSpec)
			if !gone(local(s)) {
				continue
			}
			from, to := set.Position(s.Pos()).Offset, set.Position(s.End()).Offset
			if !d.Lparen.IsValid() {
				from = set.Position(d.Pos()).Offset
			}
			text = text[:from] + text[to:]
		}
	}
	return text
}

// meant is the import that a name means in a file; "": none that is known.
func (c *change) meant(tree Tree, file, name string, given []*ast.ImportSpec) string {
	for _, s := range given {
		if local(s) == name {
			return line(s)
		}
	}
	var found []string
	for _, other := range tree.Files {
		if !strings.HasSuffix(other, ".go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), other, c.current(tree, other), parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		if path.Dir(other) == path.Dir(file) && slices.ContainsFunc(f.Decls, func(d ast.Decl) bool { return declares(d, name) }) {
			return "" // a name of the package itself
		}
		for _, s := range f.Imports {
			if l := line(s); local(s) == name && !slices.Contains(found, l) {
				found = append(found, l)
			}
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	if p := golang.StandardImport(name); p != "" && len(found) == 0 {
		return "import " + strconv.Quote(p)
	}
	return ""
}

// declares reports whether a declaration declares a name of its package.
func declares(d ast.Decl, name string) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Recv == nil && d.Name.Name == name
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.Name == name {
					return true
				}
			case *ast.ValueSpec:
				if slices.ContainsFunc(s.Names, func(id *ast.Ident) bool { return id.Name == name }) {
					return true
				}
			}
		}
	}
	return false
}

// local is the name of an import in its file, as far as its path tells it.
func local(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	p, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return ""
	}
	base := path.Base(p)
	if v := strings.TrimPrefix(base, "v"); v != base && strings.Trim(v, "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	return strings.TrimPrefix(base, "go-")
}

// line writes an import on a line of its own.
func line(s *ast.ImportSpec) string {
	if s.Name != nil {
		return "import " + s.Name.Name + " " + s.Path.Value
	}
	return "import " + s.Path.Value
}
