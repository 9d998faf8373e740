package extract

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Coercion is one reading of a value as something else.
type Coercion struct {
	From string `json:"from"` // as it was written
	As   string `json:"as"`
	Rule string `json:"rule"` // "boolean word", "boolean number", "number as text", "tolerance", "enum", "text", "list of one"
}

// String returns the coercion as a reader is shown it: "`yes` read as true".
func (c Coercion) String() string { return "`" + c.From + "` read as " + c.As }

// Tolerances of numbers where a predicate declares none.
const (
	defaultAbsolute = 0.001
	defaultRelative = 1e-9
)

// Equal reports whether a and b are the same value by the coercion table of
// docs/format/fixture.md, and by which coercions. It is symmetric and
// reflexive; it is not transitive, as no tolerance is. declared may be nil.
func Equal(a, b Value, declared *Predicate) ([]Coercion, bool) {
	if identical(a, b) {
		return nil, true
	}
	if declared == nil {
		declared = &Predicate{}
	}
	if a.Kind == List || b.Kind == List {
		return declared.lists(a, b)
	}
	switch declared.Type {
	case "", List: // the type of a list says nothing of its elements
		return declared.table(a, b)
	case Bool:
		return both(a, b, asBool)
	case Number:
		return declared.numbers(a, b)
	case Enum:
		return both(a, b, declared.asTerm)
	}
	return both(a, b, asText)
}

// identical is equality to the letter.
func identical(a, b Value) bool { return a.Kind == b.Kind && compareValues(a, b) == 0 }

// reading reads a value as another type: what it is then, in a form that can be
// compared and shown, and by which rule; "" when it was that already.
type reading func(Value) (as, rule string, ok bool)

// both reads both sides the same way.
func both(a, b Value, read reading) ([]Coercion, bool) {
	x, ruleA, okA := read(a)
	y, ruleB, okB := read(b)
	if !okA || !okB || x != y {
		return nil, false
	}
	var out []Coercion
	if ruleA != "" {
		out = append(out, Coercion{shown(a), x, ruleA})
	}
	if ruleB != "" {
		out = append(out, Coercion{shown(b), y, ruleB})
	}
	return out, true
}

// table compares two scalars of which nothing is declared.
func (p *Predicate) table(a, b Value) ([]Coercion, bool) {
	is := func(k, l Kind) bool { return a.Kind == k && b.Kind == l || a.Kind == l && b.Kind == k }
	switch {
	case is(Number, Number), is(Number, Text), is(Number, Enum):
		return p.numbers(a, b)
	case is(Enum, Enum), is(Enum, Text):
		return both(a, b, asName)
	case a.Kind == Bool || b.Kind == Bool:
		return both(a, b, asBool)
	}
	return nil, false // text with text: to the letter
}

// folded drops case and the space around a word.
func folded(text string) string { return strings.ToLower(strings.TrimSpace(text)) }

// shown is a value within a sentence: text without quotation marks.
func shown(v Value) string {
	if v.Kind == Text || v.Kind == Enum {
		return v.Text
	}
	return v.String()
}

func asBool(v Value) (as, rule string, ok bool) {
	switch v.Kind {
	case Bool:
		return strconv.FormatBool(v.Bool), "", true
	case Number:
		switch v.Number {
		case 1:
			return "true", "boolean number", true
		case 0:
			return "false", "boolean number", true
		}
	case Text, Enum:
		switch folded(v.Text) {
		case "true", "yes", "on", "enabled", "1":
			return "true", "boolean word", true
		case "false", "no", "off", "disabled", "0":
			return "false", "boolean word", true
		}
	}
	return "", "", false
}

// asName reads text whose case does not count.
func asName(v Value) (as, rule string, ok bool) {
	as = folded(v.Text)
	if as != v.Text {
		rule = "enum"
	}
	return as, rule, true
}

// asText reads a scalar as it was written.
func asText(v Value) (as, rule string, ok bool) {
	if v.Kind == Text || v.Kind == Enum {
		return v.Text, "", true
	}
	return v.String(), "text", v.Kind != ""
}

// asTerm reads a name or synonym of an enum's value.
func (p *Predicate) asTerm(v Value) (as, rule string, ok bool) {
	written, _, _ := asText(v)
	name := folded(written)
	for _, t := range p.Values {
		is := folded(t.Name) == name
		for i := 0; i < len(t.Synonyms) && !is; i++ {
			is = folded(t.Synonyms[i]) == name
		}
		if is {
			if written != t.Name {
				rule = "enum"
			}
			return t.Name, rule, true
		}
	}
	return "", "", false
}

// numbers compares two values as numbers.
func (p *Predicate) numbers(a, b Value) ([]Coercion, bool) {
	x, okA := numeric(a)
	y, okB := numeric(b)
	if !okA || !okB {
		return nil, false
	}
	var out []Coercion
	for _, v := range []Value{a, b} {
		if v.Kind != Number {
			out = append(out, Coercion{v.Text, strings.TrimSpace(v.Text), "number as text"})
		}
	}
	if x == y {
		return out, true
	}
	const exact = 1 << 53
	if x == math.Trunc(x) && y == math.Trunc(y) && math.Abs(x) <= exact && math.Abs(y) <= exact && p.Absolute == nil && p.Relative == nil {
		return nil, false // whole numbers count something: ports, sizes, rounds
	}
	absolute, relative := defaultAbsolute, defaultRelative
	if p.Absolute != nil {
		absolute = *p.Absolute
	}
	if p.Relative != nil {
		relative = *p.Relative
	}
	if math.Abs(x-y) > max(absolute, relative*max(math.Abs(x), math.Abs(y))) {
		return nil, false
	}
	return append(out, Coercion{shown(a), fmt.Sprintf("%s, which is near enough", shown(b)), "tolerance"}), true
}
