package toolchain

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A go.work, a go env file, GOFLAGS and a toolchain line of the surroundings
// have no say in what the go command does.
func TestRunIgnoresSurroundings(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module m\n\ngo 1.21\n")
	write("go.work", "this is not a work file\n")
	write("env", "GOFLAGS=-mod=vendor\n")
	environ := append(os.Environ(), "GOENV="+filepath.Join(dir, "env"), "GOFLAGS=-toolexec=/bin/false")
	g, err := Find(context.Background(), environ)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(g.Version, "go1.") || g.Root == "" {
		t.Errorf("version %q, root %q", g.Version, g.Root)
	}
	out, err := g.Run(context.Background(), dir, nil, "env", "GOFLAGS", "GOWORK", "CGO_ENABLED", "GOTOOLCHAIN")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(out), "\noff\n0\nlocal\n"; got != want {
		t.Errorf("go env: got %q, want %q", got, want)
	}
}

func TestFindWithoutGo(t *testing.T) {
	if _, err := Find(context.Background(), []string{"PATH=" + t.TempDir()}); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
}

func TestRunReportsWhatGoPrinted(t *testing.T) {
	g, err := Find(context.Background(), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Run(context.Background(), t.TempDir(), nil, "list", "./nowhere")
	var failure *Error
	if !errors.As(err, &failure) || failure.Stderr == "" {
		t.Fatalf("got %v, want *Error with what go printed", err)
	}
}
