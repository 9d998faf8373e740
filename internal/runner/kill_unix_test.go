//go:build unix

package runner_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sooth/internal/runner"
	"sooth/trial"
)

// childStore names the store of a test binary that runs as a child.
const childStore = "RUNNER_TEST_STORE"

// trialsOfChild is the size of the plan that a child executes.
const trialsOfChild = 1000

func TestMain(m *testing.M) {
	if path := os.Getenv(childStore); path != "" {
		if err := child(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child executes the plan and reports every record on standard output as soon
// as its hook hears of it, unbuffered.
func child(path string) error {
	store, err := trial.Open(context.Background(), path, trial.Options{})
	if err != nil {
		return err
	}
	t := &testing.B{}
	plan, source := recorded(t, trialsOfChild)
	_, err = runner.Run(context.Background(), runner.Options{
		Store: store, Agent: newReplay(t, source, plan), Plan: plan, Jobs: 4,
		Run:      trial.Run{Suite: "s", Mode: "replay"},
		OnRecord: func(r trial.Record) { fmt.Fprintf(os.Stdout, "%d\n", r.Order) },
	})
	return errors.Join(err, store.Close())
}

// startChild starts this test binary as a child on a store.
func startChild(t *testing.T, path string) (*exec.Cmd, io.Reader, *bytes.Buffer) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childStore+"="+path)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, out, &stderr
}

// uninterrupted returns the records of a run that nothing disturbed.
func uninterrupted(t *testing.T) []trial.Record {
	t.Helper()
	plan, source := recorded(t, trialsOfChild)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	outcome, err := runner.Run(context.Background(), runner.Options{
		Store: s, Agent: newReplay(t, source, plan), Plan: plan, Jobs: 1, Run: trial.Run{Suite: "s", Mode: "replay"},
	})
	if err != nil || outcome.Run.End != trial.Completed {
		t.Fatal(outcome, err)
	}
	return timeless(t, s, outcome.Run.ID)
}

// TestKill kills a process at a hundred random moments of its life, in the
// start, while records are committed, and at the end. No record that was
// reported may be lost, none may be there twice, and the run that was killed so
// often ends with the records of one that never was.
func TestKill(t *testing.T) {
	want := uninterrupted(t)
	kills := 100
	if testing.Short() {
		kills = 10
	}
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	dir := t.TempDir()
	finished, lost, killed := 0, 0, 0
	for store := 0; killed < kills; store++ {
		path := filepath.Join(dir, fmt.Sprintf("runs-%d.db", store))
		for done := false; !done; {
			c, out, stderr := startChild(t, path)
			// Half of the kills come some time after the start, half after some
			// records; these follow each other closely enough that a run takes
			// about thirty of them.
			after := trialsOfChild + 1 // never
			if killed >= kills {
				// Enough: it may end.
			} else if random.IntN(2) == 0 {
				time.AfterFunc(time.Duration(random.IntN(60_000))*time.Microsecond, func() { c.Process.Kill() })
			} else {
				after = random.IntN(80)
			}
			reported := map[int]bool{}
			for lines := bufio.NewScanner(out); lines.Scan(); {
				order, err := strconv.Atoi(lines.Text())
				if err != nil || reported[order] {
					t.Fatalf("the child says %q, again: %v", lines.Text(), reported[order])
				}
				reported[order] = true
				// Records of earlier lives are told again first: count new ones.
				if len(reported)-finished == after {
					time.Sleep(time.Duration(random.IntN(500)) * time.Microsecond)
					c.Process.Kill()
				}
			}
			err := c.Wait()
			if err != nil && !strings.Contains(err.Error(), "killed") {
				t.Fatalf("%v: %s", err, stderr)
			}
			if err != nil {
				killed++
			}
			// A kill may come between the end of the run and that of the process.
			finished, done = inspect(t, path, reported, &lost)
			if err == nil && !done {
				t.Fatal("the child ended before its run")
			}
		}
		s := open(t, path)
		runs, err := s.Runs(context.Background())
		if err != nil || len(runs) != 1 || runs[0].End != trial.Completed || runs[0].Counts.Answered != trialsOfChild {
			t.Fatalf("after all: %+v, %v", runs, err)
		}
		if d := cmp.Diff(want, timeless(t, s, runs[0].ID)); d != "" {
			t.Error(d)
		}
		finished = 0
	}
	t.Logf("%d kills, %d finished records lost", killed, lost)
}

// inspect compares what a child reported with what is there, and returns how
// much that is and whether the run is complete.
func inspect(t *testing.T, path string, reported map[int]bool, lost *int) (finished int, done bool) {
	t.Helper()
	if _, err := os.Stat(path); err != nil && len(reported) == 0 {
		return 0, false // killed before it made the file
	}
	s, err := trial.Open(context.Background(), path, trial.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	runs, err := s.Runs(context.Background())
	if err != nil || len(runs) > 1 {
		t.Fatalf("%d runs, want one: %v", len(runs), err)
	}
	there := map[int]bool{}
	if len(runs) == 1 {
		for r, err := range s.Records(context.Background(), runs[0].ID) {
			if err != nil {
				t.Fatal(err)
			}
			there[r.Order] = true
		}
		if n := runs[0].Counts.Recorded(); n != len(there) {
			t.Errorf("counts say %d records, there are %d", n, len(there))
		}
	}
	for order := range reported {
		if !there[order] {
			*lost++
			t.Errorf("record %d was reported and is lost", order)
		}
	}
	return len(there), len(runs) == 1 && runs[0].End == trial.Completed
}

// TestTwoProcesses: while a process executes a plan, a second one that would
// is told so with the first one's id; when the first is killed, the second
// goes on with its run.
func TestTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	c, out, stderr := startChild(t, path)
	first := make([]byte, 1)
	if _, err := io.ReadFull(out, first); err != nil {
		t.Fatal(err, stderr)
	}
	pause(t, c.Process)
	s := open(t, path)
	plan, source := recorded(t, trialsOfChild)
	o := runner.Options{Store: s, Agent: newReplay(t, source, plan), Plan: plan, Run: trial.Run{Suite: "s", Mode: "replay"}}
	_, err := runner.Run(context.Background(), o)
	var held *trial.LockedError
	if !errors.As(err, &held) || held.PID != c.Process.Pid || held.Run == "" || !strings.Contains(err.Error(), fmt.Sprintf("process %d", c.Process.Pid)) {
		t.Errorf("two processes: %v, want the id %d", err, c.Process.Pid)
	}
	runs, err := s.Runs(context.Background())
	if err != nil || len(runs) != 1 || held != nil && runs[0].ID != held.Run {
		t.Fatal(runs, err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, out)
	c.Wait()
	outcome, err := runner.Run(context.Background(), o)
	if err != nil || outcome.Run.ID != runs[0].ID || outcome.Run.End != trial.Completed || outcome.Counts.Answered != trialsOfChild || outcome.Resumed == 0 {
		t.Errorf("after the kill: %+v, %v", outcome, err)
	}
}

// pause stops a process in the middle of what it does.
func pause(t testing.TB, p *os.Process) {
	t.Helper()
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
}
