package golang

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"sooth/lang"
	"sooth/score"
)

func checkText(t *testing.T, c *Checker, p lang.Program) lang.Report {
	t.Helper()
	r, err := c.Check(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func one(text string) lang.Program {
	return lang.Program{Files: []lang.File{{Name: "solution.go", Text: text}}, Target: lang.Target{Language: "go", Version: "1.26"}}
}

// A toolchain, target or go.mod that asks for a newer Go is refused with a hint.
func TestNewerGoIsRefused(t *testing.T) {
	g := goTool(t)
	var level *LevelError
	if _, err := NewChecker(Options{Go: g, Level: "go1.99"}); !errors.As(err, &level) || level.Want != "go1.99" || !strings.Contains(err.Error(), "hint: ") {
		t.Errorf("level: %v", err)
	}
	if _, err := NewChecker(Options{Go: g, Level: "newest"}); err == nil || errors.As(err, &level) {
		t.Errorf("not a version: %v", err)
	}
	if _, err := NewChecker(Options{Go: g, Level: "1.20"}); err != nil {
		t.Errorf("an older level: %v", err)
	}
	c := newChecker(t, sharedCache)
	p := one("package solution\n")
	p.Target.Version = "1.99"
	if _, err := c.Check(context.Background(), p); !errors.As(err, &level) || level.By != "the target" {
		t.Errorf("target: %v", err)
	}
	p = one("package solution\n\nimport _ \"x.example/y\"\n")
	p.Target.Version = ""
	p.Module.Files = []lang.File{{Name: "go.mod", Text: "module m\n\ngo 1.99\n\nrequire x.example/y v1.0.0\n"}}
	if _, err := c.Check(context.Background(), p); !errors.As(err, &level) || level.By != "go.mod" {
		t.Errorf("go.mod: %v", err)
	}
}

// A go.mod that is none is an error, not a fault of the program.
func TestBrokenModule(t *testing.T) {
	p := one("package solution\n")
	p.Module.Files = []lang.File{{Name: "go.mod", Text: "module m\n\ngo 1.26\n\nrequire nonsense\n"}}
	_, err := newChecker(t, sharedCache).Check(context.Background(), p)
	var broken *ModuleError
	if !errors.As(err, &broken) || !strings.Contains(err.Error(), "go.mod:5") {
		t.Errorf("got %v", err)
	}
}

// Modules that are not on this machine are an error that names them, to Check
// and, without a proxy, to Download.
func TestMissingModules(t *testing.T) {
	const path, sum = "example.com/nowhere", "example.com/nowhere v1.0.0 h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\nexample.com/nowhere v1.0.0/go.mod h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
	p := one("package solution\n\nimport _ \"" + path + "\"\n")
	p.Module.Files = []lang.File{{Name: "go.mod", Text: "module m\n\ngo 1.26\n\nrequire " + path + " v1.0.0\n"}, {Name: "go.sum", Text: sum}}
	var missing *MissingError
	if _, err := newChecker(t, sharedCache).Check(context.Background(), p); !errors.As(err, &missing) || !strings.Contains(err.Error(), path) || missing.Err != nil {
		t.Errorf("Check: %v", err)
	}
	environ := slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "GOPROXY=") })
	g := goToolIn(t, append(environ, "GOPROXY=http://127.0.0.1:9", "GOFLAGS="))
	err := Download(context.Background(), g, []lang.Module{p.Module, p.Module})
	if !errors.As(err, &missing) || !slices.Equal(missing.Modules, []string{path + "@v1.0.0"}) || missing.Err == nil {
		t.Errorf("Download: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Download(ctx, g, []lang.Module{p.Module}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Reports are the same in any order, two at a time, with a cache that is cold,
// warm or forgets everything.
func TestReportsAreDeterministic(t *testing.T) {
	answers := recorded(t)
	var programs []lang.Program
	for _, a := range answers {
		programs = append(programs, program(t, a.Task, onlyBlock(t, a.Answer)))
	}
	for _, k := range cases(t) {
		if len(k.program.Module.Files) == 0 {
			programs = append(programs, k.program)
		}
	}
	want := make([]lang.Report, len(programs))
	c := newChecker(t, sharedCache)
	for i, p := range programs {
		want[i] = checkText(t, c, p)
	}
	c = newChecker(t, sharedCache)
	order := rand.New(rand.NewPCG(3, 4)).Perm(len(programs))
	work := make(chan int)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i := range work {
				got, err := c.Check(context.Background(), programs[i])
				if err != nil {
					t.Error(err)
				} else if !reflect.DeepEqual(got, want[i]) {
					t.Errorf("program %d: got %+v, want %+v", i, got, want[i])
				}
			}
		})
	}
	for _, i := range order {
		work <- i
	}
	close(work)
	wait.Wait()
}

