package factdb

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sooth/fact"
)

func sample() []*fact.Fact {
	a := &fact.Fact{Kind: fact.Definition, Language: "go", Subject: "m.F", Detail: "func F()", Symbol: "func", Doc: "F is.", DocLine: 3, Strength: fact.Compiler}
	a.Span.File, a.Span.Line, a.Span.EndLine, a.Span.Column, a.Span.EndColumn = "a.go", 4, 6, 1, 2
	a.Name = a.Span
	b := &fact.Fact{Kind: fact.Call, Language: "go", Subject: "m.F", Object: "fmt.Println", Strength: fact.Compiler, Interface: true, Index: -1}
	b.Span.File, b.Span.Line, b.Span.Column = "a.go", 5, 2
	return []*fact.Fact{a, b}
}

// FuzzPage: a page that is damaged gives an error or facts, never a panic, and
// what it gives can be written again.
func FuzzPage(f *testing.F) {
	f.Add(appendPage(sample()))
	f.Add([]byte{})
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, page []byte) {
		facts, err := readPage(page, "a.go", nil)
		if err != nil {
			return
		}
		list := make([]*fact.Fact, len(facts))
		for i := range facts {
			list[i] = &facts[i]
		}
		again, err := readPage(appendPage(list), "a.go", nil)
		if err != nil || !reflect.DeepEqual(again, facts) {
			t.Fatalf("written again: %v, %v", again, err)
		}
	})
}

// TestCutPage: a page that ends early is never read.
func TestCutPage(t *testing.T) {
	page := appendPage(sample())
	for n := range page {
		if _, err := readPage(page[:n], "a.go", nil); err == nil {
			t.Errorf("%d of %d bytes were read", n, len(page))
		}
	}
	if facts, err := readPage(page, "a.go", nil); err != nil || len(facts) != 2 {
		t.Errorf("the whole: %v, %v", facts, err)
	}
}

// TestDocumentIsPinned fails when definitions are cut into terms in another
// way than they were: files that were written before then need a new schema
// (a migration that begins empty), or words could not be taken away.
func TestDocumentIsPinned(t *testing.T) {
	var b strings.Builder
	for _, f := range []fact.Fact{
		{Kind: fact.Definition, Subject: "net/http.Client.DoHTTP2_now", Detail: "func (c *Client) Do(req *Request) (*Response, error)", Doc: "Do sends Größe_42."},
		{Kind: fact.Definition, Subject: "web/a b.py:Class.method_name", Doc: strings.Repeat("long", 40)},
		*sample()[0],
	} {
		fmt.Fprintln(&b, fact.Document(&f))
	}
	const want = "b0539b10a0077fe5"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(b.String())))[:16]; got != want {
		t.Errorf("got %s, want %s:\n%s", got, want, b.String())
	}
}
