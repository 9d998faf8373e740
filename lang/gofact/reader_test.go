package gofact

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sooth/fact"
)

// lines writes facts as "subject → object detail", without the module's path.
func lines(u fact.Unit, kind fact.Kind, subject string) []string {
	var list []string
	for _, f := range u.Facts {
		if f.Kind != kind || subject != "" && f.Subject != subject {
			continue
		}
		s := f.Subject + " → " + f.Object
		if f.Detail != "" {
			s += " " + f.Detail
		}
		if f.Interface {
			s += " (interface)"
		}
		if kind == fact.Call || kind == fact.Returns {
			s += fmt.Sprintf(" %d:%d", f.Span.Line, f.Span.Column+f.Index)
		}
		list = append(list, strings.ReplaceAll(s, "example.org/shop/", ""))
	}
	slices.Sort(list)
	return list
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestReadTree(t *testing.T) {
	units, names := read(t, newReader(t, nil), tree(t, extract(t, "tree.txtar")))
	for name, u := range units {
		if !slices.Contains(names, name) {
			t.Errorf("unit %q is not among the names", name)
		}
		if !slices.IsSortedFunc(u.Facts, canonical) {
			t.Errorf("unit %q is not in order", name)
		}
	}
	use := units["example.org/shop/use"]
	if use.Open != "" {
		t.Errorf("use is open: %s", use.Open)
	}
	same(t, "calls", lines(use, fact.Call, ""), []string{
		"use.Drive → use.runner.Run (interface) 35:8",
		"use.Drive → use.Engine.Run 36:8",
		"use.Drive → fmt.Println 41:7",
		"use.Drive.func1 → fmt.Println 41:7",
		"use.Drive → internal/stock.Box.Open 42:14",
		"use.Drive.func1 → internal/stock.Box.Open 42:14",
		"use.Drive.func1.func1 → internal/stock.Box.Open 42:14",
		"use.Drive → sort.Sort 44:13",
		"use.Drive → use.Map 45:6",
		"use.Drive → use.Engine.Run 46:16",
		"use.Drive → use.List.Close 47:21",
		"use.later → fmt.Sprint 51:40",
		"use.later.func1 → fmt.Sprint 51:40",
		"use_test.TestMiddle → middle.New 11:28",
	})
	same(t, "returns", lines(use, fact.Returns, "example.org/shop/use.Drive"), []string{
		"use.Drive → []byte []byte 34:34", "use.Drive → *use.Engine *Engine 34:43",
	})
	same(t, "embeds", lines(use, fact.Embeds, ""), []string{"use.Engine → internal/stock.Box stock.Box"})
	same(t, "promotes", lines(use, fact.Promotes, ""), []string{
		"use.Engine → internal/stock.Box.Open", "use.Engine → internal/stock.Box.Weight",
		"use.Engine → internal/stock.base.ID", "use.Engine → internal/stock.base.Key",
	})
	implements := lines(units["implements:example.org/shop/use"], fact.Implements, "")
	for _, want := range []string{
		"use.Engine → sort.Interface", "use.Engine → use.runner *", "use.Reader → io.Reader", "use.List → io.Closer *",
	} {
		if !slices.Contains(implements, want) {
			t.Errorf("%q is missing among %q", want, implements)
		}
	}
	for _, no := range []string{"use.runner → use.runner", "use.Reader → io.ReadCloser", "use.List → io.Closer"} {
		if slices.Contains(implements, no) {
			t.Errorf("%q is wrong", no)
		}
	}
	same(t, "literals", lines(use, fact.Literal, ""), []string{" →  the engine runs", " →  later on"})
	if !slices.Contains(lines(units["implements:example.org/shop"], fact.Implements, ""), "example.org/shop.Shop → io.Closer") {
		t.Error("an interface does not implement what it embeds")
	}
	if !slices.Contains(use.Depends, "example.org/shop/internal/stock") || !slices.Contains(use.Depends, "example.org/shop/middle") || len(use.Depends) != 2 {
		t.Errorf("use depends on %q", use.Depends)
	}
	if got := find(use.Facts, fact.Definition, "example.org/shop/use.Engine.Run"); len(got) != 1 || got[0].Strength != fact.Compiler {
		t.Errorf("Engine.Run: %v", got)
	}
}

func TestReadOpenUnits(t *testing.T) {
	units, _ := read(t, newReader(t, nil), tree(t, extract(t, "tree.txtar")))
	for name, want := range map[string]struct{ open, has string }{
		"example.org/shop":                {"", "OnlyWindows"},
		"example.org/shop/absent":         {"absent/absent.go:3:8: could not import example.org/absent/v2/thing (", "T"},
		"example.org/shop/native":         {`native/native.go: imports "C"`, "Add"},
		"example.org/shop/broken":         {"broken/broken.go:5:12: ", "Whole"},
		"example.org/shop/cycle/a":        {"import cycle not allowed", "A"},
		"example.org/shop/mistake":        {"mistake/mistake.go:5:", "Right"},
		"example.org/shop/strange-dir/v2": {"", "Odd"},
		"example.org/shop/scripts":        {"", "main"},
		"example.org/nested":              {"", "Nested"},
	} {
		u, ok := units[name]
		if !ok {
			t.Errorf("no unit %q", name)
			continue
		}
		if (want.open == "") != (u.Open == "") || !strings.Contains(u.Open, want.open) {
			t.Errorf("%s: open %q, want %q", name, u.Open, want.open)
		}
		defined := find(u.Facts, fact.Definition, name+"."+want.has)
		if len(defined) != 1 {
			t.Errorf("%s: %d definitions of %s", name, len(defined), want.has)
		} else if strong := defined[0].Strength == fact.Compiler; strong != (want.open == "" && !defined[0].Excluded) {
			t.Errorf("%s: %s has strength %s", name, want.has, defined[0].Strength)
		}
	}
	for name := range units {
		if strings.Contains(name, "testdata") || strings.Contains(name, "vendor") || strings.HasSuffix(name, "/v") {
			t.Errorf("%q is no own code", name)
		}
	}
}