// Uses are attributed to the package, module and type that declare them, in
// programs with errors too.
func TestReferences(t *testing.T) {
	p := one(`package solution

import (
	"bytes"
	. "strings"
	"net/http"
	"sync/atomic"
)

type own struct{ *http.Client }

func f(o own, b *bytes.Buffer) {
	o.Do(nil)
	o.Timeout = 1
	_ = ToUpper("a")
	_ = http.Server{Addr: ""}
	var p atomic.Pointer[int]
	p.Store(nil)
	var w http.ResponseWriter
	w.Header().Set("a", "b")
	w.WriteHeader(http.StatusOK)
	undefined()
	b.Nothing()
	local := o
	_ = local
}
`)
	r := checkText(t, newChecker(t, sharedCache), p)
	var got []string
	for _, f := range r.References {
		if f.Module != "std" || f.Version != goTool(t).Version {
			t.Errorf("%s.%s is of %q %q", f.Package, f.Symbol, f.Module, f.Version)
		}
		got = append(got, fmt.Sprintf("%d %s.%s %s", f.Span.Line, f.Package, f.Symbol, f.Since))
	}
	want := []string{
		"4 bytes. 1.0", "5 strings. 1.0", "6 net/http. 1.0", "7 sync/atomic. 1.0",
		"10 net/http.Client 1.0", "12 bytes.Buffer 1.0", "13 net/http.Client.Do 1.0", "14 net/http.Client.Timeout 1.3", "15 strings.ToUpper 1.0",
		"16 net/http.Server 1.0", "16 net/http.Server.Addr 1.0", "17 sync/atomic.Pointer 1.19", "18 sync/atomic.Pointer.Store 1.19",
		"19 net/http.ResponseWriter 1.0", "20 net/http.ResponseWriter.Header 1.0", "20 net/http.Header.Set 1.0", "21 net/http.ResponseWriter.WriteHeader 1.0", "21 net/http.StatusOK 1.0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The packages of a tree on disk can be imported; what the build leaves out of
// them is not accused, and a change of a file is seen.
func TestTree(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/tree\n\ngo 1.22\n")
	write("lib/lib.go", "package lib\n\nimport \"example.com/tree/internal/base\"\n\ntype T struct{ base.B }\n\n// Deprecated: Use [New] instead.\nfunc Old() {}\n\nfunc New() {}\n")
	write("lib/lib_plan9.go", "package lib\n\nfunc Platform() {}\n\nfunc (T) OnPlan9() {}\n")
	write("lib/lib_test.go", "package lib\n\nfunc ForTests() {}\n")
	write("internal/base/base.go", "package base\n\ntype B struct{ Name string }\n\nfunc (B) Hello() {}\n")
	write("nested/go.mod", "module example.com/tree/nested\n")
	write("nested/n.go", "package nested\n")
	c := newChecker(t, sharedCache)
	p := lang.Program{Module: lang.Module{Dir: dir}, Files: []lang.File{{Name: "snippet/main.go", Text: `package main

import (
	"example.com/tree/absent"
	"example.com/tree/lib"
	"example.com/tree/nested"
)

func main() {
	lib.Platform()
	lib.ForTests()
	lib.Invented()
	lib.Old()
	lib.Later()
	var x lib.T
	x.Hello()
	x.OnPlan9()
	_ = x.Title
	absent.F()
	nested.F()
}
`}}}
	judged := func(r lang.Report) map[string]string {
		m := map[string]string{}
		for _, q := range r.Problems {
			verdict := string(q.Kind)
			if q.Accuses {
				verdict += ", accused"
			}
			if q.Unsure != "" {
				verdict += ", " + q.Unsure
			}
			m[fmt.Sprintf("%d:%d", q.Span.Line, q.Span.Column)] = verdict
		}
		return m
	}
	r := checkText(t, c, p)
	want := map[string]string{
		"4:2":  "invented package, accused",
		"6:2":  "invented package, a folder of that name is there",
		"10:6": "invented function, only a file that the build leaves out declares it (lib_plan9.go:3)",
		"11:6": "invented function, only the tests of the package declare it (lib_test.go:3)",
		"12:6": "invented function, accused",
		"14:6": "invented function, accused",
		"17:4": "invented method, only a file that the build leaves out declares it (lib_plan9.go:5)",
		"18:8": "invented field, accused",
	}
	if got := judged(r); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	i := slices.IndexFunc(r.References, func(f lang.Reference) bool { return f.Symbol == "Old" })
	if i < 0 || r.References[i].Module != "example.com/tree" || r.References[i].Replacement != "New" || !r.References[i].ReplacementKnown {
		t.Errorf("references: %+v", r.References)
	}
	if i := slices.IndexFunc(r.References, func(f lang.Reference) bool { return f.Symbol == "B.Hello" }); i < 0 || r.References[i].Package != "example.com/tree/internal/base" {
		t.Errorf("the promoted method is not attributed to its type: %+v", r.References)
	}
	write("lib/later.go", "package lib\n\nfunc Later() {}\n")
	if got := judged(checkText(t, c, p)); got["14:6"] != "" {
		t.Errorf("after a change: %v", got)
	}
}

// A path below a pinned module that the module's own texts name may be a module
// of its own: it is not accused.
func TestNestedModuleIsNotAccused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte("See `example.com/m/service/s3` for storage.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"example.com/m/service/s3": "README.md", "example.com/m/service/s4": "", "example.com/m/storage": ""} {
		got, files, err := mentions(dir, path, strings.TrimPrefix(path, "example.com/m/"))
		if err != nil || got != want || files != 1 {
			t.Errorf("%s: %q in %d files, %v; want %q", path, got, files, err, want)
		}
	}
}

// A cancelled check says so.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newChecker(t, NewMemoryCache(1<<20)).Check(ctx, one("package solution\n\nimport _ \"net/http\"\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Problems of the same program in a file with a //line directive stand where
// they are, not where the directive says.
func TestLineDirectivesHaveNoSay(t *testing.T) {
	r := checkText(t, newChecker(t, sharedCache), one("package solution\n\n//line elsewhere.go:100\nvar X int = \"\"\n"))
	if len(r.Problems) != 1 || r.Problems[0].Kind != score.TypeMismatch || r.Problems[0].Span.String() != "solution.go:4:13" {
		t.Errorf("problems: %+v", r.Problems)
	}
}
