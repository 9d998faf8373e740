package mcptool

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sooth/tool"
)

// TestSnapshot: a difference between what a server offered and what it offers is
// told tool by tool, with its place in the schema; the way in which the same is
// written is none.
func TestSnapshot(t *testing.T) {
	const list = `{"tools":[
		{"name":"b","title":"B","description":"finds < things","inputSchema":{"type":"object","properties":{"n":{"type":"integer","maximum":9007199254740993},"path":{"type":"string"}},"required":["path"]}},
		{"name":"a","description":"d"}],"nextCursor":"x"}`
	read := func(text string) []tool.Definition {
		t.Helper()
		l, err := ReadSnapshot([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	then := read(list)
	written, err := WriteSnapshot(then)
	if err != nil || !strings.Contains(string(written), "finds < things") || !json.Valid(written) {
		t.Fatalf("%s, %v", written, err)
	}
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"nothing", "", "", nil},
		{"order of members", `"type":"integer","maximum":9007199254740993`, `"maximum": 9007199254740993, "type": "integer"`, nil},
		{"description", "finds < things", "finds things", []string{`tool "b": another description`}},
		{"a number beyond floats", "9007199254740993", "9007199254740992", []string{`tool "b": another schema at properties.n.maximum`}},
		{"type", `"path":{"type":"string"}`, `"path":{"type":"array"}`, []string{`tool "b": another schema at properties.path.type`}},
		{"a property more", `"path":{`, `"p":{},"path":{`, []string{`tool "b": another schema at properties.p`}},
		{"required", `["path"]`, `[]`, []string{`tool "b": another schema at required`}},
		{"no object any more", `"inputSchema":{"type":"object","properties"`, `"inputSchema":true,"was":{"properties"`, []string{`tool "b": another schema at its root`}},
		{"a schema and none", `"description":"d"`, `"description":"d","inputSchema":{}`, []string{`tool "a": another schema at its root`}},
		{"both", `"finds < things","inputSchema":{"type":"object"`, `"","inputSchema":{"type":"null"`, []string{`tool "b": another description; another schema at type`}},
		{"another name", `"name":"a"`, `"name":"c"`, []string{`tool "a": missing`, `tool "c": new`}},
	} {
		if !strings.Contains(list, c.old) {
			t.Fatalf("%s: nothing to change", c.name)
		}
		now := read(strings.Replace(list, c.old, c.new, 1))
		slices.Reverse(now)
		for _, from := range [][]tool.Definition{then, read(string(written))} {
			if got := Differences(from, now); !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
		}
	}
	for _, text := range []string{"", "[]", "{}", `{"tools":[]}`, `{"tools":[{}]}`, `{"tools":[{"name":"a"},{"name":"a"}]}`, `{"tools":[{"name":1}]}`, "\x00"} {
		if l, err := ReadSnapshot([]byte(text)); err == nil {
			t.Errorf("%q was read as %v", text, l)
		}
	}
}
