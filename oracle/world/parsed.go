package world

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"sync"
)

// anyOwner among the owners stands for every type.
const anyOwner = "*"

// declarations are the names that a file of Go declares, with the line of each,
// or of the first where there are several.
type declarations struct {
	top     map[string]int            // at top level
	members map[string]map[string]int // fields and methods, by type; those of all types by anyOwner
	size    int
}

// parse reads the declarations of a file, generated ones and those that the
// build leaves out too.
func parse(data []byte) (*declarations, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", data, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	d := &declarations{top: map[string]int{}, members: map[string]map[string]int{}}
	line := func(n ast.Node) int { return set.Position(n.Pos()).Line }
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				d.declare(d.top, decl.Name.Name, line(decl.Name))
			} else if len(decl.Recv.List) == 1 {
				d.member(baseName(decl.Recv.List[0].Type), decl.Name.Name, line(decl.Name))
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						d.declare(d.top, n.Name, line(n))
					}
				case *ast.TypeSpec:
					d.declare(d.top, s.Name.Name, line(s))
					inType(s.Type, func(name string, at ast.Node) { d.member(s.Name.Name, name, line(at)) })
				}
			}
		}
	}
	return d, nil
}

func (d *declarations) declare(names map[string]int, name string, line int) {
	if names[name] == 0 {
		names[name] = line
		d.size++
	}
}

func (d *declarations) member(owner, name string, line int) {
	for _, o := range [...]string{owner, anyOwner} {
		if d.members[o] == nil {
			d.members[o] = map[string]int{}
		}
		d.declare(d.members[o], name, line)
	}
}

// line returns the line on which a name is declared at top level or, with
// owners, as a field or method of one of them; 0: it is not.
func (d *declarations) line(name string, owners []string) int {
	if owners == nil {
		return d.top[name]
	}
	first := 0
	for _, o := range owners {
		if n := d.members[o][name]; n > 0 && (first == 0 || n < first) {
			first = n
		}
	}
	return first
}

// inType hands the fields and methods of a type's own declaration to found.
func inType(e ast.Expr, found func(name string, at ast.Node)) {
	ast.Inspect(e, func(n ast.Node) bool {
		f, ok := n.(*ast.Field)
		if !ok {
			return true
		}
		for _, id := range f.Names {
			found(id.Name, id)
		}
		if len(f.Names) == 0 {
			if name := baseName(f.Type); name != "" {
				found(name, f)
			}
		}
		_, isFunc := f.Type.(*ast.FuncType)
		return !isFunc // the parameters of a method are no members
	})
}

// maxParsed bounds how many declared names are kept of the files that were
// parsed.
const maxParsed = 400_000

// parsedFiles keeps what files declare: the same few are looked through for one
// missing name after the other.
type parsedFiles struct {
	mu   sync.Mutex
	list map[string]*declarations
	size int
}

// parsed returns the declarations of a file by its absolute name. data is its
// text, nil where it has not been read.
func (w *World) parsed(file string, data []byte) (*declarations, error) {
	p := &w.files
	p.mu.Lock()
	d := p.list[file]
	p.mu.Unlock()
	if d != nil {
		return d, nil
	}
	if data == nil {
		var err error
		if data, err = os.ReadFile(file); err != nil {
			return nil, err
		}
	}
	d, err := parse(data)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.list == nil || p.size+d.size > maxParsed {
		p.list, p.size = map[string]*declarations{}, 0
	}
	p.list[file], p.size = d, p.size+d.size
	return d, nil
}
