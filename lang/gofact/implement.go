package gofact

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/lang/golang"
)

// encodeMethods and decodeMethods turn a methodIndex into a value of the cache
// and back.
func encodeMethods(x *methodIndex) ([]byte, error) { return json.Marshal(x) }

func decodeMethods(value []byte) (*methodIndex, error) {
	x := new(methodIndex)
	return x, json.Unmarshal(value, x)
}

// interfaces collects the interfaces of the packages that the tree imports
// directly and that are not its own.
func (o *run) interfaces(ctx context.Context, u *universe, units []*unit) error {
	for _, un := range units {
		for _, k := range un.imports {
			path := k.listed.ImportPath
			if k.own || k.listed.Standard || o.seen[path] || k.key == "" {
				continue
			}
			o.seen[path] = true
			x, err := o.interfacesOf(ctx, u, k)
			if err != nil {
				return err
			}
			o.outside = append(o.outside, x...)
		}
	}
	return nil
}

// interfacesOf returns the exported interfaces of a package.
func (o *run) interfacesOf(ctx context.Context, u *universe, k *pack) ([]interfaceMethods, error) {
	key := digest("interfaces", formatVersion, k.identity())
	if value, ok, err := o.cache.Get(ctx, key); err != nil {
		return nil, err
	} else if ok {
		if x, err := decodeMethods(value); err == nil {
			return x.Interfaces, nil
		}
	}
	if err := u.load(ctx, k); err != nil || k.types == nil {
		return nil, err
	}
	x := &methodIndex{}
	x.exported(k.types)
	value, err := encodeMethods(x)
	if err != nil {
		return nil, err
	}
	return x.Interfaces, o.cache.Put(ctx, key, value)
}

// standardInterfaces returns the interfaces of the standard library that can be
// imported.
func (o *run) standardInterfaces(ctx context.Context) ([]interfaceMethods, error) {
	key := digest("interfaces of the standard library", o.Version(), o.go_.Root)
	if value, ok, err := o.cache.Get(ctx, key); err != nil {
		return nil, err
	} else if ok {
		if x, err := decodeMethods(value); err == nil {
			return x.Interfaces, nil
		}
	}
	dir, err := os.MkdirTemp("", "sooth-std-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out, err := o.go_.Run(ctx, dir, []string{"GOPROXY=off", "GO111MODULE=off", "GOPATH=" + filepath.Join(dir, "gopath")}, "list", "-e", "-deps", "-pgo=off", "-buildvcs=false", "-json="+golang.ListFields, "std")
	if err != nil {
		return nil, fmt.Errorf("cannot list the standard library: %w", cmp.Or(ctx.Err(), err))
	}
	l, err := decodeListing(out)
	if err != nil {
		return nil, err
	}
	u := o.newUniverse(l, nil)
	var exporting []*pack
	for _, k := range u.order {
		elements := strings.Split(k.listed.ImportPath, "/")
		if !slices.Contains(elements, "internal") && !slices.Contains(elements, "vendor") {
			u.needs(k)
			exporting = append(exporting, k)
		}
	}
	if err := u.complete(ctx, false); err != nil {
		return nil, err
	}
	x := &methodIndex{Interfaces: []interfaceMethods{{Name: "error", Methods: []string{"Error()(string)"}}}}
	for _, k := range exporting {
		if err := u.load(ctx, k); err != nil {
			return nil, err
		}
		if k.types != nil {
			x.exported(k.types)
		}
	}
	value, err := encodeMethods(x)
	if err != nil {
		return nil, err
	}
	return x.Interfaces, o.cache.Put(ctx, key, value)
}

// implements emits which types of each unit implement which interfaces, where
// that is not known already.
func (o *run) implements(ctx context.Context) error {
	if len(o.methods) == 0 {
		return nil
	}
	list, err := o.standardInterfaces(ctx)
	if err != nil {
		return err
	}
	list = slices.Concat(list, o.outside)
	var units []string
	for name, x := range o.methods {
		units = append(units, name)
		list = append(list, x.Interfaces...)
	}
	slices.Sort(units)
	slices.SortStableFunc(list, func(a, b interfaceMethods) int { return strings.Compare(a.Name, b.Name) })
	list = slices.CompactFunc(list, func(a, b interfaceMethods) bool { return a.Name == b.Name })
	m := newMatcher(list, o.methods)
	for _, name := range units {
		if err := ctx.Err(); err != nil {
			return err
		}
		var facts []fact.Fact
		for _, t := range o.methods[name].Types {
			facts = append(facts, m.facts(&t)...)
		}
		if len(facts) == 0 {
			continue
		}
		slices.SortFunc(facts, canonical)
		u := fact.Unit{Name: "implements:" + name, Version: o.Version(), Facts: facts}
		text, err := json.Marshal(facts)
		if err != nil {
			return err
		}
		u.Shape = digest(string(text))
		o.names[u.Name] = true
		if before, ok := o.stale.known[u.Name]; ok && before.Shape == u.Shape && before.Version == u.Version {
			continue
		}
		if err := o.send(u); err != nil {
			return err
		}
	}
	return nil
}
