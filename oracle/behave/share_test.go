package behave

import (
	"strings"
	"testing"

	"sooth/lang"
	"sooth/score"
)

// What could be told from being alone is built alone.
func TestWhyAlone(t *testing.T) {
	g := goCommand(t)
	const test = "import \"testing\"\n\nfunc TestDouble(t *testing.T) { _ = Double(1) }"
	for _, c := range []struct{ answer, tests, want string }{
		{"", test, ""},
		{"var ErrNone = errors.New(\"none\")", test, ""},
		{"var table = map[string]func() int{\"a\": func() int { return run() }}", test, ""},
		{"var _ fmt.Stringer = (*T)(nil)", test, ""},
		{"var buffer = make([]byte, 10)", test, ""},
		{"func init() { run() }", test, "init runs when the program starts"},
		{"var x = run()", test, "a variable's value runs when the program starts"},
		{"var x = func() int { return 1 }()", test, "a variable's value runs when the program starts"},
		{"var x = os.Getenv(\"HOME\")", test, "a variable's value runs when the program starts"},
		{"var x = fmt.Sprint(T{})", test, "a variable's value runs when the program starts"},
		{"var x = errors.New(run())", test, "a variable's value runs when the program starts"},
		{"var x = []T{{run()}}", test, "a variable's value runs when the program starts"},
		{"var x = <-channel", test, "a receive runs when the program starts"},
		{"func new() int { return run() }\n\nvar x = new()", test, "it declares new"},
		{"//go:noinline\nfunc f() {}", test, "it has a compiler directive"},
		{"func f() { same() }", test + "\n\nfunc same() {}", "the tests declare same"},
		{"func f() { same := 1; _ = same }", test + "\n\nfunc same() {}", ""},
		{"type T struct{}", test + "\n\nfunc (T) String() string { return \"\" }", "the tests declare the method String"},
		{"type T struct{}", test + "\n\ntype mine struct{}\n\nfunc (*mine) String() string { return \"\" }", ""},
		{"", test + "\n\nfunc TestMain(m *testing.M) { m.Run() }", "its tests have a TestMain"},
		{"", test + "\n\nfunc FuzzDouble(f *testing.F) {}", "its tests have examples or fuzz tests"},
		{"", test + "\n\nfunc ExampleDouble() {\n\t// Output: 2\n}", "its tests have examples or fuzz tests"},
		{"func f() {", test, "it does not parse"},
		{"PACKAGE main", test, "it is a program of its own"},
		{"PACKAGE other", test, "it has several packages"},
		{"IMPORT _ \"image/png\"", test, "it imports image/png for its effect"},
		{"IMPORT \"unsafe\"", test, "it imports unsafe"},
		{"NAME x_linux.go", test, "a file is meant for one system"},
	} {
		item := double("a", "import (\n\t\"errors\"\n\t\"fmt\"\n\t\"os\"\n)\n\n"+c.answer)
		if name, ok := strings.CutPrefix(c.answer, "PACKAGE "); ok {
			item = double("a", "")
			item.Files[0].Text = "package " + name + "\n"
		} else if name, ok := strings.CutPrefix(c.answer, "IMPORT "); ok {
			item = double("a", "import "+name)
		} else if name, ok := strings.CutPrefix(c.answer, "NAME "); ok {
			item = double("a", "")
			item.Files = append(item.Files, lang.File{Name: name, Text: "package solution"})
		}
		item.Tests[0].Text = "package solution\n\n" + c.tests + "\n"
		p, err := newProgram(item, "key", buildContext(g))
		if err != nil {
			t.Errorf("%q: %v", c.answer, err)
		} else if p.alone != c.want {
			t.Errorf("%q: %q, want %q", c.answer, p.alone, c.want)
		}
	}
}

// A package that only a neighbour imports is not there for the others.
func TestSharedBinaryLinksNothingForeign(t *testing.T) {
	sum := func(id, code string) Item {
		item := double(id, code)
		item.Tests[0].Text = "package solution\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif n := Size(); n != 64 {\n\t\tt.Fatal(n)\n\t}\n}\n"
		return item
	}
	items := []Item{
		sum("imports", "import \"crypto/sha512\"\n\nfunc Size() int { return len(sha512.New().Sum(nil)) }"),
		sum("imports too", "import \"crypto/sha512\"\n\nfunc Size() int { return sha512.New().Size() }"),
		sum("forgot", "import \"crypto\"\n\nfunc Size() int { return len(crypto.SHA512.New().Sum(nil)) }"),
	}
	o := New(Options{Go: goCommand(t), Sandbox: direct{}})
	results := judge(t, o, items)
	if results["imports"].Outcome != score.Pass || results["imports too"].Outcome != score.Pass {
		t.Errorf("got %+v", results)
	}
	if r := results["forgot"]; r.Outcome != score.Fail || !strings.HasPrefix(r.Reason, "TestSum: panic: crypto: requested hash function #7 is unavailable") {
		t.Errorf("got %+v", r)
	}
	if c := o.Counts(); c.Links != 2 {
		t.Errorf("counts %+v, want 2 links: one shared, one alone", c)
	}
}

// The tests report their ends and no line of them moves.
func TestInstrumentMovesNoLine(t *testing.T) {
	text := "package solution // comment\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\treturn // comment\n}\n\nfunc TestB(*testing.T) {}\n\nfunc Testing(t *testing.T) {}\n\nfunc (x) TestC(t *testing.T) {}\n\nfunc TestMain(m *testing.M) { if m.Run() != 0 { panic(1) } }\n"
	p := &program{item: double("a", ""), context: buildContext(goCommand(t))}
	if err := p.instrument([]lang.File{{Name: "solution_test.go", Text: text}}); err != nil {
		t.Fatal(err)
	}
	want := "package solution; import sooth_harness_ \"solution/soothharness\" // comment\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { sooth_harness_.Test(t, func() {\n\treturn // comment\n})}\n\nfunc TestB(sooth_t_ *testing.T) { sooth_harness_.Test(sooth_t_, func() {})}\n\nfunc Testing(t *testing.T) {}\n\nfunc (x) TestC(t *testing.T) {}\n\nfunc TestMain(m *testing.M) { if sooth_harness_.End(m.Run()) != 0 { panic(1) } }\n"
	if got := p.tests[0].Text; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if strings.Join(p.names, " ") != "TestA TestB" || !p.main || !p.ends {
		t.Errorf("names %v, main %v, ends %v", p.names, p.main, p.ends)
	}
}
