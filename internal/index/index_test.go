package index

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/fact/factmem"
	"sooth/lang"
	"sooth/source"
)

// words is a reader of a language of our own: each word of a .words file is a
// definition, and each file a unit.
type words struct {
	version string
	reads   int   // calls of Read
	emitted int   // units
	err     error // of the next read
}

func (w *words) Language() string { return "words" }
func (w *words) Version() string  { return "words/" + w.version }

func (w *words) Read(ctx context.Context, t lang.Tree, emit func(fact.Unit) error) ([]string, error) {
	w.reads++
	if w.err != nil {
		return nil, w.err
	}
	fresh := t.Known == nil && t.Changed == nil
	var units []string
	for _, f := range t.Files {
		if !strings.HasSuffix(f.Name, ".words") {
			continue
		}
		name := "words:" + f.Name
		units = append(units, name)
		known := slices.ContainsFunc(t.Known, func(u fact.Unit) bool { return u.Name == name })
		if !fresh && known && !slices.Contains(t.Changed, f.Name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(t.Dir, f.Name))
		u := fact.Unit{Name: name, Files: []string{f.Name}, Version: w.Version()}
		if strings.Contains(string(text), "MISSING") {
			u.Open = f.Name + ":1:1: could not import example.com/m (no required module provides it)"
		}
		if err != nil {
			u.Open = cause(err)
		}
		for i, word := range strings.Fields(string(text)) {
			x := fact.Fact{Kind: fact.Definition, Language: "words", Subject: f.Name + ":" + word, Strength: fact.Syntax}
			x.Span.File, x.Span.Line = f.Name, i+1
			u.Facts = append(u.Facts, x)
		}
		w.emitted++
		if err := emit(u); err != nil {
			return nil, err
		}
	}
	return units, ctx.Err()
}

// at is a beginning long after anything that a test wrote: no file is racy.
func at() time.Time { return time.Now().Add(time.Hour) }

