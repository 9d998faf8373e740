package gofact

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"sooth/fact"
)

// extract writes the files of an archive into a new folder.
func extract(t testing.TB, archive string) string {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", archive))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		write(t, dir, f.Name, string(f.Data))
	}
	return dir
}

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// find returns the facts of a kind about a subject.
func find(facts []fact.Fact, kind fact.Kind, subject string) []fact.Fact {
	var found []fact.Fact
	for _, f := range facts {
		if f.Kind == kind && f.Subject == subject {
			found = append(found, f)
		}
	}
	return found
}

func TestSymbolsOfTree(t *testing.T) {
	p := newPackages(t, extract(t, "tree.txtar"))
	s, err := p.Symbols(t.Context(), "example.org/shop")
	if err != nil {
		t.Fatal(err)
	}
	if s.Open != "" {
		t.Errorf("open: %s", s.Open)
	}
	for _, want := range []fact.Fact{
		{Subject: "example.org/shop.Limit", Symbol: "const", Detail: "const Limit = 10", Doc: "Limit is how many.", DocLine: 13},
		{Subject: "example.org/shop.Other", Symbol: "const", Detail: `const Other = "x"`, Doc: "Limit is how many.", DocLine: 13},
		{Subject: "example.org/shop.B", Symbol: "const", Detail: "const B Kind = iota"},
		{Subject: "example.org/shop.Store", Symbol: "struct", Detail: "type Store[K comparable, V any] struct", Doc: "Store keeps things.", DocLine: 25},
		{Subject: "example.org/shop.Store.Mutex", Symbol: "field", Detail: "sync.Mutex"},
		{Subject: "example.org/shop.Store.Box", Symbol: "field", Detail: "*stock.Box"},
		{Subject: "example.org/shop.Store.Inner", Symbol: "field", Detail: "Inner struct"},
		{Subject: "example.org/shop.Store.Inner.Depth", Symbol: "field", Detail: "Depth int"},
		{Subject: "example.org/shop.Store.Title", Symbol: "field", Detail: "Title string", Doc: "Name is the name.", DocLine: 34},
		{Subject: "example.org/shop.Alias", Symbol: "alias", Detail: "type Alias = stock.Box"},
		{Subject: "example.org/shop.Renamed", Symbol: "type", Detail: "type Renamed stock.Box"},
		{Subject: "example.org/shop.Shop", Symbol: "interface", Detail: "type Shop interface", Doc: "Shop is what shops do.", DocLine: 41},
		{Subject: "example.org/shop.Shop.Sell", Symbol: "interface method", Detail: "Sell(ctx context.Context, n int) (sold bool, err error)", Doc: "Sell sells one.", DocLine: 44},
		{Subject: "example.org/shop.Default", Symbol: "var", Detail: `var Default = &Store[string, int]{…}`},
		{Subject: "example.org/shop.Store.Get", Symbol: "method", Detail: "func (s *Store[K, V]) Get(k K) (v V, ok bool)", Doc: "Get gets.", DocLine: 50},
		{Subject: "example.org/shop.Store.Get.local", Symbol: "struct", Detail: "type local struct"},
		{Subject: "example.org/shop.Store.Get.local.X", Symbol: "field", Detail: "X int"},
		{Subject: "example.org/shop.Command", Symbol: "func", Detail: "func Command() *cli.Command"},
		{Subject: "example.org/shop.OnlyWindows", Symbol: "func", Detail: "func OnlyWindows()", Excluded: true},
		{Subject: "example.org/shop.helper", Symbol: "func", Detail: "func helper()"},
		{Subject: "example.org/shop_test.Outside", Symbol: "struct", Detail: "type Outside struct"},
	} {
		found := find(s.Facts, fact.Definition, want.Subject)
		if len(found) != 1 {
			t.Errorf("%s: %d definitions, want 1", want.Subject, len(found))
			continue
		}
		f := found[0]
		if f.Symbol != want.Symbol || f.Detail != want.Detail || f.Doc != want.Doc || f.DocLine != want.DocLine || f.Excluded != want.Excluded || f.Strength != fact.Syntax {
			t.Errorf("%s:\n got %q %q %q %d %v %s\nwant %q %q %q %d %v", want.Subject, f.Symbol, f.Detail, f.Doc, f.DocLine, f.Excluded, f.Strength, want.Symbol, want.Detail, want.Doc, want.DocLine, want.Excluded)
		}
	}
	get := find(s.Facts, fact.Definition, "example.org/shop.Store.Get")[0]
	if got := [...]int{get.Span.Line, get.Span.Column, get.Span.EndLine, get.Span.EndColumn, get.Name.Line, get.Name.Column, get.Name.EndColumn}; got != [...]int{51, 1, 54, 2, 51, 23, 26} {
		t.Errorf("place of Get: %v", got)
	}
	var promoted []string
	for _, f := range s.Facts {
		if f.Kind == fact.Promotes && !strings.HasPrefix(f.Object, "github.com/spf13/cobra.") {
			promoted = append(promoted, strings.TrimPrefix(f.Subject, "example.org/shop.")+" "+strings.TrimPrefix(f.Object, "example.org/shop/internal/"))
		}
	}
	slices.Sort(promoted)
	want := []string{
		"Alias stock.Box.Open", "Alias stock.Box.Weight", "Alias stock.base.ID", "Alias stock.base.Key",
		"Renamed stock.Box.Weight", "Renamed stock.base.ID", "Renamed stock.base.Key",
		"Shop io.Closer.Close",
		"Store stock.Box.Open", "Store stock.Box.Weight", "Store stock.base.ID", "Store stock.base.Key",
		"Store sync.Mutex.Lock", "Store sync.Mutex.TryLock", "Store sync.Mutex.Unlock",
	}
	if !slices.Equal(promoted, want) {
		t.Errorf("promoted:\n got %q\nwant %q", promoted, want)
	}
	if find(s.Facts, fact.Deprecated, "example.org/shop.Store") == nil {
		t.Error("Store is not deprecated")
	}
	if !slices.ContainsFunc(s.Facts, func(f fact.Fact) bool {
		return f.Subject == "example.org/shop.Root" && f.Object == "github.com/spf13/cobra.Command.Execute"
	}) {
		t.Error("Root does not have Execute of a module's type")
	}
}

