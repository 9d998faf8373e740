package trial_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sooth/agent"
	"sooth/score"
	"sooth/trial"
)

var background = context.Background()

func open(t testing.TB, path string, o trial.Options) *trial.Store {
	t.Helper()
	s, err := trial.Open(background, path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func fresh(t testing.TB) *trial.Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "runs.db"), trial.Options{})
}

func run(id string, trials int) trial.Run {
	return trial.Run{
		ID: id, Suite: "go-api", SuiteDir: "examples/go-api", SuiteHash: "abc", Toolchain: "go1.26",
		Plan: trial.PlanHash(slices.Values([]trial.Planned{{Task: id}})), Trials: trials, Seed: 1, Mode: "replay", Version: "test",
		Started: time.Date(2026, 11, 21, 2, 0, 0, 5, time.UTC), End: trial.Running,
	}
}

// nothing is what a run takes over that takes over nothing.
func nothing(func(trial.Record, error) bool) {}

func begin(t testing.TB, s *trial.Store, r trial.Run) {
	t.Helper()
	if err := s.Begin(background, r, nothing); err != nil {
		t.Fatal(err)
	}
}

func record(run string, order int) trial.Record {
	r := trial.Record{
		Schema: trial.Schema, Run: run, Key: trial.Key(trial.Visible{Prompt: fmt.Sprint(order)}),
		Task: fmt.Sprintf("task-%d", order/2), Arm: []string{"none", "context"}[order%2], Model: "claude", Order: order,
		State: score.Answered, System: "Answer.\n", Prompt: fmt.Sprintf("Write %d.", order), Answer: fmt.Sprintf("answer %d", order),
		Agent: "replay", Attempts: 1, Started: time.Date(2026, 11, 21, 2, 0, order, 0, time.UTC),
		Finished: time.Date(2026, 11, 21, 2, 1, order, 7, time.UTC),
	}
	return r
}

func mustPut(t testing.TB, s *trial.Store, list ...trial.Record) {
	t.Helper()
	for _, r := range list {
		if err := s.Put(background, r); err != nil {
			t.Fatal(err)
		}
	}
}