func index(t testing.TB, o Options) Result {
	t.Helper()
	if o.Now.IsZero() {
		o.Now = at()
	}
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func listing(t testing.TB, s fact.Store) string {
	t.Helper()
	var b strings.Builder
	for f, err := range s.Facts(t.Context(), fact.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, f)
	}
	units, err := s.Units(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range units {
		fmt.Fprintln(&b, u)
	}
	return b.String()
}

// TestIncremental: after any change to the tree the store is what a first
// index would make.
func TestIncremental(t *testing.T) {
	g := rand.New(rand.NewPCG(2, 2))
	dir := t.TempDir()
	grown, err := factdb.Open(t.Context(), filepath.Join(t.TempDir(), "facts.db"), factdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer grown.Close()
	reader := &words{version: "1"}
	names := []string{"a.words", "b/ü x.words", "b/c.words", "Makefile", "b/Makefile", "out/x.words"}
	writes, unchanged := 0, 0
	for step := range 40 {
		for range g.IntN(3) {
			name := names[g.IntN(len(names))]
			switch g.IntN(5) {
			case 0:
				os.Remove(filepath.Join(dir, name))
			case 1:
				put(t, dir, ".gitignore", []string{"", "out/\n", "*.words\n!a.words\n"}[g.IntN(3)])
			case 2:
				now := time.Now()
				_ = os.Chtimes(filepath.Join(dir, name), now, now.Add(time.Duration(g.IntN(1000))*time.Second))
			default:
				put(t, dir, name, strings.Repeat("word other\n", g.IntN(4))+fmt.Sprint("w", g.IntN(3)))
			}
		}
		if step == 20 {
			reader.version = "2"
		}
		result := index(t, Options{Dir: dir, Store: grown, Readers: []lang.Reader{reader}})
		if result.Written {
			writes++
		} else {
			unchanged++
		}
		once := factmem.New()
		index(t, Options{Dir: dir, Store: once, Readers: []lang.Reader{&words{version: reader.version}}})
		if got, want := listing(t, grown), listing(t, once); got != want {
			t.Fatalf("step %d:\n got %s\nwant %s", step, got, want)
		}
	}
	if writes < 10 || unchanged < 5 {
		t.Errorf("%d writes, %d times unchanged: the test is no use", writes, unchanged)
	}
}

// TestUnchanged: a tree that did not change asks no reader, writes nothing; a
// change asks for what changed only; a new version asks for all.
func TestUnchanged(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		put(t, dir, fmt.Sprintf("d%d/f.words", i), "one two")
	}
	s := factmem.New()
	reader := &words{version: "1"}
	o := Options{Dir: dir, Store: s, Readers: []lang.Reader{reader}}
	first := index(t, o)
	if !first.Written || first.Files != 20 || first.Changed != 20 || first.Read != 40 || first.State.Counts[fact.File] != 20 || first.State.Counts[fact.Definition] != 40 {
		t.Errorf("first: %+v", first)
	}
	again := index(t, o)
	if again.Written || again.Changed != 0 || reader.reads != 1 || again.State.Generation != 1 || again.State.Counts[fact.Definition] != 40 {
		t.Errorf("again: %+v, %d reads", again, reader.reads)
	}
	put(t, dir, "d3/f.words", "one two three")
	if third := index(t, o); third.Changed != 1 || third.Read != 2 || reader.emitted != 21 || third.State.Counts[fact.Definition] != 41 {
		t.Errorf("after a change: %+v, %d units", third, reader.emitted)
	}
	reader.version = "2"
	if fourth := index(t, o); reader.emitted != 41 || fourth.State.Counts[fact.Definition] != 41 || fourth.State.Readers[0] != "words/2" {
		t.Errorf("another version: %+v, %d units", fourth, reader.emitted)
	}
	o.Fresh = true
	if fifth := index(t, o); reader.emitted != 61 || fifth.Read != 40 || fifth.State.Units != 40 {
		t.Errorf("afresh: %+v, %d units", fifth, reader.emitted)
	}
}

// TestMended: while something is open for want of a module, the reader is asked
// again, although no file changed: the module may be there now.
func TestMended(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.words", "one MISSING")
	s := factmem.New()
	reader := &words{version: "1"}
	o := Options{Dir: dir, Store: s, Readers: []lang.Reader{reader}}
	index(t, o)
	index(t, o)
	if reader.reads != 2 {
		t.Errorf("%d reads of a tree that lacks a module, want 2", reader.reads)
	}
	put(t, dir, "a.words", "one")
	index(t, o)
	index(t, o)
	if reader.reads != 3 {
		t.Errorf("%d reads after it was mended, want 3", reader.reads)
	}
}

// TestRacy: a file that is written again within a tick of the clock, in the
// same length, is seen to have changed.
func TestRacy(t *testing.T) {
	dir := t.TempDir()
	s := factmem.New()
	put(t, dir, "a.words", "one")
	put(t, dir, "b.words", "old")
	name := filepath.Join(dir, "a.words")
	tick := time.Now().Truncate(time.Second)
	set := func() {
		t.Helper()
		if err := os.Chtimes(name, tick, tick); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(dir, "b.words"), tick.Add(-time.Hour), tick.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	set()
	reader := &words{version: "1"}
	o := Options{Dir: dir, Store: s, Readers: []lang.Reader{reader}, Now: tick.Add(500 * time.Millisecond)}
	index(t, o)
	f, err := os.OpenFile(name, os.O_WRONLY, 0) // the same inode
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("two"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	set()
	o.Now = tick.Add(time.Hour)
	if r := index(t, o); r.Changed != 1 || !strings.Contains(listing(t, s), "a.words:two") {
		t.Errorf("written again in the same tick: %+v\n%s", r, listing(t, s))
	}
	if r := index(t, o); r.Changed != 0 || r.Written || reader.reads != 2 {
		t.Errorf("afterwards: %+v", r)
	}
}

func TestLines(t *testing.T) {
	dir := t.TempDir()
	texts := map[string]string{
		"empty": "", "one": "x", "ended": "x\n", "blank": "\n", "two": "a\nb", "crlf": "a\r\nb\r\n", "cr": "a\rb", "nul": "a\x00\nb\x00", "latin": "\xe9\n\xff",
		"long": strings.Repeat("x", 200_000) + "\n" + strings.Repeat("y\n", 70_000), "Makefile": strings.Repeat("a:\n", 12),
	}
	for name, text := range texts {
		put(t, dir, name, text)
	}
	s := factmem.New()
	index(t, Options{Dir: dir, Store: s})
	for name, text := range texts {
		n := -1
		for f, err := range s.Facts(t.Context(), fact.Query{Kinds: []fact.Kind{fact.File}, Subject: name}) {
			if err != nil {
				t.Fatal(err)
			}
			n = f.Index
		}
		if want := source.NewLines(text).Count(); n != want {
			t.Errorf("%s: %d lines, want %d", name, n, want)
		}
	}
}

// TestWalk: what is there, what is left out, and what is said of the rest.
func TestWalk(t *testing.T) {
	outside := t.TempDir()
	put(t, outside, "secret", "s")
	dir := t.TempDir()
	for _, name := range []string{"a b.txt", "ü/日本.txt", "new\nline", "\xff", ".github/w.yml", ".git/config", "sub/.git/HEAD", "sub/x", ".sooth/facts.db", ".hidden", "deep/1/2/3/x", "deep/1/y", "unreadable", "closed/x"} {
		put(t, dir, name, "x\n")
	}
	put(t, dir, "huge", strings.Repeat("x\n", 600))
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link("a b.txt", "inside")
	link(filepath.Join(outside, "secret"), "absolute")
	link("../../../../../../../../etc/passwd", "relative")
	link(".", "loop")
	link("sub", "folder")
	link("self", "self")
	link("nowhere", "dangling")
	if out, err := exec.Command("mkfifo", filepath.Join(dir, "pipe")).CombinedOutput(); err != nil {
		t.Logf("no pipe: %v %s", err, out)
	}
	for name, mode := range map[string]os.FileMode{"unreadable": 0, "closed": 0} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "closed"), 0o755) })
	s := factmem.New()
	r := index(t, Options{Dir: dir, Store: s, NoGit: true, Limits: Limits{Files: 100, Depth: 2, Size: 1000}})
	var got []string
	for f, err := range s.Facts(t.Context(), fact.Query{Kinds: []fact.Kind{fact.File}}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, f.Subject)
	}
	want := []string{".github/w.yml", ".hidden", "a b.txt", "deep/1/y", "inside", "new\nline", "sub/x", "ü/日本.txt", "\xff"}
	var open []string
	for _, o := range r.State.Open {
		open = append(open, o.Unit)
	}
	wantOpen := []string{"file:closed", "file:deep/1/2", "file:huge", "file:unreadable"}
	if os.Getuid() == 0 { // root reads everything
		want = append(want, "closed/x", "unreadable")
		wantOpen = []string{"file:deep/1/2", "file:huge"}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("files:\n got %q\nwant %q", got, want)
	}
	if !slices.Equal(open, wantOpen) {
		t.Errorf("open:\n got %q\nwant %q", r.State.Open, wantOpen)
	}
	list, w := files(t, dir, nil, Limits{Files: 3, Depth: 9, Size: 1})
	if len(list) != 3 || len(w.open) == 0 || !strings.Contains(w.open[len(w.open)-1].Reason, "more than 3 files") {
		t.Errorf("at most three: %q, %v", list, w.open)
	}
}

