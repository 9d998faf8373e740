package all_test

import (
	"errors"
	"strings"
	"testing"

	"sooth/llm/all"
)

// TestOpen: whose model a name is, and what the provider calls it.
func TestOpen(t *testing.T) {
	environ := []string{
		"ANTHROPIC_API_KEY=k", "OPENAI_API_KEY=k", "GOOGLE_API_KEY=k", "OPENROUTER_API_KEY=k", "OLLAMA_BASE_URL=http://example.com:1/v1",
	}
	for model, want := range map[string]string{
		"claude-haiku-4-5": "anthropic claude-haiku-4-5", "anthropic/claude-opus-5": "anthropic claude-opus-5",
		"gpt-5-mini": "openai gpt-5-mini", "o3": "openai o3", "openai/ft:gpt-4.1:x": "openai ft:gpt-4.1:x", "gemini-3.5-flash": "gemini gemini-3.5-flash",
		"openrouter/anthropic/claude-opus-5": "openrouter anthropic/claude-opus-5", "ollama/llama3.2:1b": "ollama llama3.2:1b", "vllm/Qwen/Qwen3": "vllm Qwen/Qwen3",
	} {
		d, id, err := all.Open(model, environ, all.Options{})
		if err != nil || d.Provider()+" "+id != want {
			t.Errorf("%s: %v, %q", model, err, id)
		}
	}
	for _, model := range []string{"", "llama3.2", "unknown/x", "anthropic/", "/x", "org/claude-opus-5"} {
		if _, _, err := all.Open(model, environ, all.Options{}); err == nil || !strings.Contains(err.Error(), "hint: ") || !strings.Contains(err.Error(), "ollama") {
			t.Errorf("%q: %v", model, err)
		}
	}
}

// TestKeys: a missing key is said with the variable that is to be set; servers
// of one's own need none.
func TestKeys(t *testing.T) {
	for model, name := range map[string]string{"claude-x": "ANTHROPIC_API_KEY", "gpt-x": "OPENAI_API_KEY", "gemini-x": "GEMINI_API_KEY", "openrouter/x": "OPENROUTER_API_KEY"} {
		for _, environ := range [][]string{nil, {name + "="}, {name + "=k", name + "= "}} {
			_, _, err := all.Open(model, environ, all.Options{})
			if !errors.Is(err, all.ErrNoKey) || !strings.HasSuffix(err.Error(), "hint: set "+name) {
				t.Errorf("%s with %v: %v", model, environ, err)
			}
		}
	}
	for _, model := range []string{"ollama/x", "vllm/x"} {
		if _, _, err := all.Open(model, nil, all.Options{}); err != nil {
			t.Errorf("%s: %v", model, err)
		}
	}
	if _, _, err := all.Open("claude-x", []string{"ANTHROPIC_API_KEY=k", "ANTHROPIC_BASE_URL=http://u:secret-0123@h"}, all.Options{}); err == nil || strings.Contains(err.Error(), "secret-0123") {
		t.Errorf("%v", err)
	}
}
