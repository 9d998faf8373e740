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
