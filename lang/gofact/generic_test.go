package gofact

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/fact"
)

// implementations returns "T → I" for what facts say, "*T → I" where only a pointer
// does; without the arguments of generic interfaces.
func implementations(facts []fact.Fact, path string) []string {
	var list []string
	for _, f := range facts {
		if f.Kind == fact.Implements {
			s := strings.TrimPrefix(f.Subject, path+".") + " → " + strings.TrimPrefix(f.Object, path+".")
			if strings.HasPrefix(f.Detail, "*") {
				s = "*" + s
			}
			list = append(list, s)
		}
	}
	slices.Sort(list)
	return list
}

// byTypes tries out with go/types which declared types implement which declared
// interfaces: a generic interface with every argument out of a pool, as many as it
// has parameters, that satisfies its constraints.
func byTypes(pkg *types.Package) []string {
	var named []*types.Named
	for _, name := range pkg.Scope().Names() {
		if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !tn.IsAlias() {
			named = append(named, tn.Type().(*types.Named))
		}
	}
	pool := []types.Type{}
	for _, k := range []types.BasicKind{types.Int, types.String, types.Float64} {
		pool = append(pool, types.Typ[k], types.NewSlice(types.Typ[k]))
	}
	pool = append(pool, types.NewSignatureType(nil, nil, nil, nil, nil, false))
	pool = append(pool, types.NewStruct([]*types.Var{types.NewField(token.NoPos, pkg, "A", types.Typ[types.Int], false)}, []string{`x:"(,"`}))
	for _, name := range []string{"Int", "Text", "Age", "OwnStringer"} {
		n := pkg.Scope().Lookup(name).Type()
		pool = append(pool, n, types.NewPointer(n))
	}
	for _, imported := range pkg.Imports() {
		if o := imported.Scope().Lookup("Stringer"); o != nil {
			pool = append(pool, o.Type())
		}
	}
	before := map[*types.Named][]types.Type{}
	var list []string
	for _, n := range named {
		t, own := types.Type(n), pool
		if n.TypeParams() != nil {
			var arguments []types.Type
			for p := range n.TypeParams().TypeParams() {
				arguments = append(arguments, p)
			}
			t, _ = types.Instantiate(nil, n, arguments, false)
			own = slices.Concat(pool, arguments)
		}
		for _, i := range named {
			iface, ok := i.Underlying().(*types.Interface)
			if !ok || !iface.IsMethodSet() || i == n || iface.NumMethods() == 0 {
				continue
			}
			value, pointer := false, false
			tried := before[i]
			if len(own) > len(pool) {
				tried = instances(i, own)
			} else if tried == nil {
				tried = instances(i, pool)
				before[i] = tried
			}
			for _, instance := range tried {
				x := instance.Underlying().(*types.Interface)
				value = value || types.Implements(t, x)
				pointer = pointer || !types.IsInterface(t) && types.Implements(types.NewPointer(t), x)
			}
			switch {
			case value:
				list = append(list, n.Obj().Name()+" → "+i.Obj().Name())
			case pointer:
				list = append(list, "*"+n.Obj().Name()+" → "+i.Obj().Name())
			}
		}
	}
	slices.Sort(list)
	return list
}

// instances returns all valid instances of a type with arguments out of a pool.
func instances(n *types.Named, pool []types.Type) []types.Type {
	if n.TypeParams() == nil {
		return []types.Type{n}
	}
	var list []types.Type
	var try func(arguments []types.Type)
	try = func(arguments []types.Type) {
		if len(arguments) < n.TypeParams().Len() {
			for _, t := range pool {
				try(append(arguments[:len(arguments):len(arguments)], t))
			}
			return
		}
		if instance, err := types.Instantiate(types.NewContext(), n, arguments, true); err == nil {
			list = append(list, instance)
		}
	}
	try(nil)
	return list
}

