package world

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sooth/source"
)

// NearFile returns the file that was probably meant by a path that is not
// there, and whether it stands in the same folder. short says why there may be
// more files than are known.
func (w *World) NearFile(ctx context.Context, p string) (near string, beside bool, short string, err error) {
	l, err := w.listed(ctx)
	if err != nil {
		return "", false, "", err
	}
	dir, base := path.Split(p)
	dir = strings.TrimSuffix(dir, "/")
	stem := strings.TrimSuffix(base, path.Ext(base))
	var inDir, all []string
	byName := map[string]string{}
	for _, f := range l.files {
		d, b := path.Split(f)
		if path.Ext(b) != path.Ext(base) {
			continue
		}
		d = strings.TrimSuffix(d, "/")
		b = strings.TrimSuffix(b, path.Ext(b))
		if d == dir || dir != "" && strings.HasSuffix(d, "/"+dir) {
			inDir = append(inDir, b)
			byName["/"+b] = f
		}
		all = append(all, b)
		if byName[b] == "" {
			byName[b] = f
		}
	}
	if n, _ := Nearest(stem, slices.Values(inDir)); n != "" {
		return byName["/"+n], true, l.short, nil
	}
	if n, _ := Nearest(stem, slices.Values(all)); n != "" {
		return byName[n], false, l.short, nil
	}
	return "", false, l.short, nil
}

// Mentions says which file of the tree, not of Markdown and not by a comment of
// Go, has a text: a file of that name may be made by it. Empty: none.
func (w *World) Mentions(ctx context.Context, what string) (string, error) {
	found, err := w.occurs(ctx, what, true)
	if err != nil {
		return "", err
	}
	for _, o := range found.List {
		if o.Where == InLiteral || o.Where == InText || o.Where == InProse {
			return fmt.Sprintf("%s:%d", o.File, o.Line), nil
		}
	}
	return "", nil
}

// FileAround finds a path below the folder of a package that is not of the tree:
// "net/http/server.go". lines is how many it has, -1 when they cannot be read. A
// bare name is looked for in the packages that the tree imports.
func (w *World) FileAround(ctx context.Context, p string) (file string, lines int, err error) {
	if w.packages == nil {
		return "", 0, nil
	}
	dir, base := path.Split(p)
	dir = strings.TrimSuffix(dir, "/")
	var folders []string
	if dir == "" {
		if folders, err = w.Around(ctx); err != nil {
			return "", 0, err
		}
	} else {
		paths, err := w.Qualified(ctx, dir)
		if err != nil {
			return "", 0, err
		}
		for _, q := range paths {
			if w.Own(ctx, q) || q != dir && !strings.HasSuffix(q, "/"+dir) {
				continue
			}
			f, err := w.Folder(ctx, q)
			if err != nil {
				return "", 0, err
			}
			if f != "" {
				folders = append(folders, f)
			}
		}
	}
	for _, f := range folders {
		name := filepath.Join(f, base)
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if data, err := os.ReadFile(name); err == nil && info.Size() < maxFile {
			return short(filepath.ToSlash(name)), source.NewLines(string(data)).Count(), nil
		}
		return short(filepath.ToSlash(name)), -1, nil
	}
	return "", 0, nil
}
