package factdb_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/internal/sqlite"
)

// units makes units whose facts say which generation wrote them.
func units(generation, n int) []fact.Unit {
	list := make([]fact.Unit, n)
	for i := range list {
		list[i].Name = fmt.Sprint("unit", i)
		for j := range 300 {
			f := fact.Fact{Kind: fact.Definition, Subject: fmt.Sprintf("m/p%d.Type%d.Method%d", i, j%20, j), Index: generation, Doc: "written in generation " + fmt.Sprint(generation)}
			f.Span.File, f.Span.Line = fmt.Sprintf("p%d/f%d.go", i, j%3), j+1
			list[i].Facts = append(list[i].Facts, f)
		}
	}
	return list
}

func write(t testing.TB, s *factdb.Store, commit bool, list ...fact.Unit) fact.Generation {
	t.Helper()
	g, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range list {
		if err := g.Replace(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	if commit {
		if err := g.Commit(t.Context(), fact.State{Tree: "/t"}, []fact.Stamp{{Path: "a"}}); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// expect holds everything in the store against one generation's number.
func expect(t testing.TB, s *factdb.Store, generation, facts int) {
	t.Helper()
	state, err := s.State(t.Context())
	if err != nil || state.Generation != generation || state.Counts[fact.Definition] != facts {
		t.Fatalf("state: %+v, %v; want generation %d with %d definitions", state, err, generation, facts)
	}
	n := 0
	for f, err := range s.Facts(t.Context(), fact.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; f.Index != generation {
			t.Fatalf("a fact of generation %d in %d", f.Index, generation)
		}
	}
	hits, err := s.Search(t.Context(), "written", 0)
	if n != facts || err != nil || len(hits) != facts {
		t.Fatalf("%d facts, %d hits, %v; want %d", n, len(hits), err, facts)
	}
}

// TestKilled: a writer that is killed in the middle of a generation leaves the
// old one whole, and the next writer begins at once.
func TestKilled(t *testing.T) {
	if path := os.Getenv("FACTDB_TEST_WRITE"); path != "" {
		s := open(t, path, factdb.Options{})
		write(t, s, false, units(2, 60)...)
		fmt.Println("written, not committed")
		select {}
	}
	path := filepath.Join(t.TempDir(), "facts.db")
	s := open(t, path, factdb.Options{})
	write(t, s, true, units(1, 40)...)
	c := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	c.Env = append(os.Environ(), "FACTDB_TEST_WRITE="+path)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "written") {
		t.Fatalf("the writer: %q, %v", line, err)
	}
	expect(t, s, 1, 40*300)
	if _, err := s.Begin(t.Context()); !errors.Is(err, fact.ErrBusy) {
		t.Errorf("while it writes: %v, want ErrBusy", err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	expect(t, s, 1, 40*300)
	expect(t, open(t, path, factdb.Options{}), 1, 40*300)
	write(t, s, true, units(2, 40)...)
	expect(t, s, 2, 40*300)
}

// TestKilledCommitting: a writer that commits as fast as it can is killed at
// any moment; what is found is a whole generation, none older than those that
// it said were committed.
func TestKilledCommitting(t *testing.T) {
	if path := os.Getenv("FACTDB_TEST_COMMIT"); path != "" {
		s := open(t, path, factdb.Options{})
		for {
			state, err := s.State(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			write(t, s, true, units(state.Generation+1, 3)...)
			fmt.Println(state.Generation + 1)
		}
	}
	path := filepath.Join(t.TempDir(), "facts.db")
	last := 0
	for round := range 6 {
		c := exec.Command(os.Args[0], "-test.run=^TestKilledCommitting$")
		c.Env = append(os.Environ(), "FACTDB_TEST_COMMIT="+path)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range 1 + round/2 {
			if !lines.Scan() {
				t.Fatal("the writer ended")
			}
			last, _ = strconv.Atoi(lines.Text())
		}
		time.Sleep(time.Duration(round*7) * time.Millisecond)
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			if n, err := strconv.Atoi(lines.Text()); err == nil {
				last = n
			}
		}
		_ = c.Wait()
		s := open(t, path, factdb.Options{})
		state, err := s.State(t.Context())
		if err != nil || state.Generation < last {
			t.Fatalf("generation %d, %v; %d was committed", state.Generation, err, last)
		}
		expect(t, s, state.Generation, 3*300)
	}
	if last < 6 {
		t.Errorf("%d generations: the writer did too little", last)
	}
}

// TestReopened: what one process wrote another reads, also where nothing may
// be written.
func TestReopened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "er", "facts.db")
	s := open(t, path, factdb.Options{})
	write(t, s, true, units(1, 3)...)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	expect(t, open(t, path, factdb.Options{ReadOnly: true}), 1, 900)
	r := open(t, path, factdb.Options{ReadOnly: true})
	if _, err := r.Begin(t.Context()); !errors.Is(err, sqlite.ErrReadOnly) {
		t.Errorf("begin in a store for reading: %v", err)
	}
	if _, err := factdb.Open(t.Context(), filepath.Join(t.TempDir(), "none.db"), factdb.Options{ReadOnly: true}); !errors.Is(err, sqlite.ErrMissing) || !strings.Contains(err.Error(), "run sooth index first") {
		t.Errorf("a missing file: %v", err)
	}
}

// TestUnusable: a file that cannot be used is left byte for byte, and the
// advice is to delete it by hand.
func TestUnusable(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.db")
	s := open(t, good, factdb.Options{})
	write(t, s, true, units(1, 6)...)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	newer := bytes.Clone(whole)
	copy(newer[60:64], []byte{0, 0, 0, 99}) // user_version
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"text":  {[]byte("these are my notes, not a database at all, and they are dear to me\n"), sqlite.ErrForeign},
		"half":  {whole[:len(whole)/2], sqlite.ErrCorrupt},
		"newer": {newer, sqlite.ErrNewer},
	} {
		path := filepath.Join(dir, name+".db")
		if err := os.WriteFile(path, c.content, 0o644); err != nil {
			t.Fatal(err)
		}
		opened, err := factdb.Open(t.Context(), path, factdb.Options{})
		if err == nil {
			opened.Close()
		}
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), "delete") || !strings.Contains(err.Error(), "by hand") {
			t.Errorf("%s: %v, want %q and what to do", name, err, c.want)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, c.content) {
			t.Errorf("%s: the file was changed (%v)", name, err)
		}
	}
	for seed := range 120 { // faults inside: an error or the old content, never a panic
		damaged := bytes.Clone(whole)
		for i := range 40 {
			damaged[100+(seed*7919+i*104729)%(len(damaged)-100)] ^= byte(1 + i + seed)
		}
		path := filepath.Join(dir, "damaged.db")
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		use(t, path)
		for _, suffix := range []string{"", "-wal", "-shm"} {
			os.Remove(path + suffix)
		}
	}
}

