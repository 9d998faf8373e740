package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Read holds the arguments of a call against the tool's schema and decodes them:
// every property that it requires is there and not blank, and there are no others.
// What it does not take is a *Failure with the word Protocol.
func (d Definition) Read(arguments []byte, into any) error {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if err := json.Unmarshal(d.Input, &schema); err != nil {
		return err
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(arguments, &given); err != nil || given == nil {
		return Refuse("the arguments of %s must be a JSON object", d.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if schema.Properties[name] == nil {
			return Refuse("%s has no argument %q; hint: it takes %s", d.Name, name, strings.Join(slices.Sorted(maps.Keys(schema.Properties)), ", "))
		}
	}
	for _, name := range schema.Required {
		if v := bytes.TrimSpace(given[name]); len(v) == 0 || strings.TrimSpace(strings.Trim(string(v), `"`)) == "" || string(v) == "null" {
			return Refuse("%s needs the argument %q", d.Name, name)
		}
	}
	if err := json.Unmarshal(arguments, into); err != nil {
		return Refuse("the arguments of %s: %v", d.Name, err)
	}
	return nil
}

// Refuse is a *Failure for a call that a tool does not take.
func Refuse(format string, a ...any) error {
	return &Failure{Word: Protocol, Reason: fmt.Sprintf(format, a...)}
}
