package answerschema

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sooth/extract"
)

const claims = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object", "additionalProperties": false, "required": ["claims"],
  "properties": {"claims": {"type": "array", "maxItems": 3, "items": {"$ref": "#/$defs/claim"}}},
  "$defs": {"claim": {
    "type": "object", "additionalProperties": false, "required": ["subject", "value", "confidence"],
    "properties": {
      "subject": {"enum": ["tls/verify", "a~b/c"]},
      "predicate": {"type": "string", "pattern": "^[a-z]+$"},
      "value": {"anyOf": [{"type": "boolean"}, {"type": "number"}]},
      "confidence": {"type": "number", "minimum": 0, "maximum": 1},
      "tags/a~b": {"prefixItems": [{"const": 1}], "items": false},
      "more": {"allOf": [{"additionalProperties": {"type": "integer"}}], "patternProperties": {"^x": {"type": "string"}}}
    }
  }}
}`

func schemaOf(t *testing.T, text string) *Schema {
	t.Helper()
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func check(s *Schema, text string) ([]extract.Violation, bool) {
	return s.Check(text, extract.ParseAnswer(text))
}

// TestCheck: every violation is told at its place in the document.
func TestCheck(t *testing.T) {
	s := schemaOf(t, claims)
	good := `{"subject": "tls/verify", "predicate": "enabled", "value": true, "confidence": 0.9}`
	for _, c := range []struct {
		text string
		want []string // path: reason
	}{
		{`{"claims": [` + good + `]}`, nil},
		{`{"claims": []}`, nil},
		{"Here it is:\n```json\n{\"claims\": [" + good + "]}\n```\nDone.", nil},
		{`{"claims": [` + good + `, {"subject": "tls/verify", "value": true, "confidence": 1.5}]}`, []string{"/claims/1/confidence: maximum"}},
		{`{"claims": [{"subject": "tls/verify", "value": "yes", "confidence": "high"}]}`, []string{`/claims/0/confidence: type: it is string "high", and has to be "number"`, "/claims/0/value: anyOf: string"}},
		{`{"claims": [{"subject": "tls", "value": 1, "confidence": 1, "z": 1, "y": 2}]}`, []string{`/claims/0: additionalProperties: not allowed besides those of the schema: "y", "z"`, "/claims/0/subject: enum"}},
		{`{"claims": [{"value": 1}]}`, []string{`/claims/0: required: missing properties: ["subject" "confidence"]`}},
		{`{"claims": [{"subject": "tls/verify", "value": 1, "confidence": 1, "predicate": "A b"}]}`, []string{"/claims/0/predicate: pattern"}},
		{`{"claims": [{"subject": "tls/verify", "value": 1, "confidence": 1, "tags/a~b": [1, 2]}]}`, []string{"/claims/0/tags~1a~0b/1: nothing may stand here"}},
		{`{"claims": [{"subject": "tls/verify", "value": 1, "confidence": 1, "more": {"x": 1, "y": 1.5}}]}`, []string{"/claims/0/more/y: type: it is number 1.5", "/claims/0/more/x: type: it is number 1"}},
		{`{"claims": [` + good + "," + good + "," + good + "," + good + `]}`, []string{"/claims: maxItems"}},
		{`{"claims": [` + good + `], "note": "n"}`, []string{`: additionalProperties: not allowed besides those of the schema: "note"`}},
		{`[` + good + `]`, []string{": type: it is array, and has to be \"object\""}},
		{good + "\n" + good, []string{": the answer is several JSON documents"}},
		{`{"claims": [` + good + `, {"subj`, []string{": it is no JSON: it ends before"}},
		{`{"claims": [{"subject": "tls/verify", "value": True, "confidence": 1}]}`, []string{": it is no JSON at offset 47"}},
		{"There is nothing.", nil}, // a parse error by itself
	} {
		got, more := check(s, c.text)
		if len(got) != len(c.want) || more {
			t.Errorf("%s: %+v, want %q", c.text, got, c.want)
			continue
		}
		for i, v := range got {
			if text := v.Path + ": " + v.Reason; !strings.HasPrefix(text, c.want[i]) {
				t.Errorf("%s: %q, want %q", c.text, text, c.want[i])
			}
		}
	}
	many := `{"claims": [` + strings.Repeat(`{"subject": 1},`, 30) + good + `]}`
	if got, more := check(s, many); len(got) != 20 || !more {
		t.Errorf("%d violations, more: %v", len(got), more)
	}
	huge := `{"claims": [` + good + strings.Repeat(" ", largest) + `]}`
	if got, _ := check(s, huge); len(got) != 1 || !strings.Contains(got[0].Reason, "at most 8388608 are held") {
		t.Errorf("%+v", got)
	}
}

