package goapi

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

func parse(t testing.TB, text string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestReplacements(t *testing.T) {
	const source = `package p
import (
	"os"
	rnd "crypto/rand"
	"net/http"
)
type T struct { Old, New, Old2 int }
func (T) Do() {}
func Other() {}
// %s
func F() {}
`
	for _, c := range []struct{ text, replacement, pkg, symbol string }{
		{"Use os.ReadFile instead.", "os.ReadFile", "os", "ReadFile"},
		{"use [os.ReadFile] instead.", "os.ReadFile", "os", "ReadFile"},
		{"Please use `os.ReadFile()`.", "os.ReadFile", "os", "ReadFile"},
		{"use rnd.Read.", "rnd.Read", "crypto/rand", "Read"},
		{"use [crypto/rand.Read].", "crypto/rand.Read", "crypto/rand", "Read"},
		{"use strings.Cut.", "strings.Cut", "", "Cut"},
		{"Use Other instead.", "Other", "", "Other"},
		{"Use T.Do or os.Exit instead.", "T.Do", "", "T.Do"},
		{"Use [T.Do].", "T.Do", "", "T.Do"},
		{"Use (*T).Do.", "T.Do", "", "T.Do"},
		{"Use T's Do method.", "T.Do", "", "T.Do"},
		{"Use p.Other.", "p.Other", "", "Other"},
		{"As of Go 1.16, this function simply calls [os.ReadFile].", "os.ReadFile", "os", "ReadFile"},
		{"As of Go 1.16, this value is simply [os.Args].", "os.Args", "os", "Args"},
		{"As of Go 1.16, [os.ReadDir] is a more efficient and correct choice: it is.", "os.ReadDir", "os", "ReadDir"},
		{"replaced by Other.", "Other", "", "Other"},
		{"Superseded by [Other].", "Other", "", "Other"},
		{"in favor of os.ReadFile", "os.ReadFile", "os", "ReadFile"},
		{"It does harm. Callers should use Other(nil) to be safe.", "Other", "", "Other"},
		{"prefer using Other.", "Other", "", "Other"},
		{"os.Root should be used instead.", "os.Root", "os", "Root"},
		{"Use the Client in package [net/http] instead.", "net/http.Client", "net/http", "Client"},
		{"Use Client or Transport in package net/http instead.", "net/http.Client", "net/http", "Client"},
		{"Use F2 from example.com/m/v2 instead.", "example.com/m/v2.F2", "example.com/m/v2", "F2"},
		{"Use example.com/m/v2 instead.", "example.com/m/v2", "example.com/m/v2", ""},
		{"Use the [example.com/m/v2] package.", "example.com/m/v2", "example.com/m/v2", ""},
		{"Use the http.Client.Do method.", "http.Client.Do", "net/http", "Client.Do"},
		{"For some, use Other instead.", "Other", "", "Other"},
		{"drivers should implement T instead.", "T", "", "T"},
		{"set it with Other instead.", "Other", "", "Other"},

		{"Do not use Other.", "", "", ""},
		{"no longer used.", "", "", ""},
		{"never use os.Exit.", "", "", ""},
		{"The rule F uses is wrong.", "", "", ""},
		{"Programs that use Other break.", "", "", ""},
		{"Use F instead.", "", "", ""},
		{"Use JSON instead.", "", "", ""},
		{"Use Missing.Method instead.", "", "", ""},
		{"For ECDH, use the crypto/ecdh package.", "", "", ""},
		{"If you must, use Other.", "", "", ""},
		{"use the Other methods of the [crypto/ecdh] package.", "", "", ""},
		{"use os.lower.", "", "", ""},
		{"Use something else.", "", "", ""},
		{"Use the type checker instead.", "", "", ""},
		{"use x/sys/windows.F.", "", "", ""},
		{"use https://example.com/x.", "", "", ""},
		{"use [os.ReadFile", "", "", ""},
		{"use", "", "", ""},
		{"", "", "", ""},
	} {
		file := parse(t, strings.Replace(source, "%s", "Deprecated: "+c.text, 1))
		p, ok := Deprecations([]*ast.File{file})["F"]
		if !ok || p.Text != strings.TrimSpace("Deprecated: "+c.text) || p.Replacement != c.replacement || p.Package != c.pkg || p.Symbol != c.symbol {
			t.Errorf("%q: got %+v, want %q %q %q", c.text, p, c.replacement, c.pkg, c.symbol)
		}
	}
}

func TestDeprecations(t *testing.T) {
	file := parse(t, `// Package p is old.
//
// Deprecated: use q.
package p

// Deprecated: all of them.
const (
	A, B = 1, 2
	C = 3
)

var (
	// Deprecated: V.
	V int
	W int // Deprecated: in the same line.
	X int // Not so. Deprecated: no paragraph.
)

type (
	// T is.
	//
	// Deprecated:
	// on two
	// lines.
	//
	// And more.
	T[P any] struct {
		// Deprecated: a field.
		F, G int
		H    int
		// Deprecated: embedded.
		*E
	}
	E struct{}
	I interface {
		// Deprecated: a method.
		M()
		N()
	}
)

// Deprecated: on a pointer.
func (t *T[P]) P() {}

// Deprecatedly: not.
func F() {}

// The word Deprecated: inside a paragraph
// Deprecated: also not.
func G() {}

/*
Deprecated: in a block.
*/
func H() {
	// Deprecated: inside.
	var local int
	_ = local
}
`)
	got := Deprecations([]*ast.File{file})
	names := slices.Sorted(maps.Keys(got))
	want := []string{"", "A", "B", "C", "H", "I.M", "T", "T.E", "T.F", "T.G", "T.P", "V", "W"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if text := got["T"].Text; text != "Deprecated: on two lines." {
		t.Errorf("T: %q", text)
	}
}

func FuzzDeprecations(f *testing.F) {
	f.Add("Use os.ReadFile instead.")
	f.Add("Use the [net/http.Client] or T's Do method in package")
	f.Add("use [")
	f.Add("is simply ().")
	f.Add("with ]x[ instead")
	f.Fuzz(func(t *testing.T, text string) {
		r := reader{file: &ast.File{Name: ast.NewIdent("p")}, declared: map[string]bool{"T": true, "T.Do": true}}
		p := r.read("F", text)
		if p.Symbol == "" && p.Replacement != p.Package {
			t.Errorf("%q: %+v", text, p)
		}
		if p.Replacement != "" && !strings.Contains(strings.Join(strings.Fields(text), " "), p.Symbol) && p.Package != p.Replacement && !strings.Contains(p.Symbol, ".") {
			t.Errorf("%q: %+v is not in the text", text, p)
		}
	})
}
