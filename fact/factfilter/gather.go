package factfilter

import (
	"context"
	"go/token"
	"strings"

	"sooth/fact"
)

// gathered is what filters ask about beside definitions.
type gathered struct {
	reader   fact.Reader
	packages map[string][]string        // import paths by folder
	related  map[string]map[string]bool // subjects by relation and object: "implements io.Writer"
	asked    map[string]map[string]bool // every object of a relation that is asked about
	imports  map[string][]imported      // of packages whose types are taken, by file
	shown    map[string][]string        // names under which documentation shows a member, by its own
}

// imported is one import of a file.
type imported struct {
	path  string
	named int // length of the name that the import is given; 0: none
}

// gather reads the relations that the filters ask about, and no others.
func (x *gathered) gather(ctx context.Context, filters []Filter) error {
	x.packages = map[string][]string{}
	if err := x.each(ctx, fact.Query{Kinds: []fact.Kind{fact.Package}}, func(f *fact.Fact) {
		x.packages[f.Span.File] = append(x.packages[f.Span.File], f.Subject, f.Subject+"_test")
	}); err != nil {
		return err
	}
	x.shown = map[string][]string{}
	if err := x.each(ctx, fact.Query{Kinds: []fact.Kind{fact.Promotes}}, func(f *fact.Fact) {
		owner, member := cutLast(f.Object)
		_, hidden := cutLast(owner)
		_, shown := cutLast(f.Subject)
		if hidden != "" && !token.IsExported(hidden) && token.IsExported(shown) && token.IsExported(member) {
			x.shown[f.Object] = append(x.shown[f.Object], f.Subject+"."+member)
		}
	}); err != nil {
		return err
	}
	if len(wanted(filters, "deprecated")) > 0 {
		if err := x.each(ctx, fact.Query{Kinds: []fact.Kind{fact.Deprecated}}, func(f *fact.Fact) { x.relate("deprecated", f.Subject) }); err != nil {
			return err
		}
	}
	implemented := append(wanted(filters, "implements"), wanted(filters, "implementing")...)
	for _, r := range []struct {
		key    string
		kind   fact.Kind
		values []string
	}{
		{"implements", fact.Implements, implemented},
		{"embeds", fact.Embeds, wanted(filters, "embeds")},
		{"returns", fact.Returns, wanted(filters, "returns")},
	} {
		if err := x.relation(ctx, r.key, r.kind, r.values); err != nil {
			return err
		}
	}
	for _, v := range wanted(filters, "implementing") {
		if err := x.methods(ctx, v); err != nil {
			return err
		}
	}
	return x.importers(ctx, wanted(filters, "takes"))
}

func (x *gathered) each(ctx context.Context, q fact.Query, do func(*fact.Fact)) error {
	for f, err := range x.reader.Facts(ctx, q) {
		if err != nil {
			return err
		}
		do(&f)
	}
	return nil
}

func (x *gathered) relate(key, subject string) {
	if x.related[key] == nil {
		x.related[key] = map[string]bool{}
	}
	x.related[key][subject] = true
}

// relation reads one kind of facts, for the objects that are wanted.
func (x *gathered) relation(ctx context.Context, key string, kind fact.Kind, values []string) error {
	if len(values) == 0 {
		return nil
	}
	x.asked[key] = map[string]bool{}
	return x.each(ctx, fact.Query{Kinds: []fact.Kind{kind}}, func(f *fact.Fact) {
		object := generic(f.Object)
		x.asked[key][object] = true
		for _, v := range values {
			if object == generic(v) || v == "chan" && channel(object) {
				x.asked[key][v] = true
				x.relate(key+" "+v, f.Subject)
			}
		}
	})
}

// cutLast separates the last name of a symbol from what stands before its dot.
func cutLast(symbol string) (before, last string) {
	slash := strings.LastIndexByte(symbol, '/') + 1
	dot := strings.LastIndexByte(symbol[slash:], '.')
	if dot < 0 {
		return "", symbol
	}
	return symbol[:slash+dot], symbol[slash+dot+1:]
}

// methods reads which methods an interface asks for, those of the interfaces
// that it embeds among them.
func (x *gathered) methods(ctx context.Context, iface string) error {
	files := map[string]bool{}
	if err := x.each(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}, Subject: iface}, func(f *fact.Fact) { files[f.Span.File] = true }); err != nil {
		return err
	}
	for _, file := range sortedKeys(files) {
		if err := x.each(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}, Path: file}, func(f *fact.Fact) {
			if name := fact.LastName(f); f.Subject == iface+"."+name {
				x.relate("asks "+iface, name)
			}
		}); err != nil {
			return err
		}
	}
	return x.each(ctx, fact.Query{Kinds: []fact.Kind{fact.Promotes, fact.Embeds}, Subject: iface}, func(f *fact.Fact) {
		switch {
		case f.Kind == fact.Promotes:
			x.relate("asks "+iface, f.Object[strings.LastIndexByte(f.Object, '.')+1:])
		case f.Object == "error":
			x.relate("asks "+iface, "Error")
		}
	})
}

// importers reads which files import the packages of types.
func (x *gathered) importers(ctx context.Context, values []string) error {
	x.imports = map[string][]imported{}
	seen := map[string]bool{}
	for _, v := range values {
		_, pkg, _ := cutType(v)
		if pkg == "" || seen[pkg] {
			continue
		}
		seen[pkg] = true
		if err := x.each(ctx, fact.Query{Kinds: []fact.Kind{fact.Import}, Object: pkg}, func(f *fact.Fact) {
			quoted := len(pkg) + len(`""`)
			named := max(f.Span.EndColumn-f.Span.Column-quoted-1, 0)
			x.imports[f.Span.File] = append(x.imports[f.Span.File], imported{pkg, named})
		}); err != nil {
			return err
		}
	}
	return nil
}
