package extractrun

import (
	"maps"
	"slices"

	"sooth/internal/extractreport"
)

// languages counts the variants by language of the fixture.
func (g *grading) languages() []extractreport.Language {
	if len(g.kinds) == 0 {
		return nil
	}
	found := map[string]*extractreport.Language{}
	checked := map[string]map[string]int{}
	for _, f := range g.fixtures {
		l := found[f.Language]
		if l == nil {
			l = &extractreport.Language{Language: f.Language}
			found[f.Language], checked[f.Language] = l, map[string]int{}
		}
		l.Fixtures++
		before := l.Variants
		for _, v := range g.variants[f.ID] {
			switch {
			case v.Skipped != "":
				l.NotMade++
			case v.Same:
				l.Unchanged++
			default:
				l.Variants++
				checked[f.Language][v.CheckedBy]++
			}
		}
		if l.Variants > before {
			l.Covered++
		}
	}
	var out []extractreport.Language
	for _, name := range slices.Sorted(maps.Keys(found)) {
		l := found[name]
		l.Checked = checkers(checked[name])
		out = append(out, *l)
	}
	return out
}

// checkers lists how many variants each parser has checked, in order of its name.
func checkers(variants map[string]int) (list []extractreport.Checked) {
	for _, parser := range slices.Sorted(maps.Keys(variants)) {
		list = append(list, extractreport.Checked{Parser: parser, Variants: variants[parser]})
	}
	return list
}