func TestSymbolsThatAreOpen(t *testing.T) {
	p := newPackages(t, extract(t, "tree.txtar"))
	for path, want := range map[string]struct{ open, has string }{
		"example.org/shop/absent":      {"which could not be read", "T"},
		"example.org/shop/native":      {`imports "C"`, "Add"},
		"example.org/shop/broken":      {"broken/broken.go:5:12: ", "Whole"},
		"example.org/absent/v2/thing":  {"example.org/absent/v2@v2.1.0 is not on this machine", ""},
		"example.org/nowhere":          {"no package of that import path", ""},
		"../../../../../../etc":        {"no package of that import path", ""},
		"example.org/shop/testdata":    {"no package of that import path", ""},
		"example.org/shop/vendor/v":    {"no package of that import path", ""},
		"example.org/nested":           {"", "Nested"},
		"github.com/spf13/cobra":       {"", "Command.Execute"},
		"example.org/shop_test":        {"", ""},
		"golang.org/x/net/http2/hpack": {"no package", ""},
		"cmd/go/internal/load":         {"", "PackageInternal"},
	} {
		s, err := p.Symbols(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		open := s.Open
		if path == "example.org/shop/absent" { // a type of it is
			open = s.OpenTypes[path+".T"]
		}
		if (want.open == "") != (open == "") || !strings.Contains(open, want.open) {
			t.Errorf("%s: open %q, want %q", path, open, want.open)
		}
		if want.has != "" && find(s.Facts, fact.Definition, path+"."+want.has) == nil {
			t.Errorf("%s: no %s", path, want.has)
		}
	}
}

func TestPaths(t *testing.T) {
	dir := extract(t, "tree.txtar")
	now := time.Unix(0, 0)
	p, err := NewPackages(PackagesOptions{Go: findGo(t), Dir: dir, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	for qualifier, want := range map[string][]string{
		"stock":                  {"example.org/shop/internal/stock"},
		"internal/stock":         {"example.org/shop/internal/stock"},
		"odd":                    {"example.org/shop/strange-dir/v2"},
		"v2":                     {"example.org/shop/strange-dir/v2", "math/rand/v2"},
		"cli":                    {"github.com/spf13/cobra"},
		"cobra":                  {"github.com/spf13/cobra"},
		"doc":                    {"github.com/spf13/cobra/doc", "go/doc"},
		"thing":                  {"example.org/absent/v2/thing"},
		"absent":                 {"example.org/shop/absent"},
		"http":                   {"net/http"},
		"net/http":               {"net/http"},
		"nested":                 {"example.org/nested"},
		"example.org/nested":     {"example.org/nested"},
		"example.org/shop/no":    nil,
		"github.com/spf13/viper": nil,
		"nobody":                 nil,
		"v":                      nil,
		"":                       nil,
		"rand":                   {"crypto/rand", "math/rand", "math/rand/v2"},
	} {
		got, err := p.Paths(t.Context(), qualifier)
		if err != nil {
			t.Fatal(err)
		}
		if qualifier == "doc" { // nothing imports the one of cobra
			want = []string{"go/doc"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", qualifier, got, want)
		}
	}
	// what comes later is seen
	write(t, dir, "late/late.go", "package late\n\ntype New struct{ Old int }\n")
	if got, err := p.Paths(t.Context(), "late"); err != nil || got != nil {
		t.Errorf("late, at once: got %q, %v", got, err)
	}
	now = now.Add(lookAgain)
	if got, err := p.Paths(t.Context(), "late"); err != nil || !slices.Equal(got, []string{"example.org/shop/late"}) {
		t.Errorf("late: got %q, %v", got, err)
	}
	if s, err := p.Symbols(t.Context(), "example.org/shop/late"); err != nil || find(s.Facts, fact.Definition, "example.org/shop/late.New.Old") == nil {
		t.Errorf("late.New.Old: %v", err)
	}
	write(t, dir, "late/late.go", "package late\n\ntype New struct{ Older int }\n")
	if s, err := p.Symbols(t.Context(), "example.org/shop/late"); err != nil || find(s.Facts, fact.Definition, "example.org/shop/late.New.Older") == nil {
		t.Errorf("late.New.Older: %v", err)
	}
}
