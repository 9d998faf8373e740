package witness

import (
	"io/fs"
	"path"
	"strings"
	"sync"
	"unicode"
)

// outside reads packages that are not of the tree when they are asked for: of
// the standard library, and of the modules that its go.mod requires.
type outside struct {
	goroot   fs.FS
	cache    fs.FS             // the module cache; nil: not known
	versions map[string]string // module path: version, by go.mod
	mutex    sync.Mutex
	trees    map[string]*Tree
	age      age
}

// require reads the requirements of a go.mod, without those that are replaced.
func (s *outside) require(text string) {
	block := ""
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(line)
		switch {
		case len(fields) == 2 && fields[1] == "(":
			block = fields[0]
			continue
		case len(fields) == 1 && fields[0] == ")":
			block = ""
			continue
		case len(fields) > 0 && block == "" && (fields[0] == "require" || fields[0] == "replace"):
			fields = append([]string{fields[0]}, fields[1:]...)
		case len(fields) > 0 && block != "":
			fields = append([]string{block}, fields...)
		}
		if len(fields) < 3 {
			continue
		}
		switch fields[0] {
		case "require":
			if _, replaced := s.versions[fields[1]]; !replaced {
				s.versions[fields[1]] = strings.Trim(fields[2], `"`)
			}
		case "replace":
			s.versions[fields[1]] = ""
		}
	}
}

// folder returns where the files of a package lie.
func (s *outside) folder(pkg string) (root fs.FS, dir string) {
	if first, _, _ := strings.Cut(pkg, "/"); !strings.Contains(first, ".") {
		return s.goroot, path.Join("src", pkg)
	}
	if s.cache == nil {
		return nil, ""
	}
	for module := pkg; module != "."; module = path.Dir(module) {
		if version := s.versions[module]; version != "" {
			return s.cache, path.Join(escaped(module)+"@"+escaped(version), strings.TrimPrefix(pkg, module))
		}
	}
	return nil, ""
}

// escaped writes a capital as "!" and its small letter, as the module cache
// does.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsUpper(r) {
			b.WriteByte('!')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// interfaceMethods returns the methods of an interface outside of the tree.
func (s *outside) interfaceMethods(iface string, depth int) *signatures {
	dot := strings.LastIndexByte(iface, '.')
	if s == nil || dot < 0 {
		return nil
	}
	t := s.tree(iface[:dot])
	if t == nil {
		return nil
	}
	return t.interfaceMethods(iface, depth+1)
}

// tree reads one package; nil: there is none.
func (s *outside) tree(pkg string) *Tree {
	if s == nil {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if t, ok := s.trees[pkg]; ok {
		return t
	}
	s.trees[pkg] = nil
	root, dir := s.folder(pkg)
	if root == nil {
		return nil
	}
	entries, err := fs.ReadDir(root, dir)
	if err != nil {
		return nil
	}
	t := &Tree{Files: map[string]*File{}, packages: map[string]*Package{}, named: map[string][]*Decl{}, root: root, std: s}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := t.head(name)
		if err != nil || f == nil || f.Clause == "main" || f.Clause == "documentation" {
			continue
		}
		if t.packages[pkg] == nil {
			t.packages[pkg] = &Package{Path: pkg, Name: f.Clause}
		}
		f.Package = pkg
		f.bind(t)
		t.Files[name] = f
		list, err := t.declarations(name)
		if err != nil {
			continue
		}
		for _, d := range list {
			t.named[d.Symbol()] = append(t.named[d.Symbol()], d)
			t.packages[pkg].Decls = append(t.packages[pkg].Decls, d)
		}
	}
	if t.packages[pkg] == nil {
		return nil
	}
	s.trees[pkg] = t
	return t
}
