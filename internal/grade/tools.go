package grade

import (
	"cmp"
	"maps"
	"slices"

	"sooth/internal/report"
)

// toolUse counts what the trials of each arm did with tools: one row for the
// arm, then one for each tool, in order of name. Arms that offer no tools and
// called none have no rows.
func (g *Grader) toolUse(trials []*subject) []report.ToolUse {
	type key struct{ arm, tool string }
	rows := map[key]*report.ToolUse{}
	row := func(arm, tool string) *report.ToolUse {
		k := key{arm, tool}
		if rows[k] == nil {
			rows[k] = &report.ToolUse{Arm: arm, Tool: tool}
		}
		return rows[k]
	}
	for _, s := range trials {
		calls := s.record.ToolCalls
		if len(calls) == 0 && !g.offers(s.record.Arm) {
			continue
		}
		whole := row(s.record.Arm, "")
		whole.Trials++
		if len(calls) == 0 {
			whole.Never++
		}
		called := map[string]bool{}
		for _, c := range calls {
			one := row(s.record.Arm, c.Tool)
			if !called[c.Tool] {
				called[c.Tool] = true
				one.Trials++
			}
			for _, r := range []*report.ToolUse{whole, one} {
				r.Calls++
				r.Bytes += c.Bytes
				r.Cached += count(c.Cached)
				r.Errors += count(c.Error != "")
				r.Empty += count(c.Bytes == 0 && c.Error == "")
			}
		}
	}
	list := make([]report.ToolUse, 0, len(rows))
	for r := range maps.Values(rows) {
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b report.ToolUse) int {
		return cmp.Or(cmp.Compare(g.rank(a.Arm), g.rank(b.Arm)), cmp.Compare(a.Tool, b.Tool))
	})
	return list
}

// offers reports whether an arm of the suite offers tools.
func (g *Grader) offers(arm string) bool {
	for _, a := range g.Suite.Arms {
		if a.Name == arm {
			return a.Kind == "mcp"
		}
	}
	return false
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
