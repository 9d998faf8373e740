package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"path"
	"slices"
	"strings"

	"sooth/internal/truth/label"
)

// block is a short program that calls one function.
type block struct {
	imports []string // paths
	vars    []parameter
	call    string // with %s for the arguments
	args    []string
	results int
	method  bool
}

// String returns the program with these arguments.
func (b block) text(imports []string, call string, args []string) string {
	var s strings.Builder
	s.WriteString("package main\n\nimport (\n")
	for _, p := range imports {
		fmt.Fprintf(&s, "\t%q\n", p)
	}
	s.WriteString(")\n\nfunc main() {\n")
	for _, v := range b.vars {
		fmt.Fprintf(&s, "\tvar %s %s\n", v.name, v.typ)
	}
	line := fmt.Sprintf(call, strings.Join(args, ", "))
	var results []string
	for i := range b.results {
		results = append(results, []string{"first", "second", "third", "fourth"}[i])
	}
	if b.results == 0 {
		fmt.Fprintf(&s, "\t%s\n", line)
	} else {
		fmt.Fprintf(&s, "\t%s := %s\n\tfmt.Println(%s)\n", strings.Join(results, ", "), line, strings.Join(results, ", "))
	}
	s.WriteString("}\n")
	return s.String()
}

// qualify writes a type of a package as another package would; false: it cannot.
func (c *corpus) qualify(d *declaration, typ string, imports *[]string) (string, bool) {
	e, err := parser.ParseExpr(typ)
	if err != nil {
		return "", false
	}
	ok := true
	use := func(p string) {
		if !slices.Contains(*imports, p) {
			*imports = append(*imports, p)
		}
	}
	var walk func(n ast.Node) bool
	walk = func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.SelectorExpr:
			pkg, found := x.X.(*ast.Ident)
			ok = ok && found && ast.IsExported(x.Sel.Name)
			hit := false
			for p, as := range c.files[d.file].imports {
				if found && as == "" && path.Base(p) == pkg.Name && !strings.Contains(p, "internal") {
					use(p)
					hit = true
				}
			}
			ok = ok && hit
			return false
		case *ast.StructType, *ast.InterfaceType, *ast.IndexExpr:
			ok = false
		case *ast.Field:
			ast.Inspect(x.Type, walk)
			return false
		case *ast.Ident:
			if ast.IsExported(x.Name) {
				x.Name = d.pkg + "." + x.Name
				use(d.path)
			} else if !slices.Contains([]string{"string", "int", "bool", "byte", "error", "int64", "uint64", "float64", "any", "rune", "uint32", "int32", "uint8", "uint"}, x.Name) {
				ok = false
			}
		}
		return true
	}
	ast.Inspect(e, walk)
	return c.print(e), ok
}

// blocks makes M10: programs that compile beside the module, and the same with
// one thing invented or left out.
func (c *corpus) blocks(limit int) []candidate {
	var out []candidate
	for _, d := range c.shuffled("M10", "func", "method") {
		if len(out) >= limit {
			break
		}
		if !d.exported() || d.pkg == "main" || strings.Contains(d.path, "internal") || path.Base(d.path) != d.pkg && !strings.HasSuffix(d.path, d.pkg+"/v5") || len(d.resultList) > 4 {
			continue
		}
		b, ok := c.block(d)
		if !ok {
			continue
		}
		good := b.text(b.imports, b.call, b.args)
		bad, style, fault := c.broken(d, b)
		if bad == "" {
			continue
		}
		s := c.statement(label.Code, d)
		s.Object = good
		yes, no := c.program(d, good), c.program(d, bad)
		check := func() bool { return yes.ok() && no.fails() }
		if style == "import" {
			check = yes.ok
		}
		out = append(out, c.pair("M10", style, "compiler", d, s, label.Statement{Object: bad, Fault: fault}, check))
	}
	return out
}

// block writes a program that calls d with declared variables.
func (c *corpus) block(d *declaration) (block, bool) {
	var b block
	if len(d.resultList) > 0 {
		b.imports = append(b.imports, "fmt")
	}
	b.results = len(d.resultList)
	if d.receiver != "" {
		typ := d.receiver
		if d.pointer {
			typ = "*" + typ
		}
		text, ok := c.qualify(d, typ, &b.imports)
		if !ok {
			return b, false
		}
		b.vars, b.call, b.method = append(b.vars, parameter{"value", text}), "value."+d.name+"(%s)", true
	} else {
		b.imports = append(b.imports, d.path)
		b.call = d.pkg + "." + d.name + "(%s)"
	}
	for i, p := range d.paramList {
		if strings.HasPrefix(p.typ, "...") {
			break
		}
		text, ok := c.qualify(d, p.typ, &b.imports)
		if !ok {
			return b, false
		}
		name := fmt.Sprintf("argument%d", i+1)
		b.vars, b.args = append(b.vars, parameter{name, text}), append(b.args, name)
	}
	slices.Sort(b.imports)
	b.imports = slices.Compact(b.imports)
	return b, true
}

// broken returns the program with one fault, its style, and the faulty token.
func (c *corpus) broken(d *declaration, b block) (text, style, fault string) {
	switch pick := order("M10 s", d.symbol()) % 4; {
	case pick == 0 && c.module != "std":
		root, _, _ := strings.Cut(c.module, "@")
		wrong := root + "/" + []string{"helpers", "utils", "toolkit", "extras"}[order("M10 i", d.symbol())%4]
		i := slices.Index(b.imports, d.path)
		if i < 0 || slices.ContainsFunc(c.paths, func(p string) bool { return strings.HasPrefix(p, path.Base(wrong)+"/") }) {
			return "", "", ""
		}
		list := slices.Clone(b.imports)
		list[i] = wrong
		text = b.text(list, b.call, b.args)
		return strings.ReplaceAll(text, d.pkg+".", path.Base(wrong)+"."), "import", wrong
	case pick == 1 && len(b.args) > 0:
		return b.text(b.imports, b.call, append(slices.Clone(b.args[:len(b.args)-1]), "missingValue")), "undefined variable", "missingValue"
	case pick == 2:
		args := append(slices.Clone(b.args), `"extra"`)
		if n := len(d.paramList); n > 0 && strings.HasPrefix(d.paramList[n-1].typ, "...") {
			if len(b.args) == 0 {
				return "", "", ""
			}
			args = b.args[:len(b.args)-1]
		}
		return b.text(b.imports, b.call, args), "arguments", d.name
	}
	for _, n := range near(d.name) {
		if !c.words[n.name] {
			return b.text(b.imports, strings.Replace(b.call, "."+d.name+"(", "."+n.name+"(", 1), b.args), "method", n.name
		}
	}
	return "", "", ""
}
