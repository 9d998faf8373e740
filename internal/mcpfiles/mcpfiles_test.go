package mcpfiles_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sooth/internal/mcpfiles"
)

func TestOfProject(t *testing.T) {
	root := fstest.MapFS{}
	for name, text := range map[string]string{
		".mcp.json": `{"mcpServers": {
			"docs": {"command": "npx", "args": ["-y", "docs-mcp", "--stdio"], "env": {"DOCS_KEY": "sk-very-secret", "B": "2"}},
			"off":  {"command": "x", "disabled": true},
			"web":  {"type": "http", "url": "https://mcp.example.com/mcp", "headers": {"Authorization": "Bearer ${WEB_TOKEN}", "X-Key": "sk-very-secret"}},
			"odd":  7}}`,
		".cursor/mcp.json":      `{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp", "--stdio"]}, "other": {"url": "http://127.0.0.1:1/sse"}}}`,
		".vscode/mcp.json":      "{\n  // comments are usual here, \"servers\" too\n  \"servers\": {\n    \"go\": {\"type\": \"stdio\", \"command\": \"gopls\", \"args\": [\"mcp\", /* , */ ],},\n  }, // so\n}",
		".zed/settings.json":    `{"theme": "x", "context_servers": {"z": {"command": {"path": "zsrv", "args": ["a"], "env": {"Z": "sk-very-secret"}}}}}`,
		"opencode.json":         `{"mcp": {"o": {"type": "local", "command": ["osrv", "-v"], "environment": {"O": "1"}, "enabled": true}, "p": {"type": "local", "command": ["p"], "enabled": false}}}`,
		".codex/config.toml":    "model = \"x\"\n[mcp_servers.c]\ncommand = \"csrv\"\nargs = [\"--x\"]\n[mcp_servers.c.env]\nC = \"sk-very-secret\"\n",
		".gemini/settings.json": `{"mcpServers": [`,
		".roo/mcp.json":         `{"mcpServers": null}`,
	} {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	got, err := mcpfiles.OfProject(root)
	none := map[string]string{}
	want := []mcpfiles.Server{
		{Name: "docs", File: ".mcp.json", Command: []string{"npx", "-y", "docs-mcp", "--stdio"}, Environment: []string{"B", "DOCS_KEY"}, Headers: none},
		{Name: "web", File: ".mcp.json", URL: "https://mcp.example.com/mcp", Headers: map[string]string{"Authorization": "Bearer {env.WEB_TOKEN}"}, Unsaid: []string{"X-Key"}},
		{Name: "other", File: ".cursor/mcp.json", URL: "http://127.0.0.1:1/sse", Headers: none},
		{Name: "go", File: ".vscode/mcp.json", Command: []string{"gopls", "mcp"}, Headers: none},
		{Name: "z", File: ".zed/settings.json", Command: []string{"zsrv", "a"}, Environment: []string{"Z"}, Headers: none},
		{Name: "o", File: "opencode.json", Command: []string{"osrv", "-v"}, Environment: []string{"O"}, Headers: none},
		{Name: "c", File: ".codex/config.toml", Command: []string{"csrv", "--x"}, Environment: []string{"C"}, Headers: none},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if err == nil || !strings.Contains(err.Error(), ".gemini/settings.json: ") || strings.Count(err.Error(), "\n") != 0 {
		t.Errorf("faults: %v", err)
	}
	if slices.ContainsFunc(got, func(s mcpfiles.Server) bool { return strings.Contains(cmp.Diff(s, nil), "secret") }) {
		t.Error("a secret came out")
	}
}

func TestOfHome(t *testing.T) {
	got, err := mcpfiles.OfHome(fstest.MapFS{
		".claude.json": {Data: []byte(`{"numStartups": 3, "mcpServers": {"mine": {"type": "stdio", "command": "m"}}, "projects": {}}`)},
		".mcp.json":    {Data: []byte(`{"mcpServers": {"not-here": {"command": "m"}}}`)},
	})
	if err != nil || len(got) != 1 || got[0].Name != "mine" || got[0].File != ".claude.json" {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzOfProject(f *testing.F) {
	for _, s := range []string{`{"mcpServers": {"a": {"command": "b", "args": ["c"]}}}`, "{/*", `{"a": "\`, `{"mcpServers": {"a": {"command": {"path": 1}}},}`, "{//"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, _ := mcpfiles.OfProject(fstest.MapFS{".vscode/mcp.json": {Data: []byte(strings.ReplaceAll(text, "mcpServers", "servers"))}, ".mcp.json": {Data: []byte(text)}})
		for _, s := range got {
			if s.File == "" || len(s.Command) == 0 && s.URL == "" {
				t.Errorf("%+v", s)
			}
		}
	})
}
