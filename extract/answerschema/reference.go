package answerschema

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// references refuses references that leave the schema, those by other names than
// places, and those that lead back to themselves without going into the document,
// so that no validation runs for ever.
func (s *Schema) references() error {
	var bad error
	root, _ := s.root.(map[string]any)
	each(s.root, func(object map[string]any) {
		for _, key := range []string{"$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor"} {
			if _, ok := object[key].(string); ok && bad == nil {
				bad = fmt.Errorf("%s is not understood; hint: a $ref to \"#/$defs/NAME\"", key)
			}
		}
		if _, ok := object["$id"].(string); ok && bad == nil && fmt.Sprintf("%p", object) != fmt.Sprintf("%p", root) {
			bad = fmt.Errorf("$id inside of a schema is not understood; hint: a $ref to \"#/$defs/NAME\"")
		}
		if reference, ok := object["$ref"].(string); ok && bad == nil {
			if _, _, found := s.target(reference); !found {
				bad = fmt.Errorf("$ref %q names nothing in the schema; hint: \"#/$defs/NAME\"", reference)
			}
		}
	})
	if bad != nil {
		return bad
	}
	state := map[string]int{} // 1: being entered, 2: done
	var enter func(place string, schema any) error
	enter = func(place string, schema any) error {
		object, ok := schema.(map[string]any)
		if !ok || state[place] == 2 {
			return nil
		}
		if state[place] == 1 {
			return fmt.Errorf("the schema at %q refers to itself without going into the document", "#"+place)
		}
		state[place] = 1
		for next, child := range s.beside(place, object) {
			if err := enter(next, child); err != nil {
				return err
			}
		}
		state[place] = 2
		return nil
	}
	var all func(place string, schema any) error
	all = func(place string, schema any) error {
		switch v := schema.(type) {
		case map[string]any:
			if err := enter(place, v); err != nil {
				return err
			}
			for _, key := range slices.Sorted(maps.Keys(v)) {
				if err := all(place+"/"+escape(key), v[key]); err != nil {
					return err
				}
			}
		case []any:
			for i, child := range v {
				if err := all(place+"/"+strconv.Itoa(i), child); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return all("", s.root)
}

// beside lists the schemas that a value has to fit, or is held against, where it
// is held against this one.
func (s *Schema) beside(place string, object map[string]any) map[string]any {
	out := map[string]any{}
	if target, schema, ok := s.target(object["$ref"]); ok {
		out[target] = schema
	}
	for _, key := range []string{"not", "if", "then", "else"} {
		if child, ok := object[key]; ok {
			out[place+"/"+key] = child
		}
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for i, child := range list(object[key]) {
			out[place+"/"+key+"/"+strconv.Itoa(i)] = child
		}
	}
	for _, key := range []string{"dependentSchemas", "dependencies"} {
		children, _ := object[key].(map[string]any)
		for name, child := range children {
			out[place+"/"+key+"/"+escape(name)] = child
		}
	}
	return out
}

// target finds the schema that a reference within the document names.
func (s *Schema) target(reference any) (place string, schema any, ok bool) {
	text, _ := reference.(string)
	text, err := url.PathUnescape(text)
	if err != nil || text != "#" && !strings.HasPrefix(text, "#/") {
		return "", nil, false
	}
	schema = s.root
	for _, token := range strings.Split(text, "/")[1:] {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		switch at := schema.(type) {
		case map[string]any:
			if schema, ok = at[token]; !ok {
				return "", nil, false
			}
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at) {
				return "", nil, false
			}
			schema = at[i]
		default:
			return "", nil, false
		}
		place += "/" + escape(token)
	}
	return place, schema, true
}
