package corpora_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sooth/internal/corpora"
	"sooth/internal/toolchain"
)

// proxy is a module proxy in a folder with one module, and a go command that asks
// nobody else.
func proxy(t *testing.T) *toolchain.Go {
	t.Helper()
	dir := t.TempDir()
	at := filepath.Join(dir, "example.com", "m", "@v")
	if err := os.MkdirAll(at, 0o755); err != nil {
		t.Fatal(err)
	}
	const goMod = "module example.com/m\n\ngo 1.24\n"
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{"go.mod": goMod, "m.go": "package m\n\nfunc F() {}\n", "sub/s.go": "package sub\n"} {
		w, err := z.Create("example.com/m@v1.0.0/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"v1.0.0.info": `{"Version":"v1.0.0"}`, "v1.0.0.mod": goMod, "v1.0.0.zip": b.String(), "list": "v1.0.0\n"} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cache := filepath.Join(t.TempDir(), "cache")
	t.Cleanup(func() { // the module cache is read-only
		filepath.WalkDir(cache, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				os.Chmod(name, 0o755)
			}
			return nil
		})
	})
	g, err := toolchain.Find(context.Background(), append(os.Environ(), "GOPROXY=file://"+filepath.ToSlash(dir), "GOSUMDB=off", "GOMODCACHE="+cache))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestFetch(t *testing.T) {
	g, ctx, folder := proxy(t), context.Background(), t.TempDir()
	f, err := corpora.Fetch(ctx, g, corpora.Pin{Module: "example.com/m", Version: "v1.0.0"}, folder)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(f.Dir, "m.go"))
	if err != nil || !strings.Contains(string(text), "func F") || !strings.HasPrefix(f.Sum, "h1:") || f.Open != "" || !corpora.Is(f.Dir) {
		t.Errorf("%+v: %q, %v", f, text, err)
	}
	if corpora.Is(folder) {
		t.Error("a folder that nobody fetched is a corpus")
	}
	// What is there stays; what is half there is made again.
	if err := os.WriteFile(filepath.Join(f.Dir, "kept.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := corpora.Fetch(ctx, g, corpora.Pin{Module: "example.com/m", Version: "v1.0.0", Sum: f.Sum}, folder); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(f.Dir, "kept.txt")); err != nil {
		t.Errorf("a corpus that was there was copied again: %v", err)
	}
	if err := os.Remove(filepath.Join(f.Dir, ".sooth", "corpus")); err != nil {
		t.Fatal(err)
	}
	if _, err := corpora.Fetch(ctx, g, corpora.Pin{Module: "example.com/m", Version: "v1.0.0"}, folder); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(f.Dir, "kept.txt")); err == nil {
		t.Error("a corpus without its stamp was not copied again")
	}
	wrong := strings.Replace(f.Sum, f.Sum[3:5], "ZZ", 1)
	if _, err := corpora.Fetch(ctx, g, corpora.Pin{Module: "example.com/m", Version: "v1.0.0", Sum: wrong}, folder); !errors.Is(err, corpora.ErrSum) {
		t.Errorf("another sum: %v", err)
	}
	for _, p := range []corpora.Pin{{Module: "example.com/none", Version: "v1.0.0"}, {Module: "example.com/m", Version: "v9.9.9"}, {Module: "", Version: "v1"},
		{Module: "-json", Version: "v1"}, {Module: "../m", Version: "v1.0.0"}, {Module: "example.com/m", Version: "v1 v2"}, {Module: "example.com/m", Version: ""}} {
		if f, err := corpora.Fetch(ctx, g, p, folder); err == nil || !strings.Contains(err.Error(), "hint:") {
			t.Errorf("%+v: %+v, %v", p, f, err)
		}
	}
}

// TestList holds the list of the examples, and lists that are wrong.
func TestList(t *testing.T) {
	const name = "../../examples/generated/corpora.yaml"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	list, err := corpora.Read(text, name)
	if err != nil {
		t.Fatal(err)
	}
	styles, young, known := map[string]bool{}, 0, map[string]int{}
	for _, e := range list {
		if e.Note == "" || e.Popularity == "" || e.Oldest == "" || len(e.Style) == 0 {
			t.Errorf("%s: something is not said: %+v", e.Module, e)
		}
		for _, s := range e.Style {
			styles[s] = true
		}
		if e.FirstRelease >= "2024" {
			young++
		}
		known[e.Popularity]++
	}
	if len(list) < 8 || young < 4 || known["well known"] == 0 || known["little known"] == 0 {
		t.Errorf("%d corpora, %d of them since 2024, %v", len(list), young, known)
	}
	for _, s := range []string{"generics", "code generation", "workspace", "embed"} {
		if !styles[s] {
			t.Errorf("no corpus of the style %q", s)
		}
	}
	entry := "corpora:\n  - module: example.com/m\n    version: v1.0.0\n    sum: \"h1:" + strings.Repeat("a", 43) + "=\"\n    first_release: 2025-01-01\n    released: 2025-02-01\n"
	head := "schema: sooth.corpora/1\n"
	if list, err := corpora.Read([]byte(head+entry), "x"); err != nil || len(list) != 1 {
		t.Errorf("a right list: %v", err)
	}
	for text, want := range map[string]string{
		"":                    "the file is empty",
		entry:                 "schema",
		head:                  "no corpora",
		head + "corpora: 1\n": "cannot",
		head + strings.Replace(entry, "h1:", "h2:", 1):           "x:3:5: the sum",
		head + strings.Replace(entry, "2025-01-01", "soon", 1):   "first_release is \"soon\"",
		head + strings.Replace(entry, "module:", "modul:", 1):    "modul",
		head + entry + strings.TrimPrefix(entry, "corpora:\n"):   "stands twice",
		head + "other: 1\n" + entry:                              "other",
		"schema: sooth.corpora/2\n" + entry:                      "sooth.corpora/2",
		head + strings.Replace(entry, "version: v1.0.0", "", 1):  "version is missing",
		head + "corpora:\n  - [1, 2]\n":                          "x:",
		head + "corpora: [" + strings.Repeat(" ", 1<<20) + "]\n": "larger than",
	} {
		if _, err := corpora.Read([]byte(text), "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}

func TestExposure(t *testing.T) {
	e := corpora.Entry{FirstRelease: "2025-01-10", Released: "2025-06-10"}
	for cutOff, want := range map[string]corpora.Exposure{
		"2024-12-31": corpora.Unseen, "2025-01-10": corpora.Older, "2025-06-09": corpora.Older, "2025-06-10": corpora.Seen, "2026-01-01": corpora.Seen,
	} {
		day, err := time.Parse(time.DateOnly, cutOff)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Exposure(day); got != want {
			t.Errorf("%s: %s, want %s", cutOff, got, want)
		}
	}
	if got := e.Exposure(time.Time{}); got != corpora.Unknown {
		t.Errorf("without a cut-off: %s", got)
	}
}
