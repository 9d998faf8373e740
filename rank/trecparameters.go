package rank

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// columns reads the parameters that follow the name of a measure.
func (r trecRow) columns(given string, explicit bool) ([]Column, error) {
	label, m := r.name, r.measure
	if explicit && (r.shape == pairs || r.shape == single || r.shape == points || r.shape == special) {
		label += "_" + given
	}
	switch r.shape {
	case cutoffs:
		return r.cut(given)
	case recalls:
		return r.points(given)
	case special:
		if r.name == "runid" {
			if explicit {
				return nil, fmt.Errorf("%s has no parameters", r.name)
			}
			return []Column{{Label: label, Special: RunID}}, nil
		}
		n, err := positive(given)
		return []Column{{Label: label, Special: RelString, Length: n}}, err
	case pairs:
		if explicit {
			return r.pairs(label, given)
		}
	case single:
		if explicit {
			x, err := real(given, math.SmallestNonzeroFloat64, 1e9)
			if err != nil {
				return nil, err
			}
			m.Beta = x
		}
	case points:
		if explicit {
			list, err := canonicalPoints(given)
			if err != nil {
				return nil, err
			}
			if m.Kind == Utility && strings.Count(list, ",") != 3 {
				return nil, fmt.Errorf("utility takes four coefficients")
			}
			m.Points = list
		}
	default:
		if explicit {
			return nil, fmt.Errorf("%s has no parameters", r.name)
		}
	}
	return []Column{{Label: label, Measure: m}}, nil
}

// cut makes a column for each cutoff.
func (r trecRow) cut(given string) ([]Column, error) {
	list, err := ascending(given, positive)
	var out []Column
	for _, n := range list {
		m := r.measure
		m.Cutoff = n
		out = append(out, Column{Label: r.name + "_" + strconv.Itoa(n), Measure: m})
	}
	return out, err
}

// points makes a column for each point of recall, or multiple of R.
func (r trecRow) points(given string) ([]Column, error) {
	low, high := 0.0, 1.0
	if r.measure.Kind == Rprec {
		low, high = math.SmallestNonzeroFloat64, 1e6
	}
	list, err := ascending(given, func(part string) (float64, error) { return real(part, low, high) })
	var out []Column
	for _, x := range list {
		m := r.measure
		if m.Kind == Rprec {
			m.Times = x
		} else {
			m.Recall = x
		}
		out = append(out, Column{Label: fmt.Sprintf("%s_%3.2f", r.name, x), Measure: m})
	}
	return out, err
}

// ascending reads numbers between commas, in order; none may be there twice.
func ascending[T int | float64](given string, read func(string) (T, error)) ([]T, error) {
	var list []T
	for part := range strings.SplitSeq(given, ",") {
		x, err := read(part)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	slices.Sort(list)
	for i := range list[1:] {
		if list[i] == list[i+1] {
			return nil, fmt.Errorf("cutoff %v is there twice", list[i])
		}
	}
	return list, nil
}

// pairs reads "1=3,2=7" and, for the measures with patience, "p=0.5".
func (r trecRow) pairs(label, given string) ([]Column, error) {
	m := r.measure
	var gains []string
	for part := range strings.SplitSeq(given, ",") {
		name, value, _ := strings.Cut(part, "=")
		if m.Patience != 0 {
			if name != "p" {
				return nil, fmt.Errorf("%q is not p=number", part)
			}
			p, err := real(value, math.SmallestNonzeroFloat64, math.Nextafter(1, 0))
			if err != nil {
				return nil, err
			}
			m.Patience = p
			continue
		}
		gains = append(gains, part)
	}
	if len(gains) > 0 {
		canonical, err := canonicalGains(strings.Join(gains, ","), "=")
		if err != nil {
			return nil, err
		}
		m.Gains = canonical
	}
	return []Column{{Label: label, Measure: m}}, nil
}
