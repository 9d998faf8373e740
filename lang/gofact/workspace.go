package gofact

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// module is a module of the tree.
type module struct {
	dir  string // absolute
	rel  string // slash-separated, relative to the tree; "." is the tree itself
	work string // the go.work that uses it; empty: none
	file moduleFile
}

// importPath returns the import path of a folder of the module, given relative
// to the module.
func (m *module) importPath(rel string) string {
	if rel == "." {
		rel = ""
	}
	if m.file.Path == "std" {
		return rel
	}
	return path.Join(m.file.Path, rel)
}

// workspace is the layout of a tree: its modules and the folders with Go files.
type workspace struct {
	dir     string
	modules []*module // in order of rel
	folders []*folder // in order of rel
}

// folder is a folder of own code.
type folder struct {
	rel    string // relative to the tree
	path   string // import path; without a module the folder's own
	module *module
	files  []string // names of Go files, sorted
}

// notOwn reports whether the go command passes over folders of that name.
func notOwn(name string) bool {
	return name == "vendor" || name == "testdata" || name != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_"))
}

// layOut arranges the Go files and module files of a tree; names are relative
// to dir and slash-separated.
func layOut(dir string, names []string) *workspace {
	w := &workspace{dir: dir}
	byFolder := map[string][]string{}
	var works []string
	for _, name := range names {
		rel, base := path.Dir(name), path.Base(name)
		if slices.ContainsFunc(strings.Split(rel, "/"), notOwn) {
			continue
		}
		switch {
		case base == "go.mod":
			m := &module{dir: filepath.Join(dir, filepath.FromSlash(rel)), rel: rel}
			m.file, _ = readModuleFile(dir, m.dir, "go.mod")
			if m.file.Path != "" {
				w.modules = append(w.modules, m)
			}
		case base == "go.work":
			works = append(works, name)
		case strings.HasSuffix(base, ".go") && base[0] != '_' && base[0] != '.':
			byFolder[rel] = append(byFolder[rel], base)
		}
	}
	slices.SortFunc(w.modules, func(a, b *module) int { return strings.Compare(a.rel, b.rel) })
	slices.Sort(works)
	for _, work := range works {
		w.use(work)
	}
	for rel, files := range byFolder {
		slices.Sort(files)
		f := &folder{rel: rel, path: rel, module: w.moduleOf(rel), files: files}
		if f.module != nil {
			f.path = f.module.importPath(relativeTo(f.module.rel, rel))
		} else if rel == "." {
			f.path = filepath.Base(dir)
		}
		w.folders = append(w.folders, f)
	}
	slices.SortFunc(w.folders, func(a, b *folder) int { return strings.Compare(a.rel, b.rel) })
	return w
}

// use notes which modules a go.work uses; the outermost counts.
func (w *workspace) use(work string) {
	text, err := readSource(w.dir, filepath.Join(w.dir, filepath.FromSlash(work)))
	if err != nil {
		return
	}
	for _, used := range parseModuleFile(string(text)).Use {
		rel := path.Join(path.Dir(work), filepath.ToSlash(used))
		for _, m := range w.modules {
			if m.rel == rel && m.work == "" {
				m.work = filepath.Join(w.dir, filepath.FromSlash(work))
			}
		}
	}
}

// moduleOf returns the module of a folder: the nearest one at or above it.
func (w *workspace) moduleOf(rel string) *module {
	var best *module
	for _, m := range w.modules {
		if (m.rel == "." || rel == m.rel || strings.HasPrefix(rel, m.rel+"/")) && (best == nil || len(m.rel) > len(best.rel) || best.rel == ".") {
			best = m
		}
	}
	return best
}

// relativeTo returns rel as seen from the folder base above it.
func relativeTo(base, rel string) string {
	if base == "." {
		return rel
	}
	if rel = strings.TrimPrefix(strings.TrimPrefix(rel, base), "/"); rel == "" {
		return "."
	}
	return rel
}

// maxWalk bounds how many entries of a tree are looked at.
const maxWalk = 1_000_000

// goFiles walks a tree and returns its Go files and module files, relative and
// slash-separated, and the folders that it looked into. Links to folders are not
// followed.
func goFiles(dir string) (names, folders []string, err error) {
	seen := 0
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			if file == dir {
				return err
			}
			return nil // a folder that cannot be read
		}
		if seen++; seen > maxWalk {
			return fs.SkipAll
		}
		base := d.Name()
		if d.IsDir() {
			if file != dir && (notOwn(base) || base == "node_modules") {
				return fs.SkipDir
			}
			folders = append(folders, file)
			return nil
		}
		if base == "go.mod" || base == "go.work" || strings.HasSuffix(base, ".go") {
			rel, err := filepath.Rel(dir, file)
			if err != nil {
				return err
			}
			names = append(names, filepath.ToSlash(rel))
		}
		return nil
	})
	return names, folders, err
}

// readDirNames returns the names of the Go files in a folder, sorted.
func readDirNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if base := e.Name(); strings.HasSuffix(base, ".go") && base[0] != '_' && base[0] != '.' && !e.IsDir() {
			names = append(names, base)
		}
	}
	return names, nil
}
