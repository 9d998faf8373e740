package golang

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sooth/lang"
)

// A hostile program ends in a problem or an error, never in a crash, and not
// after minutes.
func TestHostilePrograms(t *testing.T) {
	c := newChecker(t, sharedCache)
	chain := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return b.String()
	}
	const p = "package solution\n\n"
	deep := 1_000_000
	programs := map[string]string{
		"nested parentheses":   p + "var X = " + strings.Repeat("(", deep) + "1" + strings.Repeat(")", deep) + "\n",
		"open parentheses":     p + "var X = " + strings.Repeat("(", deep),
		"nested blocks":        p + "func F() " + strings.Repeat("{", deep/2) + strings.Repeat("}", deep/2) + "\n",
		"unary operators":      p + "var X = " + strings.Repeat("-", deep) + "1\n",
		"unary, spaced":        p + "var X = " + strings.Repeat("- ", deep/2) + "1\n",
		"pointers":             p + "var X " + strings.Repeat("*", deep) + "int\n",
		"slices":               p + "var X " + strings.Repeat("[]", deep/2) + "int\n",
		"channels":             p + "var X " + strings.Repeat("chan ", deep/5) + "int\n",
		"functions":            p + "var X " + strings.Repeat("func() ", deep/10) + "int\n",
		"a sum":                p + "var X = 1" + strings.Repeat("+1", deep/2) + "\n",
		"a sum of strings":     p + "var X = \"\"" + strings.Repeat("+\"a\"", deep/4) + "\n",
		"selectors":            p + "var X = a" + strings.Repeat(".b", deep/2) + "\n",
		"calls":                p + "func f() {}\n\nvar X = f" + strings.Repeat("()", deep/2) + "\n",
		"indices":              p + "var a []int\n\nvar X = a" + strings.Repeat("[0]", deep/3) + "\n",
		"else if":              p + "func F(b bool) {\n\tif b {\n\t}" + strings.Repeat(" else if b {\n}", deep/20) + "\n}\n",
		"labels":               p + "func F() {\n" + chain(50_000, func(i int) string { return fmt.Sprintf("l%d:\n", i) }) + "}\n",
		"function literals":    p + "var X = " + strings.Repeat("func() { ", deep/20) + strings.Repeat("}", deep/20) + "\n",
		"composite literals":   p + "var X = " + strings.Repeat("[]any{", deep/8) + strings.Repeat("}", deep/8) + "\n",
		"a chain of types":     p + chain(60_000, func(i int) string { return fmt.Sprintf("type T%d T%d\n", i, i+1) }) + "type T60000 int\n",
		"a chain of aliases":   p + chain(60_000, func(i int) string { return fmt.Sprintf("type T%d = T%d\n", i, i+1) }) + "type T60000 = int\n",
		"a chain of structs":   p + chain(50_000, func(i int) string { return fmt.Sprintf("type T%d struct{ T%d }\n", i, i+1) }) + "type T50000 int\n",
		"a chain of constants": p + chain(60_000, func(i int) string { return fmt.Sprintf("const c%d = c%d\n", i, i+1) }) + "const c60000 = 1\n",
		"a chain of variables": p + chain(60_000, func(i int) string { return fmt.Sprintf("var v%d = v%d\n", i, i+1) }) + "var v60000 = 1\n",
		"a chain of functions": p + chain(30_000, func(i int) string { return fmt.Sprintf("func f%d() [len(g%d)]int\nvar g%d [1]int\n", i, i, i) }),
		"a chain of embedding": p + chain(30_000, func(i int) string { return fmt.Sprintf("type I%d interface{ I%d }\n", i, i+1) }) + "type I30000 interface{ M() }\n",
		"doubling types":       p + "import \"unsafe\"\n\ntype T0 struct{ a int }\n" + chain(60, func(i int) string { return fmt.Sprintf("type T%d struct{ a, b T%d }\n", i+1, i) }) + "const S = unsafe.Sizeof(T60{})\n",
		"doubling comparisons": p + "type T0 struct{ a int }\n" + chain(60, func(i int) string { return fmt.Sprintf("type T%d struct{ a, b T%d }\n", i+1, i) }) + "var S = T60{} == T60{}\n",
		"doubling functions":   p + "type T0 func(int) int\n" + chain(40, func(i int) string { return fmt.Sprintf("type T%d = func(T%d) T%d\n", i+1, i, i) }) + "var A T40\nvar B int = A\n",
		"doubling instances":   p + "type P[A, B any] struct{ a A; b B }\n\ntype T0 = P[int, int]\n" + chain(40, func(i int) string { return fmt.Sprintf("type T%d = P[T%d, T%d]\n", i+1, i, i) }) + "var A T40\nvar B int = A\n",
		"growing instances":    p + "type T[A any] struct{ f *T[T[A]] }\n\nvar X T[int]\n",
		"growing functions":    p + "func F[A any](n int) { F[*A](n - 1) }\n\nfunc G() { F[int](3) }\n",
		"huge number":          p + "const X = " + strings.Repeat("9", deep) + "\n",
		"huge exponent":        p + "const X = 1e999999999\nconst Y = 0x1p999999999\nconst Z = 1e-999999999\n",
		"huge shift":           p + "const X = 1 << 999999999\nconst Y = 1 << (1 << 62)\n",
		"growing constants":    p + "const c0 = 1 << 500\n" + chain(100, func(i int) string { return fmt.Sprintf("const c%d = c%d * c%d\n", i+1, i, i) }),
		"growing fractions":    p + "const c0 = 1.0 / 3\n" + chain(100, func(i int) string { return fmt.Sprintf("const c%d = c%d * c%d\n", i+1, i, i) }),
		"growing strings":      p + "const s0 = \"0123456789abcdef\"\n" + chain(40, func(i int) string { return fmt.Sprintf("const s%d = s%d + s%d\n", i+1, i, i) }),
		"huge array":           p + "var X [1 << 62]int\nvar Y [1 << 40][1 << 40]int\n",
		"huge literal index":   p + "var X = [...]int{1 << 61: 1}\nvar Y = []int{1 << 62: 1}\n",
		"many errors":          p + "func F() {\n" + strings.Repeat("\tx = y\n", 100_000) + "}\n",
		"many names":           p + "var a, b = " + strings.Repeat("z, ", 200_000) + "1\n",
		"many arguments":       p + "func f() {}\n\nfunc G() { f(" + strings.Repeat("1, ", 200_000) + "1) }\n",
		"many duplicates":      p + strings.Repeat("func f() {}\n", 50_000),
		"long name":            p + "var " + strings.Repeat("a", deep) + " = " + strings.Repeat("b", deep) + "\n",
		"long line directive":  "//line " + strings.Repeat("a", deep) + ":1\n" + p + "var X int = \"\"\n",
		"line directives":      p + "//line ../../../etc/passwd:7\nvar X int = \"\"\n/*line :0:0*/ var Y int = \"\"\n//line x.go:99999999999999999999\n",
		"NUL":                  p + "var X = \"\x00\"\n",
		"invalid UTF-8":        p + "var X = \"\xff\xfe\"\n// \xff\n",
		"byte order mark":      "\uFEFF" + p + "var X = \"\uFEFF\"\n",
		"carriage returns":     strings.ReplaceAll(p+"var X = 1\n", "\n", "\r\n"),
		"empty":                "",
		"not Go":               strings.Repeat("\x7fELF\x01\x02", 10_000),
		"hostile import":       p + "import (\n\t\"-toolexec=touch /tmp/x\"\n\t\"./...\"\n\t\"all\"\n\t\"cmd/...\"\n\t\"a b\"\n\t\"../..\"\n\t\"/etc/passwd\"\n\t\"x.com/y@latest\"\n\t\"\"\n\t\"\\x00\"\n\t\"std\"\n\t\"main\"\n\t\"C\"\n)\n",
		"a thousand imports":   p + "import (\n" + chain(1000, func(i int) string { return fmt.Sprintf("\t\"encoding/x%d\"\n", i) }) + ")\n",
	}
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		text := programs[name]
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			start := time.Now()
			r, err := c.Check(ctx, lang.Program{Files: []lang.File{{Name: "solution.go", Text: text}}, Target: lang.Target{Version: "1.26"}})
			if d := time.Since(start); d > 5*time.Second {
				t.Logf("took %v", d)
			}
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for _, q := range r.Problems {
				total += len(q.Message) + len(q.Symbol) + len(q.Evidence) + len(q.Suggestion)
				if q.Span.File != "solution.go" && q.Span.File != "" {
					t.Errorf("a span in file %q", q.Span.File)
				}
			}
			if total > 10<<20 {
				t.Errorf("the problems have %d bytes", total)
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			t.Logf("%d problems, heap %d MB, stacks %d MB, %v", len(r.Problems), m.HeapAlloc>>20, m.StackSys>>20, time.Since(start))
			if len(r.Problems) > 0 {
				message := r.Problems[0].Message
				t.Logf("%s: %.150s", r.Problems[0].Span, message)
			}
		})
	}
}
