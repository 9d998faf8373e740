package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestRefinements takes rules apart and values out of code, at the right line.
func TestRefinements(t *testing.T) {
	table, err := refinements()
	if err != nil || len(table) == 0 {
		t.Fatal(len(table), err)
	}
	for _, c := range []struct{ in, want finding }{
		{finding{Rule: "G402", Line: 15, message: "TLS MinVersion too low.", code: []string{"tls.Config{", "MinVersion: tls.VersionTLS10,"}},
			finding{Rule: "G402/min_version", Line: 16, Value: "VersionTLS10"}},
		{finding{Rule: "G402", Line: 3, message: "TLS InsecureSkipVerify set true.", code: []string{"{MinVersion: tls.VersionTLS12, InsecureSkipVerify: true}"}},
			finding{Rule: "G402/verify", Line: 3}},
		{finding{Rule: "G301", Line: 8, message: "Expect directory permissions to be 0750 or less", code: []string{"os.MkdirAll(dir, 0o777)"}},
			finding{Rule: "G301", Line: 8, Value: "777"}},
		{finding{Rule: "B505", Line: 8, message: "RSA key sizes below 2048 bits", code: []string{"key_size=1024)"}},
			finding{Rule: "B505", Line: 8, Value: 1024.0}},
		{finding{Rule: "G204", Line: 8, code: []string{"exec.Command(x)"}}, finding{Rule: "G204", Line: 8}},
	} {
		got := c.in
		table.apply(&got)
		if got.Rule != c.want.Rule || got.Line != c.want.Line || got.Value != c.want.Value {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}

// TestGosec runs gosec, which is in this program, on a file of each kind.
func TestGosec(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	weak := put("weak.go", "package weak\n\nimport \"crypto/tls\"\n\nvar c = tls.Config{InsecureSkipVerify: true}\n")
	for _, c := range []struct {
		config string
		want   []string
	}{{`{}`, []string{"G402/verify"}}, {`{"exclude": ["G402"]}`, nil}, {`{"exclude": ["G40"], "severity": "high"}`, []string{"G402/verify"}}} {
		settings, err := readConfig(put("config.json", c.config))
		if err != nil {
			t.Fatal(err)
		}
		found, err := run(t.Context(), weak, settings)
		var rules []string
		for _, f := range found {
			rules = append(rules, f.Rule)
		}
		if err != nil || !slices.Equal(rules, c.want) {
			t.Errorf("%+v: %q %v", c, rules, err)
		}
	}
	if _, err := run(t.Context(), put("broken.go", "package broken\n\nfunc {\n"), config{Severity: "low"}); err == nil {
		t.Error("a file that gosec cannot read has no findings")
	}
	if found, err := run(t.Context(), put("other.rs", "fn main() {}\n"), config{Severity: "low"}); err != nil || found == nil || len(found) != 0 {
		t.Errorf("rust: %v %v", found, err)
	}
	for _, wrong := range []string{`{"severity": "severe"}`, `{"excludes": []}`, `[`} {
		if _, err := readConfig(put("config.json", wrong)); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}
