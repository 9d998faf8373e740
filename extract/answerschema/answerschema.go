// Package answerschema holds answers against the JSON Schema that a suite gives
// for them, and says where inside the answer it does not fit.
//
// Drafts 2020-12 and 7 are understood. Whether a document fits is the verdict of
// github.com/google/jsonschema-go alone, whose errors name places of the schema only;
// the place in the document is found by holding each part of it against each
// keyword of its part of the schema.
package answerschema

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"sooth/extract"
)

// Limits of one answer.
const (
	largest   = 8 << 20 // bytes of a document that is held against a schema
	mostTold  = 20      // violations that are told
	mostFound = 1000    // violations after which the search ends
)

// Schema is a JSON Schema of answers.
type Schema struct {
	resolved *jsonschema.Resolved
	root     any             // the schema as JSON
	parts    map[string]part // compiled keywords, by place and name
	opaque   bool            // has keywords for which places cannot be found
}

// Parse reads a schema. References to other files or hosts are refused.
func Parse(text []byte) (*Schema, error) {
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	out := &Schema{}
	if err := json.Unmarshal(text, &out.root); err != nil {
		return nil, err
	}
	if err := out.references(); err != nil {
		return nil, err
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return nil, err
	}
	if s.Schema != "" && resolved.Validate(nil) != nil && strings.HasPrefix(resolved.Validate(nil).Error(), "cannot validate version") {
		return nil, fmt.Errorf("$schema %q is not understood; hint: https://json-schema.org/draft/2020-12/schema", s.Schema)
	}
	out.resolved = resolved
	out.opaque = opaque(out.root)
	if !out.opaque {
		out.parts = map[string]part{}
		if err := out.compile("", out.root); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// opaque reports whether a schema has a keyword whose effect does not follow from its
// place alone.
func opaque(schema any) bool {
	found := false
	each(schema, func(s map[string]any) {
		for _, key := range []string{"unevaluatedProperties", "unevaluatedItems", "additionalItems", "dependencies"} {
			if _, ok := s[key]; ok {
				found = true
			}
		}
	})
	return found
}

// each visits every object of a schema but those that are data.
func each(schema any, visit func(map[string]any)) {
	switch s := schema.(type) {
	case map[string]any:
		visit(s)
		for key, value := range s {
			if key != "const" && key != "enum" && key != "default" && key != "examples" {
				each(value, visit)
			}
		}
	case []any:
		for _, value := range s {
			each(value, visit)
		}
	}
}

// Check holds the document of an answer against the schema. more reports
// whether there are violations beyond those that are told.
func (s *Schema) Check(text string, a extract.Answer) (list []extract.Violation, more bool) {
	one := func(reason string) ([]extract.Violation, bool) {
		return []extract.Violation{{Reason: reason}}, false
	}
	switch {
	case a.Error != "":
		return nil, false // there is no document
	case a.Form == extract.JSONLines:
		return one("the answer is several JSON documents, one after another, and the schema is of one")
	case a.End-a.Start > largest:
		return one(fmt.Sprintf("the document has %d bytes, and at most %d are held against the schema", a.End-a.Start, largest))
	}
	var instance any
	d := json.NewDecoder(strings.NewReader(text[a.Start:a.End]))
	if err := d.Decode(&instance); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return one(fmt.Sprintf("it is no JSON at offset %d: %v", a.Start+int(syntax.Offset)-1, err))
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return one("it is no JSON: it ends before it is complete")
		}
		return one(fmt.Sprintf("it is no JSON: %v", err))
	}
	whole := s.resolved.Validate(instance)
	if whole == nil {
		return nil, false
	}
	l := locator{schema: s}
	if !s.opaque {
		l.walk("", s.root, instance, "", 0)
	}
	if len(l.found) == 0 {
		return one(shorten(whole.Error()))
	}
	return l.found[:min(len(l.found), mostTold)], len(l.found) > mostTold
}

// shorten cuts a message.
func shorten(message string) string {
	for strings.HasPrefix(message, "validating ") {
		_, rest, ok := strings.Cut(message, ": ")
		if !ok {
			break
		}
		message = rest
	}
	message, _, _ = strings.Cut(message, "\n")
	if r := []rune(message); len(r) > 200 {
		message = string(r[:200]) + "…"
	}
	return message
}