// TestTracked: what git keeps counts, ignored or not.
func TestTracked(t *testing.T) {
	dir := repository(t)
	put(t, dir, ".gitignore", "gen/\n*.o\n")
	for _, name := range []string{"gen/kept.txt", "gen/other.txt", "gen/deep/er/kept.txt", "a.o", "b.o", "c"} {
		put(t, dir, name, "")
	}
	gitIn(t, dir, "add", "-f", "gen/kept.txt", "gen/deep/er/kept.txt", "a.o")
	s := factmem.New()
	r := index(t, Options{Dir: dir, Store: s})
	if want := 5; r.Files != want { // and .gitignore
		t.Errorf("%d files, want %d\n%s", r.Files, want, listing(t, s))
	}
}

func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@x"}, args...)...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v %s", args, err, out)
	}
}

// TestCommits: the history grows by what is new, and is read anew when it was
// written anew.
func TestCommits(t *testing.T) {
	dir := repository(t)
	s := factmem.New()
	o := Options{Dir: dir, Store: s}
	commit := func(name string) {
		put(t, dir, name, name)
		gitIn(t, dir, "add", "-A")
		gitIn(t, dir, "commit", "-q", "-m", name)
	}
	expect := func(facts, units int) {
		t.Helper()
		r := index(t, o)
		n := 0
		for _, u := range must(s.Units(t.Context())) {
			if strings.HasPrefix(u.Name, commitPrefix) {
				n++
			}
		}
		if r.State.Counts[fact.Commit] != facts || n != units {
			t.Errorf("%d commit facts in %d units, want %d in %d", r.State.Counts[fact.Commit], n, facts, units)
		}
	}
	expect(0, 0)
	commit("a")
	commit("b")
	expect(2, 1)
	expect(2, 1)
	commit("c")
	expect(3, 2)
	commit("d")
	expect(4, 3)
	gitIn(t, dir, "reset", "-q", "--hard", "HEAD~1") // to the head of an older unit
	expect(3, 1)
	commit("d")
	gitIn(t, dir, "reset", "-q", "--hard", "HEAD~2")
	commit("e")
	expect(3, 1)
	gitIn(t, dir, "commit", "-q", "--allow-empty", "-m", "empty")
	expect(4, 2)
	if r := index(t, o); r.Written {
		t.Errorf("written again: %+v", r)
	}
	o.NoGit = true
	expect(0, 0)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestReplaced: a change in a folder that go.mod puts in the place of a module
// is seen, and the folder's files are no part of the tree.
func TestReplaced(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "tree")
	put(t, dir, "go.mod", "module example.com/tree // a comment\n\nreplace example.com/x v1.0.0 => ../x\n\nreplace (\n\texample.com/y => \"./y\"\n\texample.com/z => example.com/zz v1.2.3\n)\n")
	put(t, dir, "go.work", "go 1.21\n\nuse (\n\t.\n\t../w\n)\n")
	put(t, dir, "y/y.go", "package y\n")
	put(t, base, "x/x.go", "package x\n")
	put(t, base, "x/.git/x.go", "package x\n")
	put(t, base, "x/notes.txt", "")
	put(t, base, "w/w.go", "package w\n")
	put(t, base, "other/o.go", "package o\n")
	s := factmem.New()
	o := Options{Dir: dir, Store: s}
	if r := index(t, o); r.Files != 3 || r.State.Module != "example.com/tree" {
		t.Errorf("first: %+v", r)
	}
	for _, c := range []struct {
		file    string
		changed int
	}{{"x/notes.txt", 0}, {"other/o.go", 0}, {"x/.git/x.go", 0}, {"x/x.go", 1}, {"w/w.go", 1}, {"x/new.go", 1}, {"tree/y/y.go", 1}} {
		if r := index(t, o); r.Changed != 0 {
			t.Errorf("before %s: %+v", c.file, r)
		}
		put(t, base, c.file, "package changed\n")
		if r := index(t, o); r.Changed != c.changed {
			t.Errorf("%s: %d changed, want %d", c.file, r.Changed, c.changed)
		}
	}
}

