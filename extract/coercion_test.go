package extract

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func number(written string) Value {
	x, ok := ParseNumber(written)
	if !ok {
		panic(written)
	}
	return Value{Kind: Number, Number: x, Text: written}
}

// TestCoercionTable has, for every row of the table in docs/format/fixture.md,
// what is equal, what is not, and what is shown.
func TestCoercionTable(t *testing.T) {
	text, list, enum := TextValue, ListValue, func(s string) Value { return Value{Kind: Enum, Text: s} }
	yes, no := BoolValue(true), BoolValue(false)
	tls := &Predicate{Name: "min_version", Type: Enum, Values: []Term{{"1.0", []string{"TLSv1", "TLS 1.0"}}, {"1.2", []string{"TLSv1.2"}}}}
	tight := 0.0
	for _, c := range []struct {
		a, b     Value
		declared *Predicate
		equal    bool
		shown    string
	}{
		{yes, yes, nil, true, ""}, {yes, no, nil, false, ""},
		{text("a"), text("a"), nil, true, ""}, {text("a"), text("A"), nil, false, ""}, {text("a"), text("a "), nil, false, ""},
		{text("1.10"), text("1.1"), nil, false, ""}, {text("yes"), text("true"), nil, false, ""},
		{yes, text("true"), nil, true, "`true` read as true"}, {yes, text(" Yes "), nil, true, "` Yes ` read as true"},
		{yes, text("on"), nil, true, "`on` read as true"}, {yes, text("enabled"), nil, true, "`enabled` read as true"}, {yes, text("1"), nil, true, "`1` read as true"},
		{no, text("false"), nil, true, "`false` read as false"}, {no, text("no"), nil, true, "`no` read as false"}, {no, text("OFF"), nil, true, "`OFF` read as false"},
		{no, text("disabled"), nil, true, "`disabled` read as false"}, {no, text("0"), nil, true, "`0` read as false"},
		{yes, text("no"), nil, false, ""}, {yes, text("y"), nil, false, ""}, {no, text(""), nil, false, ""},
		{yes, number("1"), nil, true, "`1` read as true"}, {no, number("0"), nil, true, "`0` read as false"}, {yes, number("2"), nil, false, ""}, {yes, number("0"), nil, false, ""},
		{number("0.5"), number("0.5004"), nil, true, "`0.5` read as 0.5004, which is near enough"}, {number("0.5"), number("0.502"), nil, false, ""},
		{number("8080"), number("8080.0"), nil, true, ""}, {number("8080"), number("8081"), nil, false, ""}, {number("1e15"), number("1000000000000001"), nil, false, ""},
		{number("1e300"), number("1.0000000001e300"), nil, true, "`1e300` read as 1.0000000001e300, which is near enough"}, {number("1e300"), number("1.0001e300"), nil, false, ""},
		{number("5"), number("6"), &Predicate{Absolute: ptr(1.0)}, true, "`5` read as 6, which is near enough"},
		{number("0.5"), number("0.5004"), &Predicate{Absolute: &tight, Relative: &tight}, false, ""},
		{number("0.5"), text("0.5"), nil, true, "`0.5` read as 0.5"}, {number("0.5"), text(" 5e-1"), nil, true, "` 5e-1` read as 5e-1"}, {number("16"), text("0x10"), nil, false, ""},
		{number("0"), text("inf"), nil, false, ""}, {number("1"), text("one"), nil, false, ""},
		{text("TLSv1"), text("1.0"), tls, true, "`TLSv1` read as 1.0"}, {text("tls 1.0"), text("TLSv1"), tls, true, "`tls 1.0` read as 1.0; `TLSv1` read as 1.0"},
		{number("1.0"), text("TLSv1"), tls, true, "`TLSv1` read as 1.0"}, {text("TLSv1"), text("TLSv1.2"), tls, false, ""}, {text("SSLv3"), text("SSLv3"), tls, true, ""}, {text("SSLv3"), text("1.0"), tls, false, ""},
		{enum("None"), text("none"), nil, true, "`None` read as none"},
		{text("yes"), text("true"), &Predicate{Type: Bool}, true, "`yes` read as true; `true` read as true"},
		{text("1.10"), text("1.1"), &Predicate{Type: Number}, true, "`1.10` read as 1.10; `1.1` read as 1.1"},
		{text("1.10"), number("1.1"), &Predicate{Type: Text}, false, ""}, {text("1.10"), number("1.10"), &Predicate{Type: Text}, true, "`1.10` read as 1.10"},
		{list(text("a"), text("b")), list(text("b"), text("a")), nil, true, ""}, {list(text("a")), list(text("a"), text("a")), nil, false, ""},
		{list(yes, number("1")), list(number("1"), text("on")), nil, true, "`on` read as true"},
		{list(number("0.1"), number("0.1009")), list(number("0.0995"), number("0.1")), nil, true, "`0.1` read as 0.0995, which is near enough; `0.1009` read as 0.1, which is near enough"},
		{list(text("a")), text("a"), nil, true, "`[\"a\"]` read as a"}, {list(), text(""), nil, false, ""}, {list(), list(), nil, true, ""},
	} {
		for _, turn := range []bool{false, true} {
			a, b := c.a, c.b
			if turn {
				a, b = b, a
			}
			coercions, equal := Equal(a, b, c.declared)
			if equal != c.equal {
				t.Errorf("%s and %s: equal %v, want %v", a, b, equal, c.equal)
				continue
			}
			var shown []string
			for _, x := range coercions {
				shown = append(shown, x.String())
			}
			if got := strings.Join(shown, "; "); !turn && got != c.shown {
				t.Errorf("%s and %s: shown %q, want %q", a, b, got, c.shown)
			}
		}
	}
}

