package trial_test

import (
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"sooth/internal/sqlite"
	"sooth/trial"
)

// TestFullDisk: with many goroutines putting into a disk that becomes full,
// exactly what Put reported as kept is there, before and after there is room
// again.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("a small disk cannot be mounted (%v); to run this test: sudo go test ./internal/sqlite ./trial", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	path := filepath.Join(dir, "runs.db")
	s := open(t, path, trial.Options{})
	const n = 100
	begin(t, s, run("one", n))
	var mutex sync.Mutex
	kept := map[int]bool{}
	put := func(i int) error {
		r := record("one", i)
		r.Answer = strings.Repeat(r.Answer, 4000)
		err := s.Put(background, r)
		mutex.Lock()
		defer mutex.Unlock()
		kept[i] = err == nil
		return err
	}
	var workers sync.WaitGroup
	for i := range n {
		workers.Go(func() {
			if err := put(i); err != nil && !errors.Is(err, sqlite.ErrFull) {
				t.Error(err)
			}
		})
	}
	workers.Wait()
	compare := func() (count int) {
		t.Helper()
		there := map[int]bool{}
		for _, r := range records(t, s, "one") {
			there[r.Order] = true
		}
		for i := range n {
			if kept[i] != there[i] {
				t.Errorf("record %d: Put said %v, there is %v", i, kept[i], there[i])
			}
		}
		return len(there)
	}
	if count := compare(); count == 0 || count == n {
		t.Fatalf("%d of %d records fit: the disk has the wrong size for this test", count, n)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=32m"); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if !kept[i] {
			if err := put(i); err != nil {
				t.Error(err)
			}
		}
	}
	if count := compare(); count != n {
		t.Errorf("%d of %d records with room again", count, n)
	}
}
