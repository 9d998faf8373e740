package golang

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/toolchain"
	"sooth/lang"
)

// Reading a hostile module runs none of its code: each trap would write a file.
func TestReadingRunsNothing(t *testing.T) {
	for _, trapped := range []bool{true, false} {
		dir, marks := t.TempDir(), t.TempDir()
		trap := func(name string) string { // a program that leaves a mark
			file := filepath.Join(marks, name+".sh")
			text := fmt.Sprintf("#!/bin/sh\n: > %s\nexec \"$@\"\n", filepath.Join(marks, name+".mark"))
			if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
			return file
		}
		write := func(name, text string) {
			t.Helper()
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		monitor, toolexec, config, generate := trap("fsmonitor"), trap("toolexec"), trap("pkg-config"), trap("generate")
		write("repo/go.mod", "module hostile\n\ngo 1.21\n\ntoolchain go1.99.0\n\ntool hostile/tool\n")
		write("repo/go.work", "go 1.21\n\ntoolchain go1.99.0\n\nuse .\nuse ../elsewhere\n")
		write("elsewhere/go.mod", "module elsewhere\n\ngo 1.21\n")
		write("elsewhere/e.go", "package elsewhere\n")
		write("repo/lib/lib.go", "package lib\n\n//go:generate "+generate+"\n\nfunc F() int { return 1 }\n")
		write("repo/lib/cgo.go", "package lib\n\n// #cgo pkg-config: hostile\n// #cgo CFLAGS: -fplugin=./plugin.so\nimport \"C\"\n")
		write("repo/lib/init.go", "package lib\n\nimport \"os\"\n\nfunc init() { os.WriteFile("+fmt.Sprintf("%q", filepath.Join(marks, "init.mark"))+", nil, 0o644) }\n\nvar _ = os.WriteFile("+fmt.Sprintf("%q", filepath.Join(marks, "var.mark"))+", nil, 0o644)\n")
		write("repo/tool/main.go", "package main\n\nfunc main() {}\n")
		if git, err := exec.LookPath("git"); err == nil {
			if out, err := exec.Command(git, "-C", filepath.Join(dir, "repo"), "init", "-q").CombinedOutput(); err != nil {
				t.Fatalf("git init: %v\n%s", err, out)
			}
			f, err := os.OpenFile(filepath.Join(dir, "repo", ".git", "config"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(f, "[core]\n\tfsmonitor = %s\n", monitor)
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		} else {
			t.Logf("git is not installed: its fsmonitor is not tried (apt-get install git)")
		}
		write("env", "GOFLAGS=-toolexec="+toolexec+"\n")
		environ := append(os.Environ(), "GOENV="+filepath.Join(dir, "env"), "GOFLAGS=-toolexec="+toolexec, "PKG_CONFIG="+config, "CGO_ENABLED=1", "GOTOOLCHAIN=auto", "GOWORK="+filepath.Join(dir, "repo", "go.work"), "CC="+config)
		if !trapped {
			// The traps can shut: what a careless reader runs leaves marks.
			cmd := exec.Command("go", "vet", "./lib")
			cmd.Dir, cmd.Env = filepath.Join(dir, "repo"), append(environ, "GOTOOLCHAIN=local", "GOWORK=off")
			out, _ := cmd.CombinedOutput()
			if marked(t, marks) == "" {
				t.Errorf("go vet ran none of the traps, so this test proves nothing:\n%s", out)
			}
			continue
		}
		g, err := toolchain.Find(context.Background(), environ)
		if err != nil {
			t.Fatal(err)
		}
		c, err := NewChecker(Options{Go: g, Cache: sharedCache})
		if err != nil {
			t.Fatal(err)
		}
		p := lang.Program{
			Files:  []lang.File{{Name: "snippet/main.go", Text: "package main\n\nimport (\n\t\"hostile/lib\"\n\t\"hostile/nothing\"\n\t\"elsewhere\"\n)\n\nfunc main() { lib.F(); lib.G(); nothing.F(); elsewhere.F() }\n"}},
			Module: lang.Module{Dir: filepath.Join(dir, "repo")},
		}
		r, err := c.Check(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if got := marked(t, marks); got != "" {
			t.Errorf("reading the module ran %s", got)
		}
		var messages []string
		for _, q := range r.Problems {
			messages = append(messages, fmt.Sprintf("%s %v", q.Message, q.Accuses))
			if strings.Contains(q.Message, "lib.G") && q.Accuses {
				t.Errorf("lib needs cgo, so nothing in it may be accused: %+v", q)
			}
		}
		if len(messages) < 3 {
			t.Errorf("problems: %q", messages)
		}
	}
}

// marked returns the names of the marks that traps left.
func marked(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.mark"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}
