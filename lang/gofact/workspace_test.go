package gofact

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/lang"
)

// What parseModuleFile reads is what `go mod edit -json` and `go work edit
// -json` read.
func TestParseModuleFile(t *testing.T) {
	g := findGo(t)
	for _, text := range []string{
		"module example.org/m // comment\n\ngo 1.21\n\nrequire example.org/a v1.0.0\nrequire (\n\texample.org/b/v2 v2.0.1 // indirect\n\t\"example.org/c\" v0.0.0-20200101000000-abcdefabcdef\n)\n",
		"module \"example.org/m\"\n\ngo 1.16\n\nreplace example.org/a => ../a\n\nreplace (\n\texample.org/b v1.0.0 => example.org/fork v1.2.3\n\texample.org/c => example.org/c v1.9.9\n)\n\nexclude example.org/d v1.0.0\n\nretract v1.0.1 // why\n",
		"module m\n\ngo 1.24\n\ntoolchain go1.24.1\n\ntool m/x\n\nignore ./node_modules\n",
	} {
		dir := t.TempDir()
		write(t, dir, "go.mod", text)
		out, err := g.Run(t.Context(), dir, nil, "mod", "edit", "-json")
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Module  struct{ Path string }
			Go      string
			Require []moduleVersion
			Replace []replacement
		}
		if err := json.Unmarshal(out, &want); err != nil {
			t.Fatal(err)
		}
		got := parseModuleFile(text)
		if got.Path != want.Module.Path || got.Go != want.Go || !slices.Equal(got.Require, want.Require) || !slices.Equal(got.Replace, want.Replace) {
			t.Errorf("%q:\n got %+v\nwant %+v", text, got, want)
		}
	}
	if got := parseModuleFile("go 1.21\n\nuse ./a\n\nuse (\n\t./b\n\t\"./c d\"\n)\n").Use; !slices.Equal(got, []string{"./a", "./b", "./c d"}) {
		t.Errorf("use: %q", got)
	}
}

// Modules of a go.work see each other; a module that is replaced by a folder
// beside the tree makes what needs it stale.
func TestReadModulesTogether(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "tree")
	write(t, dir, "go.work", "go 1.21\n\nuse ./a\nuse ./b\n")
	write(t, dir, "a/go.mod", "module example.org/a\n\ngo 1.21\n")
	write(t, dir, "a/a.go", "package a\n\nimport \"example.org/b\"\n\nvar A = b.B()\n")
	write(t, dir, "b/go.mod", "module example.org/b\n\ngo 1.21\n")
	write(t, dir, "b/b.go", "package b\n\nfunc B() int { return 1 }\n")
	write(t, dir, "c/go.mod", "module example.org/c\n\ngo 1.21\n\nrequire (\n\texample.org/b v1.0.0\n\texample.org/d v1.0.0\n)\n\nreplace example.org/b => ../b\n\nreplace example.org/d => ../../beside\n")
	write(t, dir, "c/c.go", "package c\n\nimport (\n\t\"example.org/b\"\n\t\"example.org/d\"\n)\n\nvar C = b.B() + d.D()\n")
	write(t, top, "beside/go.mod", "module example.org/d\n\ngo 1.21\n")
	write(t, top, "beside/d.go", "package d\n\nfunc D() int { return 1 }\n")
	r := newReader(t, nil)
	have, _ := read(t, r, tree(t, dir))
	for name, object := range map[string]string{"example.org/a": "example.org/b.B", "example.org/c": "example.org/d.D"} {
		u := have[name]
		if u.Open != "" {
			t.Errorf("%s is open: %s", name, u.Open)
		}
		if !slices.ContainsFunc(u.Facts, func(f fact.Fact) bool { return f.Kind == fact.Call && f.Object == object }) {
			t.Errorf("%s does not call %s", name, object)
		}
	}
	p := newPackages(t, dir)
	for path, want := range map[string]string{"example.org/a": "A", "example.org/b": "B", "example.org/d": "D"} {
		s, err := p.Symbols(t.Context(), path)
		if err != nil || s.Open != "" || find(s.Facts, fact.Definition, path+"."+want) == nil {
			t.Errorf("%s: %v, open %q", path, err, s.Open)
		}
	}
	x := tree(t, dir)
	x.Known, x.Changed = known(have), []string{}
	if again, _ := read(t, r, x); len(again) != 0 {
		t.Errorf("nothing changed, but %d units were read", len(again))
	}
	write(t, top, "beside/d.go", "package d\n\nfunc D() int8 { return 1 }\n")
	again, names := read(t, r, x)
	if c, ok := again["example.org/c"]; !ok || !strings.Contains(c.Open, "mismatched types") {
		t.Errorf("c was read: %v, open %q", ok, c.Open)
	}
	if _, ok := again["example.org/a"]; ok || !slices.Contains(names, "outside:example.org/d") {
		t.Errorf("a was read: %v; names %q", ok, names)
	}
}

