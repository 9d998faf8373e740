package extract

import "math"

// value reads one value of an observation. The reason is empty, or says why
// what was read, though it is JSON, is none.
func (p *parser) value(depth int) (v Value, reason string) {
	switch c := p.peek(); {
	case p.damage != "":
		return Value{}, ""
	case depth >= maxDepth && (c == '{' || c == '['):
		p.skip(depth) // says so
		return Value{}, ""
	case c == '"':
		return TextValue(p.quoted()), ""
	case c == '[':
		v.Kind = List
		p.each(']', func() {
			e, why := p.value(depth + 1)
			switch {
			case why != "":
				reason = why
			case len(v.List) == maxList:
				reason = "the value is a list of more than 10000 elements"
			default:
				v.List = append(v.List, e)
			}
		})
		return v, reason
	case c == '{':
		return p.tagged(depth)
	}
	switch w := p.word(); w {
	case "true", "True":
		return BoolValue(true), ""
	case "false", "False":
		return BoolValue(false), ""
	case "null", "None":
		return Value{}, "the value is null"
	default:
		x, ok := ParseNumber(w)
		if p.damage == "" && !ok {
			return Value{}, "the value " + w[:min(len(w), 40)] + " is no finite decimal number"
		}
		return Value{Kind: Number, Number: x, Text: w}, ""
	}
}

// tagged reads {"type": kind, "value": v}.
func (p *parser) tagged(depth int) (v Value, reason string) {
	const neither = `the value is an object; it may be {"type": …, "value": …}`
	var kind string
	seen := false
	p.fields(func(key string) {
		switch {
		case key == "type" && p.text[p.at] == '"' && kind == "":
			kind = p.quoted()
		case key == "value" && !seen:
			v, reason = p.value(depth + 1)
			seen = true
		default:
			p.skip(depth + 1)
			reason = neither
		}
	})
	switch {
	case p.damage != "" || reason != "":
	case !seen:
		reason = neither
	case kind == "enum" && v.Kind == Text:
		v.Kind = Enum
	}
	return v, reason
}

// item is an observation while it is read.
type item struct {
	Observation
	any     bool // has at least one key of an observation
	seen    [5]bool
	problem string // why it does not count
	unread  bool   // confidence or line could not be read
}

// field reads the value of key into the item; false: no key of an observation.
func (p *parser) field(o *item, key string, depth int) bool {
	at := -1
	for i, k := range [...]string{"subject", "predicate", "value", "confidence", "line"} {
		if k == key {
			at = i
		}
	}
	if at < 0 {
		return false
	}
	v, reason := p.value(depth)
	if p.damage != "" {
		return true
	}
	before := o.Observation
	switch at {
	case 0:
		o.Subject, reason = v.Text, wantText(key, v, reason)
	case 1:
		o.Predicate, reason = v.Text, wantText(key, v, reason)
	case 2:
		o.Value = v
	case 3:
		reason = ""
		o.Confidence = nil
		if x, ok := numeric(v); ok && x >= 0 && x <= 1 {
			o.Confidence = &x
		} else {
			o.unread = v.Kind != ""
		}
	case 4:
		reason = ""
		o.Line = 0
		if x, ok := numeric(v); ok && x >= 1 && x <= math.MaxInt32 && x == math.Trunc(x) {
			o.Line = int(x)
		} else {
			o.unread = v.Kind != ""
		}
	}
	if o.any = o.any || at < 3; o.seen[at] && compareObservations(before, o.Observation) != 0 {
		reason = "key " + key + " stands twice with different values"
	}
	o.seen[at] = true
	if o.problem == "" {
		o.problem = reason
	}
	return true
}

func wantText(key string, v Value, reason string) string {
	if reason == "" && (v.Kind != Text || v.Text == "") {
		return key + " is no text, or empty"
	}
	return reason
}

// numeric reads a number, also one that is written as text.
func numeric(v Value) (float64, bool) {
	switch v.Kind {
	case Number:
		return v.Number, true
	case Text, Enum:
		return ParseNumber(v.Text)
	}
	return 0, false
}

// finish says why the item does not count; "": it does.
func (o *item) finish() string {
	for i, k := range [...]string{"subject", "predicate", "value"} {
		if !o.seen[i] && o.problem == "" {
			o.problem = "there is no " + k
		}
	}
	return o.problem
}
