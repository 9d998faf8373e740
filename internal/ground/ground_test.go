package ground

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"sooth/fact"
	"sooth/fact/factmem"
	"sooth/source"
)

// tree is a code base of a few declarations: Open calls parse and Read; parse is
// used by all; Close stands alone. The test of Open calls it, too.
const (
	storeFile = "package store\n\n// Open opens a ledger and reads its entries.\nfunc Open(name string) error {\n\tparse()\n\treturn Read()\n}\n\nfunc parse() {}\n\n// Read reads entries.\nfunc Read() error {\n\tparse()\n\treturn nil\n}\n"
	closeFile = "package store\n\n// Close ends it.\nfunc Close() { parse() }\n"
)

// corpus makes the tree with its facts, written by hand.
func corpus(t *testing.T) *Corpus {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"store.go": storeFile, "close.go": closeFile, "store_test.go": "package store\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	u := fact.Unit{Name: "example.com/store"}
	define := func(name, file string, line, end int, detail, doc string) {
		u.Facts = append(u.Facts, fact.Fact{Kind: fact.Definition, Subject: "example.com/store." + name, Symbol: "func", Detail: detail, Doc: doc,
			Span: source.Span{File: file, Line: line, EndLine: end}, Strength: fact.Compiler})
	}
	call := func(from, to, file string, line int) {
		u.Facts = append(u.Facts, fact.Fact{Kind: fact.Call, Subject: "example.com/store." + from, Object: "example.com/store." + to,
			Span: source.Span{File: file, Line: line, EndLine: line}, Strength: fact.Compiler})
	}
	define("Open", "store.go", 4, 7, "func Open(name string) error", "Open opens a ledger and reads its entries.")
	define("parse", "store.go", 9, 9, "func parse()", "")
	define("Read", "store.go", 12, 15, "func Read() error", "Read reads entries.")
	define("Close", "close.go", 4, 4, "func Close()", "Close ends it.")
	define("TestOpen", "store_test.go", 1, 1, "func TestOpen()", "TestOpen opens a ledger.")
	for _, name := range []string{"store.go", "close.go", "store_test.go", "link.go", "bin.go"} {
		u.Facts = append(u.Facts, fact.Fact{Kind: fact.File, Subject: name, Span: source.Span{File: name}, Strength: fact.Syntax})
	}
	call("Open", "parse", "store.go", 5)
	call("Open", "Read", "store.go", 6)
	call("Read.func1", "parse", "store.go", 13)
	call("Close", "parse", "close.go", 4)
	call("TestOpen", "Open", "store_test.go", 1)
	s := factmem.New()
	g, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(g.Replace(t.Context(), u), g.Commit(t.Context(), fact.State{}, nil)); err != nil {
		t.Fatal(err)
	}
	c, err := Open(t.Context(), Options{Facts: s, Dir: dir, Label: "store v1"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestGraph: edges of tests and to oneself are none; ranks are those of the
// stationary distribution, worked out by hand.
func TestGraph(t *testing.T) {
	g := corpus(t).graph
	if len(g.nodes) != 4 || g.edges != 4 || g.usage != 3 {
		t.Fatalf("%d nodes, %d edges, used most %d", len(g.nodes), g.edges, g.usage)
	}
	// Close and Open have only what is spread: s = (1-d)/4 + d*P/4, P = parse.
	// Read = s + d*Open/2; P = s + d*(Open/2 + Read + Close); the sum is 1.
	// With Close = Open = s: Read = s(1+d/2), P = s(1 + d/2 + d(1+d/2) + d).
	const d = 0.85
	read := 1 + d/2
	parse := 1 + d/2 + d*read + d
	s := 1 / (1 + 1 + read + parse)
	for name, want := range map[string]float64{"Open": s, "Close": s, "Read": s * read, "parse": s * parse} {
		if got := g.nodes[g.names["example.com/store."+name]].rank; math.Abs(got-want) > 1e-6 {
			t.Errorf("%s has rank %.8f, want %.8f", name, got, want)
		}
	}
}

// TestContexts: every kind gives what was found, each item with the place where
// it truly stands, within its bound, and the same each time.
func TestContexts(t *testing.T) {
	c := corpus(t)
	for _, k := range []struct {
		kind  Kind
		has   []string
		items string
	}{
		{TopK, []string{"- example.com/store.Open (func) store.go:4-7\n  func Open(name string) error\n  // Open opens a ledger"}, "hit Open store.go:4-7"},
		{Smart, []string{"### example.com/store.Open\n\nfunc at store.go:4-7", "```go\nfunc Open(name string) error {\n\tparse()", "Open calls example.com/store.Read\n"},
			"body Open store.go:4-7 body parse store.go:9 body Read store.go:12-15"},
		{Files, []string{"### store.go\n\n```go\npackage store"}, "file  store.go:1-15"},
		{Graph, []string{"4 declarations, 4 edges", "- example.com/store.Open calls example.com/store.parse\n", "- example.com/store.Close calls example.com/store.parse"},
			"node Open store.go:4-7 node parse store.go:9 node Read store.go:12-15 node Close close.go:4"},
	} {
		made, err := c.Context(t.Context(), Request{Kind: k.kind, Query: "How is a ledger opened?"})
		if err != nil {
			t.Errorf("%s: %v", k.kind, err)
			continue
		}
		for _, want := range k.has {
			if !strings.Contains(made.Text, want) {
				t.Errorf("%s lacks %q:\n%s", k.kind, want, made.Text)
			}
		}
		var items []string
		for _, i := range made.Items {
			items = append(items, fmt.Sprintf("%s %s %s", i.Part, strings.TrimPrefix(i.Symbol, "example.com/store."), i.place()))
		}
		if got := strings.Join(items, " "); got != k.items {
			t.Errorf("%s: items %q, want %q", k.kind, got, k.items)
		}
		if strings.Contains(made.Text, "TestOpen") || strings.Contains(made.Text, "_test.go") {
			t.Errorf("%s holds a test", k.kind)
		}
		for range 5 {
			if again, err := c.Context(t.Context(), Request{Kind: k.kind, Query: "How is a ledger opened?"}); err != nil || again.Text != made.Text {
				t.Fatalf("%s is not the same the second time: %v", k.kind, err)
			}
		}
	}
}

// TestBounds: no text is longer than its bound but for the note that says so.
func TestBounds(t *testing.T) {
	c := corpus(t)
	for _, kind := range []Kind{Files, Graph, TopK, Smart} {
		for tokens := 1; tokens < 300; tokens += 7 {
			made, err := c.Context(t.Context(), Request{Kind: kind, Query: "opens a ledger", Tokens: tokens})
			if err == nil && len(made.Text) > tokens*bytesPerToken+len("[3 of 4 declarations]\n") {
				t.Errorf("%s within %d tokens has %d bytes", kind, tokens, len(made.Text))
			}
			if err == nil && len(made.Items) == 0 {
				t.Errorf("%s within %d tokens is empty and no error", kind, tokens)
			}
		}
	}
	if made, err := c.Context(t.Context(), Request{Kind: Files, Query: "ledger", Tokens: 40}); err != nil || !strings.Contains(made.Text, "### store.go, the first ") {
		t.Errorf("a file that does not fit: %q, %v", made.Text, err)
	}
}

// TestNothing: words that nothing has are no context, whatever the kind, and
// neither are operators of a search.
func TestNothing(t *testing.T) {
	c := corpus(t)
	for _, kind := range []Kind{Files, Graph, TopK, Smart} {
		for _, query := range []string{"zebra quagga", "", `" OR * NEAR(`, "\x00"} {
			if made, err := c.Context(t.Context(), Request{Kind: kind, Query: query}); !errors.Is(err, ErrNothing) {
				t.Errorf("%s, %q: %q, %v", kind, query, made.Text, err)
			}
		}
	}
	if _, err := c.Context(t.Context(), Request{Kind: "best", Query: "ledger"}); err == nil || errors.Is(err, ErrNothing) {
		t.Errorf("an unknown kind: %v", err)
	}
}

// TestLines: lines count from 1, and no path leaves the tree.
func TestLines(t *testing.T) {
	c := corpus(t)
	dir := c.root.Name()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := errors.Join(os.WriteFile(secret, []byte("s"), 0o644), os.Symlink(secret, filepath.Join(dir, "link.go")), os.WriteFile(filepath.Join(dir, "bin.go"), []byte{0, 1}, 0o644),
		os.WriteFile(filepath.Join(dir, ".env"), []byte("KEY=1\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if lines, total, err := c.Lines("store.go", 4, 5); err != nil || total != 15 || strings.Join(lines, "|") != "func Open(name string) error {|\tparse()" {
		t.Errorf("%q of %d, %v", lines, total, err)
	}
	if lines, _, err := c.Lines("./store.go", 15, 99); err != nil || strings.Join(lines, "|") != "}" {
		t.Errorf("%q, %v", lines, err)
	}
	for _, name := range []string{"../secret", secret, "link.go", "bin.go", ".env", "", ".", "nothing.go", "store.go/x"} {
		if lines, _, err := c.Lines(name, 1, 0); err == nil {
			t.Errorf("%q was read: %q", name, lines)
		}
	}
	if _, total, err := c.Lines("store.go", 16, 20); err == nil || total != 15 {
		t.Errorf("a line beyond the end: %d, %v", total, err)
	}
}

// FuzzSham: a sham has as many bytes as it should, is text where its sources
// are, and nothing of its own.
func FuzzSham(f *testing.F) {
	f.Add(10, "größe", "x\n")
	f.Add(1, "ß", "")
	f.Add(1000, "ab\n", "\n")
	f.Fuzz(func(t *testing.T, size int, a, b string) {
		if size < 0 || size > 1<<16 || !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		got := Sham(size, a, b)
		switch {
		case a == "" && b == "":
			if got != "" {
				t.Errorf("made of nothing: %q", got)
			}
		case len(got) != size || !utf8.ValidString(got) || size > 0 && strings.TrimRight(got, "\r\n") != strings.TrimRight(got, "\r") && strings.HasSuffix(got, "\n"):
			t.Errorf("%d bytes of %q, %q: %q", size, a, b, got)
		}
	})
}
