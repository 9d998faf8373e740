package gofact

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sooth/fact"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/golang"
)

// counting is a cache that counts, and that can be damaged.
type counting struct {
	*golang.MemoryCache
	hits, puts int
	damaged    bool
}

func (c *counting) Get(ctx context.Context, key string) ([]byte, bool, error) {
	value, ok, err := c.MemoryCache.Get(ctx, key)
	if ok {
		c.hits++
	}
	if c.damaged && len(value) > 9 {
		value = value[:len(value)/2]
	}
	return value, ok, err
}

func (c *counting) Put(ctx context.Context, key string, value []byte) error {
	c.puts++
	return c.MemoryCache.Put(ctx, key, value)
}

// What was kept of a package is what a new look at it gives.
func TestSymbolsKept(t *testing.T) {
	c := &counting{MemoryCache: golang.NewMemoryCache(64 << 20)}
	dir := t.TempDir()
	look := func(path string) lang.Symbols {
		t.Helper()
		p, err := NewPackages(PackagesOptions{Go: findGo(t), Dir: dir, Cache: c})
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.Symbols(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, path := range []string{"net/http", "fmt", "container/heap"} {
		first, before := look(path), c.hits
		again := look(path)
		if c.hits != before+1 {
			t.Errorf("%s: %d of the cache used, 1 expected", path, c.hits-before)
		}
		if len(first.Facts) == 0 || !slices.Equal(first.Facts, again.Facts) {
			t.Errorf("%s: %d facts first, %d kept, or others", path, len(first.Facts), len(again.Facts))
		}
		first.Facts, again.Facts = nil, nil
		if first.Package != again.Package || first.Module != again.Module || first.Version != again.Version || first.Dir != again.Dir || first.Open != again.Open {
			t.Errorf("%s: %+v, kept %+v", path, first, again)
		}
		c.damaged = true
		if s := look(path); len(s.Facts) != len(look(path).Facts) || len(s.Facts) == 0 || s.Dir == "" {
			t.Errorf("%s: a damaged entry gives %d facts", path, len(s.Facts))
		}
		c.damaged = false
	}
}

// What may change is read again: packages of the tree, of folders that replace a
// module, those that have members of a type of the tree, those that lack something.
func TestSymbolsNotKept(t *testing.T) {
	top := t.TempDir()
	modules := filepath.Join(top, "modules")
	g, err := toolchain.Find(t.Context(), append(os.Environ(), "GOMODCACHE="+modules))
	if err != nil {
		t.Fatal(err)
	}
	write(t, top, "tree/go.mod", "module example.org/m\n\ngo 1.21\n\nrequire (\n\texample.org/fixed v1.0.0\n\texample.org/near v1.0.0\n\texample.org/lacking v1.0.0\n\texample.org/late v1.0.0\n\texample.org/broken v1.0.0\n)\n")
	write(t, top, "tree/own.go", "package m\n\ntype Own struct{ Before int }\n")
	write(t, top, "modules/example.org/fixed@v1.0.0/fixed.go", "package fixed\n\ntype Fixed struct{ Before int }\n")
	write(t, top, "modules/example.org/near@v1.0.0/near.go", "package near\n\nimport \"example.org/m\"\n\ntype Near struct{ m.Own }\n")
	write(t, top, "modules/example.org/lacking@v1.0.0/lacking.go", "package lacking\n\nimport \"example.org/late\"\n\ntype Lacking struct{ late.Late }\n")
	write(t, top, "modules/example.org/broken@v1.0.0/broken.go", "package broken\n\ntype Broken struct{ Whole int \n")
	c := &counting{MemoryCache: golang.NewMemoryCache(64 << 20)}
	has := func(path, object string) bool {
		t.Helper()
		p, err := NewPackages(PackagesOptions{Go: g, Dir: filepath.Join(top, "tree"), Cache: c})
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.Symbols(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(s.Facts, func(f fact.Fact) bool { return f.Subject == object || f.Object == object })
	}
	for _, x := range []struct{ path, object string }{
		{"example.org/m", "example.org/m.Own.Before"}, {"example.org/fixed", "example.org/fixed.Fixed.Before"}, {"example.org/near", "example.org/m.Own.Before"},
	} {
		if !has(x.path, x.object) {
			t.Fatalf("%s has no %s", x.path, x.object)
		}
	}
	has("example.org/broken", "")
	if has("example.org/lacking", "example.org/late.Late.Came") || c.puts == 0 {
		t.Fatalf("a module that is not there has something, or nothing was kept: %d", c.puts)
	}

	write(t, top, "tree/own.go", "package m\n\ntype Own struct{ Behind int }\n")
	write(t, top, "modules/example.org/fixed@v1.0.0/fixed.go", "package fixed\n\ntype Fixed struct{ Behind int }\n") // a version never changes: the sign that it was kept
	if !has("example.org/m", "example.org/m.Own.Behind") || !has("example.org/near", "example.org/m.Own.Behind") {
		t.Error("what a package of the tree has now was not seen")
	}
	if !has("example.org/fixed", "example.org/fixed.Fixed.Before") {
		t.Error("a version in the module cache was read again")
	}
	write(t, top, "modules/example.org/broken@v1.0.0/broken.go", "package broken\n\ntype Broken struct{ Whole, More int }\n")
	if !has("example.org/broken", "example.org/broken.Broken.More") {
		t.Error("what could not be read the first time was not read again")
	}
	write(t, top, "modules/example.org/late@v1.0.0/late.go", "package late\n\ntype Late struct{ Came int }\n")
	if !has("example.org/lacking", "example.org/late.Late.Came") {
		t.Error("a module that came was not seen")
	}

	write(t, top, "tree/go.mod", "module example.org/m\n\ngo 1.21\n\nrequire example.org/fixed v1.0.0\n\nreplace example.org/fixed => ../folder\n")
	write(t, top, "folder/go.mod", "module example.org/fixed\n")
	for _, name := range []string{"One", "Two"} {
		write(t, top, "folder/fixed.go", "package fixed\n\ntype Fixed struct{ "+name+" int }\n")
		if !has("example.org/fixed", "example.org/fixed.Fixed."+name) {
			t.Errorf("%s of a folder that replaces a module was not seen", name)
		}
	}
}
