package suite

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// text reads a string literal. Bytes that are not UTF-8 are kept; an escaped
// half of a surrogate pair, which stands for no text, becomes U+FFFD.
func (p *jsonParser) text() string {
	if p.at == len(p.row) || p.row[p.at] != '"' {
		p.fail("expected a key in quotation marks, found %s", p.found())
		return ""
	}
	opened := p.at
	p.at++
	var out []byte
	for p.at < len(p.row) {
		from := p.at
		for p.at < len(p.row) && p.row[p.at] != '"' && p.row[p.at] != '\\' && p.row[p.at] >= ' ' {
			p.at++
		}
		out = append(out, p.row[from:p.at]...)
		if p.at == len(p.row) {
			break
		}
		switch c := p.row[p.at]; {
		case c == '"':
			p.at++
			return string(out)
		case c < ' ':
			p.fail("control character 0x%02x in a text; it must be escaped", c)
			return ""
		}
		if out = p.escape(out); p.failed != nil {
			return ""
		}
	}
	p.at = opened
	p.fail("a quotation mark is not closed")
	return ""
}

// escape reads one escape sequence.
func (p *jsonParser) escape(out []byte) []byte {
	if p.at+1 == len(p.row) {
		p.at = len(p.row)
		p.fail("a quotation mark is not closed")
		return out
	}
	if single := "\"\"\\\\//b\bf\fn\nr\rt\t"; p.row[p.at+1] != 'u' {
		for i := 0; i < len(single); i += 2 {
			if p.row[p.at+1] == single[i] {
				p.at += 2
				return append(out, single[i+1])
			}
		}
		p.fail("unknown escape %q", p.row[p.at:p.at+2])
		return out
	}
	r, ok := p.unit()
	if !ok {
		return out
	}
	if utf16.IsSurrogate(r) {
		before := p.at
		if p.at+1 < len(p.row) && p.row[p.at] == '\\' && p.row[p.at+1] == 'u' {
			low, ok := p.unit()
			if !ok {
				return out
			}
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return utf8.AppendRune(out, pair)
			}
			p.at = before
		}
		r = utf8.RuneError
	}
	return utf8.AppendRune(out, r)
}

// unit reads \uXXXX.
func (p *jsonParser) unit() (rune, bool) {
	if p.at+6 <= len(p.row) {
		if n, err := strconv.ParseUint(string(p.row[p.at+2:p.at+6]), 16, 16); err == nil {
			p.at += 6
			return rune(n), true
		}
	}
	p.fail("an escape \\u needs four hexadecimal digits")
	return 0, false
}
