package gofact

import (
	"context"
	"encoding/json"
	"go/version"
	"path"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/lang/goapi"
)

// availableUnit is the unit of what is known of the availability of packages and
// symbols that the tree uses and does not declare.
const availableUnit = "available:outside"

// standardUses returns the packages and exported symbols of the standard library
// that a unit refers to, sorted; those of the tree are left out.
func (d *reading) standardUses() []string {
	if d.universe == nil {
		return nil
	}
	seen := map[string]bool{}
	for i := range d.facts {
		f := &d.facts[i]
		if f.Kind == fact.Reference && !seen[f.Object] {
			p := standardPackage(f.Object)
			k := d.universe.packs[p]
			seen[f.Object] = k != nil && k.listed.Standard && !k.own
		}
	}
	var list []string
	for name, standard := range seen {
		if standard {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// standardPackage returns the import path that the name of a symbol of the standard
// library begins with: its last element has no dot.
func standardPackage(name string) string {
	slash := strings.LastIndexByte(name, '/') + 1
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		return name[:slash+dot]
	}
	return name
}

// requirement is the release of Go that the module of an imported package asks
// for.
type requirement struct{ Package, Release, Says string }

// require notes what the modules of the packages ask for that the tree imports and
// that are not its own.
func (o *run) require(units []*unit) {
	for _, un := range units {
		for _, k := range un.imports {
			m := k.listed.Module
			if k.own || k.listed.Standard || m == nil || o.required[k.listed.ImportPath] != (requirement{}) {
				continue
			}
			if m.Replace != nil {
				m = m.Replace
			}
			if m.GoVersion == "" {
				continue
			}
			says := k.listed.Module.Path
			if v := k.listed.Module.Version; v != "" {
				says += "@" + v
			}
			o.required[k.listed.ImportPath] = requirement{k.listed.ImportPath, "go" + m.GoVersion, "go.mod of " + says + ": go " + m.GoVersion}
		}
	}
}

// available emits since when there is what the tree uses of others: symbols of the
// standard library by the API files of the toolchain, packages of modules by what
// their go.mod asks for. It is not made again while the same is used.
func (o *run) available(ctx context.Context) error {
	var uses []string
	for _, x := range o.methods {
		uses = append(uses, x.Standard...)
	}
	slices.Sort(uses)
	uses = slices.Compact(uses)
	var required []requirement
	parts := []string{"available", o.Version(), o.go_.Root}
	for _, r := range o.required {
		required = append(required, r)
	}
	slices.SortFunc(required, func(a, b requirement) int { return strings.Compare(a.Package, b.Package) })
	if len(uses)+len(required) == 0 {
		return nil
	}
	for _, r := range required {
		parts = append(parts, r.Package, r.Release, r.Says)
	}
	u := fact.Unit{Name: availableUnit, Version: o.Version(), Shape: digest(slices.Concat(parts, []string{""}, uses)...)}
	o.names[u.Name] = true
	if before, ok := o.stale.known[u.Name]; ok && before.Shape == u.Shape && before.Version == u.Version {
		return nil
	}
	key := "available/" + u.Shape
	if value, ok, err := o.cache.Get(ctx, key); err != nil {
		return err
	} else if ok && json.Unmarshal(value, &u.Facts) == nil {
		return o.send(u)
	}
	for _, r := range required {
		u.Facts = append(u.Facts, fact.Fact{Kind: fact.Available, Language: language, Subject: r.Package, Object: r.Release, Detail: r.Says, Strength: fact.Syntax})
	}
	api, err := goapi.Load(o.go_.Root)
	if err != nil {
		if len(uses) > 0 {
			u.Open = "when symbols of the standard library came is not known: the toolchain has no API files"
		}
		slices.SortFunc(u.Facts, canonical)
		return o.send(u)
	}
	for _, name := range uses {
		pkg := standardPackage(name)
		symbol := strings.TrimPrefix(strings.TrimPrefix(name, pkg), ".")
		if release, says, ok := api.Since(pkg, symbol); ok {
			u.Facts = append(u.Facts, fact.Fact{Kind: fact.Available, Language: language, Subject: name, Object: goapi.BuildTag(release), Detail: says, Strength: fact.Index})
		}
	}
	slices.SortFunc(u.Facts, canonical)
	value, err := json.Marshal(u.Facts)
	if err != nil {
		return err
	}
	if err := o.cache.Put(ctx, key, value); err != nil {
		return err
	}
	return o.send(u)
}

// moduleRelease returns the release of Go that the go.mod of a package of the tree
// asks for. The standard library asks for the toolchain that it comes with, which
// says nothing.
func moduleRelease(f *folder) (fact.Fact, bool) {
	m := f.module
	if m == nil || m.file.Path == "std" || !version.IsValid("go"+m.file.Go) {
		return fact.Fact{}, false
	}
	x := fact.Fact{Kind: fact.Available, Language: language, Subject: f.path, Object: "go" + m.file.Go, Detail: "go.mod: go " + m.file.Go, Strength: fact.Syntax}
	x.Span.File, x.Span.Line, x.Span.EndLine = path.Join(m.rel, "go.mod"), m.file.GoLine, m.file.GoLine
	return x, true
}
