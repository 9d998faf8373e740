package goapi

import "strings"

// add enters one line of an API file. The forms of a line after the package:
//
//	const Name …            var Name …            func Name(…  func Name[$0 …](…
//	method (*T) Name(…      method (T[$0]) Name(…
//	type Name …             type Name = other.Name
//	type Name struct, Field …                     type Name struct, embedded T
//	type Name interface { A, B }                  type Name interface, A(…
//
// A line may end in " #12345" (the proposal), and " //deprecated" marks that
// the symbol became deprecated: such a line tells nothing of its first release.
func (p *packageIndex) add(line string, at place) {
	line = strings.TrimRight(line, "\r\n")
	_, rest, ok := strings.Cut(line, ", ")
	if !ok {
		return
	}
	into := p.first
	if trimmed, proposal, ok := cutLast(rest, " #"); ok && isNumber(proposal) {
		rest = trimmed
	}
	if trimmed, ok := strings.CutSuffix(strings.TrimRight(rest, " "), " //deprecated"); ok {
		rest, into = trimmed, p.deprecated
	}
	enter := func(symbol string) {
		if _, known := into[symbol]; !known && symbol != "" {
			into[symbol] = at
		}
	}
	kind, rest, _ := strings.Cut(rest, " ")
	switch kind {
	case "const", "var", "func":
		name, _ := cutName(rest)
		enter(name)
	case "method":
		receiver, rest, ok := strings.Cut(rest, ") ")
		if !ok {
			return
		}
		typ, _ := cutName(strings.TrimLeft(receiver, "(*"))
		name, _ := cutName(rest)
		enter(typ + "." + name)
	case "type":
		name, rest := cutName(rest)
		rest = skipBrackets(rest)
		if field, ok := strings.CutPrefix(rest, " struct, "); ok {
			p.addType(name, at)
			p.addField(name, field, at, enter)
			return
		}
		if method, ok := strings.CutPrefix(rest, " interface, "); ok {
			p.addType(name, at)
			if method != "unexported methods" {
				method, _ = cutName(method)
				enter(name + "." + method)
			}
			return
		}
		enter(name)
		if list, ok := strings.CutPrefix(rest, " interface { "); ok {
			list, _, _ = strings.Cut(list, " }")
			for _, method := range strings.Split(list, ", ") {
				if method, _ = cutName(method); method != "" {
					enter(name + "." + method)
				}
			}
		}
	}
}

// addType enters the type of a line about one of its members: interfaces with
// unexported methods have no line of their own.
func (p *packageIndex) addType(name string, at place) {
	if _, known := p.first[name]; !known {
		p.first[name] = at
	}
}

// addField enters a field of a struct type. An embedded field has the name of
// its type.
func (p *packageIndex) addField(typ, field string, at place, enter func(string)) {
	embedded, ok := strings.CutPrefix(field, "embedded ")
	if !ok {
		name, _ := cutName(field)
		enter(typ + "." + name)
		return
	}
	embedded = strings.TrimLeft(embedded, "*")
	if i := strings.IndexAny(embedded, "[ "); i >= 0 {
		embedded = embedded[:i]
	}
	enter(typ + "." + embedded[strings.LastIndexByte(embedded, '.')+1:])
	p.embedded[typ] = append(p.embedded[typ], embed{embedded, at})
}

// cutName cuts the identifier off the start of text.
func cutName(text string) (name, rest string) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !(c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80) {
			return text[:i], text[i:]
		}
	}
	return text, ""
}

// skipBrackets cuts a type parameter list "[$0 interface{ … }, $1 any]" off the
// start of text.
func skipBrackets(text string) string {
	if !strings.HasPrefix(text, "[") || strings.HasPrefix(text, "[]") {
		return text
	}
	if len(text) > 1 && text[1] != '$' {
		return text // an array type
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return text[i+1:]
			}
		}
	}
	return text
}

func cutLast(text, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
