// Package openai asks models through OpenAI's chat completions
// (https://platform.openai.com/docs/api-reference/chat), which Ollama, vLLM,
// OpenRouter and others speak, too.
package openai

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"sooth/llm"
	"sooth/llm/exchange"
)

// Options say how the API is reached.
type Options struct {
	Key     string // secret; may be "" for a server of one's own
	BaseURL string // with its version; "": https://api.openai.com/v1
	// Name of the provider in records and prices: "ollama", "openrouter";
	// "": "openai".
	Name string
	// MaxTokens is the name of the field that bounds the answer. "":
	// max_completion_tokens for OpenAI itself, whose reasoning models take no
	// other, and max_tokens for everybody else, who may not know the former.
	MaxTokens string
	Timeout   time.Duration // of one exchange; 0: 10 minutes
	Limit     int64         // bytes of a response; 0: 32 MiB
	Transport http.RoundTripper
	Now       func() time.Time
}

// Driver asks an API of this kind. It is safe for concurrent use.
type Driver struct {
	c         *exchange.Client
	maxTokens string
}

const home = "https://api.openai.com/v1"

// New returns a driver.
func New(o Options) (*Driver, error) {
	if o.BaseURL == "" {
		o.BaseURL = home
	}
	if o.Name == "" {
		o.Name = "openai"
	}
	if o.MaxTokens == "" {
		o.MaxTokens = "max_tokens"
		if o.BaseURL == home {
			o.MaxTokens = "max_completion_tokens"
		}
	}
	c, err := exchange.New(exchange.Options{
		Provider: o.Name, BaseURL: o.BaseURL, Key: o.Key, Timeout: o.Timeout, Limit: o.Limit, Transport: o.Transport, Now: o.Now,
		Authorize: func(h http.Header, key string) { h.Set("Authorization", "Bearer "+key) },
	})
	if err != nil {
		return nil, err
	}
	return &Driver{c, o.MaxTokens}, nil
}

// Provider is "openai", or the name that was given.
func (d *Driver) Provider() string { return d.c.Provider() }

// Check returns the parameters that the API has no field for: none, as servers
// of this kind take more than OpenAI documents.
func (d *Driver) Check(r llm.Request) ([]string, error) {
	_, err := d.body(r)
	return nil, err
}

// Complete asks once.
func (d *Driver) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	sent, err := d.body(r)
	if err != nil {
		return llm.Response{}, &llm.Error{Kind: llm.BadRequest, Provider: d.Provider(), Message: err.Error(), Err: err}
	}
	reply, err := d.c.Do(ctx, "/chat/completions", sent)
	if err != nil {
		return llm.Response{}, err
	}
	return d.read(reply)
}

// Probe looks for a model in the list of models, which costs nothing. A server
// without such a list is taken to be well.
func (d *Driver) Probe(ctx context.Context, model string) error {
	reply, err := d.c.Do(ctx, "/models", nil)
	if err != nil {
		return err
	}
	if failed := d.failure(reply); failed != nil {
		if failed.Kind == llm.NotFound {
			return nil
		}
		return failed
	}
	var list struct{ Data []struct{ ID string } }
	if err := json.Unmarshal(reply.Body, &list); err != nil {
		return d.c.Fail(reply, llm.Shape, "", "no list of models")
	}
	// OpenRouter has variants (":free") and Ollama a default tag (":latest")
	// that the list need not spell out.
	bare, _, _ := strings.Cut(model, ":")
	for _, m := range list.Data {
		if listed, _, _ := strings.Cut(m.ID, ":"); m.ID == model || listed == bare {
			return nil
		}
	}
	var near []string
	for _, m := range list.Data {
		if strings.HasPrefix(m.ID, model[:min(len(model), 4)]) {
			near = append(near, m.ID)
		}
	}
	slices.Sort(near)
	message := "the server does not list model \"" + model + "\""
	if near != nil {
		message += "; it lists " + strings.Join(near[:min(len(near), 5)], ", ")
	}
	return d.c.Fail(reply, llm.NotFound, "", message)
}
