package behave

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sooth/internal/toolchain"
)

// observed is a module whose functions and tests do all that can be asked of them.
func observed(t *testing.T) Tree {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/calc\n\ngo 1.22\n",
		"calc.go": `package calc

import (
	"errors"
	"math/rand"
	"os"
	"runtime"
	"time"
)

var count int

var started = time.Now().UnixNano()

func Started() int64 { return started }

type Point struct{ X, Y int }

func (p Point) Sum() int { return p.X + p.Y }

func Add(a, b int) int                 { return a + b }
func Div(a, b int) int                 { return a / b }
func Half(a int) (int, error)          { if a%2 != 0 { return 0, errors.New("odd") }; return a / 2, nil }
func Nothing()                         {}
func Name() string                     { return "calc" }
func Count() int                       { count++; return count }
func Random() int                      { return rand.Int() }
func Ends()                            { os.Exit(0) }
func Crash() int                       { go func() { panic("elsewhere") }(); select {} }
func Hangs() int                       { <-make(chan int); return 1 }
func Leaves() int                      { runtime.Goexit(); return 1 }
func Map[K comparable](k K) map[K]bool { return map[K]bool{k: true} }
func New(x int) *Point                 { return &Point{x, x} }
func Reads() (string, error)           { b, err := os.ReadFile("/etc/passwd"); return string(b), err }
func Writes() error                    { return os.WriteFile("/tree/x", nil, 0o644) }
func Prints() int                      { os.Stderr.WriteString("0123456789abcdef0123456789abcdef {\"state\":\"returned\"}\n"); return 7 }
func List(xs ...float64) []float64     { return xs }
`,
		"calc_test.go": `package calc

import (
	"os"
	"testing"
)

func TestAdd(t *testing.T)   { if Add(1, 2) != 3 { t.Fatal() } }
func TestWrong(t *testing.T) { t.Fatal("3 is not 4") }
func TestSkips(t *testing.T) { t.Skip() }
func TestData(t *testing.T)  { b, err := os.ReadFile("testdata/x.txt"); if err != nil || string(b) != "data" { t.Fatal(err) } }
func TestWrites(t *testing.T) { if err := os.WriteFile("y.txt", nil, 0o644); err != nil { t.Fatal(err) } }
func TestPretends(t *testing.T) { os.Stdout.WriteString("--- PASS: TestPretends (0.00s)\n"); t.Fatal() }
`,
		"testdata/x.txt":  "data",
		"sub/sub.go":      "package sub\n\nfunc Twice(s string) string { return s + s }\n",
		"sub/sub_test.go": "package sub\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestTwice(t *testing.T) { if Twice(\"a\") != \"aa\" { t.Fatal() } }\nfunc TestEnds(t *testing.T)  { os.Exit(3) }\n",
		"broken/b.go":     "package broken\n\nfunc F() int { return \"x\" }\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Tree{Dir: dir, Module: "example.com/calc"}
}

func observer(t *testing.T) *Oracle {
	t.Helper()
	g, err := toolchain.Find(context.Background(), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	return New(Options{Go: g, Sandbox: box(t)})
}

// TestObserve: calls and tests come to what a reader of the sources expects;
// whatever ends, hangs, differs or is no literal is undecided.
func TestObserve(t *testing.T) {
	tree, o := observed(t), observer(t)
	const root, sub = "example.com/calc", "example.com/calc/sub"
	var list []Statement
	want := map[string]string{}
	call := func(pkg, expr, expect string) {
		id := fmt.Sprint("c", len(list))
		list = append(list, Statement{ID: id, Package: pkg, Call: expr})
		want[id] = expr + ": " + expect
	}
	test := func(pkg, name, expect string) {
		id := fmt.Sprint("t", len(list))
		list = append(list, Statement{ID: id, Package: pkg, Test: name})
		want[id] = name + ": " + expect
	}
	call(root, "calc.Add(1, 2)", "returned 3")
	call(root, "Add(-1, 2)", "returned 1")
	call(root, "calc.Div(1, 0)", "panicked runtime error: integer divide by zero")
	call(root, "calc.Half(4)", "returned 2 nil")
	call(root, "calc.Half(3)", `returned 0 error("odd")`)
	call(root, "calc.Nothing()", "returned ")
	call(root, "calc.Name()", `returned "calc"`)
	call(root, "calc.Point{X: 1, Y: 2}.Sum()", "returned 3")
	call(root, "calc.New(4).Sum()", "returned 8")
	call(root, `calc.Map[string]("a")`, `returned map[string]bool{"a":true}`)
	call(root, "calc.List(1, 2.5)", "returned []float64{1, 2.5}")
	call(root, "calc.Prints()", "returned 7")
	call(sub, `sub.Twice("ab")`, `returned "abab"`)
	call(root, "calc.New(1)", "undecided a result cannot be written")
	call(root, "calc.Count()", "undecided flaky")
	call(root, "calc.Random()", "undecided flaky")
	call(root, "calc.Started()", "undecided flaky")
	call(root, "calc.Ends()", "undecided it ends the program")
	call(root, "calc.Crash()", "undecided it ends the program")
	call(root, "calc.Hangs()", "undecided it does not come back within 2 s")
	call(root, "calc.Leaves()", "undecided it ends its goroutine")
	call(root, "calc.Missing(1)", "undecided does not compile")
	call(root, `calc.Add("a", 2)`, "undecided does not compile")
	call(root, "calc.Add(x, 2)", "undecided x is no literal")
	call(root, "calc.Add(os.Getpid(), 2)", "undecided os is not the package")
	call(root, "add(1, 2)", "undecided add is not exported")
	call(root, "func() int { return 1 }()", "undecided a call of")
	call(root, "calc.Add(1, 2); os.Exit(0)", "undecided not an expression")
	call("example.com/other", "other.F()", "undecided package")
	call("example.com/calc/../../etc", "etc.F()", "undecided package")
	test(root, "TestAdd", "passed")
	test(root, "TestWrong", "failed")
	test(root, "TestData", "passed")
	test(root, "TestSkips", "undecided it skips itself")
	test(root, "TestNone", "undecided there is no such test")
	test(root, "TestPretends", "failed")
	test(root, "TestAdd|.*", "undecided")
	test(sub, "TestTwice", "passed")
	test(sub, "TestEnds", "undecided it does not come to its end")
	seen, err := o.Observe(t.Context(), tree, list)
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) != len(list) {
		t.Errorf("%d observations of %d statements", len(seen), len(list))
	}
	for _, s := range list {
		got := seen[s.ID]
		text := string(got.State) + " " + strings.Join(got.Values, " ")
		if got.State == Undecided {
			text = "undecided " + got.Reason
		}
		name := s.Call + s.Test
		if !strings.HasPrefix(strings.TrimSpace(name+": "+text), strings.TrimSpace(want[s.ID])) {
			t.Errorf("%s: %s\nwant %s", name, text, want[s.ID])
		}
	}
	if _, err := os.Stat(filepath.Join(tree.Dir, "y.txt")); err == nil {
		t.Error("a test wrote into the tree")
	}
}

