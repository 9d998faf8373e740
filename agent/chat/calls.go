package chat

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"sooth/agent"
	"sooth/llm"
	"sooth/tool"
)

// outcome is what a model is told of a call.
type outcome struct {
	text   string
	failed bool
	empty  bool
}

// call answers the calls of one turn, in their order. A call that the tool
// itself refuses is told to the model; a server that does not answer ends the
// trial.
func (t *conversation) call(ctx context.Context, calls []llm.ToolCall) ([]llm.ToolResult, error) {
	var results []llm.ToolResult
	for _, c := range calls {
		key := c.Name + "\x00" + canonical(c.Arguments)
		told, cached := t.results[key]
		begun := t.agent.o.Now()
		if !cached {
			var err error
			if told, err = t.once(ctx, c); err != nil {
				t.log(c, outcome{text: err.Error(), failed: true}, false, begun)
				return nil, err
			}
			t.results[key] = told
		}
		t.log(c, told, cached, begun)
		results = append(results, llm.ToolResult{ID: c.ID, Name: c.Name, Text: told.text, Failed: told.failed})
	}
	return results, nil
}

// canonical writes JSON so that equal values are equal texts: without blanks,
// the names of an object in order. What is no JSON is left as it is.
func canonical(text json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || d.More() {
		return string(text)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return string(text)
	}
	return string(out)
}

// once makes one call.
func (t *conversation) once(ctx context.Context, c llm.ToolCall) (outcome, error) {
	offered := false
	for _, d := range t.tools {
		offered = offered || d.Name == c.Name
	}
	if !offered {
		return outcome{text: fmt.Sprintf("there is no tool %q", c.Name), failed: true}, nil
	}
	arguments := c.Arguments
	if len(strings.TrimSpace(string(arguments))) == 0 {
		arguments = json.RawMessage("{}")
	}
	if !json.Valid(arguments) {
		return outcome{text: "the arguments are not valid JSON", failed: true}, nil
	}
	bounded, cancel := context.WithTimeout(ctx, cmp.Or(t.box.PerCall, time.Minute))
	defer cancel()
	result, err := t.box.Caller.Call(bounded, c.Name, arguments)
	var failure *tool.Failure
	switch {
	case err != nil && ctx.Err() != nil:
		return outcome{}, ctx.Err()
	case errors.As(err, &failure) && failure.Word == tool.Protocol:
		if err := t.there(bounded, c.Name); err != nil {
			return outcome{}, infra("tool %q: %v", c.Name, err)
		}
		return outcome{text: failure.Reason, failed: true}, nil // bad arguments, told to who made them
	case err != nil:
		return outcome{}, infra("tool %q: %v", c.Name, err)
	}
	text := result.Text
	if text == "" && result.Structured != nil {
		text = string(result.Structured)
	}
	return outcome{cut(text, cmp.Or(t.box.MaxBytes, 32<<10)), result.IsError, result.Empty || text == ""}, nil
}

// excerptBytes bounds what is kept of a result for a reader: enough to see what
// was found, and little beside the answer.
const excerptBytes = 1 << 10

// there is an error if the tool that the model was offered is not there any more:
// a server that was started anew may have others.
func (t *conversation) there(ctx context.Context, name string) error {
	list, err := t.box.Caller.Tools(ctx)
	if err != nil || slices.ContainsFunc(list, func(d tool.Definition) bool { return d.Name == name }) {
		return err
	}
	return errors.New("it was offered, and the server does not have it any more")
}

// log records a call.
func (t *conversation) log(c llm.ToolCall, told outcome, cached bool, begun time.Time) {
	sum := sha256.Sum256([]byte(told.text))
	call := agent.ToolCall{
		Tool: c.Name, Arguments: string(c.Arguments), Result: hex.EncodeToString(sum[:]), Bytes: len(told.text), Cached: cached, Empty: told.empty && !told.failed,
		Started: begun, Latency: t.agent.o.Now().Sub(begun),
	}
	if told.failed {
		call.Error = told.text
	} else {
		call.Excerpt = cut(told.text, excerptBytes)
	}
	t.answer.ToolCalls = append(t.answer.ToolCalls, call)
}

// cut bounds a result, at the end of a line where there is one, and says so.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	head := text[:most]
	if i := strings.LastIndexByte(head, '\n'); i > most/2 {
		head = head[:i]
	}
	for len(head) > 0 && !utf8.ValidString(head[max(0, len(head)-utf8.UTFMax):]) && !utf8.RuneStart(text[len(head)]) {
		head = head[:len(head)-1]
	}
	return fmt.Sprintf("%s\n[the first %d of %d bytes]", head, len(head), len(text))
}
