package world

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"

	"sooth/fact"
	"sooth/oracle"
)

// searchSource searches all files of a package's folder for a declaration of a
// name: at top level, or as a member of one of the types owners. It reads the
// sources by itself, generated ones and those that the build leaves out too.
func (w *World) searchSource(ctx context.Context, path, name string, owners []string, a *Accusation) (string, error) {
	s, err := w.Fresh(ctx, path)
	if err != nil {
		return "", err
	}
	if s.Dir == "" {
		a.Reason, a.What = oracle.OpenWorld, "the source of "+path+" is not here"
		return "", nil
	}
	dir := s.Dir
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(w.dir, filepath.FromSlash(dir))
	}
	c, err := folderCorpus([]string{dir})
	if err != nil {
		return "", err
	}
	if len(c.names) == 0 {
		a.Reason, a.What = oracle.OpenWorld, "the source of "+path+" is not here"
		return "", nil
	}
	times := 0
	for i, file := range c.names {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		data, err := os.ReadFile(file)
		if err != nil || len(data) > maxFile {
			a.Reason, a.What = oracle.OpenWorld, c.shown[i]+" cannot be searched"
			return "", nil
		}
		if !hasWord(data, name) {
			continue
		}
		times++
		line := 0
		if filepath.Ext(file) == ".go" {
			line, err = declares(data, name, owners)
			if err != nil {
				a.Reason, a.What = oracle.OpenWorld, c.shown[i]+" cannot be parsed"
				return "", nil
			}
		} else if n, ok := Literal(data, name); ok && owners == nil {
			line = n
		}
		if line > 0 {
			a.Reason, a.What = oracle.Ambiguous, fmt.Sprintf("%s:%d has it", filepath.Base(file), line)
			return "", nil
		}
	}
	if times == 0 {
		return fmt.Sprintf("the word %s occurs in none of the %d files of %s", name, len(c.names), path), nil
	}
	return fmt.Sprintf("in %d of the %d files of %s the word %s occurs, never as its declaration", times, len(c.names), path, name), nil
}

// anyOwner among the owners stands for every type.
const anyOwner = "*"

// declares returns the line on which a file declares a name at top level or,
// with owners, as a field or method of one of them; 0: it does not.
func declares(data []byte, name string, owners []string) (int, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", data, parser.SkipObjectResolution)
	if err != nil {
		return 0, err
	}
	owned := func(name string) bool { return slices.Contains(owners, name) || slices.Contains(owners, anyOwner) }
	line := func(n ast.Node) int { return set.Position(n.Pos()).Line }
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name != name {
				continue
			}
			if owners == nil && d.Recv == nil || d.Recv != nil && len(d.Recv.List) == 1 && owned(baseName(d.Recv.List[0].Type)) {
				return line(d.Name), nil
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						if owners == nil && n.Name == name {
							return line(n), nil
						}
					}
				case *ast.TypeSpec:
					if owners == nil && s.Name.Name == name {
						return line(s), nil
					}
					if owners != nil && owned(s.Name.Name) {
						if at := inType(s.Type, name); at != nil {
							return line(at), nil
						}
					}
				}
			}
		}
	}
	return 0, nil
}

// inType returns the field or method of a type's own declaration that has a
// name, or nil.
func inType(e ast.Expr, name string) ast.Node {
	var found ast.Node
	ast.Inspect(e, func(n ast.Node) bool {
		f, ok := n.(*ast.Field)
		if !ok || found != nil {
			return found == nil
		}
		for _, id := range f.Names {
			if id.Name == name {
				found = id
			}
		}
		if len(f.Names) == 0 && baseName(f.Type) == name {
			found = f
		}
		_, isFunc := f.Type.(*ast.FuncType)
		return !isFunc // the parameters of a method are no members
	})
	return found
}

// baseName returns the name of a type without star, package and arguments.
func baseName(e ast.Expr) string {
	switch t := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return baseName(t.X)
	case *ast.IndexExpr:
		return baseName(t.X)
	case *ast.IndexListExpr:
		return baseName(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// memberAround looks for a member of a type of that name in the packages around
// the tree; with an empty name of a type for any declaration.
func (w *World) memberAround(ctx context.Context, typ, name string) (file string, line int, err error) {
	found, err := w.OccursAround(ctx, name)
	if err != nil {
		return "", 0, err
	}
	seen := map[string]bool{}
	for _, o := range found.List {
		if o.Where != InCode || seen[o.File] {
			continue
		}
		seen[o.File] = true
		data, err := os.ReadFile(filepath.FromSlash(o.File))
		if err != nil {
			continue
		}
		owners := []string{typ}
		if typ == "" {
			if line, err := declares(data, name, nil); err == nil && line > 0 {
				return o.File, line, nil
			}
			owners = []string{anyOwner}
		}
		if line, err := declares(data, name, owners); err == nil && line > 0 {
			return o.File, line, nil
		}
	}
	return "", 0, nil
}

// Embedded returns the last names of the types that the declaration of a type of
// the tree embeds, read from its file as it is now. ok: it was found.
func (w *World) Embedded(t Symbol) (list []string, ok bool) {
	data, err := w.Read(t.Span.File)
	if err != nil {
		return nil, false
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", data, parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	name := fact.LastName(&t.Fact)
	ast.Inspect(file, func(n ast.Node) bool {
		s, is := n.(*ast.TypeSpec)
		if !is || s.Name.Name != name || ok {
			return !ok
		}
		var fields *ast.FieldList
		switch d := s.Type.(type) {
		case *ast.StructType:
			fields = d.Fields
		case *ast.InterfaceType:
			fields = d.Methods
		default:
			return true
		}
		ok = true
		for _, f := range fields.List {
			if len(f.Names) == 0 {
				list = append(list, baseName(f.Type))
			}
		}
		return false
	})
	return list, ok
}
