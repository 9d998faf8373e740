package gofact

import (
	"strings"
	"testing"

	"sooth/fact"
)

// disagreements returns what only one of the two readers says of the packages of
// a tree: definitions, promotions and deprecations.
func disagreements(t testing.TB, dir string) (list []string, compared int) {
	t.Helper()
	type said struct {
		kind                    fact.Kind
		subject, object, detail string
		file                    string
		line                    int
	}
	collect := func(facts []fact.Fact) map[said]bool {
		all := map[said]bool{}
		for _, f := range facts {
			switch {
			case f.Excluded:
			case f.Kind == fact.Definition, f.Kind == fact.Promotes, f.Kind == fact.Deprecated:
				all[said{f.Kind, f.Subject, f.Object, f.Detail, f.Span.File, f.Span.Line}] = true
			}
		}
		return all
	}
	p := newPackages(t, dir)
	units, _ := read(t, newReader(t, nil), tree(t, dir))
	for name, u := range units {
		if strings.Contains(name, ":") || u.Open != "" {
			continue
		}
		s, err := p.Symbols(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if s.Open != "" {
			list = append(list, name+" is open to one only: "+s.Open)
			continue
		}
		a, b := collect(u.Facts), collect(s.Facts)
		compared += len(a)
		for x := range a {
			if !b[x] {
				list = append(list, "only the reader: "+string(x.kind)+" "+x.subject+" "+x.object+" "+x.detail+" "+x.file)
			}
		}
		for x := range b {
			if !a[x] {
				list = append(list, "only the look: "+string(x.kind)+" "+x.subject+" "+x.object+" "+x.detail+" "+x.file)
			}
		}
	}
	return list, compared
}

// Both readers say the same of what both can see, though one goes by types and
// the other by syntax.
func TestReadersAgree(t *testing.T) {
	for name, dir := range map[string]string{"cobra": cobra(t), "tree": extract(t, "tree.txtar")} {
		list, compared := disagreements(t, dir)
		for _, s := range list {
			t.Errorf("%s: %s", name, s)
		}
		if compared < 40 {
			t.Errorf("%s: only %d facts compared", name, compared)
		}
	}
}
