package factfilter

import (
	"context"
	"fmt"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"sooth/fact"
	"sooth/internal/nearest"
)

// Selection is what one filter selects.
type Selection struct {
	Subjects []string // names of definitions, ascending, each once
	// Doubts are values to which nothing in the facts corresponds: a mistyped
	// interface, a type that no function returns.
	Doubts []string
}

// Select answers filters from facts, in their order. Definitions are read once,
// whatever the number of filters. What an exported type has by promotion from an
// embedded type that is not exported is selected under the exported type too, as
// documentation shows it: net.TCPConn.Close, which the type net.conn declares.
func Select(ctx context.Context, r fact.Reader, filters []Filter) ([]Selection, error) {
	x := &gathered{reader: r, related: map[string]map[string]bool{}, asked: map[string]map[string]bool{}}
	if err := x.gather(ctx, filters); err != nil {
		return nil, err
	}
	found := make([]map[string]bool, len(filters))
	for i := range found {
		found[i] = map[string]bool{}
	}
	for f, err := range r.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
		if err != nil {
			return nil, err
		}
		for _, subject := range append([]string{f.Subject}, x.shown[f.Subject]...) {
			shown := f
			shown.Subject = subject
			d := &definition{Fact: &shown, declared: f.Subject, facts: x}
			for i := range filters {
				if !found[i][subject] && filters[i].selects(d) {
					found[i][subject] = true
				}
			}
		}
	}
	list := make([]Selection, len(filters))
	for i, subjects := range found {
		for s := range subjects {
			list[i].Subjects = append(list[i].Subjects, s)
		}
		slices.Sort(list[i].Subjects)
		if len(subjects) == 0 {
			list[i].Doubts = x.doubts(filters[i])
		}
	}
	return list, nil
}

// definition is one definition while it is looked at.
type definition struct {
	*fact.Fact
	declared string // its name where it is declared; Subject is the one under which it is shown
	facts    *gathered
	home     string // its package, once asked for
	takes    []string
	typed    bool // takes is known
}

func (f Filter) selects(d *definition) bool {
	return slices.ContainsFunc(f.alternatives, func(terms []term) bool {
		for _, t := range terms {
			if slices.ContainsFunc(t.values, func(v string) bool { return d.has(t.key, v) }) == t.not {
				return false
			}
		}
		return true
	})
}

// has says whether a definition has one property.
func (d *definition) has(key, value string) bool {
	switch key {
	case "symbol":
		return strings.ReplaceAll(d.Symbol, " ", "-") == value
	case "name":
		return wild(value, fact.LastName(d.Fact))
	case "package":
		return wild(value, d.pkg())
	case "file":
		return wild(value, d.Span.File)
	case "exported":
		return strconv.FormatBool(d.exported()) == value
	case "deprecated":
		return strconv.FormatBool(d.facts.related["deprecated"][d.declared]) == value
	case "implements", "embeds", "returns":
		return d.facts.related[key+" "+value][d.declared]
	case "implementing":
		owner := strings.TrimSuffix(d.Subject, "."+fact.LastName(d.Fact))
		return d.Symbol == "method" && d.facts.related["implements "+value][owner] && d.facts.related["asks "+value][fact.LastName(d.Fact)]
	case "takes":
		if !d.typed {
			d.takes, d.typed = parameters(d.Detail), true
		}
		return slices.ContainsFunc(d.takes, func(declared string) bool { return d.facts.means(declared, value, d) })
	}
	return false
}

// pkg returns the package of a definition: of Go the import path, of other
// languages the folder.
func (d *definition) pkg() string {
	if d.home != "" {
		return d.home
	}
	d.home = path.Dir(d.Span.File)
	best := ""
	for _, p := range d.facts.packages[d.home] {
		if rest, ok := strings.CutPrefix(d.Subject, p); ok && (rest == "" || rest[0] == '.') && len(p) > len(best) {
			best = p
		}
	}
	if best != "" {
		d.home = best
	}
	return d.home
}

// exported says whether every name of a definition may be used elsewhere. The
// rule is that of Go; of other languages nothing is said to be exported.
func (d *definition) exported() bool {
	if d.Language != "go" {
		return false
	}
	rest, ok := strings.CutPrefix(d.Subject, d.pkg())
	if !ok {
		return false
	}
	for name := range strings.SplitSeq(strings.TrimPrefix(rest, "."), ".") {
		if name != "" && !token.IsExported(name) {
			return false
		}
	}
	return true
}

// doubts says which values of a filter correspond to nothing.
func (x *gathered) doubts(f Filter) []string {
	var list []string
	for _, terms := range f.alternatives {
		for _, t := range terms {
			for _, v := range t.values {
				if near := nearest.Word(v, Symbols()); t.key == "symbol" && near != "" && !slices.Contains(Symbols(), v) {
					list = append(list, fmt.Sprintf("no symbol is a %q: did you mean `%s`?", v, near))
				}
			}
			known, relation := x.asked[t.key], t.key
			if t.key == "implementing" {
				known, relation = x.asked["implements"], "implements"
			}
			if known == nil || relation == "takes" {
				continue
			}
			for _, v := range t.values {
				if !known[v] {
					text := fmt.Sprintf("nothing %s %q", relation, v)
					if near := nearest.Word(v, sortedKeys(known)); near != "" {
						text += fmt.Sprintf(": did you mean `%s`?", near)
					}
					list = append(list, text)
				} else if t.key == "implementing" && len(x.related["asks "+v]) == 0 {
					list = append(list, fmt.Sprintf("the index does not have the methods of %q", v))
				}
			}
		}
	}
	return list
}

func sortedKeys(set map[string]bool) []string {
	var list []string
	for k := range set {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
