package mcpserver

import (
	"context"
	"encoding/json"
	"io/fs"

	"sooth/tool"
)

// Text is a text about a code base, as the tool check is given it.
type Text struct {
	Text      string `json:"text"`
	Name      string `json:"name"`      // of its file, from the root of the code base, with slashes; empty: it has none
	Undecided bool   `json:"undecided"` // what cannot be decided is told too
}

// maxText bounds a text that is judged, in bytes: more than any model writes or
// reads at once.
const maxText = 1 << 20

// addCheck offers the judging of texts.
func (s *server) addCheck() {
	d := tool.Definition{
		Name: "check",
		Description: "Judges each statement that a text makes about the code base: cited files and lines, names, signatures, who calls, imports, implements, embeds or returns what, blocks of code. " +
			"Answers with counts, then a line for each statement that is refuted: where it stands in the text, why it is false, the nearest true name or line.",
		Input: json.RawMessage(`{"type":"object","properties":{` +
			`"text":{"type":"string","description":"an answer, a description of a change, a document: Markdown or plain"},` +
			`"name":{"type":"string","description":"the text's own file, from the root of the code base: links are read from its folder; left out: it has none"},` +
			`"undecided":{"type":"boolean","description":"true: tell also which statements cannot be decided, and why"}` +
			`},"required":["text"],"additionalProperties":false}`),
	}
	s.add(d, func(ctx context.Context, base *Base, arguments json.RawMessage) (string, error) {
		var t Text
		if err := d.Read(arguments, &t); err != nil {
			return "", err
		}
		if len(t.Text) > maxText {
			return "", tool.Refuse("the text has %d bytes, more than %d; hint: check it in pieces", len(t.Text), maxText)
		}
		if t.Name != "" && !fs.ValidPath(t.Name) {
			return "", tool.Refuse("name %q leaves the code base; hint: write it from the root of the code base, as in docs/use.md, or leave it out", t.Name)
		}
		return base.Check(ctx, t)
	})
}
