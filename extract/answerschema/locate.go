package answerschema

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"sooth/extract"
)

// part is one keyword of a schema, or several that belong together, without the
// schemas of what is inside the document.
type part struct {
	keyword string
	check   *jsonschema.Resolved
}

// Limits of one search: schemas in each other, and schemas that are entered.
const (
	deepest   = 200
	mostSteps = 1_000_000
)

// together are keywords that say something only beside others.
func together(keyword string) []string {
	switch keyword {
	case "additionalProperties":
		return []string{"properties", "patternProperties"}
	case "contains":
		return []string{"minContains", "maxContains"}
	case "if":
		return []string{"then", "else"}
	}
	return nil
}

// compile makes the checks of a schema and of all schemas in it, by their place.
func (s *Schema) compile(place string, schema any) error {
	object, ok := schema.(map[string]any)
	if !ok {
		return nil
	}
	for keyword, value := range object {
		switch keyword {
		case "$defs", "definitions", "properties", "patternProperties":
			if children, ok := value.(map[string]any); ok {
				for name, child := range children {
					if err := s.compile(place+"/"+keyword+"/"+escape(name), child); err != nil {
						return err
					}
				}
			}
			continue
		case "allOf", "prefixItems":
			if children, ok := value.([]any); ok {
				for i, child := range children {
					if err := s.compile(place+"/"+keyword+"/"+strconv.Itoa(i), child); err != nil {
						return err
					}
				}
			}
			continue
		case "items":
			if err := s.compile(place+"/items", value); err != nil {
				return err
			}
			continue
		case "then", "else", "minContains", "maxContains", "title", "description", "$schema", "$comment", "default", "examples", "format":
			continue
		case "$ref":
			if _, _, ok := s.target(value); ok {
				continue
			}
		case "additionalProperties":
			if _, ok := value.(map[string]any); ok {
				if err := s.compile(place+"/additionalProperties", value); err != nil {
					return err
				}
				continue
			}
		}
		alone := map[string]any{keyword: value}
		for _, other := range together(keyword) {
			if v, ok := object[other]; ok {
				alone[other] = v
			}
		}
		for _, inner := range []string{"properties", "patternProperties"} { // of which the names count here
			if children, ok := alone[inner].(map[string]any); ok {
				names := map[string]any{}
				for name := range children {
					names[name] = true
				}
				alone[inner] = names
			}
		}
		root, _ := s.root.(map[string]any)
		for _, shared := range []string{"$schema", "$defs", "definitions"} {
			if v, ok := root[shared]; ok {
				alone[shared] = v
			}
		}
		check, err := resolve(alone)
		if err != nil {
			continue // a reference into another part of the schema: told of as a whole
		}
		s.parts[place+" "+keyword] = part{keyword, check}
	}
	return nil
}

func resolve(schema map[string]any) (*jsonschema.Resolved, error) {
	text, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	var out jsonschema.Schema
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, err
	}
	return out.Resolve(nil)
}

// locator finds the places of a document that violate a schema.
type locator struct {
	schema *Schema
	found  []extract.Violation
	steps  int
}

// walk holds one value, at a path of the document, against one schema, at a
// place of the schema.
func (l *locator) walk(place string, schema, value any, path string, depth int) {
	if l.steps++; l.steps > mostSteps || depth > deepest || len(l.found) >= mostFound {
		return
	}
	object, ok := schema.(map[string]any)
	if !ok {
		if schema == false {
			l.add(path, "nothing may stand here")
		}
		return
	}
	enter := func(keyword string, child, value any, path string) {
		l.walk(place+"/"+keyword, child, value, path, depth+1)
	}
	for _, keyword := range slices.Sorted(maps.Keys(object)) {
		if p, ok := l.schema.parts[place+" "+keyword]; ok {
			if err := p.check.Validate(value); err != nil {
				l.add(path, reason(keyword, object, value, err))
			}
		}
	}
	if place, target, ok := l.schema.target(object["$ref"]); ok {
		l.walk(place, target, value, path, depth+1)
	}
	for i, child := range list(object["allOf"]) {
		enter("allOf/"+strconv.Itoa(i), child, value, path)
	}
	switch v := value.(type) {
	case map[string]any:
		properties, _ := object["properties"].(map[string]any)
		patterns, _ := object["patternProperties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			at, known := path+"/"+escape(name), false
			if child, ok := properties[name]; ok {
				enter("properties/"+escape(name), child, v[name], at)
				known = true
			}
			for _, pattern := range slices.Sorted(maps.Keys(patterns)) {
				if matched, err := regexp.MatchString(pattern, name); err == nil && matched {
					enter("patternProperties/"+escape(pattern), patterns[pattern], v[name], at)
					known = true
				}
			}
			if rest, ok := object["additionalProperties"].(map[string]any); ok && !known {
				enter("additionalProperties", rest, v[name], at)
			}
		}
	case []any:
		first := list(object["prefixItems"])
		for i, element := range v {
			at := path + "/" + strconv.Itoa(i)
			if i < len(first) {
				enter("prefixItems/"+strconv.Itoa(i), first[i], element, at)
			} else if items, ok := object["items"]; ok {
				enter("items", items, element, at)
			}
		}
	}
}

func (l *locator) add(path, reason string) {
	l.found = append(l.found, extract.Violation{Path: path, Reason: reason})
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

// escape writes a name as part of a JSON pointer (RFC 6901).
func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// reason says what a keyword does not allow. Messages that list a map are in an
// order of chance, so those are made here.
func reason(keyword string, schema map[string]any, value any, err error) string {
	switch keyword {
	case "additionalProperties":
		properties, _ := schema["properties"].(map[string]any)
		object, _ := value.(map[string]any)
		var names []string
		for name := range object {
			if _, ok := properties[name]; !ok {
				names = append(names, strconv.Quote(name))
			}
		}
		slices.Sort(names)
		return shorten("additionalProperties: not allowed besides those of the schema: " + strings.Join(names, ", "))
	case "type":
		return fmt.Sprintf("type: it is %s, and has to be %s", kind(value), said(schema["type"]))
	case "anyOf", "oneOf":
		return fmt.Sprintf("%s: %s fits none of %d schemas, or too many", keyword, kind(value), len(list(schema[keyword])))
	case "not", "if", "dependentRequired", "dependentSchemas", "propertyNames", "contains", "$ref":
		return keyword + ": " + kind(value) + " does not fit " + said(schema[keyword])
	}
	return shorten(err.Error())
}

// kind names a value as JSON Schema does, with a short one itself.
func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string " + said(v)
	case bool:
		return "boolean " + said(v)
	}
	return "number " + said(v)
}

func said(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return shorten(string(text))
}
