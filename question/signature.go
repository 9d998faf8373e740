package question

import (
	"strings"
)

// maxTypes bounds the types of one signature.
const maxTypes = 100

// signature reads the types that the question asks for.
func (v *passage) signature() (*Answer, []Span, string) {
	takes := v.q.Kind == Takes
	whole := wholeSignature(v.q)
	for i, u := range v.units {
		if u.kind == heading {
			continue
		}
		if u.kind == item {
			if types, span, ok := v.listed(i, takes, whole); ok {
				return &Answer{Shape: Signature, Signature: types}, []Span{span}, ""
			}
		}
		if at, ok := v.noTypes(u); ok {
			return &Answer{Shape: Signature, Signature: "()"}, []Span{at}, ""
		}
		types, span, ok := v.types(u, takes, whole)
		if ok {
			return &Answer{Shape: Signature, Signature: types}, []Span{span}, ""
		}
	}
	return nil, nil, ""
}

// listed reads a list, each item of which begins with one type.
func (v *passage) listed(i int, takes, whole bool) (string, Span, bool) {
	first := v.units[i]
	span := Span{first.start, first.end}
	var all []string
	for ; i < len(v.units) && v.units[i].block == first.block; i++ {
		u := v.units[i]
		text := strings.TrimSpace(u.of(v.text))
		if n := codeSpan(text); n > 0 {
			text = codeText(text[:n])
		} else if end := strings.IndexAny(text, "—:"); end > 0 {
			text = text[:end]
		}
		one, ok := normalType(strings.TrimSpace(text), takes, whole)
		if !ok {
			return "", Span{}, false
		}
		all = append(all, strings.TrimSuffix(strings.TrimPrefix(one, "("), ")"))
		span.End = u.end
	}
	return "(" + strings.Join(all, ", ") + ")", span, len(all) > 1
}

// wholeSignature says whether a whole signature is asked for, and not a list of types.
func wholeSignature(q Question) bool {
	return strings.HasPrefix(q.Truth.Signature, "func") && !listed(string(q.Kind), string(Takes), string(Returns), string(FieldType))
}

// noTypes says whether a sentence says that there are none.
func (v *passage) noTypes(u unit) (Span, bool) {
	words := lower(withoutCode(u.of(v.text)))
	trimmed := strings.Trim(words, " *_.!\"'`")
	if listed(trimmed, "nothing", "none", "no value", "no values", "void", "no result", "no results", "no parameters", "no arguments", "it returns nothing", "it takes nothing") {
		return Span{u.start, u.end}, true
	}
	for _, p := range []string{
		"returns nothing", "return nothing", "no return value", "no return values", "no results", "no result", "does not return any", "doesn't return any", "does not return a value", "doesn't return a value",
		"takes nothing", "takes no", "take no", "no parameters", "no arguments", "no parameter", "no argument", "does not take any", "doesn't take any", "returns no", "return no", "accepts no", "without parameters",
	} {
		if wordIndex(words, p) < 0 && wordIndex(strings.ReplaceAll(words, "’", "'"), p) < 0 {
			continue
		}
		about := strings.Contains(p, "take") || strings.Contains(p, "param") || strings.Contains(p, "argument") || strings.Contains(p, "accept")
		if about == (v.q.Kind == Takes) {
			return Span{u.start, u.end}, true
		}
	}
	return Span{}, false
}

// types reads the types of one unit: a declaration, a list in brackets, or pieces of code that are types.
func (v *passage) types(u unit, takes, whole bool) (string, Span, bool) {
	text := u.of(v.text)
	span := Span{u.start, u.end}
	if u.kind == code {
		if s, ok := normalType(text, takes, whole); ok {
			return s, span, true
		}
		return "", Span{}, false
	}
	var pieces []string
	named := ""
	depth, seen := 0, 0 // round brackets that are open outside of code, and up to where they were counted
	for i := 0; i < len(text); i++ {
		n := 0
		if text[i] == '`' {
			n = codeSpan(text[i:])
		}
		if n == 0 {
			continue
		}
		piece := strings.TrimSpace(strings.Trim(text[i:i+n], "`"))
		depth += strings.Count(text[seen:i], "(") - strings.Count(text[seen:i], ")")
		opens := strings.HasSuffix(strings.TrimRight(text[seen:i], " "), "(")
		i += n - 1
		seen = i + 1
		if same(piece, v.q.Subject) && !strings.HasPrefix(piece, "*") && !declares(piece, v.q.Subject) {
			named = piece // the subject, or a type of its name
			continue
		}
		if depth > 0 && !opens { // in a remark
			continue
		}
		if pieces = append(pieces, piece); len(pieces) > maxTypes {
			return "", Span{}, false
		}
	}
	if len(pieces) == 0 && named != "" && onlyThis(text) {
		pieces = append(pieces, named)
	}
	for _, p := range pieces { // a declaration says it all
		if strings.HasPrefix(p, "func ") || declares(p, v.q.Subject) {
			if s, ok := normalType(p, takes, whole); ok {
				return s, span, true
			}
		}
	}
	if len(pieces) == 1 {
		if s, ok := normalType(pieces[0], takes, whole); ok {
			return s, span, true
		}
	}
	if len(pieces) > 1 {
		if s, ok := normalType("("+strings.Join(pieces, ", ")+")", takes, whole); ok {
			return s, span, true
		}
	}
	if len(pieces) > 0 || strings.Contains(text, "`") {
		return "", Span{}, false
	}
	return v.bareTypes(text, span, takes, whole)
}

// onlyThis says whether a text is nothing but one piece of code.
func onlyThis(text string) bool {
	_, ok := onlyCode(text)
	return ok
}

// bareTypes reads types that stand in a sentence without backquotes: all of it, or what stands behind "returns",
// "takes", "is" or a colon.
func (v *passage) bareTypes(text string, span Span, takes, whole bool) (string, Span, bool) {
	try := func(s string) (string, Span, bool) {
		s = strings.TrimRight(strings.TrimSpace(s), ".!")
		if bold, ok := strings.CutPrefix(s, "**"); ok && strings.HasSuffix(bold, "**") {
			s = strings.TrimSuffix(bold, "**")
		}
		s = strings.ReplaceAll(strings.ReplaceAll(s, ", and ", ", "), " and ", ", ")
		for _, article := range []string{"a ", "an ", "the "} {
			s = strings.TrimPrefix(s, article)
			s = strings.ReplaceAll(s, ", "+article, ", ")
		}
		if s == "" || listed(strings.ToLower(s), "yes", "no") {
			return "", Span{}, false
		}
		out, ok := normalType(s, takes, whole)
		return out, span, ok
	}
	if s, at, ok := try(text); ok {
		return s, at, ok
	}
	words := lower(text)
	for _, lead := range []string{"returns ", "return ", "takes ", "take ", "accepts ", "types are ", "type is ", "are: ", "is: ", "result is ", "results are ", "parameters are ", ": ", "is "} {
		if i := strings.Index(words, lead); i >= 0 {
			if s, at, ok := try(text[i+len(lead):]); ok {
				return s, at, ok
			}
		}
	}
	return "", Span{}, false
}

// declares says whether a piece of code is a signature of the subject: its name and a bracket.
func declares(piece, subject string) bool {
	rest, ok := strings.CutPrefix(piece, "func ")
	if !ok {
		rest = piece
	}
	i := strings.Index(rest, shortest(subject))
	if i < 0 {
		return false
	}
	tail := rest[i+len(shortest(subject)):]
	return (strings.HasPrefix(tail, "(") || strings.HasPrefix(tail, "[")) && !strings.HasSuffix(rest, "()")
}
