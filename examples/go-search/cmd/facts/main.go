// Command facts writes the documents of the standard library as a store of
// facts, so that the full text of `sooth facts search` is measured over the
// same documents as the other engines.
//
//	facts [--goroot DIR] --out DIR
//
// It makes DIR/.sooth/facts.db anew. Each document is a definition as an index
// of Go code has it: its declaration, and of its comment the first sentence.
// Packages have no definition.
package main

import (
	"context"
	"flag"
	"fmt"
	"go/build"
	"go/doc"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"sooth/examples/go-search/universe"
	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/source"
)

func main() {
	goroot := flag.String("goroot", build.Default.GOROOT, "the toolchain's `folder`")
	out := flag.String("out", "scratch/facts", "`folder` to write into")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *goroot, *out); err != nil {
		fmt.Fprintln(os.Stderr, "facts: error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, goroot, out string) error {
	library, err := universe.Load(ctx, goroot)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	file := filepath.Join(out, ".sooth", "facts.db")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	store, err := factdb.Open(ctx, file, factdb.Options{})
	if err != nil {
		return err
	}
	defer store.Close()
	generation, err := store.Begin(ctx)
	if err != nil {
		return err
	}
	defer generation.Rollback()
	n := 0
	for _, unit := range units(library.Documents()) {
		if err := generation.Replace(ctx, unit); err != nil {
			return err
		}
		n += len(unit.Facts)
	}
	tree, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if err := generation.Commit(ctx, fact.State{Tree: tree, Module: "std", Readers: []string{"go-search of " + library.Version}}, nil); err != nil {
		return err
	}
	fmt.Printf("%d definitions\n", n)
	return store.Close()
}

// units makes one unit of each package.
func units(documents []universe.Document) []fact.Unit {
	var list []fact.Unit
	for _, d := range documents {
		if d.Kind == "package" {
			continue
		}
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
func symbol(d universe.Document) string {
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
