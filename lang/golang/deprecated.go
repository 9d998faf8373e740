package golang

import (
	"context"
	"go/ast"
	"go/types"
	"strings"

	"sooth/lang"
	"sooth/lang/goapi"
)

// deprecation is a deprecation notice as it is kept: where the replacement is,
// and whether the types of that package confirm that it exists.
type deprecation struct {
	Text        string
	Replacement string `json:",omitempty"` // as written
	Package     string `json:",omitempty"` // of the replacement; empty: not known
	Symbol      string `json:",omitempty"` // of the replacement in its package; empty: the package
	Known       bool   `json:",omitempty"` // the replacement exists
}

// deprecations reads the deprecation notices of a package and looks their
// replacements up in it and in what it imports.
func (t *task) deprecations(files []*ast.File) map[string]deprecation {
	found := map[string]deprecation{}
	for symbol, p := range goapi.Deprecations(files) {
		d := deprecation{Text: p.Text, Replacement: p.Replacement, Package: p.Package, Symbol: p.Symbol}
		if d.Package == "" && d.Replacement != "" && strings.HasSuffix(d.Symbol, d.Replacement) { // no qualifier
			d.Package = t.listed.ImportPath
		}
		if d.Replacement != "" {
			d.Known = t.declares(d.Package, d.Symbol)
		}
		found[symbol] = d
	}
	return found
}

// declares reports whether a package that t imports, or t itself, has a symbol.
func (t *task) declares(path, symbol string) bool {
	pkg := t.pkg
	if path != t.listed.ImportPath {
		pkg = nil
		for _, d := range t.deps {
			if d.listed.ImportPath == path {
				pkg = d.pkg
			}
		}
	}
	return pkg != nil && declares(pkg, symbol)
}

// declares reports whether a package has an exported symbol: "Get",
// "Client.Do", or "" for itself.
func declares(pkg *types.Package, symbol string) bool {
	if symbol == "" {
		return true
	}
	name, member, isMember := strings.Cut(symbol, ".")
	o := pkg.Scope().Lookup(name)
	if o == nil || !o.Exported() {
		return false
	}
	if !isMember {
		return true
	}
	t, ok := o.(*types.TypeName)
	if !ok {
		return false
	}
	found, _, _ := types.LookupFieldOrMethod(types.NewPointer(t.Type()), true, pkg, member)
	return found != nil && found.Exported() || hasMethod(t.Type(), member)
}

// hasMethod reports whether an interface type has a method.
func hasMethod(t types.Type, name string) bool {
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range i.Methods() {
		if m.Name() == name {
			return m.Exported()
		}
	}
	return false
}

// deprecation adds the deprecation of a symbol to a reference, its replacement
// with the first release that has it where that is known.
func (c *check) deprecation(ctx context.Context, r *lang.Reference) {
	rec := c.recordOf(ctx, r.Package)
	if rec == nil {
		return
	}
	d, ok := rec.Deprecated[r.Symbol]
	if !ok {
		return
	}
	r.Deprecated = d.Text
	r.Replacement, r.ReplacementKnown = d.Replacement, d.Known
	if d.Replacement == "" {
		return
	}
	api, err := c.checker.api()
	if err != nil {
		return
	}
	path := d.Package
	if path == "" && r.Module == "std" { // a qualifier that no import explains
		qualifier, _, _ := strings.Cut(d.Replacement, ".")
		path, _ = api.PackageNamed(qualifier, d.Symbol)
	}
	if since, _, ok := api.Since(path, d.Symbol); ok && c.checker.std.paths[path] {
		r.ReplacementSince, r.ReplacementKnown = since, true
	}
}
