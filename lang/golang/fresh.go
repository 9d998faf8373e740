package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// freshPackage is what the source of a package says when it is read anew,
// syntax only: every file of its folder, built or not.
type freshPackage struct {
	dir      string
	files    int
	texts    [][]byte
	declared map[string][]place  // package-level names
	members  map[string][]place  // fields and methods, by name; Owner says whose
	embeds   map[string][]string // type → types that it embeds or is made of, as "Name" or "import/path.Name"; "?" where that is not clear

	broken string // why the folder was not read completely

	packageName func(path string) string // of an import; empty: not known
}

// place is where the source declares a name.
type place struct {
	Owner string // the type of a member; empty: a member of a type without name
	File  string // name in the folder
	Line  int
	Built bool // the file belongs to the build on this platform
	Test  bool
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// readFresh reads the Go files of a folder; built names those of the build.
func readFresh(dir string, built []string, packageName func(path string) string) *freshPackage {
	f := &freshPackage{dir: dir, packageName: packageName, declared: map[string][]place{}, members: map[string][]place{}, embeds: map[string][]string{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		f.broken = "its source cannot be read again: " + err.Error()
		return f
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		text, err := readSource(filepath.Join(dir, e.Name()))
		if err != nil {
			f.broken = "its source cannot be read again: " + err.Error()
			continue
		}
		f.add(e.Name(), text, slices.Contains(built, e.Name()))
	}
	for _, name := range built {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			f.broken = "its source cannot be read again: " + err.Error()
		}
	}
	return f
}

// add reads one file.
func (f *freshPackage) add(name string, text []byte, built bool) {
	f.files++
	f.texts = append(f.texts, text)
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if syntax == nil || err != nil && built {
		f.broken = "its source does not parse: " + name
	}
	if syntax == nil {
		return
	}
	r := &freshFile{pkg: f, fset: fset, syntax: syntax, at: place{File: name, Built: built, Test: strings.HasSuffix(name, "_test.go")}}
	for _, d := range syntax.Decls {
		r.declaration(d)
	}
}

// freshFile reads one file into a freshPackage.
type freshFile struct {
	pkg    *freshPackage
	fset   *token.FileSet
	syntax *ast.File
	at     place
}

func (r *freshFile) place(owner string, n ast.Node) place {
	p := r.at
	p.Owner, p.Line = owner, r.fset.PositionFor(n.Pos(), false).Line
	return p
}

func (r *freshFile) declare(id *ast.Ident) {
	r.pkg.declared[id.Name] = append(r.pkg.declared[id.Name], r.place("", id))
}

func (r *freshFile) member(owner string, id *ast.Ident) {
	r.pkg.members[id.Name] = append(r.pkg.members[id.Name], r.place(owner, id))
}

func (r *freshFile) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			r.declare(d.Name)
			return
		}
		if len(d.Recv.List) == 1 {
			r.member(r.name(d.Recv.List[0].Type), d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, id := range s.Names {
					r.declare(id)
				}
				r.structs(s)
			case *ast.TypeSpec:
				r.declare(s.Name)
				r.typ(s.Name.Name, s.Type)
			}
		}
	}
}

// typ reads the members of a type.
func (r *freshFile) typ(owner string, e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.StructType:
		r.fields(owner, e.Fields)
	case *ast.InterfaceType:
		r.fields(owner, e.Methods)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr, *ast.StarExpr:
		r.pkg.embeds[owner] = append(r.pkg.embeds[owner], r.name(e))
	}
}

// fields reads fields or interface methods, also those of structs without a
// name that stand inside.
func (r *freshFile) fields(owner string, list *ast.FieldList) {
	for _, field := range list.List {
		for _, id := range field.Names {
			r.member(owner, id)
		}
		if len(field.Names) == 0 {
			name := r.name(field.Type)
			r.pkg.embeds[owner] = append(r.pkg.embeds[owner], name)
			id := ast.NewIdent(name[strings.LastIndexByte(name, '.')+1:])
			id.NamePos = field.Pos()
			r.member(owner, id)
			continue
		}
		r.structs(field.Type)
	}
}

// structs reads the members of types without a name below n.
func (r *freshFile) structs(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			r.fields("", n.Fields)
			return false
		case *ast.InterfaceType:
			r.fields("", n.Methods)
			return false
		}
		return true
	})
}

// name returns the name of the type that an expression denotes, without star
// and type arguments, "import/path.Name" for one of another package.
func (r *freshFile) name(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return r.name(e.X)
	case *ast.IndexExpr:
		return r.name(e.X)
	case *ast.IndexListExpr:
		return r.name(e.X)
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			if path := r.importOf(x.Name); path != "" {
				return path + "." + e.Sel.Name
			}
		}
	}
	return "?"
}

// importOf returns the path that a file imports under a name. Where the import
// gives no name it is the last element that is not a version, or what the
// package calls itself.
func (r *freshFile) importOf(name string) string {
	for _, s := range r.syntax.Imports {
		if s.Name != nil && s.Name.Name == name {
			return importPath(s)
		}
	}
	for _, s := range r.syntax.Imports {
		if path := importPath(s); s.Name == nil && lastElement(path) == name {
			return path
		}
	}
	for _, s := range r.syntax.Imports {
		if path := importPath(s); s.Name == nil && r.pkg.packageName != nil && r.pkg.packageName(path) == name {
			return path
		}
	}
	return ""
}

// lastElement returns the last element of an import path that is not a major
// version.
func lastElement(path string) string {
	elements := strings.Split(path, "/")
	last := elements[len(elements)-1]
	if n := len(elements); n > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = elements[n-2]
	}
	return last
}

// words counts where a word stands in the files, whatever it is part of.
func (f *freshPackage) words(word string) int {
	n := 0
	for _, text := range f.texts {
		for i := 0; ; {
			at := bytes.Index(text[i:], []byte(word))
			if at < 0 {
				break
			}
			from, to := i+at, i+at+len(word)
			if (from == 0 || !wordByte(text[from-1])) && (to == len(text) || !wordByte(text[to])) {
				n++
			}
			i = to
		}
	}
	return n
}

// wordByte reports whether b belongs to an identifier; bytes above ASCII do.
func wordByte(b byte) bool {
	return b == '_' || b >= 0x80 || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}
