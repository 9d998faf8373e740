package mcptool_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sooth/tool"
	"sooth/tool/mcptool"
)

// TestLint: what providers of models refuse, or a model cannot know.
func TestLint(t *testing.T) {
	const good = `{"type":"object","properties":{"a":{"type":"string","description":"x"}},"required":["a"]}`
	for _, c := range []struct {
		name, description, schema, want string
	}{
		{"find_it-2", "finds", good, ""},
		{"find it", "finds", good, "the name is not one to 64 letters"},
		{"", "finds", good, "the name is not"},
		{strings.Repeat("n", 65), "finds", good, "the name is not"},
		{"f", " ", good, "there is no description"},
		{"f", "\xff", good, "not UTF-8"},
		{"f", "finds", "", "there is no schema"},
		{"f", "finds", "null", "there is no schema"},
		{"f", "finds", "[1]", "cannot be read"},
		{"f", "finds", `{"type":"string"}`, `has the type string, not "object"`},
		{"f", "finds", `{}`, `not "object"`},
		{"f", "finds", `{"type":"object","required":["b"]}`, `requires "b"`},
		{"f", "finds", `{"type":"object","properties":{"z":{},"b":{}}}`, "without a description: b, z"},
		{"f", "finds", `{"type":"object","properties":{"b":3}}`, `the argument "b" cannot be read`},
		{"f", "finds", `{"type":"object","properties":{"b":{"type":"array","description":"x"}}}`, `"b" is a list of what is not said`},
	} {
		got := mcptool.Lint([]tool.Definition{{Name: c.name, Description: c.description, Input: json.RawMessage(c.schema)}})
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%q, %q, %s: %q, want %q", c.name, c.description, c.schema, got, c.want)
		}
	}
	twice := tool.Definition{Name: "f", Description: "finds", Input: json.RawMessage(good)}
	if got := mcptool.Lint([]tool.Definition{twice, twice}); !slices.Equal(got, []string{`tool "f": is listed twice`}) {
		t.Errorf("%q", got)
	}
}
