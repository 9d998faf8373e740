package world

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/fact/factmem"
	"sooth/lang"
)

// grown makes a world of files. Facts are those given, all of one unit.
func grown(t *testing.T, files map[string]string, facts ...fact.Fact) *World {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	store := factmem.New()
	g, err := store.Begin(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Replace(context.Background(), fact.Unit{Name: "example.com/acme/m", Facts: facts}); err != nil {
		t.Fatal(err)
	}
	if err := g.Commit(context.Background(), fact.State{Module: "example.com/acme/m"}, nil); err != nil {
		t.Fatal(err)
	}
	return New(dir, store, nothing{})
}

// nothing is a fresh look that sees no package.
type nothing struct{}

func (nothing) Paths(context.Context, string) ([]string, error) { return nil, nil }
func (nothing) Symbols(_ context.Context, path string) (lang.Symbols, error) {
	return lang.Symbols{Package: path}, nil
}

func TestOccurrences(t *testing.T) {
	w := grown(t, map[string]string{
		"a.go":      "package a\n\n// wordComment is said.\nfunc wordCode() { _ = \"x wordString y\" }\n\ntype t struct {\n\tF int `json:\"wordTag\"`\n}\n\nvar s = `\nwordRaw`\n",
		"b.yaml":    "a:\n  wordText: 1\n",
		"README.md": "`wordProse` in prose\n\n```go\nwordBlock()\n```\n",
		"x.bin":     "\x00\x01wordBinary",
	})
	for word, want := range map[string]Occurrence{
		"wordComment": {"a.go", 3, InComment}, "wordCode": {"a.go", 4, InCode}, "wordString": {"a.go", 4, InLiteral}, "wordTag": {"a.go", 7, InLiteral},
		"wordRaw": {"a.go", 11, InLiteral}, "wordText": {"b.yaml", 2, InText}, "wordBlock": {"README.md", 4, InBlock},
		"wordProse": {}, "word": {}, "wordCod": {}, "ordCode": {}, "wordNothing": {}, "WordCode": {},
	} {
		for range plainSearches + 2 { // by a plain search, then by the index of words
			got, err := w.Occurs(context.Background(), word)
			if err != nil {
				t.Fatal(err)
			}
			if want.File == "" && len(got.List) > 0 || want.File != "" && (len(got.List) == 0 || got.List[0] != want) {
				t.Errorf("%s: %+v, want %+v", word, got.List, want)
			}
			if got.Files != 4 || got.Short != "" {
				t.Errorf("%s: %d files, %q", word, got.Files, got.Short)
			}
			w.searched = map[string]*once[Occurrences]{}
		}
	}
}

func TestComposed(t *testing.T) {
	w := grown(t, map[string]string{"a.go": "package a\n\nvar _ = []string{\"shop\", \"store\", \"writes_total\", \"__meta_shop_\", \"region\", \"flush-interval\", \"On\", \"Event\", \"%s_errors_seconds\"}\n"})
	for name, want := range map[string]bool{
		"shop_store_writes_total": true, "__meta_shop_region": true, "SHOP_FLUSH_INTERVAL": true, "shop_errors_seconds": true,
		"shop_store_reads_total": false, "__meta_shop_zone": false, "OnEvent": false, "writes_total": false, "shop": false,
	} {
		parts, err := w.Composed(context.Background(), name)
		if err != nil || (parts != "") != want {
			t.Errorf("%s: composed of %q, %v; want %v", name, parts, err, want)
		}
	}
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want Kinship
	}{
		{"SetHelpCommandGroupId", "SetHelpCommandGroupID", Twin},
		{"PersistendPostRun", "PersistentPostRun", Twin},
		{"NewSerwer", "NewServer", Twin},
		{"OpenFiles", "OpenFile", Twin},
		{"scrape_config", "scrape_configs", Twin},
		{"FetchUserName", "GetUserName", Kin},
		{"GetUser", "FetchUser", Kin},
		{"getReleasesFromCluster", "getCompletions", Stranger},
		{"preflight", "WriteFile", Stranger},
		{"thanos", "status", Stranger},
		{"holt_winters", "double_exponential_smoothing", Stranger},
	} {
		if got := Alike(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Alike(c.b, c.a); got != c.want {
			t.Errorf("%s and %s: not symmetric", c.b, c.a)
		}
	}
	if !Extends("encodersWithContext", "encoders") || !Extends("Cache", "SharedCache") || Extends("getAll", "get") || Extends("Cache", "Cache") {
		t.Error("Extends")
	}
	if best, kin := Nearest("NewSerwer", slices.Values([]string{"Zebra", "NewServer", "NewServers", "NewSerwer"})); best != "NewServer" || kin != Twin {
		t.Errorf("nearest %q %d", best, kin)
	}
}

func TestParseName(t *testing.T) {
	for name, want := range map[string]string{
		"Mux": "|Mux", "chi.Mux": "|chi Mux", "(*Mux).Handle": "|Mux Handle*", "*Mux": "|Mux*", "internal/freelist.New": "internal|freelist New",
		"c.Root().Find": "|c Root() Find", "(*pkg.T).M": "|pkg T M*", "...Option": "|Option", "": "|",
	} {
		n := ParseName(name)
		got := n.Path + "|"
		for i, p := range n.Parts {
			if i > 0 {
				got += " "
			}
			got += p
			if n.Calls[i] {
				got += "()"
			}
		}
		if n.Pointer {
			got += "*"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestDeclares(t *testing.T) {
	const text = `package p

type T struct {
	A, B int
	sync.Mutex
	Inner struct{ C int }
	F func(Arg int)
}

type I interface {
	M(Param int)
	J
}

func (t *T) Do(X int) {}

func (g G[K]) Gen() {}

func Top(Y int) { var Local int }

const (
	One = iota
	Two
)
`
	d, err := parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		owners []string
		line   int
	}{
		{"Top", nil, 19}, {"One", nil, 22}, {"Two", nil, 23}, {"T", nil, 3}, {"Do", nil, 0}, {"A", nil, 0}, {"Local", nil, 0}, {"Y", nil, 0},
		{"A", []string{"T"}, 4}, {"B", []string{"T"}, 4}, {"Mutex", []string{"T"}, 5}, {"C", []string{"T"}, 6}, {"Do", []string{"T"}, 15}, {"Gen", []string{"G"}, 17},
		{"M", []string{"I"}, 11}, {"J", []string{"I"}, 12}, {"Param", []string{"I"}, 0}, {"Arg", []string{"T"}, 0}, {"X", []string{"T"}, 0}, {"M", []string{"T"}, 0}, {"Top", []string{"T"}, 0},
		{"M", []string{anyOwner}, 11}, {"Do", []string{"I", "G", "T"}, 15}, {"Nothing", []string{anyOwner}, 0},
	} {
		if got := d.line(c.name, c.owners); got != c.line {
			t.Errorf("%s of %v: line %d; want %d", c.name, c.owners, got, c.line)
		}
	}
	if _, err := parse([]byte("package")); err == nil {
		t.Error("a broken file declares nothing without an error")
	}
}

func TestLocate(t *testing.T) {
	w := grown(t, map[string]string{
		"Makefile": "", "cmd/run/main.go": "", "a/x.go": "", "b/x.go": "", "a/y.go": "", "docs/guide/index.md": "", ".gitignore": "*.out\n/made/\n", "scripts/fix": "",
	})
	outside := filepath.Join(filepath.Dir(w.dir), "secret.go")
	if err := os.WriteFile(outside, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(w.dir, "link.go")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, from      string
		linked          bool
		want            string
		inside, ignored bool
	}{
		{path: "Makefile", want: "Makefile"}, {path: "./a/x.go", want: "a/x.go"}, {path: "x.go", want: "a/x.go b/x.go"}, {path: "y.go", want: "a/y.go"},
		{path: "run/main.go", want: "cmd/run/main.go"}, {path: "m/a/x.go", want: "a/x.go"}, {path: "acme/m/a/x.go", want: "a/x.go"}, {path: "example.com/acme/m/a/x.go", want: "a/x.go"},
		{path: "../a/x.go", from: "docs", linked: true, want: "a/x.go"}, {path: "guide/index.md", from: "docs", linked: true, want: "docs/guide/index.md"},
		{path: "scripts/fix", want: "scripts/fix"}, {path: "a", want: "a"}, {path: "a/", want: "a"},
		{path: "a/z.go", inside: true}, {path: "c/z.go"}, {path: "made/z.go", ignored: true}, {path: "a/z.out", inside: true, ignored: true}, {path: "node_modules/z.js", ignored: true},
		{path: "../secret.go"}, {path: "../../etc/passwd"}, {path: "a/../../secret.go"},
	} {
		got, err := w.Locate(context.Background(), c.path, c.from, c.linked)
		if err != nil {
			t.Fatal(err)
		}
		if found := strings.Join(append(got.Files, got.Folders...), " "); found != c.want || found == "" && (got.Inside != c.inside || got.Ignored != c.ignored) {
			t.Errorf("%s: %q, inside %v, ignored %v", c.path, found, got.Inside, got.Ignored)
		}
	}
	for _, name := range []string{"link.go", "../secret.go", "/etc/passwd"} {
		if _, err := w.Read(name); err == nil {
			t.Errorf("%s was read: it is outside of the tree", name)
		}
	}
}

func TestBeside(t *testing.T) {
	const text = "A `one`.\n\nIn package `time`:\n\n- `two` and `three`\n- `four`\n\n`five`\n"
	x := NewText("docs/a.md", text)
	if got := strings.Join(x.Beside(strings.Index(text, "two")), "|"); got != "package time|two|three|four" {
		t.Errorf("beside two: %s", got)
	}
	if x.Folder != "docs" || len(x.Beside(-1)) != 0 || len(x.Beside(1<<30)) != 0 {
		t.Error("folder, or an offset outside of the text")
	}
	own := NewText("", "```go\nx := start(1)\nx.Stop()\nfunc (t *T) Make() {}\n```\n")
	if !own.Own("start") || !own.Own("x") || !own.Own("Make") || own.Own("Stop") || own.Own("end") {
		t.Error("the text's own names")
	}
}
