package witness

import (
	"io/fs"
	"path"
	"strings"
)

// importPath returns the import path of the package that a file belongs to: the
// module line of the nearest go.mod above it, and the folders below that.
func (t *Tree) importPath(file, clause string, test bool) (string, error) {
	dir := path.Dir(file)
	module, base := "", dir
	for {
		m, known := t.modules[base]
		if !known {
			m = moduleLine(t.root, path.Join(base, "go.mod"))
			t.modules[base] = m
		}
		if m != "" {
			module = m
			break
		}
		if base == "." {
			break
		}
		base = path.Dir(base)
	}
	rel := dir
	if base != "." {
		rel = strings.TrimPrefix(strings.TrimPrefix(dir, base), "/")
	}
	p := path.Join(module, rel)
	if module == "" && rel == "." {
		p = t.name
	}
	if test && strings.HasSuffix(clause, "_test") {
		p += "_test"
	}
	return p, nil
}

// moduleLine returns the module path that a go.mod names; empty: there is none.
func moduleLine(root fs.FS, name string) string {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(line)
		if len(fields) == 2 && fields[0] == "module" {
			return strings.Trim(fields[1], "\"`")
		}
	}
	return ""
}
