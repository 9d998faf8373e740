package gofact

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"sooth/fact"
	"sooth/internal/cache"
	"sooth/lang"
	"sooth/lang/golang"
)

// diskCache opens the cache that sooth keeps on disk.
func diskCache(b *testing.B) *cache.Cache {
	b.Helper()
	c, err := cache.Open(b.Context(), filepath.Join(b.TempDir(), "cache.db"), cache.Options{Warn: func(err error) { b.Error(err) }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := c.Close(); err != nil {
			b.Error(err)
		}
	})
	return c
}

// benchTree returns the tree that benchmarks read: cobra, or a copy of the one
// that GOFACT_TREE names, with the file that GOFACT_BODY and GOFACT_API name
// there for the changes.
func benchTree(b *testing.B) (dir, body, api string) {
	from := os.Getenv("GOFACT_TREE")
	if from == "" {
		return cobra(b), "args.go", "args.go"
	}
	dir = b.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		b.Fatal(err)
	}
	return dir, os.Getenv("GOFACT_BODY"), os.Getenv("GOFACT_API")
}

func readAll(b *testing.B, c golang.Cache, x lang.Tree) []fact.Unit {
	r, err := NewReader(Options{Go: findGo(b), Cache: c})
	if err != nil {
		b.Fatal(err)
	}
	var units []fact.Unit
	facts := 0
	if _, err := r.Read(b.Context(), x, func(u fact.Unit) error {
		facts += len(u.Facts)
		u.Facts = nil
		units = append(units, u)
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(facts), "facts")
	return units
}

// BenchmarkReadCold reads a tree with an empty cache.
func BenchmarkReadCold(b *testing.B) {
	dir, _, _ := benchTree(b)
	x := tree(b, dir)
	for b.Loop() {
		readAll(b, diskCache(b), x)
	}
}

// BenchmarkReadWarm reads a tree whose dependencies are in the cache.
func BenchmarkReadWarm(b *testing.B) {
	dir, _, _ := benchTree(b)
	x := tree(b, dir)
	c := diskCache(b)
	readAll(b, c, x)
	for b.Loop() {
		readAll(b, c, x)
	}
}

// BenchmarkReadBody reads a tree again after a change in the body of a function.
func BenchmarkReadBody(b *testing.B) {
	dir, body, _ := benchTree(b)
	change(b, dir, body, func(n byte) []byte { return []byte("func changed() int { return '" + string(rune('a'+n)) + "' }\n") })
}

// BenchmarkReadSignature reads a tree again after a change of what a package
// exports.
func BenchmarkReadSignature(b *testing.B) {
	dir, _, api := benchTree(b)
	change(b, dir, api, func(n byte) []byte { return []byte("func Changed(x [" + string(rune('1'+n)) + "]int) {}\n") })
}

func change(b *testing.B, dir, file string, add func(n byte) []byte) {
	x := tree(b, dir)
	name := filepath.Join(dir, filepath.FromSlash(file))
	old, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	write := func(n byte) {
		if err := os.WriteFile(name, bytes.Join([][]byte{old, add(n)}, []byte("\n")), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	write(0)
	c := diskCache(b)
	x.Known = readAll(b, c, x)
	x.Changed = []string{file}
	n := byte(0)
	for b.Loop() {
		n++
		write(n % 9)
		readAll(b, c, x)
	}
}

// BenchmarkSymbols looks at one package after another, each for the first time.
func BenchmarkSymbols(b *testing.B) {
	dir := cobra(b)
	for b.Loop() {
		p := newPackages(b, dir)
		for _, path := range []string{"github.com/spf13/cobra", "net/http", "github.com/spf13/pflag"} {
			if s, err := p.Symbols(b.Context(), path); err != nil || len(s.Facts) < 100 {
				b.Fatal(path, len(s.Facts), err)
			}
		}
	}
}

// BenchmarkPaths finds out what qualifiers mean.
func BenchmarkPaths(b *testing.B) {
	dir := cobra(b)
	for b.Loop() {
		p := newPackages(b, dir)
		for _, qualifier := range []string{"cobra", "http", "pflag", "nowhere"} {
			if _, err := p.Paths(b.Context(), qualifier); err != nil {
				b.Fatal(err)
			}
		}
	}
}
