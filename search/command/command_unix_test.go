//go:build unix

package command_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sooth/search"
	"sooth/search/command"
)

// sh runs a line of shell as the program under test.
func sh(line string) search.Process {
	return search.Process{Command: []string{"/bin/sh", "-c", line}, Environ: []string{"PATH=/usr/bin:/bin"}}
}

// TestRun: whatever a program does, what happened has its word, soon.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		line   string
		word   search.Word // empty: it ended by itself
		exit   int
		stdout string
		reason string
	}{
		{`echo hello; echo no >&2; exit 3`, "", 3, "hello\n", ""},
		{`cat; echo end`, "", 0, "end\n", ""}, // nothing stands on its standard input
		{`echo $SOOTH_SECRET$HOME.`, "", 0, ".\n", ""},
		{`kill -SEGV $$`, search.Killed, 0, "", "ended by signal segmentation fault"},
		{`sleep 60`, search.TimedOut, 0, "", "no answer in time"},
		{`echo slow start >&2; sleep 60`, search.TimedOut, 0, "", `no answer in time; it said last: "slow start"`},
		{`yes`, search.TooLarge, 0, "", "more than 64 MiB of output"},
		{`echo part; sleep 60 & exit 0`, search.Rubbish, 0, "", "the program ended, but a child of it kept its output open"},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Setenv("SOOTH_SECRET", "s3cret")
			limit := time.Minute
			if c.word == search.TimedOut {
				limit = time.Second
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			began := time.Now()
			o, err := command.Run(ctx, sh(c.line))
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			var failure *search.Failure
			switch {
			case c.word == "" && (err != nil || o.Exit != c.exit || string(o.Stdout) != c.stdout || o.Latency <= 0):
				t.Errorf("%+v, %v", o, err)
			case c.word != "" && (!errors.As(err, &failure) || failure.Word != c.word || !strings.HasPrefix(failure.Reason, c.reason)):
				t.Errorf("%v, want %s: %s", err, c.word, c.reason)
			}
		})
	}
}

// TestTheWholeGroupEnds: children of a program that ran out of time end with it.
func TestTheWholeGroupEnds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	p := sh(`sleep 300 & echo $! > "$0"; wait`)
	p.Command = append(p.Command, file)
	if _, err := command.Run(ctx, p); err == nil {
		t.Fatal("it ended by itself")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		state, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(state), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d lives on", pid)
}

// TestArgumentsAreNoShell: what a query holds is one argument, whatever it is.
func TestArgumentsAreNoShell(t *testing.T) {
	x, err := search.Extraction{Pattern: `^(?P<id>.*)$`}.Compile()
	if err != nil {
		t.Fatal(err)
	}
	e := command.New(command.Config{Command: []string{"/usr/bin/printf", "%s\\n", "{query}", "--limit={k}"}, Hits: x})
	for _, query := range []string{`$(touch pwned); "x" 'y' {k}`, "-e", "{query}", "* ~ ; |"} {
		r, err := e.Search(t.Context(), search.Query{Text: query}, 7)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Hits) != 2 || r.Hits[0].ID != query || r.Hits[1].ID != "--limit=7" || len(r.Raw) != 64 || r.Bytes == 0 {
			t.Errorf("%q: %+v", query, r)
		}
	}
}

func TestNotStarted(t *testing.T) {
	var failure *search.Failure
	if _, err := command.Run(t.Context(), search.Process{Command: []string{"/no/such/program"}}); !errors.As(err, &failure) || failure.Word != search.NotStarted {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := command.Run(ctx, sh("true")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
