package index

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/fact/factmem"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/gofact"
	"sooth/lang/golang"
)

// TestIncrementalGo: a module that is edited at random, through states that do
// not compile, import each other in a circle, or lack a package, has after each
// edit the facts of a first index.
func TestIncrementalGo(t *testing.T) {
	g, err := toolchain.Find(t.Context(), os.Environ())
	if errors.Is(err, toolchain.ErrNotFound) {
		t.Skip("SKIPPED: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	reader := func() lang.Reader {
		r, err := gofact.NewReader(gofact.Options{Go: g, Cache: golang.NewMemoryCache(64 << 20)})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	variants := map[string][]string{
		"a/a.go": {"", "package a\n\n// T is it.\ntype T struct{ N int }\n\nfunc (t *T) Run() int { return t.N }\n", "package a\n\ntype T struct{ N string }\n", "package a\n\nfunc (\n", "package a\n\nimport \"example.com/m/c\"\n\ntype T struct{ c.C }\n"},
		"a/more.go": {"", "package a\n\nfunc More() T { return T{} }\n", "package a\n\n// More.\nfunc More(n ...int) *T { return nil }\n",
			"package a\n\nimport \"strings\"\n\ntype Runs[X any] interface{ Run() X }\n\nfunc More() T {\n\ttype local struct{ *T }\n\tstrings.Cut(\"\", \"\")\n\treturn T{}\n}\n"},
		"b/doc.go":     {"", "// Package b uses a.\npackage b\n", "package b\n\nimport \"sync/atomic\"\n\nvar n atomic.Int64\n"},
		"c/c_plan9.go": {"", "package c\n\nfunc Handle() {}\n", "//go:build !cgo\n\npackage c\n"},
		"b/b.go":       {"", "package b\n\nimport \"example.com/m/a\"\n\nfunc Use() int { return new(a.T).Run() }\n", "package b\n\nimport \"example.com/m/a\"\n\ntype U struct{ a.T }\n\nvar _ Runner = &U{}\n\ntype Runner interface{ Run() int }\n"},
		"b/b_test.go":  {"", "package b_test\n\nimport \"example.com/m/b\"\n\nvar _ = b.Use\n"},
		"c/c.go":       {"", "package c\n\ntype C int\n\nfunc (C) String() string { return \"\" }\n", "package c\n\nimport \"example.com/m/b\"\n\ntype C struct{ *b.U }\n"},
		"go.mod":       {"module example.com/m\n\ngo 1.21\n", "module example.com/m\n\ngo 1.22\n"},
		"c/excluded.s": {"", "// nothing\n"},
		"notes.txt":    {"", "a\nb\n"},
	}
	var names []string
	for name := range variants {
		names = append(names, name)
	}
	slices.Sort(names)
	random := rand.New(rand.NewPCG(4, 1))
	dir := t.TempDir()
	store, err := factdb.Open(t.Context(), filepath.Join(t.TempDir(), "facts.db"), factdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	grown, first := reader(), reader()
	open, whole := 0, 0
	for _, name := range names {
		put(t, dir, name, variants[name][1])
	}
	for step := range 40 {
		var edits []string
		for range 1 + random.IntN(3) {
			name := names[random.IntN(len(names))]
			text := variants[name][1] // those fit together
			if random.IntN(5) < 2 {
				text = variants[name][random.IntN(len(variants[name]))]
			}
			edits = append(edits, fmt.Sprintf("%s: %q", name, text))
			if text == "" {
				os.Remove(filepath.Join(dir, name))
			} else {
				put(t, dir, name, text)
			}
		}
		r := index(t, Options{Dir: dir, Store: store, Readers: []lang.Reader{grown}})
		once := factmem.New()
		index(t, Options{Dir: dir, Store: once, Readers: []lang.Reader{first}})
		if got, want := listing(t, store), listing(t, once); got != want {
			t.Fatalf("step %d, after %s:\n%s", step, strings.Join(edits, ", "), difference(got, want))
		}
		if len(r.State.Open) > 0 {
			open++
		} else if r.State.Counts[fact.Package] > 1 {
			whole++
		}
	}
	if open < 3 || whole < 3 {
		t.Errorf("%d steps with open packages, %d without: the test is no use", open, whole)
	}
}

// difference lists the lines that only one text has.
func difference(got, want string) string {
	in := map[string]int{}
	for line := range strings.Lines(got) {
		in[line]++
	}
	for line := range strings.Lines(want) {
		in[line]--
	}
	var b strings.Builder
	for line, n := range in {
		if n > 0 {
			b.WriteString("got  " + line)
		} else if n < 0 {
			b.WriteString("want " + line)
		}
	}
	return b.String()
}
