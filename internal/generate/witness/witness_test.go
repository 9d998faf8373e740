package witness_test

import (
	"context"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sooth/internal/generate/witness"
	"sooth/internal/toolchain"
)

// read reads files of a module.
func read(t *testing.T, files map[string]string) *witness.Tree {
	t.Helper()
	tree := fstest.MapFS{}
	var names []string
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
		if strings.HasSuffix(name, ".go") {
			names = append(names, name)
		}
	}
	g, err := toolchain.Find(context.Background(), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	w, err := witness.Read(context.Background(), witness.Options{Root: tree, Files: names, Goroot: os.DirFS(g.Root)})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

const calls = `package a

import (
	"fmt"
	"strings"

	other "example.com/m/b"
)

type T struct {
	in  inner
	fun func()
	*base
}

type inner struct{ list []item }
type item struct{ next *item }
type base struct{}
type Face interface{ Go() }

func (t *T) One()       { t.two(); t.in.list[0].step(); t.rise(); t.fun() }
func (t *T) two()       {}
func (i *item) step()   { i.next.next.step() }
func (b *base) rise()   {}
func make1() (*T, error) { return nil, nil }

func use(f Face, list []*T, m map[string]T, ch chan T) {
	t, err := make1()
	t.One()
	_ = err
	f.Go()
	for _, x := range list {
		x.two()
	}
	m["a"].in.list[1].step()
	v := <-ch
	v.rise()
	w := T{}
	w.two()
	var z = &T{}
	z.two()
	other.F()
	other.New().Run()
	fmt.Println(strings.ToUpper("a"))
	func() { helper() }()
	helper := func() {}
	helper()
	if y, ok := any(t).(*T); ok {
		y.One()
	}
	unknown(t).Do()
}

func helper() {}
`

// calls by the names that go/types would give; what is not told is not there.
func TestCalls(t *testing.T) {
	w := read(t, map[string]string{
		"go.mod": "module example.com/m\n", "a/a.go": calls,
		"b/b.go": "package b\n\ntype R struct{}\n\nfunc (R) Run() {}\nfunc New() R { return R{} }\nfunc F() {}\n",
	})
	resolved := func(caller string) (names []string) {
		for _, c := range w.Calls("example.com/m/" + caller) {
			if c.Way == witness.Resolved {
				names = append(names, strings.TrimPrefix(c.Target, "example.com/m/"))
			}
		}
		slices.Sort(names)
		return names
	}
	for caller, want := range map[string][]string{
		"a.T.One":     {"a.T.two", "a.base.rise", "a.item.step"},
		"a.item.step": {"a.item.step"},
		"a.use":       {"a.Face.Go", "a.T.One", "a.T.two", "a.base.rise", "a.helper", "a.item.step", "a.make1", "b.F", "b.New", "b.R.Run"},
	} {
		if got := resolved(caller); !slices.Equal(got, want) {
			t.Errorf("%s calls %v, want %v", caller, got, want)
		}
	}
	if w.Loose("Do") != 1 {
		t.Errorf("%d calls of Do are loose, want 1", w.Loose("Do"))
	}
	ways := map[string]witness.Way{}
	for _, c := range w.Calls("example.com/m/a.use") {
		ways[c.Name] = c.Way
	}
	if ways["Println"] != witness.Outside || ways["ToUpper"] != witness.Outside {
		t.Errorf("calls of other packages: %v", ways)
	}
	if got := w.Callers("example.com/m/a.T.two"); !slices.Equal(got, []string{"example.com/m/a.T.One", "example.com/m/a.use"}) {
		t.Errorf("callers of two: %v", got)
	}
	if got := w.Files["a/a.go"].Uses["example.com/m/b"]; !slices.Equal(got, []string{"F", "New"}) {
		t.Errorf("used of b: %v", got)
	}
}

const types_ = `package p

import (
	"bytes"
	"fmt"
	"io"
)

type Reader interface{ Read(p []byte) (n int, err error) }
type Both interface {
	io.Reader
	fmt.Stringer
}
type Named interface{ Name(first string, rest ...int) map[string]*Value }

type Value struct{}

func (*Value) String() string              { return "" }
func (Value) Read(b []uint8) (int, error)  { return 0, nil }

type Wrong struct{}

func (Wrong) Read(p []byte) int { return 0 }
func (Wrong) Name(a string, b ...int) map[string]*Value { return nil }

type Buffered struct{ bytes.Buffer }
type Pointed struct{ *Value }
type Empty struct{}
type List []struct{ *Value }
type Generic[T any] struct{ one T }

func (Generic[T]) Read(p []byte) (int, error) { return 0, nil }

type Same = Value
type Func func(f func(a int) error, g func() (x, y int)) (c chan<- struct{})
`

// TestImplements holds what syntax says against go/types. What syntax does not
// know may be either; it must know most.
func TestImplements(t *testing.T) {
	w := read(t, map[string]string{"go.mod": "module p\n", "p.go": types_})
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", types_, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check("p", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, typ := range []string{"Value", "Wrong", "Buffered", "Pointed", "Empty", "Generic", "List"} {
		for _, iface := range []string{"Reader", "Both", "Named"} {
			got, pointer := w.Implements("p."+typ, "p."+iface)
			o, i := pkg.Scope().Lookup(typ).Type(), pkg.Scope().Lookup(iface).Type().Underlying().(*types.Interface)
			if n, ok := o.(*types.Named); ok && n.TypeParams().Len() > 0 {
				if o, err = types.Instantiate(nil, n, []types.Type{types.Typ[types.Int]}, true); err != nil {
					t.Fatal(err)
				}
			}
			want := types.Implements(types.NewPointer(o), i)
			switch {
			case got == witness.NotKnown:
				continue
			case (got == witness.Yes) != want:
				t.Errorf("%s implements %s: %v, by go/types %v", typ, iface, got == witness.Yes, want)
			case want && pointer == types.Implements(o, i):
				t.Errorf("%s implements %s: needs a pointer %v", typ, iface, pointer)
			}
			known++
		}
	}
	if known < 18 {
		t.Errorf("%d of 21 are known", known)
	}
	// Signatures with whole paths, as go/types prints them.
	d := w.Declared("p.Func")
	if len(d) != 1 || d[0].Type != types.TypeString(pkg.Scope().Lookup("Func").Type().Underlying(), nil) {
		t.Errorf("Func is %+v, by go/types %s", d, types.TypeString(pkg.Scope().Lookup("Func").Type().Underlying(), nil))
	}
}

