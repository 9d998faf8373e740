package gofact

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sooth/fact"
	"sooth/lang"
	"sooth/lang/golang"
)

// hashed returns a folder as an index hands it over: with the hashes of its files.
func hashed(t *testing.T, dir string) lang.Tree {
	t.Helper()
	x := tree(t, dir)
	for i, f := range x.Files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		x.Files[i].Hash = hashOf(text)
	}
	return x
}

// over is a cache over another one, to which it adds nothing.
type over struct{ own, below golang.Cache }

func (o *over) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if value, ok, err := o.own.Get(ctx, key); ok || err != nil {
		return value, ok, err
	}
	return o.below.Get(ctx, key)
}

func (o *over) Put(ctx context.Context, key string, value []byte) error {
	return o.own.Put(ctx, key, value)
}

// A file that is written between the look at its hash and the reading leaves nothing in
// the cache under the old hash: neither types nor methods.
func TestFileWrittenMeanwhile(t *testing.T) {
	dir := t.TempDir()
	const before, after = "package m\n\ntype T struct{}\n\nfunc (T) Len() int { return 0 }\n", "package m\n\ntype T struct{}\n\nfunc (T) Less(i, j int) bool { return false }\n"
	write(t, dir, "go.mod", "module example.org/m\n\ngo 1.21\n")
	write(t, dir, "m.go", before)
	write(t, dir, "user/user.go", "package user\n\nimport \"example.org/m\"\n\ntype Lener interface{ Len() int }\n\nvar _ Lener = m.T{}\n")
	read(t, newReader(t, nil), tree(t, extract(t, "generic.txtar"))) // the standard library is in the cache
	c := &over{golang.NewMemoryCache(memoryCache), shared()}
	told := hashed(t, dir)
	write(t, dir, "m.go", after)
	units, _ := read(t, newReader(t, c), told)
	if units["example.org/m/user"].Open == "" {
		t.Fatal("what stands on the disk was not read")
	}
	write(t, dir, "m.go", before)
	units, _ = read(t, newReader(t, c), hashed(t, dir))
	if open := units["example.org/m/user"].Open; open != "" {
		t.Errorf("the types of another text were kept: %s", open)
	}
	if !slices.Contains(implementations(units["implements:example.org/m"].Facts, "example.org/m"), "T → example.org/m/user.Lener") {
		t.Error("T does not implement Lener")
	}
	// The methods, as a tree that is known reads them.
	x := hashed(t, dir)
	x.Known, x.Changed = known(units), []string{}
	again, names := read(t, newReader(t, c), x)
	if len(again) > 0 || len(names) != len(units) {
		t.Errorf("read again: %d of %d units", len(again), len(units))
	}
}

// With hashes and without, the same is read.
func TestHashesChangeNothing(t *testing.T) {
	dir := extract(t, "tree.txtar")
	with, _ := read(t, newReader(t, nil), hashed(t, dir))
	without, _ := read(t, newReader(t, nil), tree(t, dir))
	if text(t, with) != text(t, without) {
		t.Error("facts differ")
	}
	n := 0
	for _, u := range with {
		n += len(u.Facts)
	}
	if n < 100 {
		t.Errorf("only %d facts", n)
	}
	if _, ok := with["example.org/shop"]; !ok || len(find(with["example.org/shop"].Facts, fact.Definition, "example.org/shop.Shop")) != 1 {
		t.Error("Shop is not defined")
	}
}
