package rankcompare

import (
	"fmt"
	"slices"
	"strings"

	"sooth/internal/gate"
	"sooth/internal/report"
)

// gate decides one gate: on all queries whose class has the measure, or on
// those that its scope names. What B alone lost is counted against it.
func (in Input) gate(g gate.Gate) (report.Gate, error) {
	queries := in.Queries
	var where []string
	if err := g.Only(in.labels()); err != nil {
		return report.Gate{}, err
	}
	for _, l := range g.Scope {
		before := queries
		queries = nil
		for _, q := range before {
			if value, ok := q.label(l.Name); ok && value == l.Value {
				queries = append(queries, q)
			}
		}
		if len(queries) == 0 {
			return report.Gate{}, fmt.Errorf("gate %q: no query with %s=%s; hint: values of %s are %s", g.Text, l.Name, l.Value, l.Name, listed(values(before, l.Name)))
		}
		where = append(where, l.Name+"="+l.Value)
	}
	m, ok := in.named(g.Name)
	if ok {
		queries = slices.DeleteFunc(slices.Clone(queries), func(q Query) bool { return !slices.Contains(in.class(q.Class).Measures, m.Name) })
	}
	if !ok || len(queries) == 0 {
		return report.Gate{}, fmt.Errorf("gate %q: nothing was measured by %s there; hint: measured are %s", g.Text, g.Name, strings.Join(in.names(), ", "))
	}
	v := gate.Values{Denominator: m.Denominator}
	if m.Lower {
		v.Worst = 1
	}
	for _, q := range queries {
		a, causeA := q.A.value(m.Name)
		b, causeB := q.B.value(m.Name)
		switch {
		case causeA == "" && causeB == "":
			v.A, v.B = append(v.A, a), append(v.B, b)
		case causeA == "":
			v.Only = append(v.Only, a)
		}
	}
	out := g.Mean(v)
	if out.Where = strings.Join(where, ", "); out.Where == "" {
		out.Where = "all queries"
	}
	return out, nil
}

// named finds a measure by its name or by any spelling of it.
func (in Input) named(name string) (Measure, bool) {
	wanted := newMeasure(name)
	for _, m := range in.Measures {
		if m.Name == name || m.same.Kind != "" && m.same == wanted.same {
			return m, true
		}
	}
	return Measure{}, false
}
