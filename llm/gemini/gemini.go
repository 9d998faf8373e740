// Package gemini asks models through the Gemini API, version v1beta:
// https://ai.google.dev/api/generate-content.
package gemini

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"sooth/llm"
	"sooth/llm/exchange"
)

// Driver asks the Gemini API. It is safe for concurrent use.
type Driver struct{ c *exchange.Client }

// New returns a driver. Without a key it is refused: the API has no use without
// one.
func New(o exchange.Options) (*Driver, error) {
	o.Provider, o.BaseURL = cmp.Or(o.Provider, "gemini"), cmp.Or(o.BaseURL, "https://generativelanguage.googleapis.com/v1beta") // with its version
	if o.Key == "" {
		return nil, errors.New("gemini: no key; hint: set GEMINI_API_KEY")
	}
	// The API takes the key in the query, too; an address gets into logs.
	o.Authorize = func(h http.Header, key string) { h.Set("X-Goog-Api-Key", key) }
	c, err := exchange.New(o)
	if err != nil {
		return nil, err
	}
	return &Driver{c}, nil
}

// Provider is "gemini", or the name that was given.
func (d *Driver) Provider() string { return d.c.Provider() }

// Check finds what the API would refuse; it has a field for every shared
// parameter.
func (d *Driver) Check(r llm.Request) ([]string, error) {
	_, err := body(r)
	return nil, err
}

// path is where a model is, with or without the "models/" that the API's own
// lists write before its name.
func path(model string) string {
	return "/models/" + url.PathEscape(strings.TrimPrefix(model, "models/"))
}

// Complete asks once.
func (d *Driver) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	sent, err := body(r)
	if err != nil {
		return llm.Response{}, d.c.Refuse(err)
	}
	reply, err := d.c.Do(ctx, path(r.Model)+":generateContent", sent)
	if err != nil {
		return llm.Response{}, err
	}
	return d.read(reply)
}

// Probe asks for the description of a model, which costs nothing.
func (d *Driver) Probe(ctx context.Context, model string) error {
	reply, err := d.c.Do(ctx, path(model), nil)
	if err != nil {
		return err
	}
	if failed := d.failure(reply); failed != nil {
		return failed
	}
	var found struct{ Name string }
	if err := json.Unmarshal(reply.Body, &found); err != nil || found.Name == "" {
		return d.c.Fail(reply, llm.Shape, "", "no description of a model")
	}
	return nil
}
