package gate

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a gate:
//
//	gate  = [ scope ":" ] name ( ">" | "<" ) bound
//	scope = label "=" value { "," label "=" value }
//
// The name is a measure or a criterion and may hold colons, commas and equals
// signs between brackets ("nDCG(gains={0:0,1:3})@10"); the bound is a decimal
// number, that of the difference B − A in the unit of the measure (rates and
// most measures: 0 to 1). A value may stand between double quotes. Blanks
// between the parts do not matter. Columns in errors are bytes, from 1.
func Parse(text string) (Gate, error) {
	g := Gate{Text: strings.TrimSpace(text)}
	s := scanner{gate: g}
	rest, at := g.Text, 0
	if rest == "" {
		return Gate{}, s.fail(0, "it is empty")
	}
	if strings.Count(rest, `"`)%2 == 1 {
		return Gate{}, s.fail(strings.LastIndexByte(rest, '"'), "this quote is not closed")
	}
	if colon := outside(rest, ':'); colon >= 0 {
		scope, err := s.scope(rest[:colon])
		if err != nil {
			return Gate{}, err
		}
		g.Scope = scope
		rest, at = rest[colon+1:], colon+1
	}
	sign := strings.IndexAny(rest, "<>")
	if sign < 0 {
		if i := outside(rest, '='); i >= 0 {
			return Gate{}, s.fail(at+i, "= where > or < should be")
		}
		return Gate{}, s.fail(len(g.Text), "> or < and a bound are missing")
	}
	g.Name = strings.TrimSpace(rest[:sign])
	if g.Name == "" {
		return Gate{}, s.fail(at+sign, "a measure or criterion is missing")
	}
	g.Above = rest[sign] == '>'
	bound := rest[sign+1:]
	if strings.HasPrefix(bound, "=") {
		return Gate{}, s.fail(at+sign, "%s= where %s should be: a bound that is just reached does not pass", rest[sign:sign+1], rest[sign:sign+1])
	}
	word := strings.TrimSpace(bound)
	column := at + sign + 1 + len(bound) - len(strings.TrimLeft(bound, " \t"))
	if word == "" {
		return Gate{}, s.fail(len(g.Text), "the bound is missing")
	}
	if strings.HasSuffix(word, "%") {
		return Gate{}, s.fail(column, "bound %q: a percentage; write it as a number, 2 %% is 0.02", word)
	}
	value, err := strconv.ParseFloat(word, 64)
	if err != nil || !finite(value) || strings.ContainsAny(word, "xXpP_") {
		return Gate{}, s.fail(column, "bound %q is no decimal number", word)
	}
	g.Bound = value
	return g, nil
}

// scanner makes the errors of one gate.
type scanner struct{ gate Gate }

// fail says what is wrong at a byte offset.
func (s scanner) fail(offset int, format string, args ...any) error {
	return fmt.Errorf("gate %q: column %d: %s; hint: write for example 'nDCG@10 > -0.02' or 'class=D: P@5 > -0.05'", s.gate.Text, offset+1, fmt.Sprintf(format, args...))
}

// scope reads "label=value, label=value", which starts the gate.
func (s scanner) scope(text string) ([]Label, error) {
	var list []Label
	at := 0
	for {
		part, end := text[at:], len(text)
		if i := outside(part, ','); i >= 0 {
			end = at + i
			part = text[at:end]
		}
		name, value, ok := strings.Cut(part, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		first := at + len(part) - len(strings.TrimLeft(part, " \t"))
		switch {
		case !ok:
			return nil, s.fail(first, "%q is no label=value", strings.TrimSpace(part))
		case name == "":
			return nil, s.fail(first, "the name of a label is missing before =")
		case value == "":
			return nil, s.fail(end, "the value of label %q is missing", name)
		}
		if value[0] == '"' {
			unquoted, err := strconv.Unquote(value)
			if err != nil {
				return nil, s.fail(first, "value %s of label %q is not quoted well", value, name)
			}
			value = unquoted
		}
		if _, twice := (Gate{Scope: list}).Label(name); twice {
			return nil, s.fail(first, "label %q is there twice", name)
		}
		list = append(list, Label{name, value})
		if end == len(text) {
			return list, nil
		}
		at = end + 1
	}
}

// outside finds a character that is not between brackets or quotes; -1: none.
func outside(text string, c byte) int {
	depth, quoted := 0, byte(0)
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case quoted != 0:
			if b == '\\' {
				i++
			} else if b == quoted {
				quoted = 0
			}
		case b == '"' || b == '\'':
			quoted = b
		case b == '(' || b == '{' || b == '[':
			depth++
		case b == ')' || b == '}' || b == ']':
			depth = max(0, depth-1)
		case b == c && depth == 0:
			return i
		}
	}
	return -1
}
