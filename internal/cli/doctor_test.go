package cli_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"sooth/llm"
	"sooth/llm/llmtest"
)

// finding is one finding of doctor.
type finding struct{ Name, State, Detail, Hint string }

// diagnose runs doctor and reads what it found.
func diagnose(t *testing.T, environ []string, args ...string) (list []finding, stderr string, exit int) {
	t.Helper()
	out, stderr, exit := sooth(t, environ, append([]string{"doctor", "--format", "json"}, args...)...)
	if out != "" {
		if err := json.Unmarshal([]byte(out), &list); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return list, stderr, exit
}

// named wants one finding of a name, in a state, that says something.
func named(t *testing.T, list []finding, name, state, detail string) {
	t.Helper()
	for _, f := range list {
		if f.Name == name && f.State == state && strings.Contains(f.Detail, detail) {
			return
		}
	}
	t.Errorf("no finding %s, %s, %q in %+v", name, state, detail, list)
}

// TestDoctorServer: a server is looked at as an arm would use it.
func TestDoctorServer(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	list, errs, exit := diagnose(t, []string{serverVariable + "="}, "--server", self, "--environment", serverVariable)
	if exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	named(t, list, "start", "ok", `"documentation" "1", protocol 2026-07-28`)
	named(t, list, "list", "ok", `1 tools, `)
	named(t, list, "schema", "warning", `tool "document": arguments without a description: package`)
	named(t, list, "noise", "warning", `1 lines on standard output are no messages, the first: "[MCP] ready"`)
	named(t, list, "latency", "ok", "tools/list 5 times")
	named(t, list, "end", "ok", "by itself")

	host := hosted(t, "t0k-secret", 0)
	header := []string{"--server", host.URL, "--header", "Authorization=Bearer {env.DOCS}"}
	if list, errs, exit = diagnose(t, []string{"DOCS=t0k-secret"}, header...); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	named(t, list, "start", "ok", `"documentation" "1", protocol 2025-11-25`)
	for _, c := range []struct {
		name, environ string
		args          []string
		exit          int
		message       string
	}{
		{"wrong token", "DOCS=t0k-wrong", header, 1, ""},
		{"no token", "DOCS=", header, 2, "the environment has no DOCS"},
		{"no command", "A=", []string{"--server", " "}, 2, "no server is named"},
		{"header of a program", "A=", []string{"--server", "x", "--header", "A=b"}, 2, "--header goes with"},
		{"bad header", "A=", []string{"--server", host.URL, "--header", "A"}, 2, "NAME=VALUE"},
		{"arguments of a URL", "A=", []string{"--server", host.URL, "--", "x"}, 2, "no arguments"},
		{"bad URL", "A=", []string{"--server", "http://u:pass@h/"}, 2, "user or password"},
		{"no such program", "A=", []string{"--server", "no-such-program-anywhere"}, 1, ""},
		{"does not start", serverVariable + "=does not start", []string{"--server", self, "--environment", serverVariable}, 1, ""},
		{"argument without a server", "A=", []string{"x"}, 2, "unexpected argument"},
	} {
		list, errs, exit := diagnose(t, []string{c.environ}, c.args...)
		if exit != c.exit || !strings.Contains(errs, c.message) || strings.Contains(errs, "t0k") || strings.Contains(errs, "pass@") {
			t.Errorf("%s: exit %d: %s", c.name, exit, errs)
		}
		if c.exit == 1 {
			named(t, list, "start", "broken", "")
		}
	}
}

// TestDoctorOnline: each provider whose key is there is asked once, and what it says is told
// without the key.
func TestDoctorOnline(t *testing.T) {
	prices, err := llm.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	models := []string{"small"}
	for _, m := range prices.Models {
		models = append(models, m.Model)
	}
	s := serve(t, llmtest.Options{Key: "right-key-0123", Models: models, Behave: func(c llmtest.Call) llmtest.Behaviour {
		if strings.HasPrefix(c.Model, "gpt-") {
			return llmtest.Behaviour{Fault: llmtest.Credit}
		}
		return llmtest.Behaviour{Text: "ok"}
	}})
	list, errs, exit := diagnose(t, []string{
		"ANTHROPIC_BASE_URL=" + s.URL(), "ANTHROPIC_API_KEY=right-key-0123", "OPENAI_BASE_URL=" + s.OpenAI(), "OPENAI_API_KEY=right-key-0123",
		"GEMINI_BASE_URL=" + s.Gemini(), "GEMINI_API_KEY=wrong-key-0123", "OPENROUTER_API_KEY=",
	}, "--online")
	if exit != 1 || !strings.Contains(errs, "2 of 3 models did not answer") || len(list) != 4 {
		t.Fatalf("exit %d, %+v: %s", exit, list, errs)
	}
	for _, f := range list {
		if strings.Contains(f.Detail+f.Hint, "-key-0123") {
			t.Errorf("the key is told: %+v", f)
		}
		provider, model, _ := strings.Cut(f.Name, "/")
		want := map[string]string{"anthropic": "ok", "openai": "broken", "gemini": "broken", "openrouter": "missing"}[provider]
		says := map[string]string{"anthropic": `answered "ok"`, "openai": "quota", "gemini": "key refused", "openrouter": "no key"}[provider]
		if f.State != want || !strings.Contains(f.Detail, says) || want != "missing" && model == "" {
			t.Errorf("%+v, want %s with %q", f, want, says)
		}
	}
	if n := s.Counts().Requests; n != 2 {
		t.Errorf("%d completions were asked for, want one each of the two whose key is right", n)
	}
	if _, errs, exit := diagnose(t, []string{"ANTHROPIC_API_KEY=", "OPENAI_API_KEY=", "GEMINI_API_KEY=", "GOOGLE_API_KEY=", "OPENROUTER_API_KEY="}, "--online"); exit != 1 || !strings.Contains(errs, "no key") {
		t.Errorf("exit %d: %s", exit, errs)
	}
	if list, errs, exit := diagnose(t, []string{"OLLAMA_BASE_URL=" + s.OpenAI(), "OLLAMA_API_KEY=right-key-0123"}, "--online", "--model", "ollama/small"); exit != 0 || len(list) != 1 {
		t.Errorf("exit %d, %+v: %s", exit, list, errs)
	}
}
