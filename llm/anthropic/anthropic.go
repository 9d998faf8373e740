// Package anthropic asks models through Anthropic's Messages API, version
// 2023-06-01: https://platform.claude.com/docs/en/api/messages.
package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"sooth/llm"
	"sooth/llm/exchange"
)

// Options say how the API is reached.
type Options struct {
	Key       string        // secret
	BaseURL   string        // "": https://api.anthropic.com
	Name      string        // of the provider in records and prices; "": "anthropic"
	Timeout   time.Duration // of one exchange; 0: 10 minutes
	Limit     int64         // bytes of a response; 0: 32 MiB
	Transport http.RoundTripper
	Now       func() time.Time
}

// Driver asks the Messages API. It is safe for concurrent use.
type Driver struct{ c *exchange.Client }

// New returns a driver. Without a key it is refused: the API has no use without
// one.
func New(o Options) (*Driver, error) {
	if o.BaseURL == "" {
		o.BaseURL = "https://api.anthropic.com"
	}
	if o.Name == "" {
		o.Name = "anthropic"
	}
	if o.Key == "" {
		return nil, errors.New("anthropic: no key; hint: set ANTHROPIC_API_KEY")
	}
	c, err := exchange.New(exchange.Options{
		Provider: o.Name, BaseURL: o.BaseURL, Key: o.Key, Timeout: o.Timeout, Limit: o.Limit, Transport: o.Transport, Now: o.Now,
		Authorize: func(h http.Header, key string) { h.Set("X-Api-Key", key) },
		Header:    http.Header{"Anthropic-Version": {"2023-06-01"}},
	})
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
		return llm.Response{}, &llm.Error{Kind: llm.BadRequest, Provider: d.Provider(), Message: err.Error(), Err: err}
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
