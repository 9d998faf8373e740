package plant

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"sooth/internal/toolchain"
	"sooth/suite"
)

// Runner runs a task's hidden tests, twice, against a program that stands in
// place of the reference. An error means that they could not be run.
type Runner interface {
	Run(ctx context.Context, task *suite.Task, name, text string) (Ran, error)
}

// Ran is what the hidden tests said.
type Ran struct {
	Passed   bool
	Built    bool   // false: the program or its tests do not compile
	Decisive string // the line that shows why they failed, the same in both runs; empty when they passed, hung or were unsteady
}

// Plain runs the tests with the go command, outside of any sandbox. It is for
// mutants of a suite's own references only, whose makers are trusted as much
// as their tests are; Wall bounds each run.
type Plain struct {
	Go   *toolchain.Go
	Wall time.Duration // 0 means 20 s
	// Scratch is an existing folder; empty: one of the system's.
	Scratch string
}

// Run implements [Runner].
func (r Plain) Run(ctx context.Context, task *suite.Task, name, text string) (Ran, error) {
	dir, err := os.MkdirTemp(r.Scratch, "hidden-")
	if err != nil {
		return Ran{}, err
	}
	defer os.RemoveAll(dir)
	if err := writeModule(dir, task); err != nil {
		return Ran{}, err
	}
	if err := write(filepath.Join(dir, name), text); err != nil {
		return Ran{}, err
	}
	for _, f := range task.Tests {
		if err := write(filepath.Join(dir, filepath.FromSlash(f.Name)), f.Text); err != nil {
			return Ran{}, err
		}
	}
	wall := r.Wall
	if wall <= 0 {
		wall = 20 * time.Second
	}
	// Debug information is of no use here and takes half of the linker's time.
	out, err := r.Go.Run(ctx, dir, nil, "test", "-vet=off", "-count=2", "-ldflags=-s -w", fmt.Sprintf("-timeout=%s", wall), ".")
	var failed *toolchain.Error
	switch {
	case err == nil:
		return Ran{Passed: true, Built: true}, nil
	case ctx.Err() != nil || !errors.As(err, &failed):
		return Ran{}, err
	case strings.Contains(string(out), "[build failed]") || strings.Contains(string(out), "[setup failed]"):
		return Ran{}, nil
	}
	return Ran{Built: true, Decisive: steady(string(out))}, nil
}

// steady returns the line of a failure that both runs of the tests show: a
// test that failed twice, with its message; or a panic of the program. Tests
// that hang or fail once prove nothing that can be shown again.
func steady(out string) string {
	if strings.Contains(out, "panic: test timed out") {
		return ""
	}
	lines := strings.Split(out, "\n")
	for _, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return regexp.MustCompile(`0x[0-9a-f]+`).ReplaceAllString(strings.TrimSuffix(line, " [recovered, repanicked]"), "0x…")
		}
	}
	seen := map[string]int{}
	for i, line := range lines {
		name, ok := strings.CutPrefix(line, "--- FAIL: ")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(name, " (")
		if seen[name]++; seen[name] < 2 {
			continue
		}
		// The message stands below, at the first place in a file.
		message := slices.IndexFunc(lines[i+1:], func(l string) bool { return regexp.MustCompile(`_test\.go:\d+: `).MatchString(l) })
		if message >= 0 {
			return name + ": " + shortened(strings.TrimSpace(lines[i+1+message]))
		}
		return name + " failed"
	}
	return ""
}

// shortened cuts a message to a line that fits a report.
func shortened(text string) string {
	if r := []rune(text); len(r) > 240 {
		return string(r[:239]) + "…"
	}
	return text
}
