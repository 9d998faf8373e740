package world

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// listing is every file and folder of the tree, as it is on disk now, what git
// ignores included. Links are not followed.
type listing struct {
	files   []string // in order of name
	sizes   []int64
	known   map[string]bool // files
	folders map[string]bool
	base    map[string][]string // last element → files and folders
	short   string              // why there may be more; empty: that is all
}

// maxListed bounds how many files a tree is looked through for.
const maxListed = 400_000

// listed walks the tree once.
func (w *World) listed(ctx context.Context) (*listing, error) {
	return w.listing.get(func() (*listing, error) {
		l := &listing{known: map[string]bool{}, folders: map[string]bool{".": true}, base: map[string][]string{}}
		err := filepath.WalkDir(w.dir, func(name string, d fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			rel, failed := filepath.Rel(w.dir, name)
			if failed != nil {
				return failed
			}
			rel = filepath.ToSlash(rel)
			if err != nil {
				if rel == "." {
					return err
				}
				l.short = rel + " cannot be read"
				if d != nil && d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			if rel == "." {
				return nil
			}
			if d.IsDir() {
				if d.Name() == ".git" || d.Name() == ".sooth" {
					return fs.SkipDir
				}
				l.folders[rel] = true
				l.base[d.Name()] = append(l.base[d.Name()], rel)
				return nil
			}
			if len(l.files) >= maxListed {
				l.short = "the tree has too many files"
				return fs.SkipAll
			}
			l.known[rel] = true
			l.base[d.Name()] = append(l.base[d.Name()], rel)
			if !d.Type().IsRegular() {
				return nil
			}
			info, err := d.Info()
			if err != nil {
				return nil // it went away
			}
			l.files, l.sizes = append(l.files, rel), append(l.sizes, info.Size())
			return nil
		})
		if err != nil {
			return nil, err
		}
		return l, nil
	})
}

// Place is what a path of a text means.
type Place struct {
	Files   []string // all files of the tree that it may mean
	Folders []string // all folders
	Others  []string // beside the one of Files at the root of the tree: files elsewhere of that bare name
	// Inside says that the path, were it right, would be one of the tree: the
	// folder before its last element is there.
	Inside  bool
	Ignored bool   // it is where generated and ignored files are
	Leaves  bool   // it leads out of the tree
	Clean   string // the path without what does not matter: "./", the repository's name
}

// Locate finds out what a path of a text means: relative to the tree, for a
// link first to the folder of the text, with the repository's name or the
// module's path before it, or the end of a longer path. Nothing outside the
// tree is looked at by it.
func (w *World) Locate(ctx context.Context, p, from string, linked bool) (Place, error) {
	l, err := w.listed(ctx)
	if err != nil {
		return Place{}, err
	}
	var found Place
	rooted := strings.TrimPrefix(strings.TrimSuffix(p, "/"), "/")
	candidates := []string{path.Clean(rooted)}
	if linked && !strings.HasPrefix(p, "/") {
		candidates = slices.Insert(candidates, 0, path.Join(from, rooted))
	} else if from != "" && from != "." && strings.HasPrefix(p, ".") {
		candidates = append(candidates, path.Join(from, rooted))
	}
	clean := strings.TrimPrefix(path.Clean(rooted), "./")
	for strings.HasPrefix(clean, "../") {
		clean = clean[len("../"):]
	}
	found.Clean = clean
	found.Leaves = linked && from != "" && strings.HasPrefix(path.Join(from, rooted), "../")
	if linked && from == "" { // a text without a place: the link leads to the root
		candidates = append(candidates, clean)
	}
	for _, prefix := range w.prefixes(ctx) {
		if rest, ok := strings.CutPrefix(clean, prefix+"/"); ok && rest != "" {
			candidates = append(candidates, rest)
		}
	}
	for _, c := range candidates {
		switch {
		case c == "." || strings.HasPrefix(c, "../"):
		case l.known[c]:
			found.Files = []string{c}
			if !strings.Contains(p, "/") {
				for _, other := range l.base[c] {
					if other != c && l.known[other] {
						found.Others = append(found.Others, other)
					}
				}
			}
			return found, nil
		case l.folders[c]:
			found.Folders = []string{c}
			return found, nil
		}
	}
	for _, c := range l.base[path.Base(clean)] {
		if c == clean || strings.HasSuffix(c, "/"+clean) {
			if l.folders[c] {
				found.Folders = append(found.Folders, c)
			} else {
				found.Files = append(found.Files, c)
			}
		}
	}
	if len(found.Files) > 0 || len(found.Folders) > 0 {
		return found, nil
	}
	for _, c := range candidates {
		if c == "." || strings.HasPrefix(c, "../") {
			continue
		}
		dir := path.Dir(c)
		found.Inside = found.Inside || l.folders[dir] && dir != "."
		ignored, err := w.ignored(ctx, c)
		if err != nil {
			return found, err
		}
		found.Ignored = found.Ignored || ignored
	}
	return found, nil
}

// prefixes returns what may stand before a path of the tree: the repository's
// name, the module's path.
func (w *World) prefixes(ctx context.Context) []string {
	var list []string
	if abs, err := filepath.Abs(w.dir); err == nil {
		list = append(list, strings.Split(filepath.Base(abs), "@")[0])
	}
	if state, err := w.State(ctx); err == nil && state.Module != "" {
		list = append(list, state.Module, lastElement(state.Module), path.Base(state.Module))
		if parts := strings.SplitN(state.Module, "/", 4); len(parts) >= 3 {
			list = append(list, parts[2], parts[1]+"/"+parts[2])
		}
	}
	return list
}

// Module returns the module and package folder of the tree's own packages: the
// package that an import path of the tree's module names, whether it exists.
func (w *World) Module(ctx context.Context) string {
	state, err := w.State(ctx)
	if err != nil {
		return ""
	}
	return state.Module
}

// generated are names of folders whose content no repository keeps.
func generated(element string) bool {
	switch element {
	case "node_modules", "vendor", "bin", "dist", "build", "out", "target", "tmp", "temp", ".git", ".cache", "coverage", "data", "logs", "release", "_output", "generated", ".build":
		return true
	}
	return false
}

// ignored reports whether a path lies where generated files are: by the name of
// a folder, or because a .gitignore on the way names it.
func (w *World) ignored(ctx context.Context, p string) (bool, error) {
	l, err := w.listed(ctx)
	if err != nil {
		return false, err
	}
	parts := strings.Split(p, "/")
	for i, e := range parts {
		if generated(e) && (!l.folders[strings.Join(parts[:i+1], "/")] || e == "node_modules" || e == "vendor") {
			return true, nil
		}
	}
	for depth := range parts {
		dir := strings.Join(parts[:depth], "/")
		file := path.Join(dir, ".gitignore")
		if !l.known[file] {
			continue
		}
		data, err := w.Read(file)
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errTooLarge) || os.IsPermission(err) {
				continue
			}
			return false, err
		}
		rest := strings.Join(parts[depth:], "/")
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' || line[0] == '!' {
				continue
			}
			there := 0 // folders that are there are not ignored, whatever they are called
			for there < len(parts)-depth && l.folders[strings.Join(parts[:depth+there+1], "/")] {
				there++
			}
			if ignoredBy(strings.TrimSuffix(strings.TrimSuffix(line, "*"), "/"), rest, there) {
				return true, nil
			}
		}
	}
	return false, nil
}

// ignoredBy reports whether a line of a .gitignore covers a path or a folder
// that it is in, but for its first folders, which are there. It is generous:
// what may be ignored is not accused.
func ignoredBy(line, p string, there int) bool {
	line = strings.TrimPrefix(strings.TrimPrefix(line, "**/"), "/")
	if line == "" {
		return false
	}
	parts := strings.Split(p, "/")
	for i := there; i < len(parts); i++ {
		if ok, _ := path.Match(line, strings.Join(parts[:i+1], "/")); ok {
			return true
		}
		if !strings.Contains(line, "/") {
			if ok, _ := path.Match(line, parts[i]); ok {
				return true
			}
		}
	}
	return false
}
