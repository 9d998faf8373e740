package trial_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sooth/internal/sqlite"
	"sooth/trial"
)

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// filled makes a closed store of one run of n records.
func filled(t testing.TB, path string, n int) {
	t.Helper()
	s := open(t, path, trial.Options{})
	begin(t, s, run("one", n))
	for i := range n {
		r := record("one", i)
		r.Answer = strings.Repeat(r.Answer, 300)
		mustPut(t, s, r)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestFlippedBits: a file in which one byte was changed gives what was written
// or an error that says so, never anything else; and it is not written.
func TestFlippedBits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	filled(t, path, 20)
	sound := read(t, path)
	s := open(t, path, trial.Options{ReadOnly: true})
	wantRecords, wantRun := records(t, s, "one"), run("one", 20)
	s.Close()

	// look returns an error of the file, and complains about anything that is
	// neither an error nor what was written.
	look := func(readOnly bool, at int) error {
		s, err := trial.Open(background, path, trial.Options{ReadOnly: readOnly})
		if err != nil {
			return err
		}
		defer s.Close()
		list, err := s.Runs(background)
		if err != nil {
			return err
		}
		if len(list) != 1 || !reflect.DeepEqual(list[0].Run, wantRun) || list[0].Counts != (trial.Counts{Answered: 20}) {
			t.Errorf("byte %d changed: runs are %+v", at, list)
		}
		var got []trial.Record
		for r, err := range s.Records(background, wantRun.ID) {
			if err != nil {
				if !readOnly && s.Put(background, record("one", 99)) == nil {
					t.Errorf("byte %d changed: the file was written after its fault was found", at)
				}
				return err
			}
			got = append(got, r)
		}
		if d := cmp.Diff(wantRecords, got); d != "" {
			t.Errorf("byte %d changed: %s", at, d)
		}
		return nil
	}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 300 {
		at := random.IntN(len(sound))
		b := append([]byte(nil), sound...)
		b[at] ^= byte(1 + random.IntN(255))
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		err := look(random.IntN(2) == 0, at)
		var typed *sqlite.Error
		if err != nil && !errors.As(err, &typed) {
			t.Errorf("byte %d changed: %v", at, err)
		}
		if err != nil {
			found++
		}
	}
	if found < 100 { // most bytes of the file matter
		t.Errorf("%d of 300 changes were found", found)
	}
}

// TestNewer: a store of a newer version is not touched and says so.
func TestNewer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	filled(t, path, 1)
	b := read(t, path)
	copy(b[60:64], []byte{0, 0, 0, 7})
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := trial.Open(background, path, trial.Options{})
	if !errors.Is(err, sqlite.ErrNewer) || !strings.Contains(err.Error(), "runs.db was written by a newer sooth (schema 7, this one knows 1); hint: ") {
		t.Error(err)
	}
	if string(b) != string(read(t, path)) {
		t.Error("the file was changed")
	}
}
