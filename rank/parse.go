package rank

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ParseMeasure reads a measure as [Measure.String] and ir_measures print it:
// "nDCG@10", "P(rel=2)@5", "RBP(p=0.8)", "nDCG(dcg='exp-log2')@20",
// "nDCG(gains={0:0,1:3})", "IPrec@0.1". The case of letters does not matter.
// Names of trec_eval are read by [ParseColumns].
func ParseMeasure(text string) (Measure, error) {
	rest := strings.TrimSpace(text)
	name, parameters, at := rest, "", ""
	if i := strings.IndexAny(rest, "(@"); i >= 0 {
		name, rest = rest[:i], rest[i:]
		if rest[0] == '(' {
			end := strings.LastIndexByte(rest, ')')
			if end < 0 {
				return Measure{}, fmt.Errorf("measure %q: no closing bracket", text)
			}
			parameters, rest = rest[1:end], rest[end+1:]
		}
		if rest != "" {
			if rest[0] != '@' || len(rest) == 1 {
				return Measure{}, fmt.Errorf("measure %q: %q where @cutoff was expected", text, rest)
			}
			at = rest[1:]
		}
	}
	row, ok := find(name)
	if !ok {
		return Measure{}, fmt.Errorf("measure %q: no such measure; hint: %s", text, near(name))
	}
	m := Measure{Kind: row.kind}
	for _, p := range split(parameters) {
		if err := m.set(row, p); err != nil {
			return Measure{}, fmt.Errorf("measure %q: %w", text, err)
		}
	}
	if err := m.cutAt(row, at); err != nil {
		return Measure{}, fmt.Errorf("measure %q: %w", text, err)
	}
	return m, nil
}

// find looks a kind up by its name, in any case.
func find(name string) (kindRow, bool) {
	lower := strings.ToLower(strings.TrimSpace(name))
	for _, k := range kinds() {
		if strings.ToLower(string(k.kind)) == lower || slices.Contains(k.aliases, lower) {
			return k, true
		}
	}
	return kindRow{}, false
}

// near names the kinds that start like name, or all of them.
func near(name string) string {
	var all, close []string
	for _, k := range kinds() {
		all = append(all, string(k.kind))
		if name != "" && strings.EqualFold(string(k.kind[:1]), name[:1]) {
			close = append(close, string(k.kind))
		}
	}
	if len(close) > 0 {
		all = close
	}
	return "there are " + strings.Join(all, ", ") + ", and the names of trec_eval"
}

// split cuts parameters at commas outside of brackets.
func split(text string) []string {
	var parts []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, text[start:i])
				start = i + 1
			}
		}
	}
	if strings.TrimSpace(text[start:]) != "" || len(parts) > 0 {
		parts = append(parts, text[start:])
	}
	return parts
}

// set reads one "name=value".
func (m *Measure) set(row kindRow, parameter string) error {
	name, value, found := strings.Cut(parameter, "=")
	name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
	if !found || value == "" {
		return fmt.Errorf("parameter %q is not name=value", strings.TrimSpace(parameter))
	}
	if !strings.Contains(row.parameters, " "+name+" ") {
		takes := strings.Join(strings.Fields(row.parameters), ", ")
		if takes == "" {
			takes = "no parameter"
		}
		return fmt.Errorf("%s has no parameter %q; hint: it takes %s", row.kind, name, takes)
	}
	var err error
	switch name {
	case "rel":
		m.Rel, err = positive(value)
	case "max_rel":
		if m.Top, err = positive(value); err == nil && m.Top > 60 {
			err = fmt.Errorf("max_rel=%s is larger than 60", value)
		}
	case "p":
		m.Patience, err = real(value, math.SmallestNonzeroFloat64, math.Nextafter(1, 0))
	case "beta":
		m.Beta, err = real(value, math.SmallestNonzeroFloat64, 1e9)
	case "times":
		m.Times, err = real(value, math.SmallestNonzeroFloat64, 1e6)
	case "judged_only":
		m.JudgedOnly, err = truth(value)
	case "relative":
		m.Relative, err = truth(value)
	case "dcg":
		switch strings.ToLower(strings.Trim(value, `'"`)) {
		case "log2":
			m.Exponent = false
		case "exp-log2":
			m.Exponent = true
		default:
			err = fmt.Errorf("dcg=%s is neither 'log2' nor 'exp-log2'", value)
		}
	case "gains":
		m.Gains, err = canonicalGains(strings.Trim(value, "{}"), ":")
	case "points":
		m.Points, err = canonicalPoints(strings.Trim(value, "[]"))
	}
	return err
}

// cutAt reads what follows "@".
func (m *Measure) cutAt(row kindRow, at string) error {
	switch {
	case at == "" && (row.cut == noCut || row.cut == mayCut):
		return nil
	case at == "":
		return fmt.Errorf("%s needs a cutoff; hint: write for example %s@%s", row.kind, row.kind, map[cut]string{mustCut: "10", recallCut: "0.5"}[row.cut])
	case row.cut == noCut:
		return fmt.Errorf("%s has no cutoff", row.kind)
	case row.cut == recallCut:
		x, err := real(at, 0, 1)
		m.Recall = x
		return err
	}
	n, err := positive(at)
	m.Cutoff = n
	return err
}

func positive(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a whole number from 1 to %d", text, math.MaxInt32)
	}
	return int(n), nil
}

func real(text string, low, high float64) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= low && x <= high) {
		return 0, fmt.Errorf("%q is not a number from %g to %g", text, low, high)
	}
	return x + 0, nil // −0 becomes 0
}

func truth(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fmt.Errorf("%q is neither True nor False", text)
}

// canonicalGains orders "grade:gain" pairs by grade, in one spelling.
func canonicalGains(text, colon string) (string, error) {
	var list []gain
	for part := range strings.SplitSeq(text, ",") {
		grade, value, found := strings.Cut(part, colon)
		g, err := strconv.ParseInt(strings.Trim(grade, ` '"`), 10, 32)
		x, err2 := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if !found || err != nil || err2 != nil || g < 0 || !(math.Abs(x) <= 1e100) {
			return "", fmt.Errorf("gain %q is not grade%sgain with a grade from 0", part, colon)
		}
		if slices.ContainsFunc(list, func(l gain) bool { return l.grade == int32(g) }) {
			return "", fmt.Errorf("two gains for grade %d", g)
		}
		list = append(list, gain{int32(g), x + 0})
	}
	slices.SortFunc(list, func(a, b gain) int { return int(a.grade) - int(b.grade) })
	var out []string
	for _, g := range list {
		out = append(out, strconv.Itoa(int(g.grade))+":"+number(g.gain))
	}
	return strings.Join(out, ","), nil
}

func canonicalPoints(text string) (string, error) {
	var out []string
	for part := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(math.Abs(x) <= 1e100) {
			return "", fmt.Errorf("%q is not a number", part)
		}
		out = append(out, number(x+0))
	}
	return strings.Join(out, ","), nil
}
