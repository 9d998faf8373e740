package gofact

import (
	"go/ast"
	"go/token"

	"sooth/source"
)

// typeSyntax is what the syntax of a package says of one type.
type typeSyntax struct {
	variants []variant // one for each declaration: build tags may choose between several
	methods  []methodSyntax
}

// methodSyntax is a method declared on a type.
type methodSyntax struct {
	name     string
	excluded bool
}

// variant is one declaration of a type.
type variant struct {
	place       source.Span // of its name
	excluded    bool
	isAlias     bool
	isInterface bool
	members     []string   // own fields or interface methods
	embeds      []embedded // fields or interfaces
	underlying  *embedded  // of "type A = B" and "type A B", where B is a name
}

// embedded is a type that another one embeds or is made of.
type embedded struct {
	path string // of its package; "": predeclared, or unclear
	name string
	file *fileImports
	as   string // name of the field
	open string // why it is not known which type it is
}

// fileImports are the imports of a file, for names that must be resolved.
type fileImports struct {
	file    string
	path    string // of the package
	imports []imported
}

// collect adds the types of a file and the methods declared in it.
func (l *looked) collect(f *sourceFile, aliases map[string]string) {
	in := &fileImports{file: f.name, path: f.path}
	for _, s := range f.syntax.Imports {
		i := imported{path: importPath(s)}
		if s.Name != nil {
			i.name = s.Name.Name
		}
		in.imports = append(in.imports, i)
	}
	for _, decl := range f.syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv != nil {
				d := declarer{file: f, aliases: aliases}
				t := l.typ(f.path + "." + d.receiver(decl))
				t.methods = append(t.methods, methodSyntax{decl.Name.Name, f.excluded})
			}
		case *ast.GenDecl:
			if decl.Tok != token.TYPE {
				continue
			}
			for _, spec := range decl.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && s.Name.Name != "_" {
					t := l.typ(f.path + "." + s.Name.Name)
					t.variants = append(t.variants, newVariant(f, in, s))
				}
			}
		}
	}
}

// typ returns the entry of a type, made when first asked for.
func (l *looked) typ(subject string) *typeSyntax {
	t := l.types[subject]
	if t == nil {
		t = &typeSyntax{}
		l.types[subject] = t
		l.order = append(l.order, subject)
	}
	return t
}

func newVariant(f *sourceFile, in *fileImports, s *ast.TypeSpec) variant {
	v := variant{place: f.word(s.Name.Pos(), len(s.Name.Name)), excluded: f.excluded, isAlias: s.Assign.IsValid()}
	parameters := map[string]bool{}
	if s.TypeParams != nil {
		for _, field := range s.TypeParams.List {
			for _, n := range field.Names {
				parameters[n.Name] = true
			}
		}
	}
	switch t := ast.Unparen(s.Type).(type) {
	case *ast.StructType:
		v.fields(in, t.Fields, parameters, true)
	case *ast.InterfaceType:
		v.isInterface = true
		v.fields(in, t.Methods, parameters, false)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr, *ast.StarExpr:
		if baseIdent(t) != nil {
			e := newEmbedded(in, t, parameters)
			v.underlying = &e
		}
	}
	return v
}

// fields takes over the fields of a struct or the methods of an interface.
func (v *variant) fields(in *fileImports, list *ast.FieldList, parameters map[string]bool, ofStruct bool) {
	for _, f := range list.List {
		for _, n := range f.Names {
			v.members = append(v.members, n.Name)
		}
		if len(f.Names) > 0 {
			continue
		}
		switch f.Type.(type) {
		case *ast.BinaryExpr, *ast.UnaryExpr: // a union of types in a constraint has no methods of its own
			continue
		case *ast.InterfaceType:
			v.fields(in, f.Type.(*ast.InterfaceType).Methods, parameters, false)
			continue
		case *ast.StarExpr, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType:
			if !ofStruct { // nor has a type that is alone in one
				continue
			}
		}
		e := newEmbedded(in, f.Type, parameters)
		if ofStruct {
			v.members = append(v.members, e.as)
		}
		v.embeds = append(v.embeds, e)
	}
}

func newEmbedded(in *fileImports, e ast.Expr, parameters map[string]bool) embedded {
	to := embedded{file: in}
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return newEmbedded(in, e.X, parameters)
	case *ast.IndexExpr:
		return newEmbedded(in, e.X, parameters)
	case *ast.IndexListExpr:
		return newEmbedded(in, e.X, parameters)
	case *ast.Ident:
		to.path, to.name, to.as = in.path, e.Name, e.Name
		if parameters[e.Name] {
			to.open = "embeds its type parameter " + e.Name
		}
	case *ast.SelectorExpr:
		to.name, to.as = e.Sel.Name, e.Sel.Name
		if x, ok := e.X.(*ast.Ident); ok {
			to.path = "?" + x.Name // resolved when it is needed
		}
	default:
		to.open = "is made of a type that cannot be read"
	}
	return to
}
