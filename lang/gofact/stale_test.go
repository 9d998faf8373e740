package gofact

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/internal/toolchain"
	"sooth/lang"
)

// known returns units as a store gives them: without facts, in order of name.
func known(units map[string]fact.Unit) []fact.Unit {
	var list []fact.Unit
	for _, name := range slices.Sorted(maps.Keys(units)) {
		u := units[name]
		u.Facts = nil
		list = append(list, u)
	}
	return list
}

// text returns units as bytes.
func text(t *testing.T, units map[string]fact.Unit) string {
	t.Helper()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(units)) {
		out, err := json.Marshal(units[name])
		if err != nil {
			t.Fatal(err)
		}
		b.Write(out)
		b.WriteByte('\n')
	}
	return b.String()
}

// After each change only the stale units are read, and all units together are
// those of a reading from nothing.
func TestReadAgain(t *testing.T) {
	dir := extract(t, "tree.txtar")
	r := newReader(t, nil)
	have, _ := read(t, r, tree(t, dir))
	for _, step := range []struct {
		what, file, old, new string
		want                 []string // units read again, without the module's path
	}{
		{"nothing", "", "", "", nil},
		{"a body", "middle/middle.go", "return use.Engine{}", "e := use.Engine{}; return e", []string{"middle"}},
		{"a comment", "use/use.go", "type runner", "// runner runs.\ntype runner", []string{"implements:use", "use"}},
		{"a field that nobody sees", "internal/stock/box.go", "hidden int", "hidden string", []string{"internal/stock", "shop", "use", "middle"}},
		{"an unexported function", "internal/stock/box.go", "type base struct", "func quiet() {}\n\ntype base struct", []string{"internal/stock"}},
		{"a method more", "use/use.go", "type Reader struct{}", "type Reader struct{}\n\nfunc (Reader) Close() error { return nil }", []string{"implements:use", "use", "middle"}},
		{"a test", "use/use_test.go", "e, 1", "e, 2", []string{"use"}},
		{"a file more", "internal/stock/more.go", "", "package stock\n\nfunc Exported() {}\n", []string{"internal/stock", "shop", "use"}},
		{"an interface elsewhere", "middle/middle.go", "func New", "type Closer interface{ Close() error }\n\nfunc New", []string{"implements:use", "implements:middle", "implements:shop", "middle", "use"}},
		{"a package more", "added/added.go", "", "package added\n", []string{"added"}},
		{"go.mod", "go.mod", "go 1.21", "go 1.22", []string{"*"}},
	} {
		before := tree(t, dir)
		x := before
		x.Changed = []string{}
		if step.file != "" {
			x.Changed = append(x.Changed, step.file)
			if step.old == "" {
				write(t, dir, step.file, step.new)
				x.Files = tree(t, dir).Files
			} else {
				file := filepath.Join(dir, step.file)
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Count(string(data), step.old) != 1 {
					t.Fatalf("%s: %q does not stand once in %s", step.what, step.old, step.file)
				}
				write(t, dir, step.file, strings.Replace(string(data), step.old, step.new, 1))
			}
		}
		x.Known = known(have)
		units, names := read(t, r, x)
		var got []string
		for name := range units {
			if name = strings.ReplaceAll(name, "example.org/shop/", ""); name == "example.org/shop" || name == "implements:example.org/shop" {
				name = strings.ReplaceAll(name, "example.org/", "")
			}
			got = append(got, name)
		}
		if len(step.want) == 1 && step.want[0] == "*" {
			if len(got) < len(have)/2 {
				t.Errorf("%s: only %q were read", step.what, got)
			}
		} else {
			slices.Sort(got)
			slices.Sort(step.want)
			if !slices.Equal(got, step.want) {
				t.Errorf("%s: read %q, want %q", step.what, got, step.want)
			}
		}
		for name, u := range units {
			have[name] = u
		}
		for name := range have {
			if !slices.Contains(names, name) {
				delete(have, name)
			}
		}
		fresh, _ := read(t, newReader(t, nil), tree(t, dir))
		if text(t, have) != text(t, fresh) {
			for name := range fresh {
				a, b := have[name], fresh[name]
				if x, y := text(t, map[string]fact.Unit{"": a}), text(t, map[string]fact.Unit{"": b}); x != y {
					t.Errorf("%s: unit %q is not as it would be read anew:\n%s\n%s", step.what, name, x, y)
				}
			}
		}
	}
}

// A package that went away is no unit any more, and what needed it is open.
func TestReadAfterRemoval(t *testing.T) {
	dir := extract(t, "tree.txtar")
	r := newReader(t, nil)
	have, _ := read(t, r, tree(t, dir))
	if err := os.Remove(filepath.Join(dir, "internal", "stock", "box.go")); err != nil {
		t.Fatal(err)
	}
	x := tree(t, dir)
	x.Known, x.Changed = known(have), []string{"internal/stock/box.go"}
	units, names := read(t, r, x)
	if slices.Contains(names, "example.org/shop/internal/stock") {
		t.Error("the package is still a unit")
	}
	if u, ok := units["example.org/shop/use"]; !ok || !strings.Contains(u.Open, "example.org/shop/internal/stock") {
		t.Errorf("use: read %v, open %q", ok, u.Open)
	}
}

