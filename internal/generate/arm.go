package generate

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"sooth/tool/mcpreach"
)

// Arm is an arm of a generated suite.
type Arm struct {
	Name, Kind string
	Template   string          // file of its prompts
	Server     mcpreach.Server // of kind mcp
	Tools      []string        // of kind mcp: those that the server must offer; nil: whatever it does
	Snapshot   []byte          // of kind mcp: what tools/list gives, kept in a file beside the suite and asserted; nil: whatever it gives
}

// Arms are the arms that a suite about a code base has unless others are said:
// beside none what search hits, one chosen context, and tools over its facts give.
func Arms() []Arm {
	return []Arm{
		{Name: "topk", Kind: "topk", Template: GroundedFile},
		{Name: "smart", Kind: "smart", Template: GroundedFile},
		{Name: "tools", Kind: "tools", Template: TemplateFile},
	}
}

// yaml is the line of an arm: "smart: {kind: smart, template: …}".
func (a Arm) yaml() string {
	line := a.Name + ": {kind: " + a.Kind + ", template: " + a.Template
	if a.Server.URL != "" {
		line += ", url: " + flow(a.Server.URL)
	}
	var headers []string
	for _, name := range slices.Sorted(maps.Keys(a.Server.Headers)) {
		headers = append(headers, flow(name)+": "+flow(a.Server.Headers[name]))
	}
	if len(headers) > 0 {
		line += ", headers: {" + strings.Join(headers, ", ") + "}"
	}
	for _, list := range []struct {
		key    string
		values []string
	}{{"server", a.Server.Command}, {"environment", a.Server.Environment}, {"tools", a.Tools}} {
		if len(list.values) > 0 {
			line += ", " + list.key + ": " + flow(list.values)
		}
	}
	if a.Snapshot != nil {
		line += ", snapshot: " + a.snapshotFile()
	}
	return line + "}"
}

// snapshotFile is the file beside the suite with what the arm's server offers.
func (a Arm) snapshotFile() string { return a.Name + ".tools.json" }

// flow writes a text or a list of texts as YAML takes it on one line.
func flow(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return `""`
	}
	return strings.TrimSpace(b.String())
}
