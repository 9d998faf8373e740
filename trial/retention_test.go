package trial_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"sooth/score"
	"sooth/trial"
)

// row is one record of a history: when it was finished, and in which run.
type row struct {
	run string
	at  time.Time
}

// history makes runs that begin, overlap, stop and stay unfinished at random over
// half a year, with the times of their records.
func history(r *rand.Rand, most int) (runs []trial.Summary, rows []row) {
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for i := range 1 + r.IntN(12) {
		s := trial.Summary{Run: run(fmt.Sprintf("%010x", i), 0)}
		s.Started = start.Add(time.Duration(r.IntN(175*24)) * time.Hour)
		end := s.Started.Add(time.Duration(1+r.IntN(72*60)) * time.Minute)
		n := r.IntN(most)
		s.Trials = max(n, 1)
		for range n {
			rows = append(rows, row{s.ID, s.Started.Add(time.Duration(r.Int64N(int64(end.Sub(s.Started)))))})
			s.Counts.Add(score.Answered, 1)
		}
		if r.IntN(6) > 0 {
			s.End, s.Finished = trial.Completed, end
		}
		runs = append(runs, s)
	}
	return runs, rows
}

// TestRetention: under random histories no record is removed that is young, or
// among the newest; what is removed is removed for good reason, and is something.
// SOOTH_HISTORIES sets how many go through a store; all go through the rule.
func TestRetention(t *testing.T) {
	stored := 5
	if text := os.Getenv("SOOTH_HISTORIES"); text != "" {
		var err error
		if stored, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	removed, kept := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 6))
		k := trial.Retention{Records: r.IntN(80), Age: time.Duration(r.IntN(120*24)) * time.Hour}
		runs, rows := history(r, 30)
		gone := map[string]bool{}
		for _, s := range k.Expired(runs, now) {
			gone[s.ID] = true
		}
		if int(seed) < stored {
			for id, really := range throughStore(t, runs, rows, k, now) {
				if really != gone[id] {
					t.Fatalf("seed %d: the store and the rule differ over run %s", seed, id)
				}
			}
		}
		slices.SortStableFunc(rows, func(a, b row) int { return b.at.Compare(a.at) })
		for i, x := range rows {
			if !gone[x.run] {
				kept++
				continue
			}
			removed++
			if i < k.Records || now.Sub(x.at) <= k.Age {
				t.Fatalf("seed %d: %+v removes record %d of %d, %v old", seed, k, i, len(rows), now.Sub(x.at))
			}
		}
	}
	if removed < 1000 || kept < 1000 {
		t.Errorf("%d records removed, %d kept: the histories show nothing", removed, kept)
	}
}

// throughStore writes a history, prunes it, and says which runs are gone.
func throughStore(t *testing.T, runs []trial.Summary, rows []row, k trial.Retention, now time.Time) map[string]bool {
	t.Helper()
	s := fresh(t)
	order := map[string]int{}
	for _, r := range runs {
		begun := r.Run
		begun.End, begun.Finished = trial.Running, time.Time{}
		begin(t, s, begun)
	}
	for _, x := range rows {
		r := record(x.run, order[x.run])
		order[x.run]++
		r.Finished = x.at
		r.Started = x.at
		mustPut(t, s, r)
	}
	for _, r := range runs {
		if !r.Finished.IsZero() {
			if err := s.Finish(background, r.ID, r.End, r.Finished); err != nil {
				t.Fatal(err)
			}
		}
	}
	list, err := s.Runs(background)
	if err != nil {
		t.Fatal(err)
	}
	expired := map[string]bool{}
	for _, r := range k.Expired(list, now) {
		expired[r.ID] = true
	}
	if _, err := s.Prune(background, func(r trial.Summary) bool { return !expired[r.ID] }); err != nil {
		t.Fatal(err)
	}
	gone := map[string]bool{}
	for _, r := range runs {
		gone[r.ID] = true
	}
	if list, err = s.Runs(background); err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		gone[r.ID] = false
		if got := len(records(t, s, r.ID)); got != order[r.ID] {
			t.Errorf("run %s has %d records, %d were put", r.ID, got, order[r.ID])
		}
	}
	return gone
}
