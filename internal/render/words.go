package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sooth/internal/report"
)

// none is shown where a number does not exist; its reason stands beside it.
const none = "–"

// percent shows a rate in [0,1] as a percentage with one decimal.
func percent(v *float64) string {
	if v == nil {
		return none
	}
	return fmt.Sprintf("%.1f %%", 100**v)
}

// points shows a difference of rates as signed percentage points.
func signed(v *float64) string {
	if v == nil {
		return none
	}
	if math.Abs(*v) < 0.0005 {
		return "0.0"
	}
	return strings.Replace(fmt.Sprintf("%+.1f", 100**v), "-", "−", 1)
}

// interval shows the two ends of an interval of rates.
func interval(i report.Interval) string {
	if i.Low == nil || i.High == nil {
		return none
	}
	return fmt.Sprintf("%.1f – %.1f %%", 100**i.Low, 100**i.High)
}

// spread shows the two ends of an interval of differences, in points.
func spread(i report.Interval) string {
	if i.Low == nil || i.High == nil {
		return none
	}
	return signed(i.Low) + " … " + signed(i.High)
}

// probability shows a p-value: four decimals, more where they are needed.
func probability(p *float64) string {
	switch {
	case p == nil:
		return none
	case *p < 0.0001:
		return "< 0.0001"
	case *p >= 0.99995:
		return "1"
	}
	return fmt.Sprintf("%.4f", *p)
}

// plural joins a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Line makes strangers' text fit for one line of a terminal, at most limit runes
// long; 0: as long as it is.
func Line(s string, limit int) string { return line(s, limit) }

// line makes strangers' text fit for one line of a terminal or table: control
// characters (terminal escapes above all) and marks that turn the direction of
// writing are shown as visible signs, white space is folded, and what is
// longer than limit runes is cut.
func line(s string, limit int) string {
	s = strings.Join(strings.Fields(visible(s)), " ")
	if limit > 0 && utf8.RuneCountInString(s) > limit {
		s = strings.TrimRight(string([]rune(s)[:limit-1]), " ") + "…"
	}
	return s
}

// visible replaces what a terminal would obey instead of show.
func visible(s string) string {
	s = strings.ToValidUTF8(s, "�")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20:
			return 0x2400 + r // ␛ and its like
		case r == 0x7f:
			return 0x2421
		case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || (r >= 0x80 && r < 0xa0):
			return '�'
		}
		return r
	}, s)
}

// lost says in words which pairs did not count and why; empty when all did.
func lost(l report.Lost) string {
	var parts []string
	add := func(n int, why string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, why))
		}
	}
	add(l.InfraError, "infrastructure error")
	add(l.NoAnswer, "no answer")
	add(l.Unknown, "unknown")
	add(l.NotApplicable, "not applicable")
	return strings.Join(parts, ", ")
}

// controls is the sentence that comes before every table.
func controls(r *report.Report) string {
	var parts []string
	for _, c := range r.Controls {
		switch {
		case c.N == 0:
			parts = append(parts, fmt.Sprintf("%s not run (%s)", c.Name, c.Reason))
		case c.Name == "planted":
			parts = append(parts, fmt.Sprintf("%d/%d planted faults found (by the right criterion)", c.Right, c.N))
		default:
			parts = append(parts, fmt.Sprintf("%d/%d accepted", c.Right, c.N))
		}
	}
	if len(parts) == 0 {
		return "controls: none"
	}
	return "controls: " + strings.Join(parts, ", ")
}

// pairs groups comparisons by their two arms and model, in the report's order.
func pairs(list []report.Comparison) [][]report.Comparison {
	var groups [][]report.Comparison
	index := map[[3]string]int{}
	for _, c := range list {
		key := [3]string{c.Base, c.Arm, c.Model}
		i, ok := index[key]
		if !ok {
			i = len(groups)
			index[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

// difference is a discordant task with all the criteria that differ for one
// reason.
type difference struct {
	report.Discordant
	Criteria []string
}

// differences joins the criteria of discordant tasks: one entry for each pair
// of arms, task, direction and, where reasons are told apart, reason, in the
// report's order of the first.
func differences(list []report.Discordant, reasons bool) []difference {
	type key struct{ base, arm, model, task, better, reason string }
	index := map[key]int{}
	var out []difference
	for _, d := range list {
		k := key{d.Base, d.Arm, d.Model, d.Task, d.Better, ""}
		if reasons {
			k.reason = d.Reason
		}
		i, ok := index[k]
		if !ok {
			i = len(out)
			index[k] = i
			out = append(out, difference{Discordant: d})
		}
		out[i].Criteria = append(out[i].Criteria, d.Criterion)
	}
	order := map[[3]string]int{}
	for _, d := range out {
		if k := [3]string{d.Base, d.Arm, d.Model}; order[k] == 0 {
			order[k] = len(order) + 1
		}
	}
	slices.SortStableFunc(out, func(a, b difference) int {
		return cmp.Or(
			cmp.Compare(order[[3]string{a.Base, a.Arm, a.Model}], order[[3]string{b.Base, b.Arm, b.Model}]),
			cmp.Compare(a.Task, b.Task))
	})
	return out
}

// cost says what a run has cost, where anything was priced.
func cost(r report.Run) string {
	if r.CostUSD == nil {
		return ""
	}
	if r.Unpriced > 0 {
		return fmt.Sprintf(" for at least $%.4f (%d of unknown cost)", *r.CostUSD, r.Unpriced)
	}
	return fmt.Sprintf(" for $%.4f", *r.CostUSD)
}
