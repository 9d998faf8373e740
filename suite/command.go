package suite

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"sooth/internal/nearest"
	"sooth/search"
)

// Command is a coding tool that answers prompts as a program: the model
// "command:" and its name.
type Command struct {
	Name        string
	Command     []string // program and arguments, never read by a shell
	System      []string // arguments that are added where there is a system prompt
	Model       []string // arguments that are added where a model is named
	Environment []string // names of variables that it is given
	Timeout     time.Duration
	Format      string            // of its output: "text", "json", "lines"
	Paths       map[string]string // where its output has what, by the key of "answer"
}

func commandKeys() []key {
	return []key{{"command", true}, {"system", false}, {"model", false}, {"answer", false}, {"environment", false}, {"timeout", false}}
}

func commandAnswerKeys() []key {
	return []key{
		{"format", true}, {"text", false}, {"failed", false}, {"message", false}, {"stop", false}, {"models", false}, {"cost_usd", false},
		{"input", false}, {"output", false}, {"cache_read", false}, {"cache_write", false},
	}
}

// readCommands reads the programs that answer prompts.
func (l *loader) readCommands(top mapping) {
	n := top.values["commands"]
	if n == nil {
		return
	}
	l.pairs(suiteFile, `"commands"`, n, func(k, v *yaml.Node) {
		if !plainName(k.Value) {
			l.problems.add(top.at(k), nameHint, "the command's name %q is not a plain name", k.Value)
		}
		m, ok := l.mapping(suiteFile, fmt.Sprintf("command %q", k.Value), v, commandKeys())
		if !ok {
			return
		}
		c := Command{
			Name: k.Value, Command: l.argv(m, "command", "prompt", "model"), System: l.argv(m, "system", "system"), Model: l.argv(m, "model", "model"),
			Environment: texts(m.list("environment")), Timeout: l.span(m, "timeout", time.Second, 24*time.Hour),
		}
		l.readCommandAnswer(&c, m)
		l.suite.Commands = append(l.suite.Commands, c)
	})
}

// readCommandAnswer reads how the output of a program is read.
func (l *loader) readCommandAnswer(c *Command, m mapping) {
	c.Format = "text"
	if !m.has("answer") {
		return
	}
	a, ok := l.mapping(suiteFile, `"answer"`, m.values["answer"], commandAnswerKeys())
	if !ok {
		return
	}
	formats := []string{"text", "json", "lines"}
	if c.Format = a.text("format"); c.Format != "" && !slices.Contains(formats, c.Format) {
		l.problems.add(a.place("format"), nearest.Hint(c.Format, formats), "unknown format %q", c.Format)
	}
	c.Paths = map[string]string{}
	for _, k := range commandAnswerKeys()[1:] {
		if a.has(k.name) {
			c.Paths[k.name] = a.text(k.name)
		}
	}
	switch {
	case c.Format == "text" && len(c.Paths) > 0:
		l.problems.add(a.at(a.node), "all of the output is the answer", `an answer of format text has no paths`)
	case (c.Format == "json" || c.Format == "lines") && !a.has("text"):
		l.problems.add(a.at(a.node), "text: result is the path of the answer in the output", `"answer" lacks the key "text"`)
	}
}

// argv returns the arguments of a list, in which these placeholders may stand.
func (l *loader) argv(m mapping, name string, known ...string) []string {
	v := m.values[name]
	if v == nil {
		return nil
	}
	if v.Kind != yaml.SequenceNode || len(v.Content) == 0 {
		l.problems.add(m.at(v), name+`: [tool, --flag]; no shell reads it`, "%q must be a list of arguments, not %s", name, kind(v))
		return nil
	}
	var list []string
	for _, item := range v.Content {
		switch {
		case item.Kind != yaml.ScalarNode || item.ShortTag() == "!!null":
			l.problems.add(m.at(item), "", "an argument must be text, not %s", kind(item))
			continue
		case strings.ContainsRune(item.Value, 0):
			l.problems.add(m.at(item), "", "an argument has a NUL byte")
		}
		for _, p := range search.Placeholders(item.Value) {
			if !slices.Contains(known, p) {
				l.problems.add(m.at(item), nearest.Hint(p, known), "unknown placeholder {%s}", p)
			}
		}
		list = append(list, item.Value)
	}
	if name == "command" && len(list) > 0 && strings.TrimSpace(list[0]) == "" {
		l.problems.add(m.at(v.Content[0]), "", "the program's name is empty")
	}
	return list
}
