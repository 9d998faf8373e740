package factfilter

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"sooth/fact"
	"sooth/fact/factmem"
	"sooth/internal/index"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/gofact"
	"sooth/lang/golang"
)

// indexed reads the module of testdata/shop.txtar as sooth index does.
func indexed(t *testing.T) fact.Reader {
	t.Helper()
	g, err := toolchain.Find(t.Context(), os.Environ())
	if errors.Is(err, toolchain.ErrNotFound) {
		t.Skipf("SKIPPED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	archive, err := txtar.ParseFile(filepath.Join("testdata", "shop.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	reader, err := gofact.NewReader(gofact.Options{Go: g, Cache: golang.NewMemoryCache(64 << 20)})
	if err != nil {
		t.Fatal(err)
	}
	store := factmem.New()
	if _, err := index.Run(t.Context(), index.Options{Dir: dir, Store: store, Readers: []lang.Reader{reader}, Environ: os.Environ(), Now: time.Now(), NoGit: true}); err != nil {
		t.Fatal(err)
	}
	return store
}

// TestSelect: what passes each filter was read out of the module by hand.
func TestSelect(t *testing.T) {
	r := indexed(t)
	cases := []struct{ filter, want string }{
		{"implements=example.org/shop.Priced", "Book Box Pen base"},
		{"implements=example.org/shop.Priced symbol=struct exported=true", "Book Pen"},
		{"implements=example.org/shop.Priced symbol!=struct", "Box"},
		{"implementing=example.org/shop.Priced", "Book.Price Box.Price Pen.Name Pen.Price Book.Name Box.Name base.Name base.Price"},
		{"implements=fmt.Stringer or implementing=fmt.Stringer exported=true", "Book"},
		{"embeds=example.org/shop.base", "Book"},
		{"returns=error", "Open Shop.Close"},
		{"returns=iter.Seq", "Shop.All"},
		{"returns=chan", "Shop.Sold"},
		{"returns=*example.org/shop.Shop", "Open"},
		{"takes=context.Context", "Shop.Close Open Watcher.Watch"},
		{"takes=context.Context symbol=interface-method", "Watcher.Watch"},
		{"takes=example.org/shop/other.Context", "desk.Count mix.Mixed"},
		{"takes=context.CancelFunc", "mix.Mixed"},
		{"takes=chan", "Feed"},
		{"takes=...string", "Open"},
		{"takes=example.org/shop.Priced package=example.org/shop", "Shop.Add"},
		{"takes=*example.org/shop.Shop", "desk.Serve"},
		{"takes=[]byte|int", "Put desk.Count"},
		{"deprecated=true", "Feed Old"},
		{"name=Pri... exported=true symbol=method", "Book.Price Box.Price Pen.Price"},
		{"package=example.org/shop/... symbol=func exported=true file!=..._test.go", "Feed Open Put desk.Count desk.Serve mix.Mixed"},
		{"symbol=field package=example.org/shop exported=true", "Label.Text"},
		{"symbol=func file=..._test.go", "TestX"},
	}
	var filters []Filter
	for _, c := range cases {
		f, err := Parse(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		filters = append(filters, f)
	}
	got, err := Select(t.Context(), r, filters)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		var want []string
		for name := range strings.FieldsSeq(c.want) {
			if strings.HasPrefix(name, "desk.") || strings.HasPrefix(name, "mix.") {
				want = append(want, "example.org/shop/"+name)
			} else {
				want = append(want, "example.org/shop."+name)
			}
		}
		slices.Sort(want)
		if !slices.Equal(got[i].Subjects, want) {
			t.Errorf("%s\n got %q\nwant %q", c.filter, got[i].Subjects, want)
		}
	}
}

// TestDoubts: a filter that selects nothing says which of its values is unknown.
func TestDoubts(t *testing.T) {
	r := indexed(t)
	for text, want := range map[string]string{
		"implements=example.org/shop.Prices":              "nothing implements \"example.org/shop.Prices\": did you mean `example.org/shop.Priced`?",
		"implementing=fmt.Stringer name=Strong":           `the index does not have the methods of "fmt.Stringer"`,
		"symbol=metod":                                    "no symbol is a \"metod\": did you mean `method`?",
		"returns=errors.Error":                            `nothing returns "errors.Error"`,
		"implements=example.org/shop.Priced symbol=const": "",
	} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Select(t.Context(), r, []Filter{f})
		if err != nil || len(got[0].Subjects) != 0 || !strings.HasPrefix(strings.Join(got[0].Doubts, ","), want) || want == "" && len(got[0].Doubts) > 0 {
			t.Errorf("%s: %v, %v; want %q", text, got, err, want)
		}
	}
}

// failing is a store that breaks off.
type failing struct{ fact.Reader }

func (failing) Facts(context.Context, fact.Query) iter.Seq2[fact.Fact, error] {
	return func(yield func(fact.Fact, error) bool) { yield(fact.Fact{}, context.Canceled) }
}

func TestSelectFails(t *testing.T) {
	f, err := Parse("name=x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Select(t.Context(), failing{}, []Filter{f}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
