package suite

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"sooth/internal/toolchain"
)

// oddModules are go.mod files beside those of the example: the first word says
// whether the go command reads them, which the test asks it.
func oddModules() []string {
	return []string{
		"module a\n", "module a // comment\ngo 1.26\n", "module \"a\"\n\ngo 1.21.0\n", "module (\n\ta\n)\n", "module `a`\r\ngo 1.22\r\n",
		"module a\ngo 1.26\ntoolchain go1.26.1\ngodebug default=go1.21\ntool example.com/a/cmd/b\nrequire example.com/a v1.0.0\n",
		"module a\ngo 1.26\nrequire (\n\texample.com/a v1.0.0 // indirect\n\n\t// more\n\texample.com/b v0.0.0-20200101000000-abcdef012345\n\texample.com/c v2.0.0+incompatible\n)\n",
		"module a\nreplace example.com/a v1.0.0 => example.com/b v1.2.3\nreplace (\n\texample.com/c => ./c\n)\n",
		"module a\nretract v1.0.0 // bad\nretract [v1.1.0, v1.2.0]\nexclude example.com/a v1.0.0\nignore ./node_modules\n",
		"modul a\n", "module a b\n", "module a\nmodule b\n", "module a\ngo 1.26\ngo 1.25\n", "module a\ngo one\n", "module a\nrequire example.com/a\n",
		"module a\nrequire example.com/a 1.0.0\n", "module a\nrequire example.com/a v1.0.0 v2\n", "module a\nrequire (\n\texample.com/a v1.0.0\n",
		"module a\nreplace example.com/a v1.0.0\n", "module a\nreplace example.com/a => \n", "module \"a\n", "module a\n)\n",
	}
}

// TestGoModAgreesWithTheGoCommand holds our reader of go.mod against `go mod
// edit -json`, on the 46 files of the example and on odd ones.
func TestGoModAgreesWithTheGoCommand(t *testing.T) {
	ctx := context.Background()
	g, err := toolchain.Find(ctx, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	texts := oddModules()
	names, err := filepath.Glob("../examples/go-api/tasks/*/go.mod")
	if err != nil || len(names) != 46 {
		t.Fatalf("%d go.mod files in the example: %v", len(names), err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	dir := t.TempDir()
	accepted := 0
	for _, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		ours := parseGoMod(text)
		out, err := g.Run(ctx, dir, nil, "mod", "edit", "-json")
		if (err == nil) != (len(ours.problems) == 0) {
			t.Errorf("%q\nthe go command: %v\nours: %v", text, err, ours.problems)
			continue
		}
		if err != nil {
			continue
		}
		accepted++
		var theirs struct {
			Module  struct{ Path string }
			Go      string
			Require []struct{ Path, Version string }
			Replace []struct {
				New struct{ Path, Version string }
			}
		}
		if err := json.Unmarshal(out, &theirs); err != nil {
			t.Fatal(err)
		}
		same := theirs.Module.Path == ours.module && theirs.Go == ours.version && len(theirs.Require) == len(ours.require)
		for _, r := range theirs.Require {
			same = same && ours.require[r.Path] == r.Version
		}
		replaced := false
		for _, r := range theirs.Replace {
			replaced = replaced || r.New.Version == ""
		}
		if !same || replaced != (ours.replaced.line > 0) {
			t.Errorf("%q\nthe go command: %+v\nours: %+v", text, theirs, ours)
		}
	}
	// The go command reads a version that is not whole, and asks the network what
	// it means. A suite is pinned.
	if len(parseGoMod("module a\nrequire example.com/a v1.0\n").problems) != 1 {
		t.Error("a version that pins nothing was accepted")
	}
	if accepted < 50 || accepted > len(texts)-10 {
		t.Errorf("%d of %d files were accepted: the test has lost its two sides", accepted, len(texts))
	}
}
