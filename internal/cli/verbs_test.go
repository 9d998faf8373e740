package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestVerbsAgree: the verbs of --help stand in the README with a line of their
// own, and the README names no verb that there is not; every verb and
// subcommand has an example in its help.
func TestVerbsAgree(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	help := func(args ...string) string {
		c := exec.Command(self, append(args, "--help")...)
		c.Env = append(os.Environ(), commandVariable+"=1")
		var out bytes.Buffer
		c.Stdout, c.Stderr = &out, &out
		if err := c.Run(); err != nil {
			t.Fatalf("sooth %s --help: %v\n%s", strings.Join(args, " "), err, out.String())
		}
		return out.String()
	}
	listed := func(text string) []string {
		_, text, ok := strings.Cut(text, "Available Commands:\n")
		if !ok {
			return nil
		}
		text, _, _ = strings.Cut(text, "\n\n")
		var verbs []string
		for _, m := range regexp.MustCompile(`(?m)^  (\w+) `).FindAllStringSubmatch(text, -1) {
			if m[1] != "help" && m[1] != "completion" {
				verbs = append(verbs, m[1])
			}
		}
		return verbs
	}
	verbs := listed(help())
	if len(verbs) < 5 {
		t.Fatalf("--help lists %v only", verbs)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verbs {
		if v != "version" && !regexp.MustCompile(`(?m)^(go run ./cmd/)?sooth `+v+`\b`).Match(readme) {
			t.Errorf("README.md has no line for %q", "sooth "+v)
		}
		text := help(v)
		if !strings.Contains(text, "Examples:") {
			t.Errorf("sooth %s --help has no example", v)
		}
		for _, sub := range listed(text) {
			if !strings.Contains(help(v, sub), "Examples:") {
				t.Errorf("sooth %s %s --help has no example", v, sub)
			}
		}
	}
	for _, m := range regexp.MustCompile("(?m)(?:^|`)sooth ([a-z]+)").FindAllStringSubmatch(string(readme), -1) {
		if !slices.Contains(verbs, m[1]) && m[1] != "measures" {
			t.Errorf("README.md names %q, which is no verb", "sooth "+m[1])
		}
	}
}
