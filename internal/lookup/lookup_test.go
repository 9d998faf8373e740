package lookup

import (
	"slices"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/fact/factmem"
)

// store holds a small tree: two types T with methods of one name, an embedding,
// calls, imports, files.
func store(t *testing.T) fact.Reader {
	t.Helper()
	s := factmem.New()
	u := fact.Unit{Name: "m"}
	put := func(kind fact.Kind, subject, object, symbol, file string, line int) {
		f := fact.Fact{Kind: kind, Language: "go", Subject: subject, Object: object, Symbol: symbol, Strength: fact.Compiler}
		f.Span.File, f.Span.Line = file, line
		u.Facts = append(u.Facts, f)
	}
	put(fact.Package, "example.com/m/a", "example.com/m", "", "a", 0)
	put(fact.Package, "example.com/m/b", "example.com/m", "", "b", 0)
	put(fact.Definition, "example.com/m/a", "", "package", "a/a.go", 1)
	put(fact.Definition, "gopkg.in/m/b.v3", "", "package", "c/c.go", 1)
	put(fact.Definition, "gopkg.in/m/Outer", "", "package", "o/o.go", 1)
	put(fact.Definition, "example.com/m/a.T", "", "struct", "a/a.go", 3)
	put(fact.Definition, "example.com/m/a.T.Run", "", "method", "a/a.go", 5)
	put(fact.Definition, "example.com/m/a.T.size", "", "field", "a/a.go", 4)
	put(fact.Definition, "example.com/m/b.T", "", "struct", "b/b.go", 3)
	put(fact.Definition, "example.com/m/b.T.Run", "", "method", "b/b.go", 9)
	put(fact.Definition, "example.com/m/b.Outer", "", "struct", "b/b.go", 20)
	put(fact.Definition, "example.com/m/b.Outer.T", "", "field", "b/b.go", 21)
	put(fact.Definition, "example.com/m/b.Runner", "", "interface", "b/b.go", 30)
	put(fact.Promotes, "example.com/m/b.Outer", "example.com/m/b.T.Run", "", "b/b.go", 20)
	put(fact.Implements, "example.com/m/b.T", "example.com/m/b.Runner", "", "b/b.go", 3)
	put(fact.Call, "example.com/m/b.T.Run", "example.com/m/a.T.Run", "", "b/b.go", 10)
	put(fact.Call, "example.com/m/b.T.Run", "fmt.Println", "", "b/b.go", 11)
	put(fact.Call, "example.com/m/b.T.Run.func1", "fmt.Println", "", "b/b.go", 11)
	put(fact.Import, "example.com/m/b", "fmt", "", "b/b.go", 1)
	put(fact.Available, "example.com/m/b", "go1.21", "", "go.mod", 3)
	put(fact.Available, "example.com/m/b.T.Run", "linux", "", "b/b.go", 9)
	put(fact.Available, "net/http.Client.Do", "go1", "", "", 0)
	put(fact.Available, "net/http.Client", "go1", "", "", 0)
	put(fact.Available, "net/http", "go1", "", "", 0)
	put(fact.Deprecated, "example.com/m/a.T", "", "", "a/a.go", 3)
	for _, path := range []string{"a/a.go", "b/b.go", "Makefile", "b/Makefile"} {
		put(fact.File, path, "", "", path, 0)
	}
	g, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Replace(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	if err := g.Commit(t.Context(), fact.State{}, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAsk(t *testing.T) {
	s := store(t)
	for _, c := range []struct {
		relation               Relation
		argument               string
		subjects, places, near string
	}{
		{Symbol, "T.Run", "example.com/m/a.T.Run example.com/m/b.T.Run", "a/a.go:5 b/b.go:9 b/b.go:9", ""},
		{Symbol, "a.T.Run", "example.com/m/a.T.Run", "a/a.go:5", ""},
		{Symbol, "(*a.T).Run()", "example.com/m/a.T.Run", "a/a.go:5", ""},
		{Symbol, "a.T[int].Run", "example.com/m/a.T.Run", "a/a.go:5", ""},
		{Symbol, "example.com/m/a.T", "example.com/m/a.T", "a/a.go:3 a/a.go:3", ""},
		{Symbol, "Outer.Run", "example.com/m/b.T.Run", "b/b.go:9 b/b.go:9", ""},
		{Symbol, "a", "example.com/m/a", "a/a.go:1", ""},
		{Symbol, "m/a", "example.com/m/a", "a/a.go:1", ""},
		{Symbol, "b.v3", "gopkg.in/m/b.v3", "c/c.go:1", ""},
		{Symbol, "Outer", "example.com/m/b.Outer gopkg.in/m/Outer", "b/b.go:20 o/o.go:1", ""},
		{Symbol, ".Run", "", "", "example.com/m/a.T.Run example.com/m/b.T.Run"},
		{Symbol, "un", "", "", "example.com/m/a.T.Run example.com/m/b.T.Run"},
		{Symbol, "outer", "", "", "example.com/m/b.Outer gopkg.in/m/Outer"},
		{Symbol, "Rnu", "", "", "example.com/m/a.T.Run example.com/m/b.T.Run"},
		{Symbol, "Nothing", "", "", ""},
		{Available, "b.T.Run", "example.com/m/b.T.Run", "b/b.go:9 go.mod:3", ""},
		{Available, "b.T", "example.com/m/b.T", "go.mod:3", ""},
		{Available, "Client.Do", "net/http.Client.Do", "", ""},
		{Available, "http", "net/http", "", ""},
		{Available, "a.T", "example.com/m/a.T", "", ""},
		{Callers, "a.T.Run", "example.com/m/a.T.Run", "b/b.go:10", ""},
		{Callers, "fmt.Println", "fmt.Println", "b/b.go:11 b/b.go:11", ""},
		{Callees, "b.T.Run.func1", "example.com/m/b.T.Run.func1", "b/b.go:11", ""},
		{Callees, "b.T.Run.func2.func1", "example.com/m/b.T.Run.func2.func1", "", ""},
		{Callees, "b.T.Run", "example.com/m/b.T.Run", "b/b.go:10 b/b.go:11", ""},
		{Callees, "a.T.Run", "example.com/m/a.T.Run", "", ""},
		{Imports, "m/b", "example.com/m/b", "b/b.go:1", ""},
		{Imports, "b", "example.com/m/b", "b/b.go:1", ""},
		{Imports, "b/b.go", "b/b.go", "b/b.go:1", ""},
		{Imports, "m/a", "example.com/m/a", "", ""},
		{Implements, "b.T", "example.com/m/b.T", "b/b.go:3", ""},
		{Implements, "Runner", "example.com/m/b.Runner", "b/b.go:3", ""},
		{Implements, "T", "example.com/m/a.T example.com/m/b.T", "b/b.go:3", ""},
		{Members, "a.T", "example.com/m/a.T", "a/a.go:4 a/a.go:5", ""},
		{Members, "a", "example.com/m/a", "a/a.go:3", ""},
		{Members, "Outer", "example.com/m/b.Outer", "b/b.go:21 b/b.go:20", ""},
		{File, "a.go", "a/a.go", "a/a.go a/a.go:1 a/a.go:3 a/a.go:4 a/a.go:5", ""},
		{File, "./Makefile", "Makefile", "Makefile", ""},
		{File, "b/Makefile", "b/Makefile", "b/Makefile", ""},
		{File, "makefile", "", "", "Makefile b/Makefile"},
		{Search, "v3", "", "c/c.go:1", ""},
		{Search, "run", "", "a/a.go:5 b/b.go:9", ""},
	} {
		a, err := Ask(t.Context(), s, c.relation, c.argument, 0)
		if err != nil {
			t.Errorf("%s %q: %v", c.relation, c.argument, err)
			continue
		}
		if c.relation == Available && strings.HasPrefix(c.subjects, "net/http") {
			if len(a.Facts) != 1 || a.Facts[0].Subject != c.subjects || a.Facts[0].Object != "go1" {
				t.Errorf("%s %q: %+v", c.relation, c.argument, a.Facts)
			}
			continue
		}
		var places []string
		for _, f := range a.Facts {
			places = append(places, f.Span.String())
		}
		if got := strings.Join(a.Subjects, " "); got != c.subjects {
			t.Errorf("%s %q: subjects %q, want %q", c.relation, c.argument, got, c.subjects)
		}
		if got := strings.Join(places, " "); got != c.places {
			t.Errorf("%s %q: facts %q, want %q", c.relation, c.argument, got, c.places)
		}
		if got := strings.Join(a.Near, " "); got != c.near {
			t.Errorf("%s %q: near %q, want %q", c.relation, c.argument, got, c.near)
		}
	}
	a, err := Ask(t.Context(), s, File, "a/a.go", 2)
	if err != nil || len(a.Facts) != 2 || a.More != 3 {
		t.Errorf("at most two: %+v, %v", a, err)
	}
	if _, err := Ask(t.Context(), s, "uncles", "T", 0); err == nil {
		t.Error("an unknown relation was answered")
	}
}

func TestClean(t *testing.T) {
	for given, want := range map[string]string{
		"(*Command).AddCommand()": "Command.AddCommand", "*T": "T", "&T": "T", "Class::method": "Class.method", "Stack[K, V].Push": "Stack.Push",
		"m/p.(*T[K]).F": "m/p.T.F", " x ": "x", "a]b[": "a]b[", "": "",
	} {
		if got := Clean(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
	if !slices.Contains([]string{Clean("[")}, "[") {
		t.Error("an open bracket")
	}
}
