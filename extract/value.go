package extract

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind tags a value.
type Kind string

// The kinds of values. Enum is text of which the answer, or the vocabulary,
// says that it comes from a closed list.
const (
	Bool   Kind = "bool"
	Number Kind = "number"
	Text   Kind = "string"
	Enum   Kind = "enum"
	List   Kind = "list"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Bool, Number, Text, Enum, List} }

// Value is what is said of a subject. Which field counts, Kind says.
type Value struct {
	Kind   Kind
	Bool   bool
	Number float64 // finite
	Text   string  // of Text and Enum; of Number how it was written, if that is known
	List   []Value
}

// BoolValue returns b as a value.
func BoolValue(b bool) Value { return Value{Kind: Bool, Bool: b} }

// NumberValue returns x, which is finite, as a value.
func NumberValue(x float64) Value {
	return Value{Kind: Number, Number: x, Text: strconv.FormatFloat(x, 'g', -1, 64)}
}

// TextValue returns s as a value.
func TextValue(s string) Value { return Value{Kind: Text, Text: s} }

// ListValue returns the values as one.
func ListValue(list ...Value) Value { return Value{Kind: List, List: list} }

// ParseNumber reads a decimal number: digits, optionally with a sign, a point
// and an exponent, and space around. Hexadecimal, infinite and underscored
// numbers are no numbers here.
func ParseNumber(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	digits := false
	for _, c := range []byte(text) {
		switch {
		case c >= '0' && c <= '9':
			digits = true
		case !strings.ContainsRune("+-.eE", rune(c)):
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, digits && err == nil && !math.IsInf(x, 0)
}

// String returns the value as JSON would have it, numbers as they were written.
func (v Value) String() string {
	switch v.Kind {
	case Bool:
		return strconv.FormatBool(v.Bool)
	case Number:
		if v.Text != "" {
			return strings.TrimSpace(v.Text)
		}
		return strconv.FormatFloat(v.Number, 'g', -1, 64)
	case Text, Enum:
		return quoted(v.Text)
	case List:
		parts := make([]string, len(v.List))
		for i, e := range v.List {
			parts[i] = e.String()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "nothing"
}

// quoted is text as JSON, which never fails and leaves < and & alone.
func quoted(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string always has a JSON form
	return strings.TrimSuffix(b.String(), "\n")
}

// MarshalJSON writes the plain JSON value; an enum is written as text.
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.Kind {
	case Bool:
		return json.Marshal(v.Bool)
	case Number:
		if json.Valid([]byte(v.Text)) {
			return []byte(v.Text), nil
		}
		return json.Marshal(v.Number)
	case Text, Enum:
		return []byte(quoted(v.Text)), nil
	case List:
		return json.Marshal(append([]Value{}, v.List...))
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads a plain JSON value or a tagged one.
func (v *Value) UnmarshalJSON(data []byte) error {
	p := &parser{text: string(data) + "\n"}
	value, reason := p.value(0)
	if reason == "" && p.damage == "" {
		*v = value
		return nil
	}
	return fmt.Errorf("value %s: %s", data[:min(len(data), 80)], cmp.Or(p.damage, reason))
}

// compareValues orders values by kind and content, in any fixed way.
func compareValues(a, b Value) int {
	if c := strings.Compare(string(a.Kind), string(b.Kind)); c != 0 {
		return c
	}
	switch a.Kind {
	case Bool:
		return compareBool(a.Bool, b.Bool)
	case Number:
		switch {
		case a.Number < b.Number:
			return -1
		case a.Number > b.Number:
			return 1
		}
	case List:
		return slices.CompareFunc(a.List, b.List, compareValues)
	}
	return strings.Compare(a.Text, b.Text)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
