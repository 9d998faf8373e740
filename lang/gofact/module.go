package gofact

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"strings"

	"sooth/lang/golang"
)

// module reads the folders of one module; m is nil for those without one.
func (o *run) module(ctx context.Context, m *module, folders []*folder) error {
	if m == nil {
		return o.syntaxOnly(ctx, folders, "no go.mod stands above it")
	}
	for _, fresh := range []bool{false, true} {
		l, err := o.list(ctx, m, folders, fresh)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return o.syntaxOnly(ctx, folders, path.Join(m.rel, "go.mod")+": "+listFault+": "+firstLine(err.Error())+missing(err.Error()))
		}
		if err = o.listed(ctx, l, folders, !fresh); !errors.Is(err, errLost) {
			return err
		}
	}
	return errLost
}

// listFault begins the reason why packages are open that could not be listed.
const listFault = "the go command cannot list its packages"

// missing is the hint that belongs to a message of the go command: it is asked
// without a network.
func missing(message string) string {
	if strings.Contains(message, "GOPROXY=off") {
		return "; hint: download what is missing (go mod download)"
	}
	return ""
}

// firstLine returns the first line of a message that says something.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "go: downloading ") {
			return line
		}
	}
	return s
}

// syntaxOnly reads folders whose packages cannot be resolved.
func (o *run) syntaxOnly(ctx context.Context, folders []*folder, why string) error {
	for _, f := range folders {
		if err := ctx.Err(); err != nil {
			return err
		}
		un := &unit{name: o.name(f), folder: f, why: why}
		if err := o.unit(ctx, nil, un); err != nil {
			return err
		}
	}
	return nil
}

// name returns the name of the unit of a folder, which no other one has.
func (o *run) name(f *folder) string {
	name := f.path
	if o.names[name] {
		name += " (" + f.rel + ")"
	}
	o.names[name] = true
	return name
}

// listed reads the folders of a module whose packages were listed. trusted says
// that the cache may be taken at its word about what it holds.
func (o *run) listed(ctx context.Context, l *listing, folders []*folder, trusted bool) error {
	own := map[string]*folder{}
	for _, f := range folders {
		own[filepath.Join(o.dir, filepath.FromSlash(f.rel))] = f
	}
	u := o.newUniverse(l, own)
	units := o.units(u, own, folders)
	for _, k := range u.order {
		if !k.fixed {
			for _, d := range k.deps {
				u.needs(d)
			}
		}
	}
	for _, un := range units {
		for _, k := range un.imports {
			u.needs(k)
		}
	}
	if err := u.complete(ctx, trusted); err != nil {
		return err
	}
	if err := o.schedule(ctx, u, units); err != nil {
		return err
	}
	o.require(units)
	return o.interfaces(ctx, u, units)
}

// units makes a unit of each folder.
func (o *run) units(u *universe, own map[string]*folder, folders []*folder) []*unit {
	byFolder := map[*folder]*unit{}
	byPack := map[*pack]*unit{}
	var units []*unit
	add := func(un *unit) {
		if before, again := o.unitOf(un.folder); again {
			un.name = before
		} else {
			un.name = o.name(un.folder)
			o.stale.folders[un.folder] = un.name
		}
		byFolder[un.folder] = un
		units = append(units, un)
	}
	for _, k := range u.order {
		f := own[k.listed.Dir]
		if f == nil || byFolder[f] != nil {
			continue
		}
		f.path = k.listed.ImportPath
		un := &unit{folder: f, pack: k, inside: k.listed, depends: map[string]bool{}}
		if v := u.listing.byID[f.path+" ["+f.path+".test]"]; v != nil && len(k.listed.TestGoFiles) > 0 {
			un.inside = v
		}
		for _, id := range []string{f.path + "_test [" + f.path + ".test]", f.path + "_test"} {
			if v := u.listing.byID[id]; v != nil && un.external == nil {
				un.external = v
			}
		}
		if e := k.listed.Error; e != nil && !strings.Contains(e.Err, "build constraints exclude all Go files") && !strings.Contains(e.Err, "no non-test Go files") {
			un.why = f.rel + ": " + firstLine(e.Err)
		}
		byPack[k] = un
		add(un)
	}
	for _, f := range folders {
		if byFolder[f] == nil {
			add(&unit{folder: f, depends: map[string]bool{}})
		}
	}
	for _, un := range units {
		un.requires(u, byPack)
	}
	return units
}

// requires notes what a unit imports.
func (un *unit) requires(u *universe, byPack map[*pack]*unit) {
	seen := map[*pack]bool{}
	for _, p := range []*golang.Listed{un.inside, un.external} {
		if p == nil {
			continue
		}
		for _, id := range p.ImportPaths() {
			plain, _, _ := strings.Cut(id, " ")
			k := u.packs[plain]
			if k == nil || k == un.pack || seen[k] {
				continue
			}
			seen[k] = true
			un.imports = append(un.imports, k)
			if other := byPack[k]; other != nil {
				un.depends[other.name] = true
			}
		}
	}
}

// unitOf returns the name that the unit of a folder was given before.
func (o *run) unitOf(f *folder) (string, bool) {
	name, ok := o.stale.folders[f]
	return name, ok
}
