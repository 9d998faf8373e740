// Package all knows the drivers: which of them answers for the name of a model.
package all

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"sooth/agent/command"
	"sooth/llm"
	"sooth/llm/anthropic"
	"sooth/llm/exchange"
	"sooth/llm/gemini"
	"sooth/llm/openai"
)

// ErrNoKey is the error of a provider whose key is not in the environment.
var ErrNoKey = errors.New("no key")

// Options are what all drivers share.
type Options struct {
	Timeout   time.Duration     // of one exchange; 0: 10 minutes
	Transport http.RoundTripper // nil: one of each driver's own
	Commands  []command.Config  // programs that answer, beside those that are known
	Random    io.Reader         // nil: crypto/rand
}

// provider is one row of the list.
type provider struct {
	name   string   // before the "/" of a model's name
	prefix []string // of models that need no name before them
	key    []string // variables of the environment that hold the key, the first one that is set counts
	keyed  bool     // a key is needed
	base   string   // variable that holds another base URL
	home   string   // base URL; "": the driver's own
	open   func(exchange.Options) (llm.Driver, error)
}

// providers is the list.
func providers() []provider {
	return []provider{
		{name: "anthropic", prefix: []string{"claude-"}, key: []string{"ANTHROPIC_API_KEY"}, keyed: true, base: "ANTHROPIC_BASE_URL",
			open: func(o exchange.Options) (llm.Driver, error) { return anthropic.New(o) }},
		{name: "openai", prefix: []string{"gpt-", "o1", "o3", "o4-"}, key: []string{"OPENAI_API_KEY"}, keyed: true, base: "OPENAI_BASE_URL", open: compatible},
		{name: "gemini", prefix: []string{"gemini-"}, key: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, keyed: true, base: "GEMINI_BASE_URL",
			open: func(o exchange.Options) (llm.Driver, error) { return gemini.New(o) }},
		{name: "openrouter", key: []string{"OPENROUTER_API_KEY"}, keyed: true, base: "OPENROUTER_BASE_URL", home: "https://openrouter.ai/api/v1", open: compatible},
		{name: "ollama", key: []string{"OLLAMA_API_KEY"}, base: "OLLAMA_BASE_URL", home: "http://127.0.0.1:11434/v1", open: compatible},
		{name: "vllm", key: []string{"VLLM_API_KEY"}, base: "VLLM_BASE_URL", home: "http://127.0.0.1:8000/v1", open: compatible},
	}
}

func compatible(o exchange.Options) (llm.Driver, error) { return openai.New(o) }

// Open returns the driver that answers for a model and the provider's own name
// of it: "anthropic/claude-haiku-4-5", "ollama/llama3.2", "claude-haiku-4-5",
// "gpt-5-mini", "gemini-3.5-flash". environ is the environment, "NAME=value".
func Open(model string, environ []string, o Options) (llm.Driver, string, error) {
	p, id, err := find(model)
	if err != nil {
		return nil, "", err
	}
	if name, ok := strings.CutPrefix(p.name, commandPrefix); ok {
		d, err := openCommand(name, environ, o)
		return d, id, err
	}
	return open(p, id, environ, o)
}

func open(p provider, id string, environ []string, o Options) (llm.Driver, string, error) {
	key := ""
	for _, name := range p.key {
		if key = lookup(environ, name); key != "" {
			break
		}
	}
	if key == "" && p.keyed {
		return nil, "", fmt.Errorf("%w for model %q; hint: set %s", ErrNoKey, id, p.key[0])
	}
	base := lookup(environ, p.base)
	if base == "" {
		base = p.home
	}
	d, err := p.open(exchange.Options{Provider: p.name, Key: key, BaseURL: base, Timeout: o.Timeout, Transport: o.Transport})
	return d, id, err
}

// lookup returns a variable of an environment; of several the last one counts,
// as for programs that are started with it.
func lookup(environ []string, name string) string {
	value := ""
	for _, pair := range environ {
		if v, ok := strings.CutPrefix(pair, name+"="); ok {
			value = strings.TrimSpace(v)
		}
	}
	return value
}
