package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// outline writes all nodes of a file but those in function bodies, with their
// places, and the comments outside of them.
func outline(t *testing.T, text []byte) (out string, statements int) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "error", 0
	}
	var b strings.Builder
	var bodies []*ast.BlockStmt
	ast.Inspect(f, func(n ast.Node) bool {
		if d, ok := n.(*ast.FuncDecl); ok && d.Body != nil {
			bodies = append(bodies, d.Body)
			statements += len(d.Body.List)
			fmt.Fprintln(&b, "body", d.Body.Pos(), d.Body.End())
			d.Body = nil
		}
		if n != nil {
			fmt.Fprintf(&b, "%T %d %d\n", n, n.Pos(), n.End())
		}
		return true
	})
	for _, group := range f.Comments {
		inside := false
		for _, body := range bodies {
			inside = inside || body.Pos() < group.Pos() && group.Pos() < body.End()
		}
		if !inside {
			fmt.Fprintln(&b, group.Pos(), group.Text())
		}
	}
	return b.String(), statements
}

// Without bodies every file of the standard library has the same declarations
// at the same places.
func TestWithoutBodies(t *testing.T) {
	files, left, all := 0, 0, 0
	for _, dir := range []string{"go", "net", "os", "cmd/compile/internal/types2", "text", "reflect", "runtime"} {
		err := filepath.WalkDir(filepath.Join(goTool(t).Root, "src", filepath.FromSlash(dir)), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata") {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			want, n := outline(t, text)
			got, rest := outline(t, withoutBodies(text))
			files, left, all = files+1, left+rest, all+n
			if got != want {
				t.Errorf("%s: other declarations", name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 900 || left*1000 > all {
		t.Errorf("%d files; %d of %d statements are left", files, left, all)
	}
	for _, text := range []string{
		"package p\n\nfunc f() { x := '{'; y := \"}\\\"{\"; z := `}\n}` /* } */ } // }\n\nvar v = 1\n",
		"package p\n\nfunc f() struct{ a int } { return g(func() interface{ M() } { return nil }) }\n\nfunc h(x interface {\n\tM()\n}) (y struct{}) {\n\tif true {\n\t}\n}\n",
		"package p\n\nfunc f(x [len(\"}{\")]int)\n\nfunc (T[K, V]) m() {}\n",
		"package p\n\nfunc f() {\n",
		"package p\n\nvar f = func() {\n\tfunc() {}()\n}\n",
		"package p\n\nfunc f() { '\n}\n",
		"func", "func f", "\"", "`", "'", "/", "/*", "func f() {", "package p\nfunc f() {\"}",
	} {
		want, _ := outline(t, []byte(text))
		if got, _ := outline(t, withoutBodies([]byte(text))); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if x := []byte("package p\n\nfunc f() { g() }\n"); !bytes.Equal(withoutBodies(x), []byte("package p\n\nfunc f() {     }\n")) {
		t.Errorf("got %q", withoutBodies(x))
	}
}

func TestHead(t *testing.T) {
	for text, want := range map[string]string{
		"package p\n\nimport \"x\"\n\nfunc f() {}\n":                "package p\n\nimport \"x\"\n\n",
		"/*\nfunc no\n*/\npackage p\n\nimport \"x\"\n\nvar x = 1\n": "/*\nfunc no\n*/\npackage p\n\nimport \"x\"\n\n",
		"//go:build x\n\npackage p\n\ntypes\nconst (\n":             "//go:build x\n\npackage p\n\ntypes\n",
		"package p\n\nimport `\nfunc `\ntype T int\n":               "package p\n\nimport `\nfunc `\n",
		"package p\n": "package p\n", "": "", "package p\n\"": "package p\n\"",
	} {
		if got := string(head([]byte(text))); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
