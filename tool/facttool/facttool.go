// Package facttool offers the facts of a code base as tools: to the models of
// an arm of a suite, and to whoever else can call tools.
//
// Results are text, a line for each thing that was found, with its place. They
// are capped, and say so. Nothing is written and nothing of the code base is
// run.
package facttool

import (
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
	call func(t *Tools, ctx context.Context, a arguments) (tool.Result, error)
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
func New(c *ground.Corpus, o Options) *Tools { return &Tools{c, entries(o)} }

// Definitions lists the tools that there are, in order of name.
func Definitions(o Options) []tool.Definition {
	var list []tool.Definition
	for _, e := range entries(o) {
		list = append(list, e.Definition)
	}
	return list
}

func entries(o Options) []entry {
	const symbol = `"name":{"type":"string","description":"a name, as in Command.Execute or cobra.Command"}`
	list := []entry{
		{definition("find_callees", "What a function calls, with file and line of each call.", "name", symbol), (*Tools).callees},
		{definition("find_callers", "The calls of a function, with who calls and the file and line of each.", "name", symbol), (*Tools).callers},
		{definition("find_symbol", "The declarations of a name: kind, file, lines, signature, documentation.", "name", symbol), (*Tools).symbol},
		{definition("get_subgraph", "What lies around a declaration: what uses it and what it uses, to a depth of 1 to 3.", "name",
			symbol+`,"depth":{"type":"integer","minimum":1,"maximum":3,"description":"how many steps away; 1 if it is left out"}`), (*Tools).subgraph},
		{definition("read_file", fmt.Sprintf("Lines of a file, numbered, at most %d at once.", maxLines), "path",
			`"path":{"type":"string","description":"from the root of the code base, with slashes"},`+
				`"first_line":{"type":"integer","minimum":1,"description":"counted from 1; the first if it is left out"},`+
				`"last_line":{"type":"integer","minimum":1,"description":"is read too; the last of the file if it is left out"}`), (*Tools).file},
		{definition("search_text", "Declarations whose name, signature or documentation has the words, best first.", "query",
			`"query":{"type":"string","description":"words, in any order"}`), (*Tools).search},
	}
	if o.Context {
		list = append(list, entry{definition("get_context_for_task", "One text for a task: the sources that belong to it, then signatures, each with file and line.", "task_description",
			`"task_description":{"type":"string","description":"what is to be done or found out, in words"},`+
				`"budget_tokens":{"type":"integer","minimum":100,"description":"the text has at most so many; 8000 if it is left out"}`), (*Tools).context})
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func definition(name, description, required, properties string) tool.Definition {
	schema := `{"type":"object","properties":{` + properties + `},"required":["` + required + `"],"additionalProperties":false}`
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
		return tool.Result{}, tool.Refuse("there is no tool %q", name)
	}
	text, err := json.Marshal(given)
	if err != nil {
		return tool.Result{}, tool.Refuse("the arguments are not JSON: %v", err)
	}
	var a arguments
	if err := t.list[i].Read(text, &a); err != nil {
		return tool.Result{}, err
	}
	return t.list[i].call(t, ctx, a)
}
