package plant

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// added looks in $GOROOT/api for the release that added a symbol: the first
// file with a line that begins with prefix. It returns the release's minor
// number and "go1.21.txt: …", or false.
func added(goroot, prefix string) (minor int, file, line string, ok bool) {
	for minor = 1; minor < 1000; minor++ {
		file = fmt.Sprintf("api/go1.%d.txt", minor)
		f, err := os.Open(filepath.Join(goroot, filepath.FromSlash(file)))
		if err != nil {
			return 0, "", "", false
		}
		for s := bufio.NewScanner(f); s.Scan(); {
			if strings.HasPrefix(s.Text(), prefix) {
				f.Close()
				return minor, file, s.Text(), true
			}
		}
		f.Close()
	}
	return 0, "", "", false
}

// minor returns N of a Go version "1.N" or "1.N.p".
func minor(version string) int {
	var n int
	fmt.Sscanf(version, "1.%d", &n)
	return n
}

// sources reads the declarations of package directories, whatever their build
// constraints say, tests included: a name that only a test declares is no
// plain invention. It is safe for concurrent use.
type sources struct {
	mu   sync.Mutex
	dirs map[string]map[string]string
}

// declared returns what the package in dir declares, by name ("Get",
// "Client.Get" for methods and fields), with the comment above it or beside it.
func (s *sources) declared(dir string) (map[string]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dirs == nil {
		s.dirs = map[string]map[string]string{}
	}
	if known, ok := s.dirs[dir]; ok {
		return known, nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no Go files in %q", dir)
	}
	found := map[string]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			declare(found, d)
		}
	}
	s.dirs[dir] = found
	return found, nil
}

// declare notes one declaration. The oracles read comments with lang/goapi: a fault
// that they are tested with is confirmed without it, on purpose.
func declare(found map[string]string, d ast.Decl) {
	note := func(name string, docs ...*ast.CommentGroup) {
		text := found[name]
		for _, doc := range docs {
			text += doc.Text() + "\n"
		}
		found[name] = text
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			name = base(d.Recv.List[0].Type) + "." + name
		}
		note(name, d.Doc)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					note(id.Name, d.Doc, spec.Doc, spec.Comment)
				}
			case *ast.TypeSpec:
				note(spec.Name.Name, d.Doc, spec.Doc, spec.Comment)
				var members *ast.FieldList
				switch t := spec.Type.(type) {
				case *ast.StructType:
					members = t.Fields
				case *ast.InterfaceType:
					members = t.Methods
				}
				if members != nil {
					for _, f := range members.List {
						for _, id := range f.Names {
							note(spec.Name.Name+"."+id.Name, f.Doc, f.Comment)
						}
						if len(f.Names) == 0 {
							note(spec.Name.Name+"."+base(f.Type), f.Doc, f.Comment)
						}
					}
				}
			}
		}
	}
}

// base returns the name of a receiver's or embedded type.
func base(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return base(e.X)
	case *ast.IndexExpr:
		return base(e.X)
	case *ast.IndexListExpr:
		return base(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.ParenExpr:
		return base(e.X)
	}
	return ""
}

// deprecation returns the paragraph of a comment that begins with
// "Deprecated:", its lines joined.
func deprecation(comment string) string {
	for paragraph := range strings.SplitSeq(comment, "\n\n") {
		for lines := strings.Split(strings.TrimSpace(paragraph), "\n"); len(lines) > 0; lines = lines[1:] {
			if strings.HasPrefix(lines[0], "Deprecated: ") {
				return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
			}
		}
	}
	return ""
}
