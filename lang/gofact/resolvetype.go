package gofact

import (
	"go/types"
	"strings"
)

// resolvedType is a type that was found: "path.Name" in a package.
type resolvedType struct {
	subject string
	in      *looked
}

// resolve finds the type that a name means.
func (s *selection) resolve(l *looked, e *embedded) (resolvedType, bool) {
	if e.open != "" {
		return s.unresolved(e.open)
	}
	if !strings.HasPrefix(e.path, "?") {
		if subject := e.path + "." + e.name; l.types[subject] != nil {
			return resolvedType{subject, l}, true
		}
		for _, i := range e.file.imports {
			if i.name == "." {
				if t, ok := s.find(i.path, e.name, l.module == "std"); ok {
					return t, true
				}
			}
		}
		if types.Universe.Lookup(e.name) != nil {
			return resolvedType{e.name, nil}, true
		}
		return s.unresolved("embeds " + e.name + ", which was not found in its package")
	}
	qualifier := e.path[1:]
	layout, err := s.packages.laidOut(s.ctx, false)
	if err != nil {
		s.err = err
		return resolvedType{}, false
	}
	path := s.packages.importOf(layout, e.file, qualifier)
	if path == "unsafe" {
		return resolvedType{"unsafe." + e.name, nil}, true
	}
	if t, ok := s.find(path, e.name, l.module == "std"); ok {
		return t, true
	}
	if path == "" {
		return s.unresolved("embeds " + qualifier + "." + e.name + ", whose package is not clear")
	}
	return s.unresolved("embeds " + path + "." + e.name + ", which could not be read")
}

func (s *selection) unresolved(reason string) (resolvedType, bool) {
	if s.open == "" {
		s.open = reason
	}
	return resolvedType{}, false
}

// find looks for a type in the package at path, which inside says to be
// imported by the standard library.
func (s *selection) find(path, name string, inside bool) (resolvedType, bool) {
	if path == "" || path == "C" {
		return resolvedType{}, false
	}
	l, err := s.packages.look(s.ctx, path, inside, false)
	if err != nil {
		s.err = err
		return resolvedType{}, false
	}
	s.changing = s.changing || l.state != ""
	subject := path + "." + name
	if t := l.types[subject]; t == nil || len(t.variants) == 0 {
		return resolvedType{}, false
	}
	return resolvedType{subject, l}, true
}

// importOf returns the path that a file imports under a name; empty: none.
func (p *Packages) importOf(l *layout, in *fileImports, name string) string {
	for _, i := range in.imports {
		if i.name == name {
			return i.path
		}
	}
	for _, i := range in.imports {
		if i.name == "" && lastElement(i.path) == name && standard(i.path) {
			return i.path
		}
	}
	for _, i := range in.imports {
		if i.name == "" && p.packageName(l, i.path) == name {
			return i.path
		}
	}
	for _, i := range in.imports {
		if i.name == "" && lastElement(i.path) == name {
			return i.path
		}
	}
	return ""
}
