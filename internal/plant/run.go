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

	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
	"sooth/suite"
)

// rounds is how often the hidden tests are run against a mutant. A test that
// ranges over a map may say something else each time: with two rounds a line
// of planted.jsonl differed from one making to the next.
const rounds = 8

// Runner runs a task's hidden tests, several times, against a program that stands in
// place of the reference. An error means that they could not be run.
type Runner interface {
	Run(ctx context.Context, task *suite.Task, name, text string) (Ran, error)
}

// Ran is what the hidden tests said.
type Ran struct {
	Passed   bool
	Built    bool   // false: the program or its tests do not compile
	Decisive string // the line that shows why they failed, the same in all runs; empty when they passed, hung or were unsteady
}

// Hidden runs the tests in a sandbox, after compiling them outside of it.
// Given sandbox.None they run with all rights: for a suite whose makers are
// trusted.
type Hidden struct {
	Go      *toolchain.Go
	Sandbox sandbox.Sandbox
	Wall    time.Duration // of all runs of a task's tests together; 0 means 40 s
	// Scratch is an existing folder to compile in; empty: one of the system's.
	Scratch string
}

// Run implements [Runner].
func (r Hidden) Run(ctx context.Context, task *suite.Task, name, text string) (Ran, error) {
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
	binary := filepath.Join(dir, "solution.test")
	// Debug information is of no use here and takes half of the linker's time.
	_, err = r.Go.Run(ctx, dir, nil, "test", "-c", "-vet=off", "-trimpath", "-ldflags=-s -w", "-o", binary, ".")
	var failed *toolchain.Error
	switch {
	case ctx.Err() != nil:
		return Ran{}, ctx.Err()
	case errors.As(err, &failed) && len(parse(failed.Stderr)) > 0:
		return Ran{}, nil
	case err != nil:
		return Ran{}, err
	}
	wall := r.Wall
	if wall <= 0 {
		wall = 40 * time.Second
	}
	result, err := r.Sandbox.Run(ctx, sandbox.Command{
		Program: binary, Args: []string{"solution.test", fmt.Sprintf("-test.count=%d", rounds)}, Limits: sandbox.Limits{Wall: wall, CPU: wall},
	})
	switch {
	case err != nil:
		return Ran{}, err
	case ctx.Err() != nil:
		return Ran{}, ctx.Err()
	case result.Exit == 0 && result.Killed == "":
		return Ran{Passed: true, Built: true}, nil
	case result.Killed != "":
		return Ran{Built: true}, nil
	}
	return Ran{Built: true, Decisive: steady(string(result.Stdout) + "\n" + string(result.Stderr))}, nil
}

// steady returns the line of a failure that all runs of the tests show: a test
// that failed in each, with its message where that is always the same; or a
// panic of the program. A test that fails now and then proves nothing that can
// be shown again.
func steady(out string) string {
	lines := strings.Split(out, "\n")
	for _, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return regexp.MustCompile(`0x[0-9a-f]+`).ReplaceAllString(strings.TrimSuffix(line, " [recovered, repanicked]"), "0x…")
		}
	}
	seen := map[string][]string{} // test → its message in each run
	for i, line := range lines {
		name, ok := strings.CutPrefix(line, "--- FAIL: ")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(name, " (")
		seen[name] = append(seen[name], message(lines[i+1:]))
		if m := seen[name]; len(m) == rounds {
			if len(slices.Compact(m)) == 1 && m[0] != "" {
				least, _, _ := strings.Cut(m[0], "\n")
				return name + ": " + shortened(least)
			}
			return name + " failed" // with a time, a folder or a map in its message
		}
	}
	return ""
}

// message returns the lines that a test logged with their place, sorted: in
// whatever order a map gave them, the same set is the same message.
func message(lines []string) string {
	place := regexp.MustCompile(`_test\.go:\d+: `)
	var logged []string
	for _, l := range lines {
		if strings.HasPrefix(l, "--- ") || l == "FAIL" || l == "PASS" {
			break
		}
		if place.MatchString(l) {
			logged = append(logged, strings.TrimSpace(l))
		}
	}
	slices.Sort(logged)
	return strings.Join(logged, "\n")
}

// shortened cuts a message to a line that fits a report.
func shortened(text string) string {
	if r := []rune(text); len(r) > 240 {
		return string(r[:239]) + "…"
	}
	return text
}
