package gofact

import (
	"context"
	"path"
	"strings"

	"sooth/fact"
	"sooth/lang"
)

// staleness says which units must be read again.
type staleness struct {
	all     bool
	known   map[string]fact.Unit
	changed map[string]bool
	folders map[*folder]string // names of units
}

func newStaleness(t lang.Tree, version string) *staleness {
	s := &staleness{all: t.Known == nil && t.Changed == nil, known: map[string]fact.Unit{}, changed: map[string]bool{}, folders: map[*folder]string{}}
	for _, u := range t.Known {
		s.known[u.Name] = u
		s.all = s.all || u.Version != version
	}
	for _, name := range t.Changed {
		s.changed[name] = true
		switch path.Base(name) {
		case "go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt":
			s.all = true
		}
	}
	return s
}

// of reports whether a unit must be read again. Its package and those that it
// imports were prepared; u may be nil.
func (s *staleness) of(u *universe, un *unit) bool {
	known, ok := s.known[un.name]
	if mended(u, un, known.Open) {
		return true
	}
	if s.all || !ok || len(known.Files) != len(un.folder.files) {
		return true
	}
	for i, base := range un.folder.files {
		if name := path.Join(un.folder.rel, base); s.changed[name] || known.Files[i] != name {
			return true
		}
	}
	if len(known.Depends) != len(un.depends) {
		return true
	}
	for _, k := range un.imports {
		if k.fixed {
			continue
		}
		name := k.unit
		if before, ok := s.known[name]; !ok || !un.depends[name] || before.Shape != k.shape {
			return true
		}
	}
	return false
}

// mended reports whether the reason why a unit is open is gone without a change
// of the tree: a module was downloaded.
func mended(u *universe, un *unit, open string) bool {
	if strings.Contains(open, listFault) {
		return !strings.Contains(un.why, listFault)
	}
	_, rest, ok := strings.Cut(open, "could not import ")
	path, _, _ := strings.Cut(rest, " (")
	if !ok || u == nil {
		return false
	}
	k := u.packs[path]
	return k != nil && k.fixed && k.key != ""
}

// key returns what tells the facts of a unit from all others.
func (o *run) key(un *unit) string {
	parts := []string{"unit", o.Version(), un.name, un.folder.rel, un.why}
	for _, base := range un.folder.files {
		parts = append(parts, base, o.contents.of(path.Join(un.folder.rel, base)))
	}
	for _, k := range un.imports {
		parts = append(parts, k.listed.ImportPath, k.identity())
	}
	return digest(parts...)
}

// unit reads a unit if it is stale; u is nil where nothing can be resolved.
func (o *run) unit(ctx context.Context, u *universe, un *unit) error {
	key := "methods/" + o.key(un)
	if !o.stale.of(u, un) {
		if value, ok, err := o.cache.Get(ctx, key); err != nil {
			return err
		} else if ok {
			if x, err := decodeMethods(value); err == nil {
				o.keep(un.name, x)
				return nil
			}
		}
	}
	out, x, asKnown, err := o.read(ctx, u, un)
	if err != nil {
		return err
	}
	if asKnown {
		value, err := encodeMethods(x)
		if err != nil {
			return err
		}
		if err := o.cache.Put(ctx, key, value); err != nil {
			return err
		}
	}
	o.keep(un.name, x)
	return o.send(out)
}

// keep notes the methods of a unit.
func (o *run) keep(name string, x *methodIndex) {
	o.emitMu.Lock()
	defer o.emitMu.Unlock()
	o.methods[name] = x
}

// send emits a unit, once.
func (o *run) send(u fact.Unit) error {
	o.emitMu.Lock()
	defer o.emitMu.Unlock()
	o.names[u.Name] = true
	if o.emitted[u.Name] {
		return nil
	}
	o.emitted[u.Name] = true
	return o.emit(u)
}

// outsideUnit returns the name of the unit of a module that is a folder beside
// the tree.
func outsideUnit(importPath string) string { return "outside:" + importPath }