// A module that came to the machine makes what needed it stale.
func TestReadAfterDownload(t *testing.T) {
	dir := extract(t, "tree.txtar")
	x := tree(t, dir)
	empty, err := toolchain.Find(t.Context(), append(os.Environ(), "GOMODCACHE="+t.TempDir(), "GOFLAGS=-modcacherw"))
	if err != nil {
		t.Fatal(err)
	}
	before, err := NewReader(Options{Go: empty, Cache: shared()})
	if err != nil {
		t.Fatal(err)
	}
	have, _ := read(t, before, x)
	if u := have["example.org/shop"]; !strings.Contains(u.Open, "could not import github.com/spf13/cobra") {
		t.Errorf("without modules it is open for %q", u.Open)
	}
	after, err := NewReader(Options{Go: findGo(t), Cache: shared()})
	if err != nil {
		t.Fatal(err)
	}
	x.Known, x.Changed = known(have), []string{}
	units, _ := read(t, after, x)
	if u, ok := units["example.org/shop"]; !ok || u.Open != "" {
		t.Errorf("read again: %v, open %q", ok, u.Open)
	}
	if _, ok := units["example.org/shop/absent"]; ok {
		t.Error("what is still missing was read again")
	}
}

// The same facts come whatever the number of workers and the state of the cache.
func TestReadIsDeterministic(t *testing.T) {
	dir := extract(t, "tree.txtar")
	x := tree(t, dir)
	var first string
	for _, jobs := range []int{1, 8, 8} {
		r, err := NewReader(Options{Go: findGo(t), Cache: shared(), Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		units, _ := read(t, r, x)
		if out := text(t, units); first == "" {
			first = out
		} else if out != first {
			t.Errorf("%d jobs: other facts", jobs)
		}
	}
}

func TestReadOddTrees(t *testing.T) {
	r := newReader(t, nil)
	if units, names := read(t, r, lang.Tree{Dir: t.TempDir()}); len(units)+len(names) != 0 {
		t.Errorf("an empty folder has %d units", len(units))
	}
	if _, err := r.Read(t.Context(), lang.Tree{Dir: filepath.Join(t.TempDir(), "none")}, func(fact.Unit) error { return nil }); err == nil {
		t.Error("a folder that is not there can be read")
	}
	dir := t.TempDir()
	write(t, dir, "lone.go", "package lone\n\nfunc Alone() {}\n")
	write(t, dir, "bad/go.mod", "module bad\n\ngo 9.99\n")
	write(t, dir, "bad/bad.go", "package bad\n\nfunc Bad() {}\n")
	write(t, dir, "twin/a/go.mod", "module twin\n\ngo 1.21\n")
	write(t, dir, "twin/a/a.go", "package twin\n\nfunc A() {}\n")
	write(t, dir, "twin/b/go.mod", "module twin\n\ngo 1.21\n")
	write(t, dir, "twin/b/b.go", "package twin\n\nfunc B() {}\n")
	write(t, dir, "nul/go.mod", "module nul\n\ngo 1.21\n")
	write(t, dir, "nul/nul.go", "package nul\n\nfunc N() {}\x00\xff\n")
	write(t, dir, "nul/empty.go", "")
	write(t, dir, "nul/deep.go", "package nul\n\nvar x = "+strings.Repeat("(", 60000)+"1"+strings.Repeat(")", 60000)+"\n")
	write(t, dir, "nul/sum.go", "package nul\n\nvar y = 1"+strings.Repeat("+1", 400000)+"\n")
	write(t, dir, "nul/double.go", "package nul\n\nconst c00 = \"aaaaaaaaaaaaaaaa\"\n"+doubling(60))
	units, _ := read(t, r, tree(t, dir))
	for name, want := range map[string]string{
		filepath.Base(dir): "no go.mod", "bad": "requires go >= 9.99", "twin": "", "twin (twin/b)": "", "nul": "nul/",
	} {
		u, ok := units[name]
		if !ok {
			t.Errorf("no unit %q among %q", name, slices.Sorted(maps.Keys(units)))
		} else if (want == "") != (u.Open == "") || !strings.Contains(u.Open, want) {
			t.Errorf("%s: open %q, want %q", name, u.Open, want)
		}
	}
	if find(units["twin (twin/b)"].Facts, fact.Definition, "twin.B") == nil || find(units["bad"].Facts, fact.Definition, "bad.Bad") == nil {
		t.Error("names are missing")
	}
}

// doubling returns constants of which each is the one before twice.
func doubling(n int) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		b.WriteString("const c" + itoa(i) + " = c" + itoa(i-1) + " + c" + itoa(i-1) + "\n")
	}
	return b.String()
}

func itoa(n int) string { return string(rune('0'+n/10)) + string(rune('0'+n%10)) }
