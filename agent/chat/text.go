package chat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"sooth/llm"
)

// The tags of calls in text.
const (
	openCall    = "<tool_call"
	closeCall   = "</tool_call>"
	openResult  = "<tool_result"
	closeResult = "</tool_result>"
)

// describe tells a model without an interface for tools of the tools, and how
// they are called.
func describe(tools []llm.Tool) string {
	var b strings.Builder
	b.WriteString("You can call tools. A call stands on lines of its own, outside of code blocks, with its arguments as one JSON object:\n\n" +
		openCall + " name=\"NAME\">\n{\"argument\": \"value\"}\n" + closeCall + "\n\n" +
		"One answer may have several calls; end it after them, their results come in the next message. An answer without a call is your final answer.\n\nThe tools:\n")
	for _, t := range tools {
		schema := &bytes.Buffer{}
		if json.Compact(schema, t.Schema) != nil {
			schema = bytes.NewBufferString(`{"type":"object"}`)
		}
		fmt.Fprintf(&b, "\n- %s: %s\n  arguments: %s\n", t.Name, strings.Join(strings.Fields(t.Description), " "), schema)
	}
	return b.String()
}

// resultsText is what a model without an interface for tools is told of its calls.
func resultsText(results []llm.ToolResult) string {
	var b strings.Builder
	for _, r := range results {
		word := ""
		if r.Failed {
			word = ` failed="true"`
		}
		fmt.Fprintf(&b, "%s name=%q%s>\n%s\n%s\n", openResult, harmless(r.Name), word, harmless(r.Text), closeResult)
	}
	return b.String()
}

// harmless takes our tags out of a result: it must not look as if it ended, or
// as if it were a call.
func harmless(text string) string {
	return strings.NewReplacer("<tool_", "&lt;tool_", "</tool_", "&lt;/tool_").Replace(text)
}

// written finds the calls in an answer. A call begins a line, outside of code
// blocks: one that is quoted in prose or code is none. What follows a result
// that the model made up itself is not read. Arguments that are not one JSON
// object are kept as they stand, so that the model is told.
func written(text string) []llm.ToolCall {
	var calls []llm.ToolCall
	fence := ""
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		trimmed := strings.TrimSpace(line)
		switch mark := fenceMark(trimmed); {
		case fence != "":
			if strings.HasPrefix(mark, fence) && mark == trimmed {
				fence = ""
			}
		case mark != "":
			fence = mark
		case strings.HasPrefix(trimmed, openResult):
			return calls
		case strings.HasPrefix(trimmed, openCall+" "):
			from := strings.Index(text, openCall)
			c, used := oneCall(text[from:])
			c.ID = fmt.Sprintf("text-%d", len(calls)+1)
			calls = append(calls, c)
			text = text[from+used:]
			continue
		}
		text = rest
	}
	return calls
}

// fenceMark is the run of backquotes or tildes that opens or closes a code block
// on this line.
func fenceMark(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// oneCall reads the call that a text begins with, and how much of it the call
// takes.
func oneCall(text string) (c llm.ToolCall, used int) {
	end := strings.IndexByte(text, '>')
	if end < 0 {
		return llm.ToolCall{Name: "", Arguments: json.RawMessage(text)}, len(text)
	}
	_, name, _ := strings.Cut(text[:end], "name=")
	c.Name = strings.Trim(strings.TrimSpace(strings.TrimSuffix(name, "/")), `"'`)
	body := text[end+1:]
	d := json.NewDecoder(strings.NewReader(body))
	var object json.RawMessage
	if err := d.Decode(&object); err == nil && bytes.HasPrefix(object, []byte("{")) {
		after := body[d.InputOffset():]
		if i := strings.Index(after, closeCall); i >= 0 && strings.TrimSpace(after[:i]) == "" {
			c.Arguments = object
			return c, end + 1 + int(d.InputOffset()) + i + len(closeCall)
		}
		if strings.TrimSpace(after) == "" { // the closing tag was a stop sequence
			c.Arguments = object
			return c, len(text)
		}
	} else if err == io.EOF {
		c.Arguments = nil
		return c, len(text)
	}
	// Not one object: up to the closing tag, or the end.
	stop, tail := len(body), 0
	if i := strings.Index(body, closeCall); i >= 0 {
		stop, tail = i, len(closeCall)
	}
	c.Arguments = json.RawMessage(strings.TrimSpace(body[:stop]))
	return c, end + 1 + stop + tail
}
