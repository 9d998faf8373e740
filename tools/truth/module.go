package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"sooth/internal/truth/label"
)

type options struct {
	out, gopls string
	work       string // scratch folder
	split      bool
	only       string
}

// modules are what statements are made about.
func modules() []string {
	return []string{
		"github.com/spf13/cobra@v1.10.2",
		"github.com/go-chi/chi/v5@v5.2.3",
		"go.etcd.io/bbolt@v1.4.3",
		"github.com/prometheus/common@v0.66.1",
		"github.com/prometheus/client_golang@v1.22.0",
		"std",
	}
}

// standard are the packages of the standard library that statements are made
// about.
func standard() []string {
	return []string{"bufio", "bytes", "context", "encoding/json", "errors", "fmt", "io", "io/fs", "net/http", "net/url", "os", "path", "path/filepath",
		"regexp", "slices", "sort", "strconv", "strings", "sync", "sync/atomic", "time"}
}

// output runs a command in dir and returns its standard output.
func output(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly", "CGO_ENABLED=0")
	text, err := cmd.Output()
	if e, ok := err.(*exec.ExitError); ok {
		err = fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, e.Stderr)
	}
	return text, err
}

// locate returns a folder with the files of a module, downloaded if they must be.
func locate(ctx context.Context, module, work string) (string, error) {
	if module == "std" {
		text, err := output(ctx, ".", "go", "env", "GOROOT")
		return filepath.Join(strings.TrimSpace(string(text)), "src"), err
	}
	text, err := output(ctx, os.TempDir(), "go", "mod", "download", "-json", module)
	if err != nil {
		return "", err
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(text, &m); err != nil {
		return "", err
	}
	// The go command lays nothing over files of the module cache: work in a copy.
	copied := filepath.Join(work, strings.ReplaceAll(module, "/", "_"))
	if _, err := os.Stat(copied); err == nil {
		return copied, nil
	}
	return copied, os.CopyFS(copied, os.DirFS(m.Dir))
}

// read parses a module of the list.
func read(ctx context.Context, module, work string) (*tree, error) {
	dir, err := locate(ctx, module, work)
	if err != nil {
		return nil, err
	}
	if module == "std" {
		return readTree(module, dir, standard()...)
	}
	return readTree(module, dir)
}

// writeHalves names the held-out half of each module's symbols.
func writeHalves(ctx context.Context, o options) error {
	var b strings.Builder
	fmt.Fprintln(&b, "# module, declared symbols, of these held out, SHA-256 of the held-out names in order, one a line; written by tools/truth -split")
	for _, m := range modules() {
		t, err := read(ctx, m, o.work)
		if err != nil {
			return err
		}
		var symbols []string
		for _, d := range t.declarations {
			symbols = append(symbols, d.symbol())
		}
		fmt.Fprintln(&b, label.Half(m, symbols))
	}
	fmt.Fprintln(&b, "# std as of "+runtime.Version())
	return os.WriteFile(filepath.Join(o.out, "heldout.txt"), []byte(b.String()), 0o644)
}

func run(ctx context.Context, o options) error {
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "truth")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	o.work = work
	if o.split {
		return writeHalves(ctx, o)
	}
	for _, m := range modules() {
		if o.only != "" && !strings.Contains(m, o.only) {
			continue
		}
		c, err := readCorpus(ctx, m, o.work)
		if err != nil {
			return err
		}
		labels, err := c.labels(o)
		if err != nil {
			return err
		}
		if err := c.write(o, labels); err != nil {
			return err
		}
	}
	return nil
}
