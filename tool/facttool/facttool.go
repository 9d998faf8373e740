// Package facttool offers the facts of a code base as tools: to the models of
// an arm of a suite, and to whoever else can call tools.
//
// Results are text, a line for each thing that was found, with its place. They
// are capped, and say so. Nothing is written and nothing of the code base is
// run.
package facttool

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sooth/internal/ground"
	"sooth/tool"
)

// The bounds of one result.
const (
	maxNodes = 20
	maxEdges = 30
	maxHits  = 20
	maxLines = 200
	maxDepth = 3
)

// Tools are the tools over one code base. They are safe for concurrent use.
type Tools struct {
	corpus *ground.Corpus
	list   []entry
}

// entry is one tool.
type entry struct {
	tool.Definition
	call func(ctx context.Context, a arguments) (tool.Result, error)
}

// arguments are those of all tools; each takes some of them.
type arguments struct {
	Name         string `json:"name"`
	Query        string `json:"query"`
	Path         string `json:"path"`
	FirstLine    int    `json:"first_line"`
	LastLine     int    `json:"last_line"`
	Depth        int    `json:"depth"`
	Task         string `json:"task_description"`
	BudgetTokens int    `json:"budget_tokens"`
}

// Options say which tools there are.
type Options struct {
	Context bool // also get_context_for_task, which is an arm of its own where arms are compared
}

// New returns the tools over a code base.
func New(c *ground.Corpus, o Options) *Tools {
	t := &Tools{corpus: c}
	name := `{"type":"object","properties":{"name":{"type":"string","description":"a name, as in Command.Execute or cobra.Command"}},"required":["name"],"additionalProperties":false}`
	t.list = []entry{
		{definition("find_callees", "What a function calls, with file and line of each call.", name), t.callees},
		{definition("find_callers", "The calls of a function, with who calls and the file and line of each.", name), t.callers},
		{definition("find_symbol", "The declarations of a name: kind, file, lines, signature, documentation.", name), t.symbol},
		{definition("get_subgraph", "What lies around a declaration: what uses it and what it uses, to a depth of 1 to 3.",
			`{"type":"object","properties":{"name":{"type":"string"},"depth":{"type":"integer","minimum":1,"maximum":3}},"required":["name"],"additionalProperties":false}`), t.subgraph},
		{definition("read_file", fmt.Sprintf("Lines of a file, numbered, at most %d at once.", maxLines),
			`{"type":"object","properties":{"path":{"type":"string"},"first_line":{"type":"integer","minimum":1},"last_line":{"type":"integer","minimum":1}},"required":["path"],"additionalProperties":false}`), t.file},
		{definition("search_text", "Declarations whose name, signature or documentation has the words, best first.",
			`{"type":"object","properties":{"query":{"type":"string"}},"required":["query"],"additionalProperties":false}`), t.search},
	}
	if o.Context {
		t.list = append(t.list, entry{definition("get_context_for_task", "One text for a task: the sources that belong to it, then signatures, each with file and line.",
			`{"type":"object","properties":{"task_description":{"type":"string"},"budget_tokens":{"type":"integer","minimum":100}},"required":["task_description"],"additionalProperties":false}`), t.context})
	}
	slices.SortFunc(t.list, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })
	return t
}

func definition(name, description, schema string) tool.Definition {
	return tool.Definition{Name: name, Description: description, Input: json.RawMessage(schema)}
}

// Tools lists the tools, in order of name.
func (t *Tools) Tools(context.Context) ([]tool.Definition, error) {
	list := make([]tool.Definition, len(t.list))
	for i, e := range t.list {
		list[i] = e.Definition
	}
	return list, nil
}

// Call calls one tool. Arguments that it does not take are a *tool.Failure with
// the word Protocol; a name that is not there is a result that says so.
func (t *Tools) Call(ctx context.Context, name string, given any) (tool.Result, error) {
	i := slices.IndexFunc(t.list, func(e entry) bool { return e.Name == name })
	if i < 0 {
		return tool.Result{}, refuse("there is no tool %q", name)
	}
	text, err := json.Marshal(given)
	if err != nil {
		return tool.Result{}, refuse("the arguments are not JSON: %v", err)
	}
	a, err := t.list[i].read(text)
	if err != nil {
		return tool.Result{}, err
	}
	return t.list[i].call(ctx, a)
}

func refuse(format string, a ...any) error {
	return &tool.Failure{Word: tool.Protocol, Reason: fmt.Sprintf(format, a...)}
}

// read holds arguments against the tool's schema: every property that it
// requires is there and not blank, and there are no others.
func (e entry) read(text []byte) (a arguments, err error) {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if err := json.Unmarshal(e.Input, &schema); err != nil {
		return a, err
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil || given == nil {
		return a, refuse("the arguments of %s must be a JSON object", e.Name)
	}
	for name := range given {
		if schema.Properties[name] == nil {
			return a, refuse("%s has no argument %q", e.Name, name)
		}
	}
	for _, name := range schema.Required {
		if v := bytes.TrimSpace(given[name]); len(v) == 0 || strings.TrimSpace(strings.Trim(string(v), `"`)) == "" || string(v) == "null" {
			return a, refuse("%s needs the argument %q", e.Name, name)
		}
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, refuse("the arguments of %s: %v", e.Name, err)
	}
	return a, nil
}
