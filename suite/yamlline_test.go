package suite

import (
	"testing"

	"go.yaml.in/yaml/v3"
)

// Places are those of an editor, whatever else YAML takes for the end of a line.
func TestPlacesInYAML(t *testing.T) {
	for _, c := range []struct {
		text         string
		line, column int
	}{
		{"a: 1\nkey: x\n", 2, 1},
		{"a: 1\r\nkey: x\r\n", 2, 1},
		{"a: 1\rkey: x\n", 1, 6},
		{"a: one\r two\nkey: x\n", 2, 1},
		{"a: é\u2028key: x", 1, 6},
		{"a: \"1\u0085\u2029\"\n\nkey: x", 3, 1},
	} {
		var n yaml.Node
		if err := yaml.Unmarshal([]byte(c.text), &n); err != nil {
			t.Fatalf("%q: %v", c.text, err)
		}
		straighten(c.text, &n)
		if k := n.Content[0].Content[2]; k.Value != "key" || k.Line != c.line || k.Column != c.column {
			t.Errorf("%q: %q at %d:%d, want %d:%d", c.text, k.Value, k.Line, k.Column, c.line, c.column)
		}
	}
}
