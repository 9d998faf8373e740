package world

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
			d, err := w.parsed(file, data)
			if err != nil {
				a.Reason, a.What = oracle.OpenWorld, c.shown[i]+" cannot be parsed"
				return "", nil
			}
			line = d.line(name, owners)
		} else if n, ok := Literal(data, name); ok && owners == nil && !isProse(file) && !retold(data) && !w.isJudged(data) {
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

// memberAround looks for a member of a type of that name in all files of the
// packages around the tree; with an empty name of a type for any declaration.
func (w *World) memberAround(ctx context.Context, typ, name string) (file string, line int, err error) {
	if typ == "" {
		return w.declaredAround(ctx, name)
	}
	c, err := w.aroundCorpus(ctx)
	if err != nil {
		return "", 0, err
	}
	files, err := c.holding(ctx, name)
	if err != nil || len(files) == 0 {
		return "", 0, err
	}
	texts, err := c.keep(ctx)
	if err != nil {
		return "", 0, err
	}
	for _, i := range files {
		if err := ctx.Err(); err != nil {
			return "", 0, err
		}
		if filepath.Ext(c.names[i]) != ".go" {
			continue
		}
		data, err := c.text(texts, int(i))
		if err != nil || !hasWord(data, typ) {
			continue
		}
		d, err := w.parsed(c.names[i], data)
		if err != nil {
			continue
		}
		if line := d.line(name, []string{typ}); line > 0 {
			return c.shown[i], line, nil
		}
	}
	return "", 0, nil
}

// declaredAround looks for any declaration of a name in the packages around the
// tree.
func (w *World) declaredAround(ctx context.Context, name string) (file string, line int, err error) {
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
		d, err := w.parsed(filepath.FromSlash(o.File), nil)
		if err != nil {
			continue
		}
		if line := d.line(name, nil); line > 0 {
			return o.File, line, nil
		}
		if line := d.line(name, []string{anyOwner}); line > 0 {
			return o.File, line, nil
		}
	}
	return "", 0, nil
}

// Embedded returns the last names of the types that the declaration of a type
// embeds, read from its file as it is now. ok: it was found.
func (w *World) Embedded(ctx context.Context, t Symbol) (list []string, ok bool) {
	data, err := w.sourceOf(ctx, t)
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

// sourceOf reads the file that declares a symbol, of the tree or of another
// module.
func (w *World) sourceOf(ctx context.Context, t Symbol) ([]byte, error) {
	path := strings.TrimSuffix(t.Package, "_test")
	if w.Own(ctx, path) {
		return w.Read(t.Span.File)
	}
	s, err := w.Fresh(ctx, path)
	if err != nil {
		return nil, err
	}
	if s.Dir == "" || t.Span.File == "" {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(filepath.Join(s.Dir, filepath.Base(filepath.FromSlash(t.Span.File))))
}
