package generate

import (
	"fmt"
	"slices"

	"sooth/fact"
	"sooth/question"
)

// importForms ask what files and packages import and use.
func (m *maker) importForms() []*form {
	return []*form{
		{pattern: "imports/file", kind: question.Imports, candidates: m.fileImports, counter: m.notImportedByFile},
		{pattern: "imports/package", kind: question.Imports, candidates: m.packageImports, counter: m.notImportedByPackage},
		{pattern: "imported-names/file", kind: question.ImportedNames, candidates: m.namesOfFile},
		{pattern: "imported-names/package", kind: question.ImportedNames, candidates: m.namesOfPackage},
		{pattern: "imported-names/list", kind: question.ImportedNames, candidates: m.listOfFile},
	}
}

// fileImports: a file imports a package.
func (m *maker) fileImports() (list []draft) {
	for _, file := range m.world.sources {
		for _, p := range m.world.imports[file] {
			list = append(list, m.importOfFile(file, p, true))
		}
	}
	return list
}

func (m *maker) importOfFile(file, imported string, is bool) draft {
	d := draft{
		subject: file, object: imported, pkg: m.world.importAt[file], file: file, truth: boolean(is),
		measures: map[string]int{measureAnswers: len(m.world.imports[file])},
	}
	if is {
		d.rests = []rest{{fact.Import, file + " " + imported}}
	}
	d.confirm = func() verdict {
		f := m.second.Files[file]
		if f == nil || f.Broken {
			return unknown("a file that cannot be parsed")
		}
		found := false
		for _, i := range f.Imports {
			found = found || i.Path == imported
		}
		if found != is {
			return contradicted(fmt.Sprintf("the import clause says %v", found))
		}
		return agreed("go/parser")
	}
	return d
}

// notImportedByFile: what files beside it import, and it does not.
func (m *maker) notImportedByFile(d draft) (list []draft) {
	for _, p := range m.nearImports(d.subject, d.pkg, d.object) {
		list = append(list, m.importOfFile(d.subject, p, false))
	}
	return list
}

// nearImports are packages that files beside a file import and it does not,
// then others that the tree imports.
func (m *maker) nearImports(file, pkg, like string) (list []string) {
	fits := func(p string) bool {
		return !slices.Contains(m.world.imports[file], p) && p != pkg && p != "C" && p != "unsafe"
	}
	near := slices.DeleteFunc(slices.Clone(m.importsOf(pkg)), func(p string) bool { return !fits(p) })
	m.shuffle(near, func(p string) uint64 { return m.order("near import", file, like, p) })
	far := m.some(m.allImports(), 12, "far import", file, like)
	far = slices.DeleteFunc(far, func(p string) bool { return !fits(p) || slices.Contains(near, p) })
	return append(near[:min(len(near), 4)], far...)
}

// allImports are all packages that the tree imports, sorted.
func (m *maker) allImports() []string {
	m.importsOf("")
	return m.everyImport
}

// importsOf are what the files of a package without tests import, sorted.
func (m *maker) importsOf(pkg string) []string {
	if m.packageImport == nil {
		m.packageImport = map[string][]string{}
		for _, file := range m.world.sources {
			m.everyImport = append(m.everyImport, m.world.imports[file]...)
			if at := m.world.importAt[file]; !test(file) {
				m.packageImport[at] = append(m.packageImport[at], m.world.imports[file]...)
			}
		}
		for at, list := range m.packageImport {
			m.packageImport[at] = distinct(list)
		}
		m.everyImport = distinct(m.everyImport)
	}
	return m.packageImport[pkg]
}

// packageImports: a package imports a package.
func (m *maker) packageImports() (list []draft) {
	for _, pkg := range m.world.packages {
		if m.world.mixed[pkg] {
			continue
		}
		imports := m.importsOf(pkg)
		for _, p := range imports {
			list = append(list, m.importOfPackage(pkg, p, true, len(imports)))
		}
	}
	return list
}

