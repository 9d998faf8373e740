package world

import (
	"context"
	"path"
	"strings"

	"sooth/fact"
)

// ModuleFolder returns the folder, relative to the tree, of the module in which
// code of a text stands: that of the first package of the tree that the code
// imports, else the nearest one at or above the folder of the text. False: there
// is none.
func (w *World) ModuleFolder(ctx context.Context, from string, imports []string) (string, bool, error) {
	packages, err := w.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Package}})
	if err != nil {
		return "", false, err
	}
	for _, p := range imports {
		for _, f := range packages {
			if f.Subject != p || f.Object == "" {
				continue
			}
			below := strings.TrimPrefix(p, f.Object) // "/inner"
			if root, ok := strings.CutSuffix(path.Join("/", f.Span.File), below); ok {
				return path.Join(".", strings.TrimPrefix(root, "/")), true, nil
			}
		}
	}
	l, err := w.listed(ctx)
	if err != nil {
		return "", false, err
	}
	for dir := path.Clean(from); ; dir = path.Dir(dir) {
		if l.known[path.Join(dir, "go.mod")] {
			return dir, true, nil
		}
		if dir == "." || strings.HasPrefix(dir, "..") || dir == "/" {
			return "", false, nil
		}
	}
}
