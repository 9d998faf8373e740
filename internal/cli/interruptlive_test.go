//go:build unix

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"sooth/llm/llmtest"
)

// TestInterruptedLive: Ctrl-C once lets what is in flight be answered, records it
// and asks nothing more; twice stops at once, and loses nothing that was
// finished. Both say how to go on, and the same command does: in the end each
// trial was asked once, or twice where the second Ctrl-C cut it off.
func TestInterruptedLive(t *testing.T) {
	const trials, jobs = 12, 3
	for _, twice := range []bool{false, true} {
		var open atomic.Bool // answers are given
		inFlight, release := make(chan struct{}, 100), make(chan struct{})
		s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
			if !open.Load() && strings.Contains(c.Prompt, "func Sorted") { // those of the other task are answered at once
				inFlight <- struct{}{}
				<-release
			}
			return coder(c)
		}})
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		db := t.TempDir()
		args := []string{"run", "testdata/tiny", "--db", db, "--model", "claude-haiku-4-5", "--repeats", "3", "--jobs", "3", "--format", "json"}
		c := exec.Command(self, args...)
		c.Env = append(append(os.Environ(), commandVariable+"=1"), providerEnvironment(s.URL(), liveKey)...)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range jobs { // every job waits for an answer
			select {
			case <-inFlight:
			case <-time.After(time.Minute):
				t.Fatalf("not %d requests in flight: %s", jobs, stderr.String())
			}
		}
		finished := s.Counts().Requests - jobs
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond) // for the signal to be taken
		if twice {
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		} else {
			close(release)
		}
		err = c.Wait()
		status, _ := c.ProcessState.Sys().(syscall.WaitStatus)
		if twice {
			if !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("twice: %v: %s", err, stderr.String())
			}
			close(release)
		} else if code(t, err) != 4 || !strings.Contains(stderr.String(), "interrupted after ") || !strings.Contains(stderr.String(), "hint: the same command goes on") || !strings.Contains(stderr.String(), "once more stops at once") {
			t.Errorf("once: %v: %s", err, stderr.String())
		}
		kept := finished
		if !twice {
			kept += jobs
		}
		if n := s.Counts().Requests; n != finished+jobs {
			t.Errorf("twice %v: %d requests, want no more than the %d before the first Ctrl-C", twice, n, finished+jobs)
		}
		out, errs, exit := sooth(t, nil, "runs", "list", "--db", db, "--json")
		if want := `"answered":` + strconv.Itoa(kept) + `,`; exit != 0 || !strings.Contains(out, want) {
			t.Errorf("twice %v: exit %d, want %s: %s%s", twice, exit, want, out, errs)
		}
		open.Store(true)
		_, errs, exit = sooth(t, providerEnvironment(s.URL(), liveKey), args...)
		counts := s.Counts()
		if exit != 0 || counts.Requests != finished+jobs+trials-kept || !strings.Contains(errs, "resumed run ") {
			t.Errorf("twice %v: resumed with exit %d, %d requests for %d trials, %d kept: %s", twice, exit, counts.Requests, trials, kept, errs)
		}
		t.Logf("twice %v: %d finished before, %d kept, %d requests in all", twice, finished, kept, counts.Requests)
	}
}
