package gofact

import (
	"go/types"
	"slices"
	"strings"
)

// typeParameter is a parameter of a generic type with what its constraint asks for.
type typeParameter struct {
	Name       string
	Comparable bool     // the argument must be comparable
	Methods    []string // that the argument must have, as patterns
	Terms      []string // the argument is one of these types; "~" before one stands for all types made of it
	Unknown    bool     // the constraint asks for more than is said here
}

// parameters returns the parameters of a type; nil: it is not generic.
func parameters(t *types.Named) []typeParameter {
	var list []typeParameter
	for p := range t.TypeParams().TypeParams() {
		x := typeParameter{Name: p.Obj().Name()}
		i, ok := p.Constraint().Underlying().(*types.Interface)
		if !ok {
			x.Unknown = true
			list = append(list, x)
			continue
		}
		x.Comparable = i.IsComparable()
		x.Methods = interfaceSignatures(i)
		x.Unknown = !x.terms(i, 0)
		list = append(list, x)
	}
	return list
}

// terms adds the types that a constraint lists. It is not ok if it has several
// lists, or a list and comparable, which would have to be intersected.
func (x *typeParameter) terms(i *types.Interface, depth int) bool {
	if depth > maxNesting {
		return false
	}
	for e := range i.EmbeddedTypes() {
		if types.Identical(e, types.Universe.Lookup("comparable").Type()) {
			if i.NumEmbeddeds() > 1 {
				return false
			}
			continue
		}
		if inner, ok := e.Underlying().(*types.Interface); ok {
			if !x.terms(inner, depth+1) {
				return false
			}
			continue
		}
		if x.Terms != nil {
			return false
		}
		union, ok := types.Unalias(e).(*types.Union)
		if !ok {
			x.Terms = []string{typeText(e)}
			continue
		}
		for term := range union.Terms() {
			if types.IsInterface(term.Type()) {
				return false // a union of unions
			}
			text := typeText(term.Type())
			if term.Tilde() {
				text = "~" + text
			}
			x.Terms = append(x.Terms, text)
		}
	}
	return true
}

// typeText writes a type as methodKey does.
func typeText(t types.Type) string {
	var w typeWriter
	w.typ(t)
	return w.String()
}

// satisfier says whether types satisfy constraints, by what is known of the types
// of the tree.
type satisfier map[string]*typeMethods // by name

// argument says whether the type that text writes surely satisfies a constraint;
// arguments are those of all parameters, which the constraint may mention. own are the
// parameters of the type whose methods have the text.
func (s satisfier) argument(text string, constraint *typeParameter, arguments []string, own []typeParameter) bool {
	if constraint.Unknown || strings.Contains(text, "invalid type") {
		return false
	}
	var have typeParameter
	switch n, ok := wholePlaceholder(text); {
	case ok && n < len(own):
		have = own[n]
		if have.Unknown {
			return false
		}
	default:
		have = s.known(text)
	}
	if constraint.Terms != nil {
		if len(have.Terms) == 0 {
			return false
		}
		allowed := make([]string, len(constraint.Terms))
		for i, term := range constraint.Terms {
			allowed[i] = fill(term, arguments)
		}
		for _, term := range have.Terms {
			if !slices.Contains(allowed, term) && !slices.Contains(allowed, "~"+term) {
				return false
			}
		}
	} else if constraint.Comparable && !have.Comparable {
		return false
	}
	for _, m := range constraint.Methods {
		if !slices.Contains(have.Methods, fill(m, arguments)) {
			return false
		}
	}
	return true
}

// known returns what surely holds of a type: that it is itself, its methods where it
// is one of the tree, whether it is comparable.
func (s satisfier) known(text string) typeParameter {
	have := typeParameter{Terms: []string{text}}
	name, pointer := strings.CutPrefix(text, "*")
	if t := s[name]; t != nil && len(t.Parameters) == 0 && t.Local == "" {
		have.Comparable = t.Comparable || pointer
		switch {
		case pointer && !t.Interface:
			have.Methods = slices.Concat(t.Methods, t.Pointer)
		case !pointer:
			have.Methods = t.Methods
		}
		return have
	}
	have.Comparable = pointer || strings.HasPrefix(text, "chan") || isBasic(text)
	return have
}

// isBasic reports whether a text is that of a predeclared type that is no interface.
func isBasic(text string) bool {
	switch text {
	case "bool", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
		"float32", "float64", "complex64", "complex128":
		return true
	}
	return false
}