// What implements what with type parameters is what go/types finds by trying, but
// for what the design says is left out.
func TestGenericImplements(t *testing.T) {
	dir := extract(t, "generic.txtar")
	units, _ := read(t, newReader(t, nil), tree(t, dir))
	if open := units["example.org/g"].Open; open != "" {
		t.Fatal(open)
	}
	facts := units["implements:example.org/g"].Facts
	text, err := os.ReadFile(filepath.Join(dir, "g.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "g.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check("example.org/g", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := byTypes(pkg)
	if len(want) < 30 {
		t.Fatalf("go/types finds only %d", len(want))
	}
	got := slices.DeleteFunc(implementations(facts, "example.org/g"), func(s string) bool {
		return strings.Contains(s, ".")
	})
	leftOut := []string{"Empty → PhantomNumber", "Phantom → PhantomNumber"} // that there is a number is not found out
	for _, s := range want {
		if slices.Contains(got, s) == slices.Contains(leftOut, s) {
			t.Errorf("%s: found %v, left out %v", s, slices.Contains(got, s), slices.Contains(leftOut, s))
		}
	}
	for _, s := range got {
		if !slices.Contains(want, s) {
			t.Errorf("%s is wrong", s)
		}
	}
	t.Logf("%d implementations, %d by go/types", len(got), len(want))
	details := map[string]string{}
	for _, f := range facts {
		details[strings.TrimPrefix(f.Subject, "example.org/g.")+" "+strings.TrimPrefix(f.Object, "example.org/g.")] = strings.ReplaceAll(f.Detail, "example.org/g.", "")
	}
	for key, want := range map[string]string{
		"Int Getter": "[int]", "Text Store": "*[string]", "Box Store": "*[T]", "Entry Pair": "[K,V]", "Walk Visitor": "[[]string]", "Embedding Getter": "[Int]",
		"Empty Phantom": "[any]", "Texts Maker": "[Text,*Text]", "Odd Visitor": "[…]", "Int IntGetter": "", "ByText Keyed": "[*Text]",
	} {
		if got, ok := details[key]; !ok || got != want {
			t.Errorf("%s: %q (%v), want %q", key, got, ok, want)
		}
	}
}

// Types in functions implement what they have by what they embed.
func TestLocalImplements(t *testing.T) {
	units, _ := read(t, newReader(t, nil), tree(t, extract(t, "generic.txtar")))
	facts := units["implements:example.org/g"].Facts
	got := slices.DeleteFunc(implementations(facts, "example.org/g"), func(s string) bool { return !strings.Contains(s, "Local.") && !strings.Contains(s, "Generic.") })
	for _, want := range []string{"Local.local → io.Reader", "Int → Local.Closing", "Wrong → Local.Closing", "Local.Closing → IntGetter", "Local.Closing → Getter", "IntGetter → Local.Closing"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is missing among %q", want, got)
		}
	}
	for _, s := range got {
		if strings.Contains(s, "twice") || strings.Contains(s, "inner") || strings.Contains(s, "Box → Local") || strings.Contains(s, "Local.local → io.Closer") {
			t.Errorf("%s is wrong or not known", s)
		}
	}
}

// The interfaces of an external test are those of its package alone.
func TestImplementsForTests(t *testing.T) {
	units, _ := read(t, newReader(t, nil), tree(t, extract(t, "generic.txtar")))
	if got := implementations(units["implements:example.org/g"].Facts, "example.org/g"); !slices.Contains(got, "Int → example.org/g_test.Taker") {
		t.Errorf("what a test declares is not implemented: %q", got)
	}
	if got := implementations(units["implements:example.org/g/far"].Facts, "example.org/g/far"); !slices.Contains(got, "Far → example.org/g.IntGetter") || slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "_test") }) {
		t.Errorf("far: %q", got)
	}
}

func TestTypeEnd(t *testing.T) {
	for text, want := range map[string]string{
		"int,string)": "int", "map[string]int)": "map[string]int", "func(int,error)(bool),x": "func(int,error)(bool)", "[]m/p.T[int,])": "[]m/p.T[int,]",
		`struct{A false int "x:\"},";}]`: `struct{A false int "x:\"},";}`, `int "tag";}`: "int", "chan0 int": "chan0 int", ")": "", "": "", "a}": "a",
	} {
		if got := text[:typeEnd(text)]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