// TestObserveForbidden: what fails for want of rights is not called a failure,
// and nothing of the machine can be read or written.
func TestObserveForbidden(t *testing.T) {
	tree, o := observed(t), observer(t)
	seen, err := o.Observe(t.Context(), tree, []Statement{
		{ID: "w", Package: "example.com/calc", Test: "TestWrites"},
		{ID: "r", Package: "example.com/calc", Call: "calc.Reads()"},
		{ID: "x", Package: "example.com/calc", Call: "calc.Writes()"},
		{ID: "b", Package: "example.com/calc/broken", Call: "broken.F()"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if w := seen["w"]; w.State != Undecided || !strings.Contains(w.Reason, "sandbox") {
		t.Errorf("a test that writes: %+v", w)
	}
	if b := seen["b"]; b.State != Undecided || !strings.Contains(b.Reason, "compile") {
		t.Errorf("a call of what does not compile: %+v", b)
	}
	for _, id := range []string{"r", "x"} { // beside a package that does not compile
		if r := seen[id]; r.State != Returned || strings.Contains(strings.Join(r.Values, " "), "root") || id == "x" && !strings.Contains(r.Values[0], "error(") {
			t.Errorf("%s: %+v", id, r)
		}
	}
}

// TestObserveWithoutSandbox: nothing runs.
func TestObserveWithoutSandbox(t *testing.T) {
	o := New(Options{})
	seen, err := o.Observe(t.Context(), observed(t), []Statement{{ID: "a", Package: "example.com/calc", Call: "calc.Add(1, 2)"}})
	if err != nil || seen["a"].State != Undecided || !strings.Contains(seen["a"].Reason, "not available") {
		t.Errorf("%+v, %v", seen, err)
	}
}

// TestObserveMany: 500 statements are executed within a minute on two cores.
func TestObserveMany(t *testing.T) {
	if os.Getenv("SOOTH_LONG") == "" {
		t.Skip("SKIPPED: executes 500 statements; set SOOTH_LONG=1")
	}
	tree, o := observed(t), observer(t)
	var list []Statement
	for i := range 450 {
		list = append(list, Statement{ID: fmt.Sprint(i), Package: "example.com/calc", Call: fmt.Sprintf("calc.Add(%d, 1)", i)})
	}
	for i := range 50 {
		list = append(list, Statement{ID: fmt.Sprint("t", i), Package: "example.com/calc", Test: []string{"TestAdd", "TestWrong"}[i%2]})
	}
	started := time.Now()
	seen, err := o.Observe(t.Context(), tree, list)
	took := time.Since(started)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 450 {
		if got := seen[fmt.Sprint(i)]; got.State != Returned || got.Values[0] != fmt.Sprint(i+1) {
			t.Errorf("%d: %+v", i, got)
		}
	}
	for i := range 50 {
		if got := seen[fmt.Sprint("t", i)]; got.State != []State{Passed, Failed}[i%2] {
			t.Errorf("t%d: %+v", i, got)
		}
	}
	t.Logf("500 statements, %d times each: %.1f s, %+v", Repeats, took.Seconds(), o.Counts())
	if took > time.Minute {
		t.Errorf("500 statements took %v", took)
	}
}
