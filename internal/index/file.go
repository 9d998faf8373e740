package index

import (
	"path"
	"strings"

	"sooth/fact"
)

// files makes the units of files that changed: each file is a fact with its
// number of lines, whatever language reads it besides. What could not be looked
// at is an open unit.
func (r *run) files() {
	there := map[string]fact.Unit{}
	for _, u := range r.known {
		there[u.Name] = u
	}
	put := func(u fact.Unit) {
		r.keep[u.Name] = true
		u.Version = fileVersion
		r.replace = append(r.replace, u)
	}
	for i, f := range r.looked {
		name := filePrefix + f.Path
		old, known := there[name]
		if known && old.Version == fileVersion && (!f.read || f.open != "" && f.open == old.Open) {
			r.keep[name] = true
			continue
		}
		u := fact.Unit{Name: name, Files: []string{f.Path}, Open: f.open, Shape: f.Hash}
		if known && old.Version == fileVersion && old.Open == "" && f.open == "" && old.Shape == f.Hash {
			r.keep[name] = true // touched, not changed
			continue
		}
		if f.open == "" {
			x := fact.Fact{Kind: fact.File, Language: languageOf(f.Path), Subject: f.Path, Index: f.lines, Strength: fact.Text}
			x.Span.File = f.Path
			if r.walker.files[i].link {
				x.Detail = "symbolic link"
			}
			u.Facts = []fact.Fact{x}
		}
		put(u)
	}
	for _, o := range r.walker.open {
		if old, known := there[o.Unit]; known && old.Open == o.Reason {
			r.keep[o.Unit] = true
			continue
		}
		put(fact.Unit{Name: o.Unit, Open: o.Reason})
	}
}

// languageOf names the language of a file by its name, where a reader has a
// name for it; empty: no reader does.
func languageOf(name string) string {
	switch {
	case strings.HasSuffix(name, ".go"), path.Base(name) == "go.mod", path.Base(name) == "go.sum", path.Base(name) == "go.work":
		return "go"
	}
	return ""
}
