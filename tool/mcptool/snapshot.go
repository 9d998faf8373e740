package mcptool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"sooth/tool"
)

// snapshot is what a model is told of the tools of a server, in the shape of the
// result of tools/list. Other members of such a result are passed over.
type snapshot struct {
	Tools []snapshotTool `json:"tools"`
}

type snapshotTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Input       json.RawMessage `json:"inputSchema,omitempty"`
}

// WriteSnapshot gives the text of a file with the definitions of a server's tools, of
// which there must be one. Equal definitions give equal bytes.
func WriteSnapshot(list []tool.Definition) ([]byte, error) {
	if len(list) == 0 {
		return nil, errors.New("there are no tools")
	}
	var s snapshot
	for _, d := range list {
		s.Tools = append(s.Tools, snapshotTool(d))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(s)
	return b.Bytes(), err
}

// ReadSnapshot reads what WriteSnapshot wrote, or the result of tools/list of
// any server.
func ReadSnapshot(text []byte) ([]tool.Definition, error) {
	var s snapshot
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("no result of tools/list: %w", err)
	}
	if len(s.Tools) == 0 {
		return nil, errors.New(`no result of tools/list: there are no "tools"`)
	}
	var list []tool.Definition
	seen := map[string]bool{}
	for i, t := range s.Tools {
		if t.Name == "" || seen[t.Name] {
			return nil, fmt.Errorf("no result of tools/list: tool %d has no name, or that of another: %q", i+1, t.Name)
		}
		seen[t.Name] = true
		list = append(list, tool.Definition(t))
	}
	return list, nil
}

// Differences says, one line for each tool in order of name, in what the tools of a
// server differ from those of a snapshot. The order of tools and of the members of a
// schema, and blanks in it, make no difference.
func Differences(then, now []tool.Definition) []string {
	before, after := byName(then), byName(now)
	all := maps.Clone(before)
	maps.Copy(all, after)
	var list []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		old, was := before[name]
		new, is := after[name]
		var parts []string
		switch {
		case !is:
			parts = []string{"missing"}
		case !was:
			parts = []string{"new"}
		default:
			if old.Description != new.Description {
				parts = append(parts, "another description")
			}
			if places := schemaPlaces(old.Input, new.Input); len(places) > 0 {
				parts = append(parts, "another schema at "+cut(strings.Join(places, ", ")))
			}
		}
		if len(parts) > 0 {
			list = append(list, fmt.Sprintf("tool %q: %s", cut(name), strings.Join(parts, "; ")))
		}
	}
	return list
}

func byName(list []tool.Definition) map[string]tool.Definition {
	m := map[string]tool.Definition{}
	for _, d := range list {
		m[d.Name] = d
	}
	return m
}

// schemaPlaces are where two schemas differ, names between dots from the outside
// in: "properties.path.type".
func schemaPlaces(then, now json.RawMessage) []string {
	var list []string
	var walk func(place string, x, y any)
	walk = func(place string, x, y any) {
		a, isA := x.(map[string]any)
		b, isB := y.(map[string]any)
		if !isA || !isB {
			if !reflect.DeepEqual(x, y) {
				list = append(list, strings.TrimPrefix(place, "."))
			}
			return
		}
		all := maps.Clone(a)
		maps.Copy(all, b)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			_, was := a[name]
			_, is := b[name]
			if was != is {
				list = append(list, strings.TrimPrefix(place+"."+name, "."))
				continue
			}
			walk(place+"."+name, a[name], b[name])
		}
	}
	walk("", decoded(then), decoded(now))
	if len(list) == 1 && list[0] == "" {
		list[0] = "its root" // one of them is no object
	}
	return list
}

// decoded is a schema as a value; one that is no JSON is its text.
func decoded(text json.RawMessage) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if len(text) == 0 {
		return nil
	}
	if err := d.Decode(&v); err != nil {
		return string(text)
	}
	return v
}
