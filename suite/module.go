package suite

import (
	"go/version"
	"maps"
	"path"
	"slices"

	"sooth/internal/nearest"
	"sooth/lang"
)

// readModule reads the module that the task's code is checked in. Its
// dependencies must be pinned, and must not lie outside the module proxy.
func (l *loader) readModule(m mapping, dir string, t *Task) {
	file := path.Join(dir, "go.mod")
	text, ok := l.read(file, m.at(m.node), maxYAML, l.suite.Tree == "" || t.ModulePath != "")
	if !ok {
		return
	}
	t.Module.Files = append(t.Module.Files, lang.File{Name: "go.mod", Text: string(text)})
	mod := parseGoMod(string(text))
	for _, p := range mod.problems {
		l.problems.add(place{file, p.line, p.column}, p.hint, "%s", p.message)
	}
	if len(mod.problems) > 0 {
		return
	}
	if mod.replaced.line > 0 {
		l.problems.add(place{file, mod.replaced.line, mod.replaced.column}, "require a version that the module proxy serves", "a module is replaced by a folder, which the suite does not pin")
	}
	switch v := t.Target.Version; {
	case mod.version == "":
		l.problems.add(place{file: file}, "add `go "+t.Target.Version+"`", "go.mod has no go line")
	case v != "" && version.Lang("go"+mod.version) != version.Lang("go"+v):
		l.problems.add(place{file, mod.goLine.line, mod.goLine.column}, "make them equal", "go.mod says go %s, but the task's target is Go %s", mod.version, v)
	}
	if at := m.place("version"); t.ModulePath != "" && t.ModulePath != "std" && t.ModuleVer != "" {
		pinned, required := mod.require[t.ModulePath]
		switch {
		case !required:
			l.problems.add(m.place("module"), nearest.Hint(t.ModulePath, slices.Sorted(maps.Keys(mod.require))), "go.mod does not require module %q", t.ModulePath)
		case pinned != t.ModuleVer:
			l.problems.add(at, "make them equal", "the task says version %s, but go.mod requires %s", t.ModuleVer, pinned)
		}
	}
	if sums, ok := l.read(path.Join(dir, "go.sum"), m.at(m.node), maxText, len(mod.require) > 0); ok {
		t.Module.Files = append(t.Module.Files, lang.File{Name: "go.sum", Text: string(sums)})
	}
}
