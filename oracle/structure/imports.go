package structure

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/source"
)

// imports judges that a file, or a package with all its files, imports a
// package.
func (o *Oracle) imports(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	if path.Ext(c.Subject) == ".go" {
		place, err := o.world.Locate(ctx, c.Subject, o.text.Folder, false)
		if err != nil {
			return oracle.Verdict{}, err
		}
		switch len(place.Files) {
		case 0:
			return oracle.Undecide(c, oracle.NoAnchor, "there is no such file"), nil
		case 1:
			return o.fileImports(ctx, c, place.Files[0])
		}
		return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("%d files end so", len(place.Files))), nil
	}
	paths, err := o.world.Qualified(ctx, strings.Trim(c.Subject, "*"))
	if err != nil {
		return oracle.Verdict{}, err
	}
	var own []string
	for _, p := range paths {
		if o.world.Own(ctx, p) {
			own = append(own, p)
		}
	}
	switch len(own) {
	case 0:
		return oracle.Undecide(c, oracle.External, "the tree has no package "+c.Subject), nil
	case 1:
		return o.packageImports(ctx, c, own[0])
	}
	return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("%d packages are called so", len(own))), nil
}

// means reports whether an import path is what a text calls a package.
func means(said, path string) bool {
	return said == path || strings.HasSuffix(path, "/"+said) || !strings.Contains(said, "/") && lastElement(path) == said
}

func lastElement(p string) string {
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	return base
}

// fileImports judges the imports of one file.
func (o *Oracle) fileImports(ctx context.Context, c claim.Claim, file string) (oracle.Verdict, error) {
	list, err := o.world.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Import}, Path: file})
	if err != nil {
		return oracle.Verdict{}, err
	}
	for _, f := range list {
		if means(c.Object, f.Object) {
			return oracle.Verify(c, f.Strength, "it imports "+f.Object, f.Span), nil
		}
	}
	data, err := o.world.Read(file)
	if err != nil {
		return oracle.Undecide(c, oracle.OpenWorld, file+" cannot be read"), nil
	}
	paths, err := importsOf(data)
	if err != nil {
		return oracle.Undecide(c, oracle.OpenWorld, file+" cannot be parsed"), nil
	}
	for _, p := range paths {
		if means(c.Object, p) || o.renamed(c.Object, string(data), p) {
			return oracle.Verify(c, fact.Syntax, "it imports "+p, source.Span{File: file}), nil
		}
	}
	witnesses := []string{
		fmt.Sprintf("of the %d imports in the index none is of %s", len(list), c.Object),
		fmt.Sprintf("of the %d imports of %s, read now, none is of it", len(paths), file),
	}
	return oracle.Refute(c, fact.Index, "the file does not import it", witnesses, "", source.Span{File: file}), nil
}

// renamed reports whether a file imports a package under a name.
func (o *Oracle) renamed(said, text, path string) bool {
	return !strings.Contains(said, "/") && strings.Contains(text, said+" "+strconv.Quote(path))
}

// importsOf returns the import paths of a file of Go.
func importsOf(data []byte) ([]string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "", data, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, i := range f.Imports {
		if p, err := strconv.Unquote(i.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths, nil
}

// packageImports judges the imports of a package. What its tests import alone
// is not decided.
func (o *Oracle) packageImports(ctx context.Context, c claim.Claim, pkg string) (oracle.Verdict, error) {
	list, err := o.world.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Import}, Subject: pkg})
	if err != nil {
		return oracle.Verdict{}, err
	}
	tests := false
	for _, f := range list {
		if !means(c.Object, f.Object) {
			continue
		}
		if strings.HasSuffix(f.Span.File, "_test.go") {
			tests = true
			continue
		}
		return oracle.Verify(c, f.Strength, "it imports "+f.Object, f.Span), nil
	}
	if tests {
		return oracle.Undecide(c, oracle.Ambiguous, "only its tests import it"), nil
	}
	if why, err := o.world.Open(ctx, pkg); err != nil || why != "" {
		return oracle.Undecide(c, oracle.OpenWorld, why), err
	}
	units, err := o.world.Packages(ctx)
	if err != nil {
		return oracle.Verdict{}, err
	}
	fresh, err := o.world.Fresh(ctx, pkg)
	if err != nil {
		return oracle.Verdict{}, err
	}
	entries, err := os.ReadDir(fresh.Dir)
	if err != nil {
		return oracle.Undecide(c, oracle.OpenWorld, "the folder of "+pkg+" cannot be read"), nil
	}
	files, read := 0, 0
	for _, e := range entries {
		if !e.Type().IsRegular() || path.Ext(e.Name()) != ".go" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(fresh.Dir, e.Name()))
		if err != nil {
			return oracle.Undecide(c, oracle.OpenWorld, e.Name()+" cannot be read"), nil
		}
		paths, err := importsOf(data)
		if err != nil {
			return oracle.Undecide(c, oracle.OpenWorld, e.Name()+" cannot be parsed"), nil
		}
		files++
		for _, p := range paths {
			read++
			if means(c.Object, p) || o.renamed(c.Object, string(data), p) {
				return oracle.Undecide(c, oracle.Ambiguous, e.Name()+" imports it"), nil
			}
		}
	}
	witnesses := []string{
		fmt.Sprintf("of the %d imports in the index none is of %s", len(list), c.Object),
		fmt.Sprintf("nor of the %d imports of its %d files, read now", read, files),
	}
	return oracle.Refute(c, fact.Index, "package "+pkg+" does not import it", witnesses, "", source.Span{File: units[pkg]}), nil
}
