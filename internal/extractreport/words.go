package extractreport

import (
	"encoding/json"
	"fmt"
	"strings"
)

// undefined stands for a number that does not exist.
const undefined = "–"

// percent writes a rate of 0 to 1.
func percent(x *float64) string {
	if x == nil {
		return undefined
	}
	return fmt.Sprintf("%.1f %%", 100**x)
}

// String writes a rate with its interval.
func (r Rate) String() string {
	if r.Value == nil || r.Low == nil || r.High == nil {
		return percent(r.Value)
	}
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100**r.Value, 100**r.Low, 100**r.High)
}

// points writes a difference in absolute points, with its sign; nothing has none.
func points(x *float64) string {
	if x == nil {
		return undefined
	}
	text := fmt.Sprintf("%+.1f", 100**x)
	if text == "-0.0" || text == "+0.0" {
		return "0.0"
	}
	return text
}

// probability writes a p-value.
func probability(x *float64) string {
	switch {
	case x == nil:
		return undefined
	case *x < 0.0001:
		return "< 0.0001"
	}
	return fmt.Sprintf("%.4f", *x)
}

// said writes a value as JSON has it.
func said(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// String writes what is expected.
func (e Expectation) String() string {
	return fmt.Sprintf("%s %s = %s", e.Subject, e.Predicate, said(e.Value))
}

// Place names the lines of an expectation; empty: none are named.
func (e Expectation) Place() string {
	switch {
	case e.FirstLine == 0:
		return ""
	case e.LastLine > e.FirstLine:
		return fmt.Sprintf("lines %d to %d", e.FirstLine, e.LastLine)
	}
	return fmt.Sprintf("line %d", e.FirstLine)
}

// String writes what was said.
func (o Observation) String() string {
	text := fmt.Sprintf("%s %s = %s", o.Subject, o.Predicate, said(o.Value))
	if o.Line > 0 {
		text += fmt.Sprintf(" (line %d)", o.Line)
	}
	if o.Confidence != nil {
		text += fmt.Sprintf(", confidence %g", *o.Confidence)
	}
	return text
}

// String writes what was measured with what.
func (i Identity) String() string {
	var parts []string
	for _, p := range [][2]string{{"prompt", i.Prompt}, {"version", i.Version}, {"model", i.Model}, {"run", i.Run}, {"measured", i.MeasuredAt}} {
		if p[1] != "" {
			parts = append(parts, p[0]+" "+p[1])
		}
	}
	return strings.Join(parts, ", ")
}

// Trouble is one thing that went wrong with an answer to a fixture, and how often
// over repeats.
type Trouble struct {
	Fixture  string
	Stage    string // "parse", "filtered", "normalisation", "missing", "false positive", "infra error"
	Line     int    // of the fixture's code, starting at 1; 0: none
	LastLine int
	Expected string // empty: nothing was
	Reason   string
	Why      string // the rationale of the expectation
	Got      string // what was said instead
	Repeats  int    // answers that it happened in
	Of       int    // answers
}

// Troubles returns what went wrong in the answers of a system, in order of
// fixture and of place in it. The same trouble of several repeats is one.
func (r *Report) Troubles(s System) []Trouble {
	byID := map[string]*Fixture{}
	for i := range r.Corpus.Fixtures {
		byID[r.Corpus.Fixtures[i].ID] = &r.Corpus.Fixtures[i]
	}
	var list []Trouble
	place := map[Trouble]int{}
	answers := map[string]int{}
	note := func(t Trouble) {
		if i, ok := place[t]; ok {
			list[i].Repeats++
			return
		}
		place[t] = len(list)
		t.Repeats = 1
		list = append(list, t)
	}
	for _, x := range s.Results {
		f := byID[x.Fixture]
		if x.Variant != "" || f == nil {
			continue
		}
		answers[x.Fixture]++
		if x.Infra != "" {
			note(Trouble{Fixture: x.Fixture, Stage: "infra error", Reason: x.Infra})
			continue
		}
		for _, m := range x.Misses {
			t := Trouble{Fixture: x.Fixture, Stage: m.Stage, Reason: m.Reason}
			if m.Expectation >= 0 && m.Expectation < len(f.Must) {
				e := f.Must[m.Expectation]
				t.Line, t.LastLine, t.Expected, t.Why = e.FirstLine, e.LastLine, e.String(), e.Rationale
			}
			if m.Nearest != nil {
				t.Got = m.Nearest.String()
			}
			note(t)
		}
		for _, w := range x.Wrong {
			t := Trouble{Fixture: x.Fixture, Stage: "false positive", Line: w.Said.Line, LastLine: w.Said.Line, Reason: w.Reason, Got: w.Said.String()}
			if w.Forbidden != nil && *w.Forbidden < len(f.MustNot) {
				e := f.MustNot[*w.Forbidden]
				t.Why = e.Rationale
				if t.Line == 0 {
					t.Line, t.LastLine = e.FirstLine, e.LastLine
				}
			}
			note(t)
		}
		if len(x.Misses) == 0 && (x.ParseError != "" || x.Partial != "") {
			reason := x.ParseError
			if reason == "" {
				reason = x.Partial
			}
			note(Trouble{Fixture: x.Fixture, Stage: "parse", Reason: reason})
		}
	}
	for i := range list {
		list[i].Of = answers[list[i].Fixture]
	}
	return list
}

// Misfits returns where the answers of a system do not fit the suite's JSON
// Schema, in order of fixture; the same of several repeats is one.
func (r *Report) Misfits(s System) []Trouble {
	var list []Trouble
	place, answers := map[Trouble]int{}, map[string]int{}
	for _, x := range s.Results {
		if x.Variant != "" || x.Infra != "" {
			continue
		}
		answers[x.Fixture]++
		violations := x.Violations
		if x.MoreViolations {
			violations = append(violations[:len(violations):len(violations)], Violation{Reason: "and more"})
		}
		for _, v := range violations {
			t := Trouble{Fixture: x.Fixture, Stage: "parse", Got: v.Path, Reason: v.Reason}
			if i, ok := place[t]; ok {
				list[i].Repeats++
				continue
			}
			place[t] = len(list)
			t.Repeats = 1
			list = append(list, t)
		}
	}
	for i := range list {
		list[i].Of = answers[list[i].Fixture]
	}
	return list
}
