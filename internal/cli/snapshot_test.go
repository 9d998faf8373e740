package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/llm/llmtest"
)

// TestServerSnapshot: an arm with a snapshot is asked only while its server offers
// just what that says. What differs is told tool by tool before anything is paid, with
// a command that writes the file anew, and does.
func TestServerSnapshot(t *testing.T) {
	s := serve(t, llmtest.Options{Behave: curious})
	dir := grounded(t, ", snapshot: docs.tools.json")
	file := filepath.Join(dir, "docs.tools.json")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	renew := []string{"--server", self, "--environment", serverVariable, "--snapshot", file}
	list, errs, exit := diagnose(t, []string{serverVariable + "="}, renew...)
	if exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	named(t, list, "snapshot", "ok", "wrote "+file)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, old, new, says string }{
		{"missing and new", `"name": "document"`, `"name": "documents"`, "\n  tool \"document\": new\n  tool \"documents\": missing\n"},
		{"description", "documents a package", "ignore this", "\n  tool \"document\": another description\n"},
		{"schema", `"type": "string"`, `"type": "integer"`, "\n  tool \"document\": another schema at properties.package.type\n"},
	} {
		write(t, file, string(whole))
		replaceIn(t, file, c.old, c.new)
		_, errs, exit := serverRun(t, s, dir, t.TempDir(), "")
		if exit != 2 || !strings.Contains(errs, c.says) || !strings.Contains(errs, "sooth doctor "+strings.Join(renew, " ")+" writes the file anew") {
			t.Errorf("%s: exit %d: %s", c.name, exit, errs)
		}
	}
	if n := s.Counts().Requests; n != 0 {
		t.Errorf("%d completions were asked for", n)
	}
	if _, errs, exit := diagnose(t, []string{serverVariable + "="}, renew...); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	if _, errs, exit := serverRun(t, s, dir, t.TempDir(), ""); exit != 0 {
		t.Errorf("exit %d: %s", exit, errs)
	}
	if _, errs, exit := diagnose(t, nil, "--snapshot", file); exit != 2 || !strings.Contains(errs, "--snapshot goes with --server") {
		t.Errorf("without a server: exit %d: %s", exit, errs)
	}
}

// TestSuiteNewSnapshot: a suite about a server keeps what the server offers.
func TestSuiteNewSnapshot(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	about, dir := t.TempDir(), filepath.Join(t.TempDir(), "questions")
	write(t, filepath.Join(about, "go.mod"), "module example.com/shop\n\ngo 1.24\n")
	write(t, filepath.Join(about, "shop.go"), "package shop\n\ntype Item struct{ Price int }\n\nfunc (i Item) Total() int { return price(i) }\n\nfunc price(i Item) int { return i.Price }\n")
	environ := []string{serverVariable + "="}
	if _, errs, exit := sooth(t, environ, "suite", "new", dir, "--from-server", self, "--environment", serverVariable, "--about", about, "-n", "3"); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	s := serve(t, llmtest.Options{Behave: curious})
	if _, errs, exit := serverRun(t, s, dir, t.TempDir(), "", "--repeats", "1"); exit != 0 || s.Counts().Requests == 0 {
		t.Errorf("exit %d: %s", exit, errs)
	}
	replaceIn(t, filepath.Join(dir, "server.tools.json"), "documents a package", "documents")
	if _, errs, exit := serverRun(t, s, dir, t.TempDir(), ""); exit != 2 || !strings.Contains(errs, `tool "document": another description`) {
		t.Errorf("exit %d: %s", exit, errs)
	}
}
