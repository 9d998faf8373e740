package mcptool_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"sooth/tool"
	"sooth/tool/mcptool"
)

// count counts in a file the calls of all processes that a server had.
func count(file string) int64 {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 0
	}
	defer f.Close()
	f.Write([]byte{'.'})
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// wear misbehaves: the fifth call floods, every 7th crashes, every 11th hangs.
func wear(call int64) {
	switch {
	case call == 5:
		fmt.Print(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`)
		line := bytes.Repeat([]byte("x"), 1<<20)
		for range 50 {
			os.Stdout.Write(line)
		}
		fmt.Println(`"}]}}`)
	case call%7 == 0:
		os.Exit(3)
	case call%11 == 0:
		time.Sleep(time.Hour)
	}
}

// marked lists the processes whose environment holds a text.
func marked(t *testing.T, text string) (pids []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil || len(files) == 0 {
		t.Skip("SKIPPED: there is no /proc to look for processes in")
	}
	for _, name := range files {
		if environ, err := os.ReadFile(name); err == nil && bytes.Contains(environ, []byte(text)) {
			pids = append(pids, filepath.Base(filepath.Dir(name)))
		}
	}
	return pids
}

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("SKIPPED: there is no /proc to count descriptors in")
	}
	return len(list)
}

// TestEndure: a server that crashes at every 7th call, hangs at every 11th and
// floods 50 MB once costs these calls and no others, each with its own word, and leaves
// no process, no descriptor and no goroutine.
func TestEndure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "calls")
	o := options(t, "endure "+file)
	o.Grace = time.Second
	before, routines := descriptors(t), runtime.NumGoroutine()
	k := mcptool.Keep(o)
	const calls = 45
	got := map[tool.Word]int{}
	for n := 1; n <= calls; n++ {
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		r, err := k.Call(ctx, "echo", echo(fmt.Sprint(n)))
		cancel()
		want := tool.Word("")
		switch {
		case n == 5:
			want = tool.TooLarge
		case n%7 == 0:
			want = tool.Disconnected
		case n%11 == 0:
			want = tool.TimedOut
		}
		var failure *tool.Failure
		errors.As(err, &failure)
		switch {
		case failure == nil && (want != "" || err != nil || r.Text != fmt.Sprintf("1 %d\n2", n)):
			t.Errorf("call %d: %+v, %v; want %q", n, r, err, want)
		case failure != nil && failure.Word != want:
			t.Errorf("call %d: %v; want %q", n, failure, want)
		case failure != nil:
			got[failure.Word]++
		}
	}
	if got[tool.Disconnected] != 6 || got[tool.TimedOut] != 4 || got[tool.TooLarge] != 1 {
		t.Errorf("%v; want 6 crashes, 4 hangs, 1 flood", got)
	}
	if starts, _ := k.Starts(); starts != 12 {
		t.Errorf("%d starts, want one and one after each of 11 failures", starts)
	}
	k.Close()
	if pids := marked(t, file); len(pids) > 0 {
		t.Errorf("processes %v live on", pids)
	}
	for range 50 { // the last readers end a moment later
		if descriptors(t) <= before && runtime.NumGoroutine() <= routines {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d descriptors and %d goroutines, before it %d and %d", descriptors(t), runtime.NumGoroutine(), before, routines)
}

// TestHungCallSparesOthers: calls that are under way beside one that hangs still
// finish, the next go to another process.
func TestHungCallSparesOthers(t *testing.T) {
	k := mcptool.Keep(options(t, ""))
	defer k.Close()
	slow := make(chan error)
	var group sync.WaitGroup
	group.Go(func() {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		r, err := k.Call(ctx, "echo", echo("slow"))
		if err == nil && r.Text != "1 slow\n2" {
			err = fmt.Errorf("%+v", r)
		}
		slow <- err
	})
	time.Sleep(300 * time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	var failure *tool.Failure
	if _, err := k.Call(ctx, "echo", echo("hang")); !errors.As(err, &failure) || failure.Word != tool.TimedOut {
		t.Errorf("%v", err)
	}
	if _, err := k.Call(t.Context(), "echo", echo("a")); err != nil {
		t.Error(err)
	}
	if starts, _ := k.Starts(); starts != 2 {
		t.Errorf("%d starts, want 2", starts)
	}
	if err := <-slow; err != nil {
		t.Errorf("the call beside it: %v", err)
	}
	group.Wait()
}

// TestNoiseWithoutEnd: noise has no bound, and does not end the session.
func TestNoiseWithoutEnd(t *testing.T) {
	s := start(t, "")
	if r, err := s.Call(t.Context(), "echo", echo("noise flood")); err != nil || !strings.HasPrefix(r.Text, "1 noise") {
		t.Errorf("%+v, %v", r, err)
	}
	if lines, first := s.Noise(); lines != 1 || len(first) != 120 {
		t.Errorf("%d lines of noise, %q", lines, first)
	}
}

// TestDeadServerIsGivenUp: what does not start three times in a row is not tried again.
func TestDeadServerIsGivenUp(t *testing.T) {
	k := mcptool.Keep(options(t, "dies at once"))
	defer k.Close()
	for n := range 5 {
		err := k.Ready(t.Context())
		var failure *tool.Failure
		if !errors.As(err, &failure) || failure.Word != tool.NotStarted || (n >= 3) != strings.Contains(failure.Reason, "is not tried again") {
			t.Errorf("try %d: %v", n, err)
		}
	}
}
