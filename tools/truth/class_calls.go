package main

import (
	"go/ast"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sooth/internal/truth/label"
)

// calls makes M5: gopls and the body's text agree on what is called directly;
// the mutant's callee is no word of the body and nothing that gopls found.
func (c *corpus) calls(gopls string, limit int) ([]candidate, error) {
	if c.module == "std" {
		return nil, nil
	}
	s, err := startServer(c.ctx, gopls, c.dir)
	if err != nil {
		return nil, err
	}
	defer s.stop()
	at := map[tag]*declaration{}
	for i := range c.declarations {
		d := &c.declarations[i]
		at[tag{filepath.Join(c.dir, d.file), d.name, d.nameLine}] = d
	}
	functions := c.shuffled("M5 others", "func", "method")
	var out []candidate
	for _, d := range c.shuffled("M5", "func", "method") {
		if len(out) >= limit {
			break
		}
		if d.body == nil || len(d.body.List) == 0 {
			continue
		}
		f := c.files[d.file]
		found, err := s.callees(d.file, f.text, d.nameLine, c.column(f, d))
		if err != nil {
			return nil, err
		}
		called := calledNames(d.body)
		slices.SortFunc(found, func(a, b callee) int { return strings.Compare(a.name+a.file, b.name+b.file) })
		taken := 0
		for i, k := range found {
			to := at[tag{k.file, k.name, k.line}]
			if to == nil || !c.usable(to) || taken == 2 {
				continue
			}
			if !called[to.name] {
				c.drop("M5: gopls and the body's text do not agree about a call")
				continue
			}
			if to.kind == "interface method" {
				if one := c.through(d, to); one != nil {
					out = append(out, *one)
				}
				continue
			}
			taken++
			if o := c.notCalled(d, to, found, functions, i); o != nil {
				st := c.statement(label.Calls, d)
				st.Object = qualified(to)
				out = append(out, c.pair("M5", "callee that is not called", "gopls, go/parser", d, st, label.Statement{Object: qualified(o), Fault: o.name}, nil))
			}
		}
	}
	return out, nil
}

// column returns where the name of a function begins, from 1.
func (c *corpus) column(f *sourceFile, d *declaration) int {
	for _, decl := range f.syntax.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Name.Name == d.name && c.line(fn.Name.Pos()) == d.nameLine {
			return c.fset.Position(fn.Name.Pos()).Column
		}
	}
	return 1
}

// calledNames returns the last names of all call expressions of a body.
func calledNames(body *ast.BlockStmt) map[string]bool {
	out := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			switch f := ast.Unparen(call.Fun).(type) {
			case *ast.Ident:
				out[f.Name] = true
			case *ast.SelectorExpr:
				out[f.Sel.Name] = true
			}
		}
		return true
	})
	return out
}

// qualified is a function as statements name it: "(*T).M", "T.M", "pkg.F".
func qualified(d *declaration) string {
	switch {
	case d.receiver == "":
		return d.pkg + "." + d.name
	case d.pointer:
		return "(*" + d.receiver + ")." + d.name
	}
	return d.receiver + "." + d.name
}

// notCalled chooses a function of the package of to whose name is no word of
// the body of d.
func (c *corpus) notCalled(d, to *declaration, found []callee, functions []*declaration, salt int) *declaration {
	start := int(order("M5", d.symbol(), to.symbol()) % uint64(len(functions)))
	for i := range functions {
		o := functions[(start+i+salt)%len(functions)]
		if o.path != to.path || o.name == d.name || o.name == to.name || len(c.byName[o.name]) > 1 ||
			slices.ContainsFunc(found, func(k callee) bool { return k.name == o.name }) ||
			regexp.MustCompile(`\b`+o.name+`\b`).MatchString(d.source) {
			continue
		}
		return o
	}
	return nil
}

// through makes a statement that nobody can decide without running the code:
// an interface's method is called, and a type that has it is named instead.
func (c *corpus) through(d, to *declaration) *candidate {
	for _, o := range c.byName[to.name] {
		if o.kind != "method" || o.path != to.path || !c.usable(o) || o.symbol() == d.symbol() {
			continue
		}
		yes := c.probe(o, "var _ %s = (*%s)(nil)", to.receiver, o.receiver)
		st := c.statement(label.Calls, d)
		st.Object = qualified(o)
		return &candidate{label.Label{Module: c.module, Symbol: d.symbol(), Class: "M5", Style: "through an interface", Tools: "gopls, compiler",
			Expect: "undecided", True: st}, yes.ok}
	}
	return nil
}
