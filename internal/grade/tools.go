package grade

import (
	"cmp"
	"maps"
	"slices"

	"sooth/internal/report"
	"sooth/suite"
)

// toolUse counts what the trials of each arm did with tools: one row for the
// arm, then one for each tool, in order of name. Arms that offer no tools and
// called none have no rows.
func toolUse(s *suite.Suite, answers []answer) []report.ToolUse {
	type key struct{ arm, tool string }
	rows := map[key]*report.ToolUse{}
	row := func(arm, tool string) *report.ToolUse {
		k := key{arm, tool}
		if rows[k] == nil {
			rows[k] = &report.ToolUse{Arm: arm, Tool: tool}
		}
		return rows[k]
	}
	place := func(arm string) int {
		return slices.IndexFunc(s.Arms, func(a suite.Arm) bool { return a.Name == arm })
	}
	for _, r := range answers {
		calls := r.ToolCalls
		i := place(r.Arm)
		if len(calls) == 0 && (i < 0 || !s.Arms[i].Offers()) {
			continue
		}
		whole := row(r.Arm, "")
		whole.Trials++
		if len(calls) == 0 {
			whole.Never++
		}
		called := map[string]bool{}
		for _, c := range calls {
			one := row(r.Arm, c.Tool)
			if !called[c.Tool] {
				called[c.Tool] = true
				one.Trials++
			}
			for _, u := range []*report.ToolUse{whole, one} {
				u.Calls++
				u.Bytes += c.Bytes
				u.Cached += count(c.Cached)
				u.Errors += count(c.Error != "")
				u.Empty += count((c.Empty || c.Bytes == 0) && c.Error == "")
			}
		}
	}
	list := make([]report.ToolUse, 0, len(rows))
	for r := range maps.Values(rows) {
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b report.ToolUse) int {
		return cmp.Or(cmp.Compare(place(a.Arm), place(b.Arm)), cmp.Compare(a.Tool, b.Tool))
	})
	return list
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
