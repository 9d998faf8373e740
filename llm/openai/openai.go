// Package openai asks models through OpenAI's chat completions
// (https://platform.openai.com/docs/api-reference/chat), which Ollama, vLLM,
// OpenRouter and others speak, too.
package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"sooth/llm"
	"sooth/llm/exchange"
)

// Driver asks an API of this kind. It is safe for concurrent use.
type Driver struct {
	c *exchange.Client
	// maxTokens is the name of the field that bounds the answer: OpenAI's reasoning
	// models take no other than max_completion_tokens, which others may not know.
	maxTokens string
}

const home = "https://api.openai.com/v1" // with its version, as all base URLs of this kind

// New returns a driver. A server of one's own needs no key; its Provider is
// "ollama", say.
func New(o exchange.Options) (*Driver, error) {
	o.Provider, o.BaseURL = cmp.Or(o.Provider, "openai"), cmp.Or(o.BaseURL, home)
	o.Authorize = func(h http.Header, key string) { h.Set("Authorization", "Bearer "+key) }
	c, err := exchange.New(o)
	if err != nil {
		return nil, err
	}
	d := &Driver{c, "max_tokens"}
	if o.BaseURL == home {
		d.maxTokens = "max_completion_tokens"
	}
	return d, nil
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
		return llm.Response{}, d.c.Refuse(err)
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
