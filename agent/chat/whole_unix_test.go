//go:build unix

package chat_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sooth/agent/chat"
	"sooth/internal/runner"
	"sooth/llm"
	"sooth/llm/anthropic"
	"sooth/llm/exchange"
	"sooth/llm/llmtest"
	"sooth/suite"
	"sooth/trial"
)

// childPlan is the variable that makes this test binary a process that runs a
// plan against a server: its address, the store, trials, jobs, and whether it
// tells of each record.
const childPlan = "CHAT_TEST_PLAN"

func TestMain(m *testing.M) {
	if text := os.Getenv(childPlan); text != "" {
		if err := child(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// cost is what a whole run took, in a process of its own.
type cost struct {
	Wall, CPU float64 // seconds
	Peak      float64 // MiB, resident
	Answered  int
}

// child runs a plan. It may print the place of every record after its commit, a
// line each, and prints what the run took at the end.
func child(text string) error {
	var url, path string
	var n, jobs int
	var tell bool
	if _, err := fmt.Sscan(text, &url, &path, &n, &jobs, &tell); err != nil {
		return err
	}
	ctx := context.Background()
	store, err := trial.Open(ctx, path, trial.Options{})
	if err != nil {
		return err
	}
	d, err := anthropic.New(exchange.Options{Key: "key-for-tests-0123", BaseURL: url, Timeout: time.Minute})
	if err != nil {
		return err
	}
	policy := llm.ForAgents(rand.Float64)
	a, err := chat.New(chat.Options{Models: map[string]chat.Model{"m": {Driver: d, ID: "m-1"}}, Policy: policy, Prices: prices})
	if err != nil {
		return err
	}
	plan := make([]suite.Trial, n)
	for i := range plan {
		plan[i] = suite.Trial{Order: i, Task: fmt.Sprintf("task-%05d", i), Arm: "none", Model: "m", Prompt: fmt.Sprintf("question %d", i)}
	}
	begun := time.Now()
	outcome, err := runner.Run(ctx, runner.Options{
		Store: store, Agent: a, Plan: plan, Jobs: jobs, Run: trial.Run{Suite: "s", Mode: "live"}, Parameters: map[string]string{"max_tokens": "50"},
		OnRecord: func(r trial.Record) {
			if tell {
				fmt.Fprintf(os.Stdout, "%d\n", r.Order)
			}
		},
	})
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return err
	}
	c := cost{Wall: time.Since(begun).Seconds(), CPU: float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9, Peak: float64(u.Maxrss) / 1024, Answered: outcome.Counts.Answered}
	if runtime.GOOS == "darwin" { // which counts bytes, not KiB
		c.Peak /= 1024
	}
	line, err := json.Marshal(c)
	fmt.Fprintf(os.Stdout, "%s\n", line)
	return err
}

// startChild starts the process.
func startChild(t testing.TB, s *llmtest.Server, path string, n, jobs int, tell bool) (*exec.Cmd, io.Reader, *bytes.Buffer) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %d %d %t", childPlan, s.URL(), path, n, jobs, tell))
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

// records are the records of the only run of a store, without what differs from
// run to run.
func records(t *testing.T, path string) []trial.Record {
	t.Helper()
	store, err := trial.Open(t.Context(), path, trial.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	runs, err := store.Runs(t.Context())
	if err != nil || len(runs) != 1 || runs[0].End != trial.Completed {
		t.Fatalf("%+v, %v", runs, err)
	}
	var list []trial.Record
	for r, err := range store.Records(t.Context(), runs[0].ID) {
		if err != nil {
			t.Fatal(err)
		}
		r.Run, r.Started, r.Finished = "", time.Time{}, time.Time{}
		list = append(list, r)
	}
	return list
}

// completed reports whether a run was finished in the moment before its process
// was killed: the next one would begin another.
func completed(t *testing.T, path string) bool {
	t.Helper()
	store, err := trial.Open(t.Context(), path, trial.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	runs, err := store.Runs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return len(runs) == 1 && runs[0].End == trial.Completed
}

// TestKilledLive kills a process that asks a model at random moments, and starts
// it again: no record that was told of is lost, the server is asked nothing
// twice but what was in flight at a kill, and in the end all is as if nothing
// had happened. A hundred kills with SOOTH_LONG, else ten.
func TestKilledLive(t *testing.T) {
	const n, jobs = 400, 20
	kills := 10
	if os.Getenv("SOOTH_LONG") != "" {
		kills = 100
	}
	behave := func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Latency: 20 * time.Millisecond} }
	calm := filepath.Join(t.TempDir(), "runs.db")
	c, out, stderr := startChild(t, start(t, behave), calm, n, jobs, true)
	if io.Copy(io.Discard, out); c.Wait() != nil {
		t.Fatal(stderr)
	}
	want := records(t, calm)
	if len(want) != n {
		t.Fatalf("%d records, want %d", len(want), n)
	}
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	killed, lost, again := 0, 0, 0
	for killed < kills {
		s := start(t, behave)
		path := filepath.Join(t.TempDir(), "runs.db")
		told, inFlight := map[int]bool{}, 0
		for done := false; !done; {
			before := s.Counts().Requests
			c, out, stderr := startChild(t, s, path, n, jobs, true)
			if killed < kills {
				time.AfterFunc(time.Duration(random.IntN(250))*time.Millisecond, func() { c.Process.Kill() })
			}
			here := map[int]bool{}
			for lines := bufio.NewScanner(out); lines.Scan(); {
				if order, err := strconv.Atoi(lines.Text()); err == nil {
					here[order] = true
				}
			}
			err := c.Wait()
			if err != nil && !strings.Contains(err.Error(), "killed") {
				t.Fatalf("%v: %s", err, stderr)
			}
			fresh := 0
			for order := range here {
				if !told[order] {
					fresh++
				}
				told[order] = true
			}
			if err == nil {
				done = true
				for order := range told {
					if !here[order] {
						lost++
					}
				}
				continue
			}
			killed++
			inFlight += s.Counts().Requests - before - fresh // asked and not told of: in flight, or recorded and about to be told
			done = completed(t, path)
		}
		if d := cmp.Diff(want, records(t, path)); d != "" {
			t.Error(d)
		}
		counts := s.Counts()
		again += counts.Requests - n
		if counts.Distinct != n || counts.Requests-n > inFlight || counts.Highest > 2*jobs {
			t.Errorf("%d requests, %d different ones of %d trials, %d in flight at kills, %d at once", counts.Requests, counts.Distinct, n, inFlight, counts.Highest)
		}
	}
	if lost > 0 {
		t.Errorf("%d finished records lost", lost)
	}
	t.Logf("%d kills, %d finished records lost, %d requests sent again that were in flight", killed, lost, again)
}

// TestBurstLive is a run through a long burst, with SOOTH_LONG only: it waits as
// the server asks.
func TestBurstLive(t *testing.T) {
	if os.Getenv("SOOTH_LONG") == "" {
		t.Skip("SKIPPED: SOOTH_LONG is not set; TestRun is a shorter burst")
	}
	burst := llmtest.Burst{Seed: 7, RateLimits: 0.30, Overloads: 0.05, Drops: 0.02, HalfBodies: 0.01, WaitFrom: time.Second, WaitTo: 3 * time.Second, Tries: 2}
	s := start(t, burst.Behave)
	c, out, stderr := startChild(t, s, filepath.Join(t.TempDir(), "runs.db"), 1000, 100, false)
	var last string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		last = lines.Text()
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err, stderr)
	}
	var took cost
	counts := s.Counts()
	if err := json.Unmarshal([]byte(last), &took); err != nil || took.Answered != 1000 || counts.Early != 0 || counts.ByStatus[429] < 300 {
		t.Errorf("%s, %v, server %+v", last, err, counts)
	}
	t.Logf("%s, server %+v", last, counts)
}

