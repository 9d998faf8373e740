package factfilter

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
)

// generic returns a type without its type arguments: "iter.Seq" for
// "iter.Seq[V]". The brackets of arrays, slices and maps stay.
func generic(typ string) string {
	if !strings.Contains(typ, "[") {
		return typ
	}
	var b strings.Builder
	for i := 0; i < len(typ); i++ {
		if typ[i] != '[' || i == 0 || !inName(typ[i-1]) || strings.HasSuffix(typ[:i], "map") && (i == 3 || !inName(typ[i-4])) {
			b.WriteByte(typ[i])
			continue
		}
		for depth := 0; i < len(typ); i++ {
			if typ[i] == '[' {
				depth++
			} else if typ[i] == ']' {
				if depth--; depth == 0 {
					break
				}
			}
		}
	}
	return b.String()
}

func inName(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// channel says whether a type is a channel, whatever its element and direction.
func channel(typ string) bool {
	return strings.HasPrefix(typ, "chan ") || strings.HasPrefix(typ, "chan<- ") || strings.HasPrefix(typ, "<-chan ")
}

// cutType separates what stands before a named type ("*", "[]", "...") and its
// package from its name. The package of a predeclared type is empty.
func cutType(typ string) (before, pkg, name string) {
	rest := typ
	for {
		trimmed := rest
		for _, prefix := range []string{"*", "[]", "..."} {
			trimmed = strings.TrimPrefix(trimmed, prefix)
		}
		if trimmed == rest {
			break
		}
		rest = trimmed
	}
	before = typ[:len(typ)-len(rest)]
	slash := strings.LastIndexByte(rest, '/') + 1
	dot := strings.LastIndexByte(rest[slash:], '.')
	if dot < 0 {
		return before, "", rest
	}
	return before, rest[:slash+dot], rest[slash+dot+1:]
}

// parameters returns the types of the parameters of a declared signature, as
// they are written there. What is no function has none.
func parameters(detail string) []string {
	if !strings.HasPrefix(detail, "func ") {
		// A method of an interface is written without the word.
		name, _, ok := strings.Cut(detail, "(")
		if !ok || name == "" || strings.ContainsAny(name, " .") {
			return nil
		}
		detail = "func " + detail
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+detail, parser.SkipObjectResolution)
	if err != nil || len(file.Decls) != 1 {
		return nil
	}
	f, ok := file.Decls[0].(*ast.FuncDecl)
	if !ok {
		return nil
	}
	bound := typeParameters(f)
	var list []string
	for _, p := range f.Type.Params.List {
		if typ := types.ExprString(p.Type); !slices.Contains(bound, typ) {
			list = append(list, typ)
		}
	}
	return list
}

// typeParameters returns the names that stand for types of the caller.
func typeParameters(f *ast.FuncDecl) []string {
	var names []string
	if f.Type.TypeParams != nil {
		for _, p := range f.Type.TypeParams.List {
			for _, n := range p.Names {
				names = append(names, n.Name)
			}
		}
	}
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return names
	}
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if id, ok := n.Index.(*ast.Ident); ok {
				names = append(names, id.Name)
			}
		case *ast.IndexListExpr:
			for _, index := range n.Indices {
				if id, ok := index.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
			}
		}
		return true
	})
	return names
}

// means says whether a type as a file declares it is one with an import path.
func (x *gathered) means(declared, value string, d *definition) bool {
	if value == "chan" {
		return channel(declared)
	}
	declared, value = generic(declared), generic(value)
	before, pkg, name := cutType(value)
	rest, ok := strings.CutPrefix(declared, before)
	if !ok {
		return false
	}
	qualifier, last, qualified := strings.Cut(rest, ".")
	switch {
	case pkg == "":
		return rest == name
	case !qualified:
		return rest == name && d.pkg() == pkg
	case last != name:
		return false
	}
	return slices.ContainsFunc(x.imports[d.Span.File], func(i imported) bool {
		return i.path == pkg && (i.named == len(qualifier) || i.named == 0 && slices.Contains(names(pkg), qualifier))
	})
}

// names returns what a package may be called where it is imported without a
// name: the last element of its path, and without what versions and habits add.
func names(pkg string) []string {
	last := path.Base(pkg)
	if len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = path.Base(path.Dir(pkg))
	}
	if base, _, ok := strings.Cut(last, ".v"); ok {
		last = base
	}
	return []string{last, strings.TrimPrefix(last, "go-"), strings.TrimSuffix(last, "-go"), strings.ReplaceAll(last, "-", "_"), strings.ReplaceAll(last, "-", "")}
}