// TestOpaque: where places cannot be found, that the document does not fit is
// still told.
func TestOpaque(t *testing.T) {
	s := schemaOf(t, `{"type": "object", "properties": {"claims": {"type": "array"}}, "unevaluatedProperties": false}`)
	if got, _ := check(s, `{"claims": []}`); got != nil {
		t.Errorf("%+v", got)
	}
	if got, _ := check(s, `{"claims": [], "x": 1}`); len(got) != 1 || got[0].Path != "" || got[0].Reason == "" {
		t.Errorf("%+v", got)
	}
}

func TestParse(t *testing.T) {
	for _, bad := range []string{
		`{`, `1`, `{"type": 5}`, `{"$ref": "https://example.com/other.json"}`, `{"$ref": "other.json"}`, `{"$ref": "#/$defs/none"}`, `{"pattern": "("}`,
		`{"$schema": "http://json-schema.org/draft-04/schema#"}`, `{"$ref": "#"}`, `{"$dynamicRef": "#a"}`, `{"properties": {"a": {"$id": "http://x/y"}}}`,
		`{"$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}, "$ref": "#/$defs/a"}`,
	} {
		if _, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%s is a schema", bad)
		}
	}
	for _, good := range []string{`{}`, `true`, `{"$schema": "http://json-schema.org/draft-07/schema#", "items": {"type": "string"}}`, `{"$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}, "$ref": "#/$defs/a"}`} {
		s := schemaOf(t, good)
		check(s, `{"claims": [[[[]]]]}`)
	}
	// A reference to itself ends.
	s := schemaOf(t, `{"$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"properties": {"claims": {"items": {"$ref": "#/$defs/a"}, "minItems": 1}}}}, "$ref": "#/$defs/a"}`)
	if got, _ := check(s, `{"claims": [{"claims": []}]}`); len(got) != 1 || got[0].Path != "/claims/0/claims" {
		t.Errorf("%+v", got)
	}
}

// TestPlacesAgree: on random documents a place is found if and only if the whole
// does not fit, and twice the same ones.
func TestPlacesAgree(t *testing.T) {
	s := schemaOf(t, claims)
	r := rand.New(rand.NewPCG(2, 9))
	pick := func(list ...any) any { return list[r.IntN(len(list))] }
	wrong := 0
	for n := range 2000 {
		var items []any
		for range r.IntN(4) {
			item := map[string]any{
				"subject": pick("tls/verify", "a~b/c", "other", 1), "value": pick(true, 1, 0.5, "x", nil), "confidence": pick(0, 1, 0.3, 2, -1, "1"), "predicate": pick("a", "A", 3),
			}
			if r.IntN(3) == 0 {
				delete(item, pick("subject", "value", "confidence", "predicate").(string))
			}
			if r.IntN(4) == 0 {
				item[fmt.Sprint(pick("more", "tags/a~b", "else"))] = pick(map[string]any{"x": "a", "y": 1}, []any{1}, []any{2}, map[string]any{"x": 1})
			}
			items = append(items, item)
		}
		document := any(map[string]any{"claims": items})
		if items == nil {
			document = map[string]any{"claims": []any{}}
		}
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		var instance any
		if err := json.Unmarshal(text, &instance); err != nil {
			t.Fatal(err)
		}
		fits := s.resolved.Validate(instance) == nil
		l := locator{schema: s}
		l.walk("", s.root, instance, "", 0)
		if fits != (len(l.found) == 0) {
			t.Fatalf("document %d: fits is %v, and found is %+v\n%s", n, fits, l.found, text)
		}
		if !fits {
			wrong++
		}
		again := locator{schema: s}
		again.walk("", s.root, instance, "", 0)
		if fmt.Sprint(again.found) != fmt.Sprint(l.found) {
			t.Fatalf("%+v, then %+v", l.found, again.found)
		}
	}
	if wrong < 500 || wrong > 1900 {
		t.Errorf("%d of 2000 documents do not fit: the test has nothing to tell apart", wrong)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(claims, `{"claims": [{"subject": 1}]}`)
	f.Add(`{"items": {"not": {}}, "if": true, "then": false}`, `[{"subject":1}]`)
	f.Fuzz(func(t *testing.T, schema, text string) {
		s, err := Parse([]byte(schema))
		if err != nil {
			return
		}
		for _, v := range func() []extract.Violation { list, _ := check(s, text); return list }() {
			if v.Reason == "" {
				t.Fatalf("no reason at %q", v.Path)
			}
		}
	})
}