func records(t testing.TB, s *trial.Store, run string) []trial.Record {
	t.Helper()
	var list []trial.Record
	for r, err := range s.Records(background, run) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// TestExact: what is read is what was put, in the order of the plan whatever
// the order of commits.
func TestExact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x", "runs.db")
	s := open(t, path, trial.Options{})
	begin(t, s, run("one", 4))
	input, cost := 0, 0.1+0.2
	full := record("one", 0)
	full.Prompt, full.Answer = "NUL \x00, CRLF\r\n, \uFEFF, <&>\u2028 and ünïcode", strings.Repeat("0123456789abcdef", 1<<16)
	full.Returned, full.Stop, full.CostUSD = "claude-x-2026", "end_turn", &cost
	full.Usage = agent.Usage{Input: &input}
	full.Parameters = map[string]string{"temperature": "0"}
	full.ToolCalls = []agent.ToolCall{{Tool: "search", Arguments: `{"q":"<x>"}`, Result: "ab", Bytes: 3, Latency: 12345, Error: "e", Cached: true}}
	full.Recorded = time.Date(2026, 11, 20, 0, 0, 0, 1, time.UTC)
	none := record("one", 1)
	none.State, none.Reason, none.Answer, none.System = score.NoAnswer, "refused", "", ""
	infra := record("one", 3)
	infra.State, infra.Reason = score.InfraError, "no recorded answer"
	want := []trial.Record{full, none, record("one", 2), infra}
	for _, i := range []int{2, 0, 3, 1} {
		mustPut(t, s, want[i])
	}
	for range 2 {
		if d := cmp.Diff(want, records(t, s, "one")); d != "" {
			t.Error(d)
		}
		got, err := s.Run(background, "one")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(trial.Summary{Run: run("one", 4), Counts: trial.Counts{Answered: 2, NoAnswer: 1, InfraErrors: 1}}, got); d != "" {
			t.Error(d)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open(t, path, trial.Options{ReadOnly: true})
	}
	if err := s.Put(background, record("one", 9)); err == nil {
		t.Error("a store that was opened for reading took a record")
	}
}

// TestTimesAreNormal: a time's zone and monotonic reading are not kept, the
// moment is.
func TestTimesAreNormal(t *testing.T) {
	s := fresh(t)
	begin(t, s, run("one", 1))
	r := record("one", 0)
	r.Started = time.Now().In(time.FixedZone("x", 3600))
	mustPut(t, s, r)
	got := records(t, s, "one")[0]
	if !got.Started.Equal(r.Started) || got.Started.Location() != time.UTC {
		t.Errorf("got %v, want %v in UTC", got.Started, r.Started)
	}
}

func TestRefused(t *testing.T) {
	s := fresh(t)
	begin(t, s, run("one", 9))
	mustPut(t, s, record("one", 0))
	for name, c := range map[string]struct {
		change func(*trial.Record)
		want   string
	}{
		"the same again":      {func(r *trial.Record) { r.Order = 0; r.Task = "task-0"; r.Arm = "none" }, "already"},
		"same trial":          {func(r *trial.Record) { r.Task, r.Arm = "task-0", "none" }, "already"},
		"same place":          {func(r *trial.Record) { r.Order = 0 }, "already"},
		"unknown run":         {func(r *trial.Record) { r.Run = "two" }, "no such run"},
		"prefix of a run":     {func(r *trial.Record) { r.Run = "on" }, "no such run"},
		"state":               {func(r *trial.Record) { r.State = "fail" }, "state"},
		"no reason":           {func(r *trial.Record) { r.State = score.NoAnswer }, "without a reason"},
		"schema":              {func(r *trial.Record) { r.Schema = "sooth.trial/2" }, "schema"},
		"key":                 {func(r *trial.Record) { r.Key = "xyz" }, "hexadecimal"},
		"negative order":      {func(r *trial.Record) { r.Order = -1 }, "negative"},
		"invalid UTF-8":       {func(r *trial.Record) { r.Answer = "a\xff" }, "answer is not valid UTF-8"},
		"invalid UTF-8 param": {func(r *trial.Record) { r.Parameters = map[string]string{"a": "\xff"} }, "parameters is not valid UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			r := record("one", 3)
			c.change(&r)
			err := s.Put(background, r)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
	if got := records(t, s, "one"); len(got) != 1 {
		t.Errorf("%d records, want 1", len(got))
	}
	another := record("one", 5)
	another.Task, another.Arm, another.Repeat = "task-0", "none", 1 // a repeat is another trial
	mustPut(t, s, another)
}

// TestConcurrentPuts: many goroutines in two processes' worth of stores put at
// once, with a duplicate in each round that must not take others with it.
func TestConcurrentPuts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	stores := []*trial.Store{open(t, path, trial.Options{}), open(t, path, trial.Options{})}
	const n = 200
	begin(t, stores[0], run("one", n))
	var workers sync.WaitGroup
	var mutex sync.Mutex
	taken := map[int]int{}
	for w := range 8 {
		workers.Go(func() {
			for i := range n {
				if i%4 != w%4 {
					continue // each record is put by two goroutines, one of each store or both of one
				}
				err := stores[w/4].Put(background, record("one", i))
				var twice *trial.DuplicateError
				if err != nil && !errors.As(err, &twice) {
					t.Error(err)
				}
				if err == nil {
					mutex.Lock()
					taken[i]++
					mutex.Unlock()
				}
			}
		})
	}
	workers.Go(func() {
		for range 20 {
			last := -1
			for r, err := range stores[1].Records(background, "one") {
				if err != nil || r.Order <= last {
					t.Errorf("record %d after %d: %v", r.Order, last, err)
				}
				last = r.Order
			}
		}
	})
	workers.Wait()
	got := records(t, stores[0], "one")
	if len(got) != n {
		t.Fatalf("%d records, want %d", len(got), n)
	}
	for i, r := range got {
		if d := cmp.Diff(record("one", i), r); d != "" || taken[i] != 1 {
			t.Errorf("record %d was taken %d times: %s", i, taken[i], d)
		}
	}
}

func TestClosed(t *testing.T) {
	s := fresh(t)
	begin(t, s, run("one", 1))
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := s.Put(background, record("one", 0)); err == nil {
		t.Error("a closed store took a record")
	}
}

// TestCancelledPut: a call that is cancelled before it is handed over is not
// committed.
func TestCancelledPut(t *testing.T) {
	s := fresh(t)
	begin(t, s, run("one", 300))
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	var workers sync.WaitGroup
	var mutex sync.Mutex
	put := map[int]bool{}
	for i := range 300 {
		if i == 150 {
			cancel()
		}
		workers.Go(func() {
			err := s.Put(ctx, record("one", i))
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			mutex.Lock()
			put[i] = err == nil
			mutex.Unlock()
		})
	}
	workers.Wait()
	there := map[int]bool{}
	for _, r := range records(t, s, "one") {
		there[r.Order] = true
	}
	for i := range 300 {
		if put[i] != there[i] {
			t.Errorf("record %d: Put said %v, there is %v", i, put[i], there[i])
		}
	}
}
