package goapi

import (
	"path"
	"strings"
	"sync"
)

// part is a run of lines of one API file about one package.
type part struct{ file, start, end int }

// scan is what one pass over an API file finds: which lines are about which
// package, and the alias types. Lines are parsed only when their package is
// asked for, since nineteen of twenty are about syscall.
type scan struct {
	parts   map[string][]part
	aliases []aliasLine
}

// aliasLine is "pkg os, type FileInfo = fs.FileInfo".
type aliasLine struct {
	from   qualified
	target string // "fs.FileInfo": the package by its name, as the line has it
}

// scanFile splits the text of the API file with index file.
func scanFile(file int, text string) scan {
	s := scan{parts: map[string][]part{}}
	var current string // path of the package of the run, with what comes before and after it in a line
	begin := 0
	end := func(at int) {
		if current != "" {
			s.parts[current] = append(s.parts[current], part{file, begin, at})
		}
	}
	for start := 0; start < len(text); {
		next := len(text)
		if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
			next = start + i + 1
		}
		line := text[start:next]
		if !samePackage(line, current) {
			end(start)
			current, begin = packageOf(line), start
		}
		if len(current) > 0 && current != "syscall" {
			s.alias(line, current)
		}
		start = next
	}
	end(len(text))
	return s
}

// samePackage reports whether an API line is about the package pkg.
func samePackage(line, pkg string) bool {
	const prefix = "pkg "
	n := len(prefix) + len(pkg)
	return pkg != "" && len(line) > n && line[len(prefix):n] == pkg && (line[n] == ',' || line[n] == ' ') && line[:len(prefix)] == prefix
}

// packageOf returns the import path of an API line; empty for comments and
// blank lines.
func packageOf(line string) string {
	rest, ok := strings.CutPrefix(line, "pkg ")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, ", "); i > 0 {
		return rest[:i]
	}
	return ""
}

// alias notes the alias type that an API line declares, if it does.
func (s *scan) alias(line, pkg string) {
	i := strings.Index(line, ", type ")
	if i < 0 {
		return
	}
	name, rest := cutName(line[i+len(", type "):])
	if target, ok := strings.CutPrefix(rest, " = "); ok {
		target, _, _ = strings.Cut(strings.TrimSpace(target), " ")
		s.aliases = append(s.aliases, aliasLine{qualified{pkg, name}, target})
	}
}

// merge puts the scans of all files together.
func (a *API) merge(scans []scan) {
	for _, s := range scans {
		for pkg, parts := range s.parts {
			index := a.packages[pkg]
			if index == nil {
				index = &packageIndex{}
				a.packages[pkg] = index
			}
			index.parts = append(index.parts, parts...)
		}
	}
	a.aliases = map[qualified][]qualified{}
	for _, s := range scans {
		for _, line := range s.aliases {
			if to, ok := a.resolve(line); ok {
				a.aliases[to] = append(a.aliases[to], line.from)
				a.packages[line.from.pkg].target(line.from.name, to)
			}
		}
	}
}

// resolve finds the type that an alias stands for. API files write packages by
// their last element; the one that declares the type is meant.
func (a *API) resolve(line aliasLine) (qualified, bool) {
	base, name, ok := strings.Cut(line.target, ".")
	if !ok {
		return qualified{line.from.pkg, base}, true
	}
	var found []qualified
	for pkg := range a.packages {
		if path.Base(pkg) == base && pkg != line.from.pkg {
			if _, ok := a.index(pkg).first[name]; ok {
				found = append(found, qualified{pkg, name})
			}
		}
	}
	if len(found) != 1 {
		return qualified{}, false // an internal package, or not decidable
	}
	return found[0], true
}

// packageIndex is what the API files say of one package.
type packageIndex struct {
	parts   []part // oldest release first
	targets map[string]qualified

	once       sync.Once
	first      map[string]place   // symbol → the first line about it
	deprecated map[string]place   // symbol → the line that marks it
	embedded   map[string][]embed // struct type → what it embeds
}

// place is a line of an API file.
type place struct{ file, start, end int }

// embed is an embedded field of a struct type.
type embed struct {
	typ   string // "Pos", "ast.Node", without a star
	place place
}

func (p *packageIndex) target(name string, to qualified) {
	if p.targets == nil {
		p.targets = map[string]qualified{}
	}
	p.targets[name] = to
}

// index returns the index of a package, made on first use; nil if no API file
// names the package.
func (a *API) index(pkg string) *packageIndex {
	p := a.packages[pkg]
	if p == nil {
		return nil
	}
	p.once.Do(func() {
		p.first, p.deprecated, p.embedded = map[string]place{}, map[string]place{}, map[string][]embed{}
		for _, run := range p.parts {
			text := a.files[run.file].text
			for start := run.start; start < run.end; {
				end := run.end
				if i := strings.IndexByte(text[start:end], '\n'); i >= 0 {
					end = start + i + 1
				}
				p.add(text[start:end], place{run.file, start, end})
				start = end
			}
		}
	})
	return p
}
