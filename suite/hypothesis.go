package suite

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"sooth/internal/nearest"
)

// Hypothesis is what was expected of a run before it was made: that the mean
// of a measure under one arm lies above, or below, a multiple of that under
// another, moved by a number.
type Hypothesis struct {
	ID    string
	Says  string // in words; may be empty
	Shows string // as written: "prompt_bytes(smart) < 0.5 * prompt_bytes(files)"

	Measure   string // a criterion, or one of [Quantities]
	Arm, Base string
	Above     bool // Arm's mean must lie above, else below
	Factor    float64
	Offset    float64
}

// Quantities lists what is counted of a trial beside its criteria.
func Quantities() []string {
	return []string{"prompt_bytes", "input_tokens", "output_tokens", "latency_ms", "tool_calls", "cost_usd"}
}

// readHypotheses reads what was declared before the run.
func (l *loader) readHypotheses(top mapping) {
	n := top.values["hypotheses"]
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.problems.add(top.at(n), "", `"hypotheses" must be a list, not %s`, kind(n))
		return
	}
	seen := map[string]bool{}
	for _, item := range n.Content {
		m, ok := l.mapping(suiteFile, "a hypothesis", item, hypothesisKeys())
		if !ok {
			continue
		}
		h, problem := parseHypothesis(m.text("shows"))
		h.ID, h.Says = m.text("id"), m.text("says")
		if seen[h.ID] {
			l.problems.add(m.place("id"), "", "two hypotheses have the id %q", h.ID)
		}
		seen[h.ID] = true
		if problem != "" && m.text("shows") != "" {
			l.problems.add(m.place("shows"), `write for example "expected(smart) > expected(files)" or "prompt_bytes(smart) < 0.5 * prompt_bytes(files)"`, "%s", problem)
			continue
		}
		measures := append(slices.Clone(l.suite.Criteria), Quantities()...)
		if h.Measure != "" && !slices.Contains(measures, h.Measure) {
			l.problems.add(m.place("shows"), nearest.Hint(h.Measure, measures), "unknown measure %q", h.Measure)
		}
		for _, arm := range []string{h.Arm, h.Base} {
			if _, ok := l.arms[arm]; arm != "" && !ok && !l.noArms {
				l.problems.add(m.place("shows"), nearest.Hint(arm, slices.Sorted(maps.Keys(l.arms))), "unknown arm %q", arm)
			}
		}
		if h.Arm != "" && h.Arm == h.Base {
			l.problems.add(m.place("shows"), "", "arm %q is compared with itself", h.Arm)
		}
		l.suite.Hypotheses = append(l.suite.Hypotheses, h)
	}
}

// parseHypothesis reads "measure(arm) > [number *] measure(base) [± number]".
func parseHypothesis(text string) (h Hypothesis, problem string) {
	h = Hypothesis{Shows: strings.TrimSpace(text), Factor: 1}
	left, right, ok := strings.Cut(text, ">")
	h.Above = ok
	if !ok {
		left, right, ok = strings.Cut(text, "<")
	}
	if !ok {
		return h, fmt.Sprintf("%q has neither > nor <", h.Shows)
	}
	var measure, rest string
	if h.Measure, h.Arm, rest, ok = term(left); !ok || rest != "" {
		return h, fmt.Sprintf("%q is no measure of an arm", strings.TrimSpace(left))
	}
	if number, after, ok := strings.Cut(right, "*"); ok {
		f, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(f > 0 && f < 1e9) {
			return h, fmt.Sprintf("factor %q is no number above 0", strings.TrimSpace(number))
		}
		h.Factor, right = f, after
	}
	if measure, h.Base, rest, ok = term(right); !ok {
		return h, fmt.Sprintf("%q is no measure of an arm", strings.TrimSpace(right))
	}
	if measure != h.Measure {
		return h, fmt.Sprintf("it compares %q with %q", h.Measure, measure)
	}
	if rest != "" {
		sign, number := rest[:1], strings.TrimSpace(rest[1:])
		f, err := strconv.ParseFloat(number, 64)
		if err != nil || !(f >= 0 && f < 1e12) || sign != "+" && sign != "-" {
			return h, fmt.Sprintf("%q is no + or - and a number", rest)
		}
		if h.Offset = f; sign == "-" {
			h.Offset = -f
		}
	}
	return h, ""
}

// term reads "measure(arm)" and returns what follows it, without blanks around.
func term(text string) (measure, arm, rest string, ok bool) {
	measure, text, ok = strings.Cut(text, "(")
	if !ok {
		return "", "", "", false
	}
	arm, rest, ok = strings.Cut(text, ")")
	measure, arm = strings.TrimSpace(measure), strings.TrimSpace(arm)
	return measure, arm, strings.TrimSpace(rest), ok && measure != "" && arm != ""
}
