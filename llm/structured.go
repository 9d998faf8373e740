package llm

import (
	"encoding/json"
	"fmt"
	"strings"
)

// ParseError says that a structured answer holds no JSON value. It is the
// answer's fault, not the surroundings'.
type ParseError struct {
	Stop Stop   // "length" explains most of them
	Text string // the answer
	Err  error
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("the answer is not the JSON that was asked for (stopped by %q): %v", e.Stop, e.Err)
}

// Unwrap returns the cause.
func (e *ParseError) Unwrap() error { return e.Err }

// Structured returns the one JSON value that the answer consists of, alone or in
// one fenced block, as models without a switch for schemas write it. Whether
// it fits the schema is the caller's to judge. The error is a [*ParseError].
func (r Response) Structured() (json.RawMessage, error) {
	text := strings.TrimSpace(r.Text)
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		if _, rest, found := strings.Cut(inner, "\n"); found {
			if body, closed := strings.CutSuffix(strings.TrimSpace(rest), "```"); closed {
				text = strings.TrimSpace(body)
			}
		}
	}
	var value json.RawMessage
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return nil, &ParseError{Stop: r.Stop, Text: r.Text, Err: err}
	}
	return value, nil
}