// Vendored packages are found where nothing else has the module.
func TestReadVendored(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.org/m\n\ngo 1.21\n\nrequire example.org/vendored v1.0.0\n")
	write(t, dir, "m.go", "package m\n\nimport \"example.org/vendored/deep\"\n\ntype M struct{ deep.Deep }\n")
	write(t, dir, "vendor/modules.txt", "# example.org/vendored v1.0.0\n## explicit; go 1.21\nexample.org/vendored/deep\n")
	write(t, dir, "vendor/example.org/vendored/deep/deep.go", "package deep\n\ntype Deep struct{ Inner int }\n")
	units, names := read(t, newReader(t, nil), tree(t, dir))
	if u := units["example.org/m"]; u.Open != "" || len(lines(u, fact.Promotes, "")) != 1 {
		t.Errorf("open %q, promotes %q", u.Open, lines(u, fact.Promotes, ""))
	}
	if !slices.Equal(names, []string{"available:outside", "example.org/m", "outside:example.org/vendored/deep"}) { // not kept as that version
		t.Errorf("units %q", names)
	}
	s, err := newPackages(t, dir).Symbols(t.Context(), "example.org/m")
	if err != nil || s.Open != "" || !slices.ContainsFunc(s.Facts, func(f fact.Fact) bool { return f.Object == "example.org/vendored/deep.Deep.Inner" }) {
		t.Errorf("%v, open %q", err, s.Open)
	}
}

// A profile for a program makes no other packages of what it imports, and the
// tests of the standard library have its language version.
func TestReadProfileAndStandard(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.org/m\n\ngo 1.21\n")
	write(t, dir, "main.go", "package main\n\nimport \"example.org/m/lib\"\n\nfunc main() { lib.F() }\n")
	write(t, dir, "default.pgo", "")
	write(t, dir, "lib/lib.go", "package lib\n\nfunc F() {}\n")
	_, names := read(t, newReader(t, nil), tree(t, dir))
	if !slices.Equal(names, []string{"example.org/m", "example.org/m/lib"}) {
		t.Errorf("units %q", names)
	}
	root := filepath.Join(findGo(t).Root, "src")
	x := lang.Tree{Dir: root, Files: []lang.File{{Name: "go.mod"}}}
	for _, pkg := range []string{"cmp", "container/heap", "net/netip"} {
		names, err := readDirNames(filepath.Join(root, filepath.FromSlash(pkg)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			x.Files = append(x.Files, lang.File{Name: pkg + "/" + name})
		}
	}
	units, _ := read(t, newReader(t, nil), x)
	for _, name := range []string{"cmp", "container/heap", "net/netip"} {
		if u, ok := units[name]; !ok || u.Open != "" || len(u.Facts) < 100 {
			t.Errorf("%s: %d facts, open %q", name, len(u.Facts), u.Open)
		}
	}
}

// A link that leaves the tree is not read.
func TestReadLinks(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "tree")
	write(t, top, "secret.go", "package m\n\nvar Secret = 1\n")
	write(t, dir, "go.mod", "module example.org/m\n\ngo 1.21\n")
	write(t, dir, "m.go", "package m\n")
	if err := os.Symlink(filepath.Join(top, "secret.go"), filepath.Join(dir, "link.go")); err != nil {
		t.Skipf("no links here: %v", err)
	}
	units, _ := read(t, newReader(t, nil), tree(t, dir))
	u := units["example.org/m"]
	if !strings.Contains(u.Open, "link.go: the file is a link that leaves the tree") || find(u.Facts, fact.Definition, "example.org/m.Secret") != nil {
		t.Errorf("open %q", u.Open)
	}
	s, err := newPackages(t, dir).Symbols(t.Context(), "example.org/m")
	if err != nil || s.Open == "" || find(s.Facts, fact.Definition, "example.org/m.Secret") != nil {
		t.Errorf("%v, open %q", err, s.Open)
	}
}
