package ctags

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sooth/fact"
	"sooth/lang"
)

func find(t *testing.T) *Reader {
	t.Helper()
	r, err := Find(t.Context(), os.Environ())
	if errors.Is(err, ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tree(t *testing.T, files map[string]string) lang.Tree {
	t.Helper()
	tree := lang.Tree{Dir: t.TempDir()}
	for name, text := range files {
		file := filepath.Join(tree.Dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		tree.Files = append(tree.Files, lang.File{Name: name})
	}
	slices.SortFunc(tree.Files, func(a, b lang.File) int { return strings.Compare(a.Name, b.Name) })
	return tree
}

func read(t *testing.T, r *Reader, tree lang.Tree) (units map[string]fact.Unit, names []string) {
	t.Helper()
	units = map[string]fact.Unit{}
	names, err := r.Read(t.Context(), tree, func(u fact.Unit) error {
		if _, twice := units[u.Name]; twice {
			t.Errorf("unit %q comes twice", u.Name)
		}
		if u.Version != r.Version() {
			t.Errorf("unit %q has version %q", u.Name, u.Version)
		}
		units[u.Name] = u
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return units, names
}

// line writes a definition as the tests expect it.
func line(f fact.Fact) string {
	return fmt.Sprintf("%s %s %s %d-%d name %d-%d %q", f.Language, f.Symbol, f.Subject, f.Span.Line, f.Span.EndLine, f.Name.Column, f.Name.EndColumn, f.Detail)
}

func TestDefinitions(t *testing.T) {
	r := find(t)
	files := map[string]string{
		"web/a b.py":              "class Größe:\n    def size(self, size):\n        return size\n\ndef top():\n    pass\n",
		"c/x.cpp":                 "namespace n {\nstruct S {\n  int f(int x) {\n    return x;\n  }\n};\n}\r\n",
		"Makefile":                "build: x\n\techo\nx:\n",
		"README.md":               "# Heading\n",
		"data.json":               `{"key": {"other": 1}}`,
		"own.go":                  "package own\nfunc F() {}\n",
		"--options=x.py":          "def dashed(): pass\n",
		"--output-format=xref":    "x",
		"new\nline.py":            "def unseen(): pass\n",
		"bad.py":                  "def \xff\xfe(): pass\ndef good(): pass # \xff\n",
		"script.sh":               "#!/bin/sh\nrun_all() {\n  echo\n}\n",
		"empty.py":                "",
		".ctags.d/evil.ctags":     "--langdef=evil\n",
		".ctags":                  "--output-format=xref\n",
		"web/node/index.ts":       "export class Shop {\n  price(n: number): number { return n }\n}\n",
		"very/deep/and/long/a.rb": "module M\n  class C\n    def m\n    end\n  end\nend\n",
	}
	units, names := read(t, r, tree(t, files))
	want := map[string][]string{
		"ctags:web/a b.py": {
			`python class web/a b.py:Größe 1-3 name 7-14 "class Größe:"`,
			`python member web/a b.py:Größe.size 2-3 name 9-13 "def size(self, size):"`,
			`python function web/a b.py:top 5-6 name 5-8 "def top():"`,
		},
		"ctags:c/x.cpp": {
			`c++ namespace c/x.cpp:n 1-7 name 11-12 "namespace n {"`,
			`c++ struct c/x.cpp:n.S 2-6 name 8-9 "struct S {"`,
			`c++ function c/x.cpp:n.S.f 3-5 name 7-8 "int f(int x) {"`,
		},
		"ctags:Makefile":                {`make target Makefile:build 1-0 name 1-6 "build: x"`, `make target Makefile:x 3-0 name 1-2 "x:"`},
		"ctags:--options=x.py":          {`python function --options=x.py:dashed 1-0 name 5-11 "def dashed(): pass"`},
		"ctags:bad.py":                  {"python function bad.py:good 2-0 name 5-9 \"def good(): pass # \\xff\""},
		"ctags:script.sh":               {`sh function script.sh:run_all 2-0 name 1-8 "run_all() {"`},
		"ctags:web/node/index.ts":       {`typescript class web/node/index.ts:Shop 1-0 name 14-18 "export class Shop {"`, `typescript method web/node/index.ts:Shop.price 2-0 name 3-8 "price(n: number): number { return n }"`},
		"ctags:very/deep/and/long/a.rb": {`ruby module very/deep/and/long/a.rb:M 1-6 name 8-9 "module M"`, `ruby class very/deep/and/long/a.rb:M.C 2-5 name 9-10 "class C"`, `ruby method very/deep/and/long/a.rb:M.C.m 3-4 name 9-10 "def m"`},
	}
	for name, list := range want {
		var got []string
		for _, f := range units[name].Facts {
			got = append(got, line(f))
			if f.Strength != fact.Syntax || f.Kind != fact.Definition {
				t.Errorf("%+v", f)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(list) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, list)
		}
	}
	if len(units) != len(want) || len(names) != len(want) {
		t.Errorf("units %q", names)
	}
}

// TestIncremental: only what changed is read again, and what is gone is not named.
func TestIncremental(t *testing.T) {
	r := find(t)
	r.limits.batch = 2
	files := map[string]string{}
	for i := range 7 {
		files[fmt.Sprintf("f%d.py", i)] = fmt.Sprintf("def f%d(): pass\n", i)
	}
	tr := tree(t, files)
	units, names := read(t, r, tr)
	if len(units) != 7 || len(names) != 7 {
		t.Fatalf("units: %v", names)
	}
	for _, u := range units {
		u.Facts = nil
		tr.Known = append(tr.Known, u)
	}
	if err := os.WriteFile(filepath.Join(tr.Dir, "f3.py"), []byte("x = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(tr.Dir, "f4.py"), nil, 0o644), os.Remove(filepath.Join(tr.Dir, "f5.py"))); err != nil {
		t.Fatal(err)
	}
	tr.Changed = []string{"f3.py", "f4.py", "f5.py"}
	tr.Files = slices.DeleteFunc(tr.Files, func(f lang.File) bool { return f.Name == "f5.py" })
	units, names = read(t, r, tr)
	if _, ok := units["ctags:f3.py"]; !ok || len(units) != 1 {
		t.Errorf("read again: %v", units)
	}
	slices.Sort(names)
	if want := "[ctags:f0.py ctags:f1.py ctags:f2.py ctags:f3.py ctags:f6.py]"; fmt.Sprint(names) != want {
		t.Errorf("now there: %v, want %s", names, want)
	}
}

// TestFailing: a file that ctags fails for costs its own definitions only, and
// it is said. The failing ctags is a script around the real one.
func TestFailing(t *testing.T) {
	r := find(t)
	script := filepath.Join(t.TempDir(), "ctags")
	text := fmt.Sprintf("#!/bin/sh\n/bin/cat > %[1]q.in\nif /bin/grep -q crash %[1]q.in; then kill -SEGV $$; fi\nif /bin/grep -q hang %[1]q.in; then exec /bin/sleep 60; fi\nexec %[2]q \"$@\" < %[1]q.in\n", script, r.command)
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	r.command, r.limits.timeout = script, 1500*time.Millisecond
	files := map[string]string{"crash.py": "def c(): pass\n", "hang.py": "def h(): pass\n", "big.py": strings.Repeat("#\n", 3<<20), "big.json": strings.Repeat("1\n", 3<<20)}
	for i := range 6 {
		files[fmt.Sprintf("f%d.py", i)] = "def f(): pass\n"
	}
	units, _ := read(t, r, tree(t, files))
	if u, ok := units["ctags:big.json"]; ok {
		t.Errorf("data of no language: %+v", u)
	}
	delete(files, "big.json")
	for name := range files {
		u := units["ctags:"+name]
		bad := name == "crash.py" || name == "hang.py" || name == "big.py"
		if bad != (u.Open != "") || bad == (len(u.Facts) == 1) {
			t.Errorf("%s: %d facts, open %q", name, len(u.Facts), u.Open)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Read(ctx, tree(t, files), func(fact.Unit) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestNotFound(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ctags"), []byte("#!/bin/sh\necho 'Exuberant Ctags 5.8'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, t.TempDir(), "", "bin:."} {
		if _, err := Find(t.Context(), []string{"PATH=" + path}); !errors.Is(err, ErrNotFound) {
			t.Errorf("PATH=%s: %v", path, err)
		}
	}
}
