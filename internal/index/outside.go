package index

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sooth/fact"
)

// replaced finds the folders outside the tree that the go.mod and go.work files
// in it put in the place of modules: what is read there counts among what makes
// facts stale. They are relative to the tree, "../x".
func replaced(dir string, files []found) []string {
	var list []string
	for _, f := range files {
		base := path.Base(f.Path)
		if base != "go.mod" && base != "go.work" {
			continue
		}
		text, ok := readSmall(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if !ok {
			continue
		}
		for _, local := range localPaths(text) {
			target := filepath.FromSlash(local)
			if !filepath.IsAbs(target) {
				target = filepath.Join(dir, filepath.FromSlash(path.Dir(f.Path)), target)
			}
			relative, err := filepath.Rel(dir, target)
			if err == nil && (relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator))) {
				list = append(list, filepath.ToSlash(relative))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// localPaths returns the folders that a go.mod or go.work file names after
// "=>" or "use": those that begin with a dot or are absolute.
func localPaths(text string) (list []string) {
	block := ""
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if words[0] == ")" {
			block = ""
			continue
		}
		if len(words) == 2 && words[1] == "(" {
			block = words[0]
			continue
		}
		verb := block
		if verb == "" {
			verb, words = words[0], words[1:]
		}
		var target string
		switch at := slices.Index(words, "=>"); {
		case verb == "replace" && at >= 0 && at+1 < len(words):
			target = words[at+1]
		case verb == "use" && len(words) > 0:
			target = words[0]
		}
		if unquoted, err := strconv.Unquote(target); err == nil {
			target = unquoted
		}
		if strings.HasPrefix(target, ".") || filepath.IsAbs(filepath.FromSlash(target)) {
			list = append(list, target)
		}
	}
	return list
}

// outsideStamps walks the replaced folders for what a Go package is made of. No
// symbolic link is followed, and their content is never kept.
func outsideStamps(ctx context.Context, dir string, folders []string, limits Limits) ([]fact.Stamp, error) {
	var list []fact.Stamp
	for _, folder := range folders {
		start := filepath.Join(dir, filepath.FromSlash(folder))
		err := filepath.WalkDir(start, func(name string, d fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				return nil // what cannot be read makes nothing stale
			}
			if d.IsDir() {
				if name != start && (strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") || d.Name() == "testdata") {
					return fs.SkipDir
				}
				return nil
			}
			if !d.Type().IsRegular() || len(list) >= limits.Files || !strings.HasSuffix(name, ".go") && d.Name() != "go.mod" {
				return nil
			}
			info, err := d.Info()
			relative, errPath := filepath.Rel(dir, name)
			if err == nil && errPath == nil {
				list = append(list, fact.Stamp{Path: filepath.ToSlash(relative), Size: info.Size(), Modified: info.ModTime().UnixNano(), Inode: inode(info)})
			}
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
	}
	slices.SortFunc(list, func(a, b fact.Stamp) int { return strings.Compare(a.Path, b.Path) })
	return slices.Compact(list), nil
}

// module returns the path of the module in the tree's root; empty: none.
func module(dir string) string {
	text, _ := readSmall(filepath.Join(dir, "go.mod"))
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		if words := strings.Fields(line); len(words) == 2 && words[0] == "module" {
			if unquoted, err := strconv.Unquote(words[1]); err == nil {
				return unquoted
			}
			return words[1]
		}
	}
	return ""
}
