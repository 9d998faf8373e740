package trial_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sooth/trial"
)

func TestRuns(t *testing.T) {
	s := fresh(t)
	if list, err := s.Runs(background); err != nil || len(list) != 0 {
		t.Errorf("an empty store has runs %v, %v", list, err)
	}
	if _, err := s.Run(background, "last"); !errors.Is(err, trial.ErrNoRun) {
		t.Errorf("the last of none: %v", err)
	}
	late, early, same := run("abc1", 5), run("abd2", 5), run("x%_*", 5)
	early.Started = early.Started.Add(-time.Hour)
	same.ID = "xyz"
	begin(t, s, late)
	begin(t, s, early)
	begin(t, s, same) // started with abc1, begun after it
	mustPut(t, s, record("abc1", 0), record("abc1", 1), record("xyz", 0))
	list, err := s.Runs(background)
	if err != nil {
		t.Fatal(err)
	}
	want := []trial.Summary{{Run: early}, {Run: late, Counts: trial.Counts{Answered: 2}}, {Run: same, Counts: trial.Counts{Answered: 1}}}
	if d := cmp.Diff(want, list); d != "" {
		t.Error(d)
	}
	for id, want := range map[string]string{
		"abc1": "abc1", "abc": "abc1", "abd": "abd2", "x": "xyz", "last": "xyz",
		"ab": "several: abc1, abd2", "": "no such run", "abc12": "no such run", "%": "no such run", "*": "no such run", "xyz'": "no such run",
	} {
		r, err := s.Run(background, id)
		if err == nil && r.ID != want || err != nil && (!errors.Is(err, trial.ErrNoRun) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: got %q, %v, want %q", id, r.ID, err, want)
		}
	}
	if err := s.Begin(background, late, nothing); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("a second run with one id: %v", err)
	}
	for _, id := range []string{"", "last", "a b", "a/b", "é", strings.Repeat("a", 65)} {
		r := run("x", 1)
		r.ID = id
		if s.Begin(background, r, nothing) == nil {
			t.Errorf("a run %q was begun", id)
		}
	}
}

func TestFinishAndResume(t *testing.T) {
	s := fresh(t)
	r := run("one", 2)
	begin(t, s, r)
	other := r
	other.Suite = "changed"
	find := func(r trial.Run) string {
		t.Helper()
		found, ok, err := s.Unfinished(background, r)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return ""
		}
		return found.ID
	}
	if find(r) != "one" || find(other) != "" || find(run("two", 2)) != "" {
		t.Errorf("unfinished: %q, %q, %q", find(r), find(other), find(run("two", 2)))
	}
	at := r.Started.Add(time.Minute)
	for _, c := range []struct {
		end  trial.EndState
		want string
	}{{trial.Interrupted, "one"}, {trial.BudgetExceeded, "one"}, {trial.ErrorsTolerance, ""}, {trial.Completed, ""}} {
		if err := s.Finish(background, "one", c.end, at); err != nil {
			t.Fatal(err)
		}
		got, err := s.Run(background, "one")
		if err != nil || got.End != c.end || !got.Finished.Equal(at) {
			t.Errorf("%s: got %+v, %v", c.end, got, err)
		}
		if id := find(r); id != c.want {
			t.Errorf("%s: unfinished is %q, want %q", c.end, id, c.want)
		}
		if err := s.Resume(background, "one"); err != nil {
			t.Fatal(err)
		}
		if got, err = s.Run(background, "one"); err != nil || !cmp.Equal(got.Run, r) {
			t.Errorf("resumed: got %+v, %v", got, err)
		}
	}
	if err := s.Finish(background, "none", trial.Completed, at); !errors.Is(err, trial.ErrNoRun) {
		t.Error(err)
	}
	if err := s.Finish(background, "one", "great", at); err == nil {
		t.Error("an unknown end state was taken")
	}
}

// TestPrune: the named runs go with what only they needed, the others stay as
// they were; a run that is being executed stays.
func TestPrune(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path, trial.Options{})
	for _, id := range []string{"one", "two", "three"} {
		begin(t, s, run(id, 2))
		r := record(id, 0)
		r.Answer = strings.Repeat(id, 100_000)
		mustPut(t, s, r, record(id, 1))
	}
	lock, err := s.Lock(run("three", 2).Plan)
	if err != nil {
		t.Fatal(err)
	}
	want := records(t, s, "two")
	pruned, err := s.Prune(background, func(r trial.Summary) bool { return r.ID == "two" })
	var held *trial.LockedError
	if !errors.As(err, &held) || len(pruned) != 1 || pruned[0].ID != "one" {
		t.Errorf("pruned %v, %v", pruned, err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	if pruned, err = s.Prune(background, func(r trial.Summary) bool { return r.ID == "two" }); err != nil || len(pruned) != 1 || pruned[0].ID != "three" {
		t.Errorf("pruned %v, %v", pruned, err)
	}
	if d := cmp.Diff(want, records(t, s, "two")); d != "" {
		t.Error(d)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content := read(t, path)
	if bytes.Contains(content, []byte("oneoneone")) || bytes.Contains(content, []byte("threethree")) || !bytes.Contains(content, []byte("twotwotwo")) {
		t.Error("the file holds texts of a pruned run, or lacks one that was kept")
	}
}

func TestLock(t *testing.T) {
	s := fresh(t)
	plan := run("one", 1).Plan
	first, err := s.Lock(plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Note("one"); err != nil {
		t.Fatal(err)
	}
	_, err = s.Lock(plan)
	var held *trial.LockedError
	if !errors.As(err, &held) || held.Run != "one" || held.PID == 0 {
		t.Errorf("a second lock: %v", err)
	}
	other, err := s.Lock(run("two", 1).Plan)
	if err != nil {
		t.Errorf("another plan: %v", err)
	}
	for _, l := range []*trial.Lock{first, other} {
		if err := l.Release(); err != nil {
			t.Error(err)
		}
	}
	again, err := s.Lock(plan)
	if err != nil {
		t.Fatal(err)
	}
	again.Release()
	for _, plan := range []string{"", "../../../../../etc/passwd", strings.Repeat("x", 64)} {
		if _, err := s.Lock(plan); err == nil {
			t.Errorf("plan %q was locked", plan)
		}
	}
}

func TestNewID(t *testing.T) {
	id, err := trial.NewID(bytes.NewReader([]byte{1, 2, 3, 0xab, 0xcd}))
	if err != nil || id != "010203abcd" {
		t.Errorf("got %q, %v", id, err)
	}
	if _, err := trial.NewID(strings.NewReader("1")); err == nil {
		t.Error("too little randomness was taken")
	}
}
