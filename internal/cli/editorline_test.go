package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"go.yaml.in/yaml/v3"
)

// TestEditorLine: the first line of a suite that init writes leads an editor to a
// schema that is there, which takes the suite as it is and no key that is misspelt.
func TestEditorLine(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/shop\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "shop.go"), "package shop\n\nfunc Price(n int) int { return n }\n")
	write(t, filepath.Join(dir, ".mcp.json"), `{"mcpServers": {"docs": {"command": "docs-mcp"}, "web": {"url": "https://mcp.example.com/mcp", "headers": {"Authorization": "Bearer ${WEB}"}}}}`)
	if _, errs, exit := sooth(t, []string{"HOME=" + t.TempDir()}, "init", dir, "--db", t.TempDir()); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	text, err := os.ReadFile(filepath.Join(dir, "sooth", "suite.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	name, ok := strings.CutPrefix(line, "# yaml-language-server: $schema=")
	if !ok {
		t.Fatalf("the first line is %q", line)
	}
	written, err := os.ReadFile(filepath.Join(dir, "sooth", name))
	if err != nil {
		t.Fatal(err)
	}
	published, err := os.ReadFile("../../docs/format/suite.schema.json")
	if err != nil || string(written) != string(published) {
		t.Errorf("%s is not the published schema: %v", name, err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(written, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	follows := func(text string) error {
		var suite any
		if err := yaml.Unmarshal([]byte(text), &suite); err != nil {
			t.Fatal(err)
		}
		return resolved.Validate(suite)
	}
	if err := follows(string(text)); err != nil {
		t.Error(err)
	}
	if follows(strings.Replace(string(text), "toolchain:", "tool_chain:", 1)) == nil {
		t.Error("a misspelt key is taken")
	}
}
