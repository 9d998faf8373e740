package golang

import (
	"context"
	"testing"

	"sooth/lang"
)

// TestKnownDifferences holds the list of programs on which our verdict and the
// compiler's differ, with the cause; whoever closes one moves it to the other
// half of the list.
func TestKnownDifferences(t *testing.T) {
	compiler := newCompiler(t, goTool(t))
	c := newChecker(t, sharedCache)
	for _, k := range []struct {
		cause, text string
		differ      bool
	}{
		{"a compiler directive before what it cannot apply to", "//go:noinline\nvar X int\n", false},
		{"a compiler directive inside a function", "func F() {\n\t//go:noinline\n}\n", false},
		{"an anonymous interface that refers to itself", "type I = interface {\n\tM() interface {\n\t\tI\n\t}\n}\n", false},
		{"an anonymous interface that refers to itself through a name", "type I interface {\n\tM() interface {\n\t\tI\n\t}\n}\n", false},
		{"a stack frame of more than a gigabyte", "func F(i int) byte {\n\tvar a [1 << 31]byte\n\treturn a[i]\n}\n", false},
		{"a linkname without its package", "import _ \"unsafe\"\n\n//go:linkname F\nfunc F() {}\n", false},
		{"a linkname that names nothing", "import _ \"unsafe\"\n\n//go:linkname nothing runtime.nothing\n", false},
		{"a variable that two linknames define", "import _ \"unsafe\"\n\n//go:linkname F a.b\n//go:linkname F a.c\nfunc F() {}\n", false},
		{"a go:nosplit before a type", "//go:nosplit\ntype T int\n", false},
		{"a directive that only the runtime may use", "//go:systemstack\nfunc F() {}\n", false},
		{"a cgo directive", "//go:cgo_import_dynamic a b \"c\"\nfunc F() {}\n", false},
		{"a struct larger than the address space", "type T struct{ a, b [1 << 49]byte }\n\nvar X T\n", false},
		{"an array larger than the address space", "var X [1 << 62]int\n", false},
		{"a function without body", "func F()\n", false},
		{"a linkname without import of unsafe", "//go:linkname F a.b\nfunc F() {}\n", false},
		{"two main functions in one file", "func F() {}\n\nfunc F() {}\n", false},
		{"a label out of a block", "func F() {\n\tgoto L\n\t{\n\tL:\n\t}\n}\n", false},
		{"a goto over a declaration", "func F() {\n\tgoto L\n\tx := 1\n\t_ = x\nL:\n}\n", false},
		{"a break without loop", "func F() {\n\tbreak\n}\n", false},
		{"a duplicate key", "var X = map[string]int{\"a\": 1, \"a\": 2}\n", false},
		{"a duplicate field", "type T struct{ a, a int }\n", false},
		{"a field and a method of one name", "type T struct{ a int }\n\nfunc (T) a() {}\n", false},
		{"an index out of range", "var X = [2]int{}[3]\n", false},
		{"a division by zero", "var X = 1 / 0\n", false},
		{"a negative shift", "var X = 1 << -1\n", false},
		{"a comparison of functions", "var X = func() {} == func() {}\n", false},
		{"a map key that cannot be compared", "var X map[func()]int\n", false},
		{"an init with arguments", "func init(n int) {}\n", false},
		{"a use of init", "func init() {}\n\nvar X = init\n", false},
		{"an initialisation cycle", "var X = F()\n\nfunc F() int { return X }\n", false},
		{"a result that is not used", "func F(s []int) { append(s, 1) }\n", false},
		{"an expression that is not used", "func F(n int) { n + 1 }\n", false},
		{"a defer without call", "func F() { defer F }\n", false},
		{"a send to a receive-only channel", "func F(c <-chan int) { c <- 1 }\n", false},
		{"an assignment to a string's byte", "func F(s string) { s[0] = 1 }\n", false},
		{"an assignment to a field of a map's element", "type T struct{ a int }\n\nfunc F(m map[int]T) { m[1].a = 1 }\n", false},
		{"an address of a map's element", "func F(m map[int]int) *int { return &m[1] }\n", false},
		{"a type switch whose variable is not used", "func F(x any) {\n\tswitch y := x.(type) {\n\t}\n}\n", false},
		{"a variable that is only assigned", "func F() {\n\tx := 1\n\tx = 2\n}\n", false},
		{"a variable used in a closure that assigns it", "func F() {\n\tx := 1\n\tfunc() { x = 2 }()\n}\n", false},
		{"a parameter that is not used", "func F(n int) {}\n", false},
		{"an octal literal with a wrong digit", "var X = 089\n", false},
		{"a rune of two characters", "var X = 'ab'\n", false},
		{"an escape that does not exist", "var X = \"\\z\"\n", false},
		{"a string over two lines", "var X = \"a\nb\"\n", false},
		{"a comment that does not end", "var X = 1 /* a\n", false},
		{"a generic method", "type T int\n\nfunc (T) F[A any]() {}\n", false},
		{"a type parameter that is not used", "func F[T any]() {}\n", false},
		{"a constraint used as a type", "type C interface{ ~int }\n\nvar X C\n", false},
		{"a core type that does not exist", "func F[T int | string](t T) { for range t {} }\n", false},
		{"a range over a function", "func F(f func(func(int) bool)) { for range f {} }\n", false},
		{"a blank package", "var X = _\n", false},
		{"a missing return after an endless loop", "func F() int { for {} }\n", false},
		{"a missing return after a loop with break", "func F() int { for { break } }\n", false},
		{"a const of a wrong type", "const X = len(make([]int, 1))\n", false},
		{"an iota outside", "var X = iota\n", false},
		{"an import that is not at the top", "var X int\n\nimport \"os\"\n\nvar _ = os.Args\n", false},
		{"an import twice", "import \"os\"\nimport \"os\"\n\nvar _ = os.Args\n", false},
		{"a name of a universe type declared", "type int string\n\nvar X int = \"a\"\n", false},
		{"a semicolon too many", "func F() {;;;}\n", false},
		{"a directive behind a statement", "var X int //go:noinline\n", false},
		{"an unknown directive behind a statement", "var X int //go:something\n", false},
		{"a //go:build after the package clause", "//go:build linux\n\nvar X int\n", false},
		{"a group of variables with an embed directive", "import _ \"embed\"\n\n//go:embed solution.go\nvar (\n\ta string\n)\n", false},
		{"a noescape function with a body", "//go:noescape\nfunc F() {}\n", false},
		{"a noinline method", "type T int\n\n//go:noinline\nfunc (T) F() {}\n", false},
		{"an unknown directive", "//go:something\nvar X int\n", false},
		{"a recursive struct through an interface", "type T struct{ i interface{ M(T) } }\n", false},
		{"a large local array", "func F(i int) byte {\n\tvar a [1 << 20]byte\n\treturn a[i]\n}\n", false},
		{"an array of a type parameter", "func F[T any]() int {\n\tvar a [1 << 40]T\n\treturn len(a)\n}\n", false},
		{"a type switch with a duplicate case", "func F(x any) {\n\tswitch x.(type) {\n\tcase int, int:\n\t}\n}\n", false},
		{"a select that is not one", "func F(c chan int) {\n\tselect {\n\tcase x := 1:\n\t}\n}\n", false},
		{"a method on a pointer type", "type P *int\n\nfunc (P) F() {}\n", false},
		{"a method on another package's type", "import \"os\"\n\nfunc (os.File) F() {}\n", false},
		{"an unexported field in a literal without keys", "import \"sync\"\n\nvar X = sync.Mutex{0, 0}\n", false},
		{"an assignment to a range's string", "func F(s string) {\n\tfor i, s[0] = range s {\n\t}\n}\n", false},
		{"a fallthrough in the last case", "func F(n int) {\n\tswitch n {\n\tcase 1:\n\t\tfallthrough\n\t}\n}\n", false},
		{"a bad line directive", "//line x.go:0\nvar X int\n", false},
	} {
		p := lang.Program{Files: []lang.File{{Name: "solution.go", Text: "package solution\n\n" + k.text}}, Target: lang.Target{Version: "1.26"}}
		first, err := compiler.compile(p)
		if err != nil {
			t.Fatalf("%s: %v", k.cause, err)
		}
		r, err := c.Check(context.Background(), p)
		if err != nil {
			t.Fatalf("%s: %v", k.cause, err)
		}
		if differ := (first == "") != (len(counted(r)) == 0); differ != k.differ {
			t.Errorf("%s: differ %v, want %v: the compiler says %q, we say %q", k.cause, differ, k.differ, first, said(counted(r)))
		} else if differ {
			t.Logf("%s: the compiler says %q, we say %q", k.cause, first, said(counted(r)))
		}
	}
}
