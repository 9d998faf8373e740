// Package anthropic asks models through Anthropic's Messages API, version
// 2023-06-01: https://platform.claude.com/docs/en/api/messages.
package anthropic

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"sooth/llm"
	"sooth/llm/exchange"
)

// Driver asks the Messages API. It is safe for concurrent use.
type Driver struct{ c *exchange.Client }

// New returns a driver. Without a key it is refused: the API has no use without
// one.
func New(o exchange.Options) (*Driver, error) {
	o.Provider, o.BaseURL = cmp.Or(o.Provider, "anthropic"), cmp.Or(o.BaseURL, "https://api.anthropic.com")
	if o.Key == "" {
		return nil, errors.New("anthropic: no key; hint: set ANTHROPIC_API_KEY")
	}
	o.Authorize = func(h http.Header, key string) { h.Set("X-Api-Key", key) }
	o.Header = http.Header{"Anthropic-Version": {"2023-06-01"}}
	c, err := exchange.New(o)
	if err != nil {
		return nil, err
	}
	return &Driver{c}, nil
}

// Provider is "anthropic", or the name that was given.
func (d *Driver) Provider() string { return d.c.Provider() }

// Check returns the parameters that the API has no field for.
func (d *Driver) Check(r llm.Request) ([]string, error) {
	_, unsent, err := body(r)
	return unsent, err
}

// Complete asks once.
func (d *Driver) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	sent, unsent, err := body(r)
	if err != nil {
		return llm.Response{}, d.c.Refuse(err)
	}
	reply, err := d.c.Do(ctx, "/v1/messages", sent)
	if err != nil {
		return llm.Response{}, err
	}
	response, err := d.read(reply)
	response.Unsent = unsent
	return response, err
}

// Probe asks for the description of a model, which costs nothing.
func (d *Driver) Probe(ctx context.Context, model string) error {
	reply, err := d.c.Do(ctx, "/v1/models/"+url.PathEscape(model), nil)
	if err != nil {
		return err
	}
	var found struct{ Type, ID string }
	if failed := d.failure(reply); failed != nil {
		return failed
	}
	if err := json.Unmarshal(reply.Body, &found); err != nil || found.ID == "" {
		return d.c.Fail(reply, llm.Shape, "", "no description of a model")
	}
	return nil
}
