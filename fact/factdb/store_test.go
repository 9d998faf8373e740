package factdb_test

import (
	"path/filepath"
	"testing"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/fact/facttest"
)

func open(t testing.TB, path string, o factdb.Options) *factdb.Store {
	t.Helper()
	s, err := factdb.Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func TestStore(t *testing.T) {
	facttest.Run(t, func(t testing.TB) fact.Store {
		return open(t, filepath.Join(t.TempDir(), "facts.db"), factdb.Options{})
	})
}
