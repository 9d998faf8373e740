package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sooth/llm"
)

// Body is the body of a request while it is put together. Its bytes are a
// function of its content: members are written in the order of their names.
type Body map[string]any

// Put writes a value at a path, "generationConfig.seed"; what is there already
// is an error.
func (b Body) Put(path string, value any) error {
	name, rest, deeper := strings.Cut(path, ".")
	if name == "" || deeper && rest == "" {
		return fmt.Errorf("parameter %q has an empty step in its path", path)
	}
	if !deeper {
		if _, there := b[name]; there {
			return fmt.Errorf("parameter %q is written already; hint: it follows from other settings of the request", path)
		}
		b[name] = value
		return nil
	}
	inner, ok := b[name].(Body)
	if !ok {
		if _, there := b[name]; there {
			return fmt.Errorf("parameter %q: %q is written already", path, name)
		}
		inner = Body{}
		b[name] = inner
	}
	return inner.Put(rest, value)
}

// NewBody begins the body of a request, or says why no provider could answer it;
// example is the name of a model, for who has named none.
func NewBody(r llm.Request, example string) (Body, error) {
	switch {
	case r.Model == "":
		return nil, fmt.Errorf("no model; hint: name one, as in %s", example)
	case r.MaxTokens < 0:
		return nil, fmt.Errorf("a bound of %d tokens", r.MaxTokens)
	case len(r.Messages) == 0:
		return nil, errors.New("no messages")
	}
	return Body{}, nil
}

// Turns are the messages of a request as turn writes each of them.
func Turns[T any](r llm.Request, turn func(llm.Message) (T, error)) ([]T, error) {
	list := make([]T, len(r.Messages))
	for i, m := range r.Messages {
		var err error
		if list[i], err = turn(m); err != nil {
			return nil, fmt.Errorf("message %d: %w", i, err)
		}
	}
	return list, nil
}

// Parameters writes the parameters of a request. names gives the paths of
// those that all providers share, "" for one that this provider does not know:
// these are returned as unsent. reserved are the members that are not a user's to
// write.
func (b Body) Parameters(given, names map[string]string, reserved ...string) (unsent []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		path, shared := names[name]
		if !shared {
			path = name
		}
		first, _, _ := strings.Cut(name, ".")
		switch {
		case shared && path == "":
			unsent = append(unsent, name)
			continue
		case !shared && slices.Contains(reserved, first):
			return nil, fmt.Errorf("parameter %q cannot be set; hint: it follows from the suite", name)
		}
		value := parameter(given[name])
		if name == "stop" && shared {
			value = list(value)
		}
		if err := b.Put(path, value); err != nil {
			return nil, err
		}
	}
	return unsent, nil
}

// parameter is a value as it is sent: JSON as such, other text as a string.
func parameter(text string) any {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return text
}

// list puts a single value into an array.
func list(value any) any {
	if raw, ok := value.(json.RawMessage); ok && strings.HasPrefix(strings.TrimSpace(string(raw)), "[") {
		return value
	}
	return []any{value}
}

// Bytes returns the body as JSON, with <, > and & as they are.
func (b Body) Bytes() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(b); err != nil {
		return nil, err
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}