func (m *maker) importOfPackage(pkg, imported string, is bool, n int) draft {
	d := draft{subject: pkg, object: imported, pkg: pkg, truth: boolean(is), measures: map[string]int{measureAnswers: n, measureDistance: 1}}
	d.confirm = func() verdict {
		p := m.second.Package(pkg)
		if p == nil {
			return unknown("a package that syntax does not know")
		}
		found := false
		for _, name := range p.Files {
			f := m.second.Files[name]
			if f.Broken {
				return unknown("a file that cannot be parsed")
			}
			for _, i := range f.Imports {
				found = found || !f.Test && i.Path == imported
			}
		}
		if found != is {
			return contradicted(fmt.Sprintf("the import clauses say %v", found))
		}
		return agreed("go/parser")
	}
	return d
}

func (m *maker) notImportedByPackage(d draft) (list []draft) {
	imports := m.importsOf(d.subject)
	for _, p := range m.some(m.allImports(), 24, "not imported", d.subject, d.object) {
		if !slices.Contains(imports, p) && p != d.subject && p != "C" {
			list = append(list, m.importOfPackage(d.subject, p, false, len(imports)))
		}
	}
	return list
}

// maxSet bounds the members of a set that is asked for.
const maxSet = 12

// namesOfFile: the names of a package that a file uses.
func (m *maker) namesOfFile() (list []draft) {
	for _, file := range m.world.sources {
		for _, p := range sortedKeys(m.world.uses[file]) {
			names := m.world.uses[file][p]
			if p == "unsafe" { // its functions are builtins, which are no references
				continue
			}
			if len(names) > maxSet || m.world.excluded[file] || !m.world.closed(m.world.importAt[file]) {
				continue
			}
			list = append(list, m.usedNames(file, m.world.importAt[file], file, p, []string{file}, names))
		}
	}
	return list
}

// namesOfPackage: the names of a package that a package uses outside of tests.
func (m *maker) namesOfPackage() (list []draft) {
	files := map[string][]string{}
	for _, file := range m.world.sources {
		if !test(file) {
			files[m.world.importAt[file]] = append(files[m.world.importAt[file]], file)
		}
	}
	for _, pkg := range m.world.packages {
		if len(files[pkg]) < 2 || !m.world.closed(pkg) || m.world.mixed[pkg] {
			continue
		}
		all := map[string][]string{}
		for _, file := range files[pkg] {
			for p, names := range m.world.uses[file] {
				all[p] = append(all[p], names...)
			}
		}
		for _, p := range sortedKeys(all) {
			if p == "unsafe" {
				continue
			}
			if names := distinct(all[p]); len(names) <= maxSet {
				list = append(list, m.usedNames(pkg, pkg, "", p, files[pkg], names))
			}
		}
	}
	return list
}

func (m *maker) usedNames(subject, pkg, file, of string, files, names []string) draft {
	a := question.Answer{Shape: question.Names, Names: []question.Name{}}
	slices.Sort(names)
	for _, n := range names {
		a.Names = append(a.Names, question.Name{of + "." + n, m.packageName(of) + "." + n, n})
	}
	distance := 0
	if len(files) > 1 {
		distance = 1
	}
	return draft{
		subject: subject, object: of, pkg: pkg, file: file, truth: a, rests: restsOn(fact.Reference, subject+" "+of+".", names, ""),
		measures: map[string]int{measureAnswers: len(names), measureDistance: distance},
		confirm: func() verdict {
			var used []string
			for _, name := range files {
				f := m.second.Files[name]
				if f == nil || f.Broken {
					return unknown("a file that cannot be parsed")
				}
				for _, i := range f.Imports {
					if i.Path == of && i.Name == "." {
						return unknown("a dot import")
					}
				}
				used = append(used, f.Uses[of]...)
			}
			return same("uses", names, distinct(used))
		},
	}
}

// listOfFile: all that a file imports.
func (m *maker) listOfFile() (list []draft) {
	for _, file := range m.world.sources {
		imports := slices.Clone(m.world.imports[file])
		if len(imports) == 0 || len(imports) > maxSet {
			continue
		}
		slices.Sort(imports)
		list = append(list, draft{
			subject: file, pkg: m.world.importAt[file], file: file, truth: m.paths(imports),
			measures: map[string]int{measureAnswers: len(imports)},
			confirm: func() verdict {
				f := m.second.Files[file]
				if f == nil || f.Broken {
					return unknown("a file that cannot be parsed")
				}
				var other []string
				for _, i := range f.Imports {
					other = append(other, i.Path)
				}
				return same("imports", imports, distinct(other))
			},
		})
	}
	return list
}
