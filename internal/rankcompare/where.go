package rankcompare

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ParseLabel reads a condition "label=value".
func ParseLabel(text string) (Label, error) {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" || value == "" {
		return Label{}, fmt.Errorf("--where %q is no label=value; hint: for example --where class=D", text)
	}
	return Label{name, value}, nil
}

// filter keeps the queries that have all labels of Where; left is the number of
// the others.
func (in Input) filter() (out Input, left int, err error) {
	kept := in.Queries
	for _, l := range in.Where {
		if err := in.known(l.Name); err != nil {
			return in, 0, err
		}
		before := kept
		kept = nil
		for _, q := range before {
			if value, ok := q.label(l.Name); ok && value == l.Value {
				kept = append(kept, q)
			}
		}
		if len(kept) == 0 {
			return in, 0, fmt.Errorf("no query with %s=%s; hint: values of %s are %s", l.Name, l.Value, l.Name, listed(values(before, l.Name)))
		}
	}
	left = len(in.Queries) - len(kept)
	in.Queries = kept
	return in, left, nil
}

// known refuses a label that no query has.
func (in Input) known(name string) error {
	labels := in.labels()
	if slices.Contains(labels, name) {
		return nil
	}
	return fmt.Errorf("no query has the label %q; hint: the labels are %s", name, strings.Join(labels, ", "))
}

// labels lists every label of any query.
func (in Input) labels() []string {
	set := map[string]bool{"class": true, "query": true}
	for _, q := range in.Queries {
		for name := range q.Labels {
			set[name] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// values lists the values of a label.
func values(queries []Query, name string) []string {
	set := map[string]bool{}
	for _, q := range queries {
		if value, ok := q.label(name); ok {
			set[value] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// listed names the first of a list.
func listed(list []string) string {
	if len(list) > 12 {
		return strings.Join(list[:12], ", ") + fmt.Sprintf(" and %d more", len(list)-12)
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}