// TestOdd reads what is broken, empty or strange: nothing may panic.
func TestOdd(t *testing.T) {
	w := read(t, map[string]string{
		"broken.go": "package a\n\nfunc (", "empty.go": "", "nul.go": "package a\x00", "b/loop.go": "package b\n\ntype A = B\ntype B = A\ntype S struct{ S }\ntype I interface{ I }\ntype P *P\n\nfunc (A) M() { var s S; s.x.y(); var a A; a.q() }\n",
		"c/odd.go":  "package c\n\nfunc (x struct{}) F() {}\nfunc () G() {}\nvar _, x = 1\nconst a, b = 1\nfunc h() { x.y.z.w(); (func())(nil)(); a[0](1); new(int).f(); []int{}.x() }\n",
		"d_test.go": "package a_test\n\nimport \"\"\nimport . \"a\"\n",
	})
	for _, typ := range []string{"b.S", "b.A", "b.P", "c.x", "", "."} {
		for _, iface := range []string{"b.I", "error", "io.Reader", "", "x"} {
			w.Implements(typ, iface)
		}
	}
	if !w.Files["broken.go"].Broken {
		t.Error("a broken file is whole")
	}
	if _, ok := w.Files["empty.go"]; ok {
		t.Error("an empty file is one of Go")
	}
}

func TestSaysUse(t *testing.T) {
	for doc, want := range map[string]bool{
		"Deprecated: Use [New] instead.": true, "Deprecated: use New instead": true, "Deprecated: superseded by New.": true, "Deprecated: in favor of\nNew.": true,
		"Deprecated: use Newer instead": false, "Use New.": false, "Deprecated: New is bad": false, "Deprecated:": false, "": false,
	} {
		if got := witness.SaysUse(doc, []string{"p.New", "New"}); got != want {
			t.Errorf("%q: %v", doc, got)
		}
	}
}

// TestSince holds releases against lines of the files of api that were read by
// hand.
func TestSince(t *testing.T) {
	w := read(t, map[string]string{"go.mod": "module m\n", "m.go": "package m\n"})
	for symbol, want := range map[string]string{
		"strings Cut": "1.18", "strings Builder": "1.10", "fmt Println": "1.0", "maps Clone": "1.21", "os ReadFile": "1.16", "io/fs FS": "1.16", "errors Join": "1.20", "strings Nope": "", "slices Sort": "1.21", "io EOF": "1.0",
	} {
		pkg, name, _ := strings.Cut(symbol, " ")
		if got, err := w.Since(pkg, name); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", symbol, got, err, want)
		}
	}
}

func TestGuessName(t *testing.T) {
	for path, want := range map[string]string{
		"fmt": "fmt", "math/rand/v2": "rand", "gopkg.in/yaml.v3": "yaml", "example.com/go-chi": "chi", "example.com/chi/v5": "chi", "example.com/toml-go": "toml", "v2": "v2",
		"github.com/mattn/go-sqlite3": "sqlite3", "go.yaml.in/yaml/v3": "yaml",
	} {
		if got := witness.GuessName(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