func ptr[T any](x T) *T { return &x }

// drawnValue draws values that often have something to do with each other.
func drawnValue(depth int) *rapid.Generator[Value] {
	return rapid.Custom(func(t *rapid.T) Value {
		switch k := rapid.IntRange(0, 4).Draw(t, "kind"); {
		case k == 0:
			return BoolValue(rapid.Bool().Draw(t, "bool"))
		case k == 1:
			return number(rapid.SampledFrom([]string{"0", "1", "1.0", "1.0005", "1.001", "2", "0.1", "1e20", "100000000001e9"}).Draw(t, "number"))
		case k == 4 && depth > 0:
			return Value{Kind: List, List: rapid.SliceOfN(drawnValue(depth-1), 0, 4).Draw(t, "list")}
		}
		v := TextValue(rapid.SampledFrom([]string{"yes", "no", "On", "1", "0", "1.0", "1.001", "a", "A", "", " 1 ", "TLSv1"}).Draw(t, "text"))
		if rapid.Bool().Draw(t, "enum") {
			v.Kind = Enum
		}
		return v
	})
}

func TestEqualIsSymmetricAndReflexive(t *testing.T) {
	equal, unequal := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawnValue(2).Draw(t, "a"), drawnValue(2).Draw(t, "b")
		declared := &Predicate{Type: rapid.SampledFrom(append(Kinds(), "")).Draw(t, "type"), Values: []Term{{"1", []string{"yes", "TLSv1"}}, {"a", nil}}}
		_, ab := Equal(a, b, declared)
		_, ba := Equal(b, a, declared)
		if ab != ba {
			t.Fatalf("%s and %s as %s: %v, and the other way round %v", a, b, declared.Type, ab, ba)
		}
		for _, v := range []Value{a, b} {
			if _, ok := Equal(v, v, declared); !ok {
				t.Fatalf("%s is not equal to itself", v)
			}
		}
		if equal++; !ab {
			equal--
			unequal++
		}
	})
	if equal == 0 || unequal == 0 {
		t.Errorf("%d pairs are equal, %d are not: nothing was tried", equal, unequal)
	}
}
