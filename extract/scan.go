package extract

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds how deep JSON may be nested; an answer needs four levels.
const maxDepth = 64

// maxList bounds the elements of one value.
const maxList = 10_000

// parser reads JSON in one pass over text. It never goes back, so its time is
// linear. It is lenient where the meaning is clear: a comma too many, True and
// None, a newline inside a string.
type parser struct {
	text   string
	at     int    // offset of the next byte
	damage string // why reading had to stop; the offset is at
}

// fail notes the first damage. Text full of brackets has millions, so nothing is
// formatted here.
func (p *parser) fail(reason string) {
	if p.damage == "" {
		p.damage = reason
	}
}

// found is the damage at a byte that should have been something else.
func (p *parser) found(reason string, c byte) {
	p.fail(reason + string([]byte{'"', min(c, '~'), '"'}))
}

// peek returns the next byte after white space, or 0 with damage at the end.
func (p *parser) peek() byte {
	p.space()
	if p.at >= len(p.text) {
		p.fail("the text ends inside JSON")
		return 0
	}
	return p.text[p.at]
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// each calls element for every element between the bracket at the place and
// its counterpart; element has to read exactly one.
func (p *parser) each(closing byte, element func()) {
	p.at++
	for p.damage == "" {
		switch p.peek() {
		case closing:
			p.at++
			return
		case 0:
			return
		}
		element()
		if p.damage != "" {
			return
		}
		switch c := p.peek(); c {
		case ',':
			p.at++
		case closing, 0:
		default:
			p.found("a comma or a closing bracket is missing before ", c)
		}
	}
}

// fields calls value for every key of the object at the place, which then
// reads the key's value.
func (p *parser) fields(value func(key string)) {
	p.each('}', func() {
		if c := p.text[p.at]; c != '"' {
			p.found("a key is missing before ", c)
			return
		}
		key := p.quoted()
		if p.damage != "" {
			return
		}
		if c := p.peek(); c != ':' {
			p.fail("a colon is missing after a key")
			return
		}
		p.at++
		p.peek()
		if p.damage == "" {
			value(key)
		}
	})
}

// skip reads one value and forgets it.
func (p *parser) skip(depth int) {
	switch c := p.peek(); {
	case p.damage != "":
	case (c == '{' || c == '[') && depth >= maxDepth:
		p.fail("JSON is nested deeper than 64 levels")
	case c == '{':
		p.fields(func(string) { p.skip(depth + 1) })
	case c == '[':
		p.each(']', func() { p.skip(depth + 1) })
	case c == '"':
		p.quoted()
	default:
		p.word()
	}
}

// word reads a number, true, false, null or what looks like one.
func (p *parser) word() string {
	start := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '+' || c == '-' || c == '.') {
			break
		}
		p.at++
	}
	w := p.text[start:p.at]
	switch w {
	case "true", "True", "false", "False", "null", "None", "NaN", "Infinity", "-Infinity":
		return w
	}
	if p.at == len(p.text) { // what follows might belong to it
		p.fail("the text ends inside JSON")
		return ""
	}
	if _, err := strconv.ParseFloat(w, 64); w == "" || err != nil && !strings.Contains(err.Error(), "range") {
		p.found("there is no JSON value before ", p.text[p.at])
		return ""
	}
	return w
}

// quoted reads the string at the place.
func (p *parser) quoted() string {
	p.at++
	start := p.at
	var b strings.Builder
	for p.at < len(p.text) {
		switch c := p.text[p.at]; c {
		case '"':
			b.WriteString(p.text[start:p.at])
			p.at++
			s := b.String()
			if !utf8.ValidString(s) {
				s = strings.ToValidUTF8(s, "\uFFFD")
			}
			return s
		case '\\':
			b.WriteString(p.text[start:p.at])
			p.escape(&b)
			if p.damage != "" {
				return ""
			}
			start = p.at
		default:
			p.at++
		}
	}
	p.fail("the text ends inside a string")
	return ""
}

// escape reads the escape sequence at the place.
func (p *parser) escape(b *strings.Builder) {
	if p.at+1 >= len(p.text) {
		p.at = len(p.text)
		p.fail("the text ends inside a string")
		return
	}
	c := p.text[p.at+1]
	if c == 'u' {
		r, ok := p.unit(p.at)
		if !ok {
			p.at = min(p.at+6, len(p.text))
			p.fail(`\u needs four hexadecimal digits`)
			return
		}
		p.at += 6
		if utf16.IsSurrogate(r) {
			low, _ := p.unit(p.at)
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				p.at += 6
			}
		}
		b.WriteRune(r)
		return
	}
	p.at += 2
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		b.WriteByte("\"\\/\b\f\n\r\t"[i])
		return
	}
	b.WriteByte('\\') // an escape that JSON does not have, as models write in patterns: kept as it stands
	b.WriteByte(c)
}

// unit reads \uXXXX at offset i.
func (p *parser) unit(i int) (rune, bool) {
	if i+6 > len(p.text) || p.text[i] != '\\' || p.text[i+1] != 'u' {
		return 0, false
	}
	x, err := strconv.ParseUint(p.text[i+2:i+6], 16, 16)
	return rune(x), err == nil
}
