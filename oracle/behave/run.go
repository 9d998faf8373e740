package behave

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"sooth/internal/sandbox"
)

// withDefaults fills in the limits that this oracle itself names in reasons.
func withDefaults(l sandbox.Limits) sandbox.Limits {
	if l.Wall <= 0 {
		l.Wall = 30 * time.Second
	}
	if l.CPU <= 0 {
		l.CPU = 30 * time.Second
	}
	if l.Memory <= 0 {
		l.Memory = 1 << 30
	}
	if l.Processes <= 0 {
		l.Processes = 64
	}
	if l.Disk <= 0 {
		l.Disk = 64 << 20
	}
	if l.Output <= 0 {
		l.Output = 1 << 20
	}
	return l
}

// testTimeout is the time after which the testing package itself stops, with
// the stacks of all goroutines: somewhat before the sandbox does.
func testTimeout(wall time.Duration) time.Duration { return wall - wall/6 }

// attempt is one execution of a program's tests.
type attempt struct {
	passed  int    // tests that reported so
	skipped int    // tests that reported so
	failure string // one clause; empty: everything passed
	told    bool   // a test reported its failure by its own token
	output  string // what it printed, without the reports
}

// tokens makes a token for each way in which each test can end.
func (s *session) tokens(names []string) (stdin []byte, meaning map[string]string, err error) {
	random := make([]byte, 3*16*len(names))
	s.mutex.Lock()
	_, err = io.ReadFull(s.oracle.options.Random, random)
	s.mutex.Unlock()
	if err != nil {
		return nil, nil, fmt.Errorf("random numbers: %w", err)
	}
	meaning = map[string]string{}
	var b strings.Builder
	for _, name := range names {
		b.WriteString(name)
		for _, state := range []string{"pass", "fail", "skip"} {
			token := hex.EncodeToString(random[:16])
			random = random[16:]
			meaning[token] = state + " " + name
			b.WriteString("\t" + token)
		}
		b.WriteString("\n")
	}
	return []byte(b.String()), meaning, nil
}

// execute runs the tests of p once in the sandbox. An error says nothing about
// the program.
func (s *session) execute(ctx context.Context, p *program, binary string, shared bool) (attempt, error) {
	if err := s.acquire(ctx); err != nil {
		return attempt{}, err
	}
	defer s.release()
	names := p.names
	if !shared && p.ends {
		names = append(append([]string{}, names...), endName)
	}
	stdin, meaning, err := s.tokens(names)
	if err != nil {
		return attempt{}, err
	}
	limits := s.oracle.options.Limits
	args := []string{"solution.test"}
	if shared {
		args = append(args, p.dir())
	}
	args = append(args, "-test.timeout="+testTimeout(limits.Wall).String(), "-test.paniconexit0=true", "-test.count=1")
	s.oracle.runs.Add(1)
	result, err := s.oracle.options.Sandbox.Run(ctx, sandbox.Command{Program: filepath.Clean(binary), Args: args, Stdin: stdin, Limits: limits})
	if err != nil {
		return attempt{}, err
	}
	if ctx.Err() != nil || result.Killed == "cancelled" {
		return attempt{}, context.Cause(ctx)
	}
	reported := map[string]string{}
	var stderr strings.Builder
	for line := range strings.Lines(string(result.Stderr)) {
		state, name, ok := strings.Cut(meaning[strings.TrimSpace(line)], " ")
		if !ok {
			stderr.WriteString(line)
			continue
		}
		if reported[name] != "fail" {
			reported[name] = state
		}
	}
	return read(names, reported, result, stderr.String(), limits), nil
}
