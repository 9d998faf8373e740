package truth

import (
	"slices"
	"strings"

	"sooth/examples/go-search/universe"
)

// authorities makes class F: something that the standard library documents and
// that one of its internal packages, or a copy of golang.org/x vendored into it,
// documents as well under the same package name. The standard library must
// answer, since nothing else may be imported.
func authorities(x *index) []Query {
	var shorts []string
	for short, list := range x.byShort {
		standard := slices.IndexFunc(list, func(d universe.Document) bool { return d.Source == universe.Standard })
		if standard < 0 || list[standard].Package == "syscall" || x.deprecated(list[standard]) || len(list) == 1 {
			continue
		}
		n := 0
		for _, d := range list {
			if d.Source == universe.Standard {
				n++
			}
			if d.Kind != list[standard].Kind {
				n = 2
			}
		}
		kind := list[standard].Kind
		if n == 1 && n < len(list) && (kind == "func" || kind == "type" || kind == "package" || kind == "method") {
			shorts = append(shorts, short)
		}
	}
	slices.Sort(shorts)
	var queries []Query
	perPackage := map[string]int{}
	for _, short := range drawn("F", shorts, func(s string) string { return s }) {
		name, _, _ := strings.Cut(short, ".")
		if perPackage[name] == 3 || len(queries) == 28 {
			continue
		}
		perPackage[name]++
		list := x.byShort[short]
		text := short
		if len(queries)%2 == 1 {
			text = strings.ReplaceAll(short, ".", " ")
		}
		if list[0].Kind == "package" {
			text = "package " + short
		}
		copies := ids(list)
		slices.Sort(copies)
		queries = append(queries, Query{Text: text, Copies: copies})
	}
	return queries
}
