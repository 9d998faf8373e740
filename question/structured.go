package question

import (
	"encoding/json"
	"strconv"
	"strings"
)

// structured reads an answer that is JSON, as a whole or in its only block of code. What is no JSON, or has no value of
// the asked shape, is read as text.
func (p *reader) structured() (Reading, bool) {
	for _, s := range p.jsonParts() {
		text := p.text[s.Start:s.End]
		var v any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if d.Decode(&v) != nil || d.More() {
			continue
		}
		switch v.(type) {
		case map[string]any, []any:
			if a := p.fromJSON(v, 0); a != nil {
				return Reading{Value: a, Spans: []Span{s}}, true
			}
		}
	}
	return Reading{}, false
}

// jsonParts are the parts of the answer that may be JSON.
func (p *reader) jsonParts() []Span {
	if len(p.text) > maxRead {
		return nil
	}
	var list []Span
	body := strings.TrimSpace(p.text)
	if strings.HasPrefix(body, "{") || strings.HasPrefix(body, "[") {
		start := strings.Index(p.text, body)
		list = append(list, Span{start, start + len(body)})
	}
	var block Span
	n, last := 0, -1
	for _, u := range units(p.text) {
		if u.kind != code {
			continue
		}
		if u.block != last {
			n, last, block = n+1, u.block, Span{u.start, u.end}
		}
		block.End = u.end
	}
	if n == 1 {
		if c := strings.TrimSpace(block.text(p.text)); strings.HasPrefix(c, "{") || strings.HasPrefix(c, "[") {
			list = append(list, block)
		}
	}
	return list
}

// fromJSON makes an answer of the asked shape out of a value of JSON; nil: it cannot be one.
func (p *reader) fromJSON(v any, depth int) *Answer {
	if depth > 4 {
		return nil
	}
	shape := p.q.Truth.Shape
	switch v := v.(type) {
	case map[string]any:
		if shape == Location {
			if a := jsonPlace(v); a != nil {
				return a
			}
		}
		for _, key := range append([]string{"answer", "final_answer", "result", "value"}, jsonKeys(shape)...) {
			if inner, has := v[key]; has {
				return p.fromJSON(inner, depth+1)
			}
		}
	case bool:
		if shape == Boolean {
			return &Answer{Shape: shape, Boolean: &v}
		}
		if shape == Text {
			return &Answer{Shape: shape, Text: []string{strconv.FormatBool(v)}}
		}
	case json.Number:
		if n, err := strconv.ParseInt(v.String(), 10, 64); err == nil && shape == Number {
			return &Answer{Shape: shape, Number: &n}
		}
		if shape == Text {
			return &Answer{Shape: shape, Text: []string{v.String()}}
		}
	case string:
		return p.fromText(v)
	case []any:
		return p.fromList(v, depth)
	}
	return nil
}

// jsonKeys are the keys under which the value of a shape may stand.
func jsonKeys(shape Shape) []string {
	switch shape {
	case Boolean:
		return []string{"boolean"}
	case Location:
		return []string{"location", "place", "places"}
	case Names:
		return []string{"names", "list", "items", "files", "methods", "fields", "callers", "callees", "types", "tests"}
	case Number:
		return []string{"number", "count"}
	case Signature:
		return []string{"signature", "types", "type", "returns", "takes", "parameters", "results"}
	case Text:
		return []string{"text", "version", "commit"}
	}
	return nil
}

// jsonPlace reads an object with a file and lines.
func jsonPlace(v map[string]any) *Answer {
	file, ok := v["file"].(string)
	if !ok {
		if file, ok = v["path"].(string); !ok {
			return nil
		}
	}
	place := Place{File: file}
	for key, into := range map[string]*int{"line": &place.Line, "first": &place.First, "start_line": &place.First, "last": &place.Last, "end_line": &place.Last} {
		if n, ok := v[key].(json.Number); ok {
			if i, err := strconv.Atoi(n.String()); err == nil && i > 0 {
				*into = i
			}
		}
	}
	if place.Line == 0 {
		place.Line = place.First
	}
	if place.First == 0 {
		place.First = place.Line
	}
	place.Last = max(place.Last, place.Line)
	return &Answer{Shape: Location, Places: []Place{place}}
}

// fromText reads a text of JSON as an answer for itself.
func (p *reader) fromText(text string) *Answer {
	switch p.q.Truth.Shape {
	case Names:
		if name := plainName(text); name != "" && !strings.Contains(strings.TrimSpace(text), " ") && !strings.Contains(text, ",") && !listed(strings.ToLower(name), "none", "nothing") {
			return &Answer{Shape: Names, Names: []Name{{name}}}
		}
	case Text:
		return &Answer{Shape: Text, Text: []string{text}}
	}
	inner := passage{reader: p, text: text}
	inner.units = units(text)
	value, _, _ := inner.read()
	return value
}

// fromList reads a list of JSON.
func (p *reader) fromList(list []any, depth int) *Answer {
	switch p.q.Truth.Shape {
	case Names:
		a := &Answer{Shape: Names, Names: []Name{}}
		for _, item := range list {
			if o, ok := item.(map[string]any); ok {
				for _, key := range []string{"name", "symbol", "file", "path"} {
					if s, has := o[key]; has {
						item = s
						break
					}
				}
			}
			s, ok := item.(string)
			if !ok || plainName(s) == "" {
				return nil
			}
			a.Names = append(a.Names, Name{plainName(s)})
		}
		return a
	case Signature:
		var types []string
		for _, item := range list {
			s, ok := item.(string)
			if !ok {
				return nil
			}
			types = append(types, s)
		}
		if s, ok := normalType("("+strings.Join(types, ", ")+")", p.q.Kind == Takes, false); ok {
			return &Answer{Shape: Signature, Signature: s}
		}
	case Location:
		a := &Answer{Shape: Location}
		for _, item := range list {
			one := p.fromJSON(item, depth+1)
			if one == nil {
				return nil
			}
			a.Places = append(a.Places, one.Places...)
		}
		if len(a.Places) > 0 {
			return a
		}
	default:
		if len(list) == 1 {
			return p.fromJSON(list[0], depth+1)
		}
	}
	return nil
}
