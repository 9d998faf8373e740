package suite

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// A row of a .jsonl file is read by our own parser, not by encoding/json, for
// two things that one does not give: the column of every key and value, and the
// bytes of a text exactly as they stand. A model's answer may hold bytes that
// are not UTF-8, and they are data.

// jsonValue is one JSON value with its place.
type jsonValue struct {
	kind    byte   // '{', '[', '"', '0' (a number), 't' (true or false), 'n' (null)
	text    string // of texts: decoded; of numbers and words: as written
	column  int    // bytes from the start of the row, starting at 1
	members []jsonMember
	items   []jsonValue
}

type jsonMember struct {
	name   string
	column int
	value  jsonValue
}

// jsonError is a syntax error at a column.
type jsonError struct {
	column  int
	message string
}

// maxJSONDepth bounds nesting; rows need two.
const maxJSONDepth = 16

// parseRow parses one row, which must be one JSON value.
func parseRow(row []byte) (jsonValue, *jsonError) {
	p := jsonParser{row: row}
	v := p.value(0)
	if p.space(); p.failed == nil && p.at < len(row) {
		p.fail("text after the end of the row: %s", p.found())
	}
	return v, p.failed
}

type jsonParser struct {
	row    []byte
	at     int
	failed *jsonError
}

func (p *jsonParser) fail(format string, arguments ...any) {
	if p.failed == nil {
		p.failed = &jsonError{p.at + 1, fmt.Sprintf(format, arguments...)}
	}
}

// found names what stands at the current place.
func (p *jsonParser) found() string {
	if p.at >= len(p.row) {
		return "the end of the row"
	}
	r, size := utf8.DecodeRune(p.row[p.at:])
	if r == utf8.RuneError && size <= 1 {
		return fmt.Sprintf("byte 0x%02x", p.row[p.at])
	}
	return strconv.QuoteRune(r)
}

func (p *jsonParser) space() {
	for p.at < len(p.row) && (p.row[p.at] == ' ' || p.row[p.at] == '\t' || p.row[p.at] == '\r' || p.row[p.at] == '\n') {
		p.at++
	}
}

// next consumes c if it comes next.
func (p *jsonParser) next(c byte) bool {
	p.space()
	if p.at < len(p.row) && p.row[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *jsonParser) value(depth int) (v jsonValue) {
	p.space()
	v.column = p.at + 1
	if depth > maxJSONDepth {
		p.fail("nested deeper than %d", maxJSONDepth)
		return v
	}
	if p.at == len(p.row) {
		p.fail("a value is missing at the end of the row")
		return v
	}
	switch c := p.row[p.at]; {
	case c == '{':
		v.kind = '{'
		p.at++
		if p.next('}') {
			return v
		}
		for p.failed == nil {
			p.space()
			m := jsonMember{column: p.at + 1}
			m.name = p.text()
			if p.failed == nil && !p.next(':') {
				p.fail("expected ':' after a key, found %s", p.found())
			}
			m.value = p.value(depth + 1)
			v.members = append(v.members, m)
			if p.failed != nil || p.next('}') {
				return v
			}
			if !p.next(',') {
				p.fail("expected ',' or '}', found %s", p.found())
			}
		}
	case c == '[':
		v.kind = '['
		p.at++
		if p.next(']') {
			return v
		}
		for p.failed == nil {
			v.items = append(v.items, p.value(depth+1))
			if p.failed != nil || p.next(']') {
				return v
			}
			if !p.next(',') {
				p.fail("expected ',' or ']', found %s", p.found())
			}
		}
	case c == '"':
		v.kind, v.text = '"', p.text()
	case c == '-' || c >= '0' && c <= '9':
		v.kind, v.text = '0', p.number()
	default:
		v.kind, v.text = p.word()
	}
	return v
}

func (p *jsonParser) word() (byte, string) {
	for _, w := range []string{"true", "false", "null"} {
		if len(p.row)-p.at >= len(w) && string(p.row[p.at:p.at+len(w)]) == w {
			p.at += len(w)
			if w == "null" {
				return 'n', w
			}
			return 't', w
		}
	}
	p.fail("expected a value, found %s", p.found())
	return 'n', ""
}

func (p *jsonParser) digits() bool {
	from := p.at
	for p.at < len(p.row) && p.row[p.at] >= '0' && p.row[p.at] <= '9' {
		p.at++
	}
	return p.at > from
}

func (p *jsonParser) number() string {
	from := p.at
	is := func(set string) bool {
		for i := range len(set) {
			if p.at < len(p.row) && p.row[p.at] == set[i] {
				p.at++
				return true
			}
		}
		return false
	}
	is("-")
	ok := is("0") || p.digits()
	if ok && is(".") {
		ok = p.digits()
	}
	if ok && is("eE") {
		is("+-")
		ok = p.digits()
	}
	if !ok {
		p.fail("a number is not complete: found %s", p.found())
	}
	return string(p.row[from:p.at])
}