// TestFailing: what goes wrong leaves the old generation as it was.
func TestFailing(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.words", "one")
	s := factmem.New()
	reader := &words{version: "1"}
	o := Options{Dir: dir, Store: s, Readers: []lang.Reader{reader}, Now: at(), Environ: os.Environ()}
	index(t, o)
	before := listing(t, s)
	put(t, dir, "a.words", "two")
	reader.err = errors.New("no toolchain")
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "reading words: no toolchain") {
		t.Errorf("a failing reader: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(stage string, _, _ int) {
		if stage == "reading words" {
			cancel()
		}
	}
	reader.err = nil
	if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if after := listing(t, s); after != before {
		t.Errorf("the store changed:\n%s", after)
	}
	o.Progress = nil
	g, err := s.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), o); !errors.Is(err, fact.ErrBusy) {
		t.Errorf("busy: %v", err)
	}
	if err := g.Rollback(); err != nil {
		t.Fatal(err)
	}
	if r := index(t, o); r.State.Counts[fact.Definition] != 1 || !strings.Contains(listing(t, s), "a.words:two") {
		t.Errorf("at last: %+v", r)
	}
	for _, bad := range []string{filepath.Join(dir, "none"), filepath.Join(dir, "a.words")} {
		o.Dir = bad
		if _, err := Run(t.Context(), o); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
	o.Dir, o.Store = t.TempDir(), factmem.New()
	if r := index(t, o); r.Files != 0 || !r.Written || r.State.Generation != 1 {
		t.Errorf("an empty folder: %+v", r)
	}
}
