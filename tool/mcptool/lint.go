package mcptool

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sooth/tool"
)

// Lint says what is wrong with the tools of a server, one line each: names that
// providers of models refuse, schemas that are none of an object, arguments that a
// model is told nothing about. Definitions are data: nothing in them is obeyed.
func Lint(list []tool.Definition) []string {
	var found []string
	seen := map[string]bool{}
	for _, d := range list {
		add := func(format string, arguments ...any) {
			found = append(found, fmt.Sprintf("tool %q: ", cut(d.Name))+fmt.Sprintf(format, arguments...))
		}
		if seen[d.Name] {
			add("is listed twice")
		}
		seen[d.Name] = true
		if !plain(d.Name) {
			add("the name is not one to 64 letters, digits, _ and -, as the providers of models want it")
		}
		if !utf8.ValidString(d.Description) {
			add("the description is not UTF-8")
		}
		if strings.TrimSpace(d.Description) == "" {
			add("there is no description")
		}
		lintSchema(d.Input, add)
	}
	return found
}

// plain says whether a name is one that every provider takes.
func plain(name string) bool {
	return name != "" && len(name) <= 64 && !strings.ContainsFunc(name, func(r rune) bool {
		return (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9') && r != '_' && r != '-'
	})
}

// lintSchema looks at the schema of the arguments.
func lintSchema(text json.RawMessage, add func(string, ...any)) {
	var schema struct {
		Type       any                        `json:"type"`
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if len(text) == 0 || string(text) == "null" {
		add("there is no schema of its arguments")
		return
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		add("the schema of its arguments cannot be read: %v", err)
		return
	}
	if schema.Type != "object" {
		add(`the schema of its arguments has the type %v, not "object"`, schema.Type)
	}
	for _, name := range schema.Required {
		if _, ok := schema.Properties[name]; !ok {
			add("requires %q, which its schema does not have", name)
		}
	}
	var silent []string
	for name, text := range schema.Properties {
		var property struct {
			Description string          `json:"description"`
			Reference   string          `json:"$ref"`
			Type        any             `json:"type"`
			Items       json.RawMessage `json:"items"`
		}
		if err := json.Unmarshal(text, &property); err != nil {
			if string(text) != "true" && string(text) != "false" {
				add("the schema of the argument %q cannot be read: %v", name, err)
			}
			continue
		}
		if property.Description == "" && property.Reference == "" {
			silent = append(silent, name)
		}
		if property.Type == "array" && property.Items == nil {
			add("the argument %q is a list of what is not said; some providers refuse that", name)
		}
	}
	if len(silent) > 0 {
		slices.Sort(silent)
		add("arguments without a description: %s", strings.Join(silent, ", "))
	}
}
