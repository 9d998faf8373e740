package universe

import (
	"context"
	"go/doc"
	"os"
	"path/filepath"
	"strings"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/source"
)

// WriteFacts makes DIR/.sooth/facts.db anew, with the documents of a library as
// definitions, and returns their number. A definition has what an index of Go
// code has of it: its declaration, of a package its clause, and of its comment the
// first sentence.
func WriteFacts(ctx context.Context, dir string, library *Library) (int, error) {
	if err := os.RemoveAll(dir); err != nil {
		return 0, err
	}
	file := filepath.Join(dir, ".sooth", "facts.db")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return 0, err
	}
	tree, err := filepath.Abs(dir)
	if err != nil {
		return 0, err
	}
	store, err := factdb.Open(ctx, file, factdb.Options{})
	if err != nil {
		return 0, err
	}
	defer store.Close()
	generation, err := store.Begin(ctx)
	if err != nil {
		return 0, err
	}
	defer generation.Rollback()
	n, list := 0, units(library.Documents())
	for _, unit := range list {
		if err := generation.Replace(ctx, unit); err != nil {
			return 0, err
		}
		n += len(unit.Facts)
	}
	state := fact.State{Tree: tree, Module: "std", Readers: []string{"go-search of " + library.Version}, Units: len(list)}
	if err := generation.Commit(ctx, state, nil); err != nil {
		return 0, err
	}
	return n, store.Close()
}

// units makes one unit of each package.
func units(documents []Document) []fact.Unit {
	var list []fact.Unit
	for _, d := range documents {
		if len(list) == 0 || list[len(list)-1].Name != d.Package {
			list = append(list, fact.Unit{Name: d.Package, Version: "go-search"})
		}
		u := &list[len(list)-1]
		u.Facts = append(u.Facts, fact.Fact{
			Kind: fact.Definition, Language: "go", Subject: d.ID, Detail: d.Signature, Symbol: symbol(d),
			Doc: new(doc.Package).Synopsis(d.Doc), Span: source.Span{File: d.File, Line: d.Line}, Strength: fact.Compiler,
		})
	}
	return list
}

// symbol is the word of docs/format/fact.md for a declaration.
func symbol(d Document) string {
	if d.Kind != "type" {
		return d.Kind
	}
	switch {
	case strings.HasSuffix(d.Signature, " struct"):
		return "struct"
	case strings.HasSuffix(d.Signature, " interface"):
		return "interface"
	case strings.Contains(d.Signature, " = "):
		return "alias"
	}
	return "type"
}