func use(t *testing.T, path string) {
	t.Helper()
	s, err := factdb.Open(t.Context(), path, factdb.Options{})
	if err != nil {
		return
	}
	defer s.Close()
	explained := func(err error) {
		t.Helper()
		var e *factdb.Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("not explained: %v", err)
		}
	}
	for _, err := range s.Facts(t.Context(), fact.Query{}) {
		explained(err)
	}
	_, err = s.Search(t.Context(), "written Method7", 5)
	explained(err)
	_, err = s.Units(t.Context())
	explained(err)
	_, err = s.Stamps(t.Context())
	explained(err)
	g, err := s.Begin(t.Context())
	explained(err)
	if err == nil {
		explained(g.Replace(t.Context(), units(2, 1)[0]))
		explained(g.Rollback())
	}
}

// TestIncremental: a store that grew by changes answers as one that was made
// at once, its full text included, and pages that did not change stay.
func TestIncremental(t *testing.T) {
	grown := open(t, filepath.Join(t.TempDir(), "facts.db"), factdb.Options{})
	write(t, grown, true, units(1, 8)...)
	g := write(t, grown, false)
	changed := units(1, 8)[3]
	changed.Facts = changed.Facts[:250]
	changed.Facts[7].Doc = "another doc"
	if err := errors.Join(g.Replace(t.Context(), changed), g.Remove(t.Context(), "unit5", "unit6")); err != nil {
		t.Fatal(err)
	}
	if err := g.Commit(t.Context(), fact.State{Tree: "/t"}, nil); err != nil {
		t.Fatal(err)
	}
	once := open(t, filepath.Join(t.TempDir(), "facts.db"), factdb.Options{})
	all := units(1, 8)
	all[3] = changed
	write(t, once, true, all[0], all[1], all[2], all[3], all[4], all[7])
	if a, b := listing(t, grown), listing(t, once); a != b || len(a) < 10_000 {
		t.Errorf("listings of %d and %d bytes differ", len(a), len(b))
	}
}

func listing(t *testing.T, s *factdb.Store) string {
	t.Helper()
	var b strings.Builder
	for f, err := range s.Facts(t.Context(), fact.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, f)
	}
	for _, text := range []string{"another", "Method7 doc", "generation written Type3"} {
		hits, err := s.Search(t.Context(), text, 50)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hits {
			fmt.Fprintf(&b, "%.9f %s\n", h.Score, h.Fact.Subject)
		}
	}
	state, err := s.State(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	state.Generation = 0
	fmt.Fprintln(&b, state)
	return b.String()
}