// BenchmarkLive measures whole processes that ask a server which answers after
// 50 ms, every record committed: time in units of trials / jobs × 50 ms,
// processor time, memory.
func BenchmarkLive(b *testing.B) {
	for _, c := range []struct{ n, jobs int }{{1000, 20}, {1000, 100}, {10000, 20}} {
		b.Run(fmt.Sprintf("%d trials, %d jobs", c.n, c.jobs), func(b *testing.B) {
			s := start(b, func(llmtest.Call) llmtest.Behaviour { return llmtest.Behaviour{Latency: 50 * time.Millisecond} })
			var worst cost
			for b.Loop() {
				command, out, stderr := startChild(b, s, filepath.Join(b.TempDir(), "runs.db"), c.n, c.jobs, false)
				var last string
				for lines := bufio.NewScanner(out); lines.Scan(); {
					last = lines.Text()
				}
				var took cost
				if err := errors.Join(command.Wait(), json.Unmarshal([]byte(last), &took)); err != nil || took.Answered != c.n {
					b.Fatal(err, last, stderr)
				}
				worst = cost{Wall: max(worst.Wall, took.Wall), CPU: max(worst.CPU, took.CPU), Peak: max(worst.Peak, took.Peak)}
			}
			b.ReportMetric(worst.Wall, "wall-s")
			b.ReportMetric(worst.Wall/(float64(c.n/c.jobs)*0.05), "of-ideal")
			b.ReportMetric(worst.CPU, "cpu-s")
			b.ReportMetric(worst.Peak, "peak-MiB")
		})
	}
}
