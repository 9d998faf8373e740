package gofact

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sooth/fact"
	"sooth/lang"
	"sooth/lang/golang"
)

// tree returns a folder as a lang.Tree.
func tree(t testing.TB, dir string) lang.Tree {
	t.Helper()
	names, _, err := goFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	x := lang.Tree{Dir: dir}
	for _, n := range names {
		x.Files = append(x.Files, lang.File{Name: n})
	}
	return x
}

// shared is a cache for all tests: what was read of the standard library once.
var shared = sync.OnceValue(func() golang.Cache { return golang.NewMemoryCache(memoryCache) })

// newReader returns a Reader with the cache; nil: the one of all tests.
func newReader(t testing.TB, c golang.Cache) *Reader {
	t.Helper()
	if c == nil {
		c = shared()
	}
	r, err := NewReader(Options{Go: findGo(t), Cache: c})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// read reads a tree and returns its units by name.
func read(t testing.TB, r *Reader, x lang.Tree) (map[string]fact.Unit, []string) {
	t.Helper()
	units := map[string]fact.Unit{}
	names, err := r.Read(t.Context(), x, func(u fact.Unit) error {
		if _, twice := units[u.Name]; twice {
			t.Errorf("unit %q came twice", u.Name)
		}
		units[u.Name] = u
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return units, names
}

// cobra copies the package github.com/spf13/cobra, which this module needs, with
// a go.mod that needs nothing but pflag.
func cobra(t testing.TB) string {
	t.Helper()
	from := filepath.Join(modulesDir(findGo(t)), "github.com", "spf13", "cobra@v1.10.2")
	names, err := readDirNames(from)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, name, string(text))
	}
	sums, err := os.ReadFile(filepath.Join(from, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.sum", string(sums))
	write(t, dir, "go.mod", "module github.com/spf13/cobra\n\ngo 1.21\n\nrequire github.com/spf13/pflag v1.0.9\n")
	return dir
}

type occurrence struct {
	file         string
	line, column int
}

// sameName compares names; scip-go numbers structs without a name, where we say
// the field.
func sameName(ours, theirs string) bool {
	before, after, anonymous := strings.Cut(theirs, "$anon_")
	if !anonymous {
		return ours == theirs
	}
	_, member, _ := strings.Cut(after, ".")
	return strings.HasPrefix(ours, before) && strings.HasSuffix(ours, "."+member)
}

// What scip-go v0.2.9 finds in cobra v1.10.2 is found here under the same names:
// all definitions and references but those of packages, of local variables and
// of the main packages that the go command makes for tests.
//
// testdata/cobra-v1.10.2.tsv.gz was made by `scip-go index` in an unchanged
// copy of the module, with one line for each occurrence in a file of its root
// folder: file, line, column, 1 for a definition, name (descriptors of SCIP
// written as facts write them).
func TestCobraAgainstSCIP(t *testing.T) {
	units, _ := read(t, newReader(t, nil), tree(t, cobra(t)))
	u, ok := units["github.com/spf13/cobra"]
	if !ok {
		t.Fatal("no unit for cobra")
	}
	if u.Open != "" {
		t.Errorf("open: %s", u.Open)
	}
	got := map[fact.Kind]map[occurrence]string{fact.Definition: {}, fact.Reference: {}}
	for _, f := range u.Facts {
		switch f.Kind {
		case fact.Definition:
			got[f.Kind][occurrence{f.Name.File, f.Name.Line, f.Name.Column}] = f.Subject
		case fact.Reference:
			got[f.Kind][occurrence{f.Span.File, f.Span.Line, f.Span.Column}] = f.Object
		}
	}
	packed, err := os.Open("testdata/cobra-v1.10.2.tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	want := map[fact.Kind]int{}
	for s := bufio.NewScanner(unpacked); s.Scan(); {
		f := strings.Split(s.Text(), "\t")
		line, _ := strconv.Atoi(f[1])
		column, _ := strconv.Atoi(f[2])
		kind := fact.Reference
		if f[3] == "1" {
			kind = fact.Definition
		}
		want[kind]++
		if name := got[kind][occurrence{f[0], line, column}]; !sameName(name, f[4]) {
			t.Errorf("%s:%d:%d: %s of %q, want %q", f[0], line, column, kind, name, f[4])
		}
	}
	if want[fact.Definition] < 680 || want[fact.Reference] < 7400 {
		t.Errorf("compared only %v", want)
	}
	if n := len(got[fact.Definition]) - want[fact.Definition]; n < 0 || n > 20 {
		t.Errorf("%d definitions more than scip-go has", n)
	}
}
