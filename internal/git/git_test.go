package git_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sooth/internal/git"
)

// repository is a folder that the plain git command works in.
type repository struct {
	t   *testing.T
	dir string
}

func initialise(t *testing.T) repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("SKIPPED: no git command: nothing about git is tested; install git")
	}
	r := repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

// git runs the plain command with an identity and nothing else of ours.
func (r repository) git(args ...string) string {
	r.t.Helper()
	c := exec.Command("git", args...)
	c.Dir = r.dir
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=e@x", "GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=e@x")
	out, err := c.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (r repository) write(name, text string) {
	r.t.Helper()
	name = filepath.Join(r.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
		r.t.Fatal(err)
	}
}

func (r repository) commit(message string) {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
}

// history is a repository with all that a log can hold: odd names, an empty
// commit, a rename, a merge, messages of several lines.
func history(t *testing.T) repository {
	r := initialise(t)
	r.write("a b.txt", "one\ntwo\nthree\n")
	r.write("sub/ü\n\tx.go", "package x\n")
	r.commit("first\n\nwith a body\x01")
	r.write("a b.txt", "one\n2\nthree\nfour\n")
	r.commit("M")
	r.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
	r.git("checkout", "-q", "-b", "side")
	r.git("mv", "a b.txt", "sub/A")
	r.commit("rename")
	r.git("checkout", "-q", "main")
	r.write("M", "x\n")
	r.commit("file M")
	r.git("merge", "-q", "--no-ff", "-m", "merge", "side")
	if err := os.Symlink("M", filepath.Join(r.dir, "link")); err != nil {
		r.t.Fatal(err)
	}
	r.commit("link")
	return r
}

func openIn(t *testing.T, dir string) *git.Repository {
	t.Helper()
	r, err := git.Open(t.Context(), dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func commits(t *testing.T, r *git.Repository, since string, limit int) []git.Commit {
	t.Helper()
	var list []git.Commit
	for c, err := range r.Commits(t.Context(), since, "HEAD", limit) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// TestCommits holds the log against plumbing that is asked commit by commit.
func TestCommits(t *testing.T) {
	plain := history(t)
	for _, sub := range []string{"", "sub"} {
		r := openIn(t, filepath.Join(plain.dir, sub))
		list := commits(t, r, "", 0)
		ids := strings.Fields(plain.git("rev-list", "HEAD"))
		if len(ids) != len(list) || len(ids) < 7 {
			t.Fatalf("%q: %d commits, want %d", sub, len(list), len(ids))
		}
		changes := 0
		for i, c := range list {
			if c.ID != ids[i] {
				t.Fatalf("%q: commit %d is %s, want %s", sub, i, c.ID, ids[i])
			}
			var want []git.Change
			fields := strings.Split(plain.git("diff-tree", "-r", "-z", "--root", "--no-commit-id", "--name-status", c.ID), "\x00")
			for len(fields) > 1 {
				path, under := fields[1], true
				if sub != "" {
					path, under = strings.CutPrefix(path, sub+"/")
				}
				if under {
					want = append(want, git.Change{Status: fields[0][0], Path: path})
				}
				fields = fields[2:]
			}
			if !reflect.DeepEqual(c.Changes, want) {
				t.Errorf("%q: %s %q: got %q, want %q", sub, c.ID, c.Subject, c.Changes, want)
			}
			changes += len(want)
			if want := strings.TrimSuffix(plain.git("log", "-1", "--format=%s|%ct|%P", c.ID), "\n"); fmt.Sprintf("%s|%d|%s", c.Subject, c.Time.Unix(), strings.Join(c.Parents, " ")) != want {
				t.Errorf("%q: %+v, want %q", sub, c, want)
			}
		}
		if changes < 2 {
			t.Errorf("%q: %d changes only", sub, changes)
		}
		if two := commits(t, r, "", 2); len(two) != 2 || two[1].ID != ids[1] {
			t.Errorf("limit: %+v", two)
		}
		if newer := commits(t, r, ids[3], 0); len(newer) == 0 || len(newer) >= len(ids) || newer[0].ID != ids[0] {
			t.Errorf("since: %+v", newer)
		}
	}
	r := openIn(t, plain.dir)
	for range r.Commits(t.Context(), "", "HEAD", 0) {
		break // an early end is no fault and leaves no process
	}
	for _, err := range r.Commits(t.Context(), "", "no-such", 0) {
		if !errors.Is(err, git.ErrNoRevision) {
			t.Errorf("unknown revision: %v", err)
		}
	}
}

func TestRevisions(t *testing.T) {
	plain := history(t)
	r := openIn(t, plain.dir)
	head, err := r.Head(t.Context())
	if want := strings.TrimSpace(plain.git("rev-parse", "HEAD")); err != nil || head != want {
		t.Errorf("head: %q, %v, want %q", head, err, want)
	}
	for _, bad := range []string{"", "--help", "-n1", "no-such", "HEAD\n", "HEAD:M", "--output=x", "\x00", "HEAD~99"} {
		if id, err := r.Resolve(t.Context(), bad); !errors.Is(err, git.ErrNoRevision) {
			t.Errorf("%q: %q, %v", bad, id, err)
		}
	}
	base, err := r.MergeBase(t.Context(), "HEAD~1^1", "side")
	if want := strings.TrimSpace(plain.git("merge-base", "HEAD~1^1", "side")); err != nil || base != want {
		t.Errorf("merge base: %q, %v, want %q", base, err, want)
	}
	if yes, err := r.IsAncestor(t.Context(), base, head); err != nil || !yes {
		t.Errorf("ancestor: %v, %v", yes, err)
	}
	for _, c := range [][2]string{{head, base}, {strings.Repeat("0", 40), head}} {
		if yes, err := r.IsAncestor(t.Context(), c[0], c[1]); err != nil || yes {
			t.Errorf("no ancestor: %v, %v", yes, err)
		}
	}
	if r := openIn(t, initialise(t).dir); true {
		if head, err := r.Head(t.Context()); head != "" || err != nil {
			t.Errorf("without a commit: %q, %v", head, err)
		}
	}
	if _, err := git.Open(t.Context(), t.TempDir(), os.Environ()); !errors.Is(err, git.ErrNoRepository) {
		t.Errorf("no repository: %v", err)
	}
	if _, err := git.Open(t.Context(), plain.dir, []string{"PATH=" + t.TempDir() + ":bin:."}); !errors.Is(err, git.ErrNotFound) {
		t.Errorf("no git: %v", err)
	}
}

func TestFiles(t *testing.T) {
	plain := history(t)
	r := openIn(t, plain.dir)
	tracked, err := r.Tracked(t.Context())
	if want := []string{"M", "link", "sub/A", "sub/ü\n\tx.go"}; err != nil || !reflect.DeepEqual(tracked, want) {
		t.Errorf("tracked: %q, %v, want %q", tracked, err, want)
	}
	files, err := openIn(t, filepath.Join(plain.dir, "sub")).Files(t.Context(), "HEAD")
	if want := []string{"A", "ü\n\tx.go"}; err != nil || !reflect.DeepEqual(files, want) {
		t.Errorf("files: %q, %v, want %q", files, err, want)
	}
	text, err := r.Show(t.Context(), "HEAD", "sub/ü\n\tx.go")
	if err != nil || string(text) != "package x\n" {
		t.Errorf("show: %q, %v", text, err)
	}
	for _, name := range []string{"a b.txt", "sub", "", ".", "../x", "/etc/passwd", "sub/../M", "link", "*", ":M", "M\x00"} {
		if text, err := r.Show(t.Context(), "HEAD", name); !errors.Is(err, git.ErrNoFile) {
			t.Errorf("show %q: %q, %v", name, text, err)
		}
	}
	plain.write("M", "y\nx\nz\n")
	added, err := r.Added(t.Context(), "HEAD", "M", []byte("y\nx\nz\n"))
	if want := []git.Range{{First: 1, Last: 1}, {First: 3, Last: 3}}; err != nil || !reflect.DeepEqual(added, want) {
		t.Errorf("added: %v, %v, want %v", added, err, want)
	}
	added, err = r.Added(t.Context(), "HEAD", "new", []byte("1\n2"))
	if want := []git.Range{{First: 1, Last: 2}}; err != nil || !reflect.DeepEqual(added, want) {
		t.Errorf("a new file: %v, %v, want %v", added, err, want)
	}
}

// FuzzAddedLines: without the lines that are added, what is left is a common
// subsequence, and a longest one.
func FuzzAddedLines(f *testing.F) {
	for _, c := range [][2]string{{"", ""}, {"a\nb\n", "b\na"}, {"abcabba", "cbabac"}, {"x", ""}, {"aaaa", "aabaa"}, {"ab", "xaybz"}} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, x, y string) {
		if len(x) > 200 || len(y) > 200 {
			return
		}
		split := func(s string) ([]string, []byte) { // one line for each byte, of four kinds
			var list []string
			for i := range len(s) {
				list = append(list, string('a'+rune(s[i]%4)))
			}
			text := strings.Join(list, "\n")
			if len(list) > 0 {
				text += "\n"
			}
			return list, []byte(text)
		}
		a, textA := split(x)
		b, textB := split(y)
		isNew := map[int]bool{}
		for _, r := range git.AddedLines(textA, textB) {
			if r.First > r.Last || r.First < 1 || r.Last > len(b) || isNew[r.First-1] {
				t.Fatalf("range %+v of %d lines", r, len(b))
			}
			for line := r.First; line <= r.Last; line++ {
				isNew[line] = true
			}
		}
		var common []string
		for i, line := range b {
			if !isNew[i+1] {
				common = append(common, line)
			}
		}
		rest := a
		for _, line := range common {
			for len(rest) > 0 && rest[0] != line {
				rest = rest[1:]
			}
			if len(rest) == 0 {
				t.Fatalf("%q to %q: %q is no subsequence", a, b, common)
			}
			rest = rest[1:]
		}
		if n := longest(a, b); n != len(common) {
			t.Fatalf("%q to %q: %d lines kept, %d possible", a, b, len(common), n)
		}
	})
}

// longest is the length of a longest common subsequence, by its definition.
func longest(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// TestLast asks who changed a file and its lines last, and what a commit touched.
func TestLast(t *testing.T) {
	r := initialise(t)
	r.write("a.txt", "one\ntwo\nthree\n")
	r.write("b.txt", "b\n")
	r.commit("first")
	first := strings.TrimSpace(r.git("rev-parse", "HEAD"))
	r.write("a.txt", "one\n2\nthree\n")
	r.commit("second")
	second := strings.TrimSpace(r.git("rev-parse", "HEAD"))
	r.write("b.txt", "")
	r.git("rm", "-q", "-f", "b.txt")
	r.write("c.txt", "c\n")
	r.commit("third")
	third := strings.TrimSpace(r.git("rev-parse", "HEAD"))
	g := openIn(t, r.dir)
	ctx := t.Context()
	for name, want := range map[string]string{"a.txt": second, "b.txt": third, "c.txt": third, "d.txt": ""} {
		if got, err := g.LastChange(ctx, "HEAD", name); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	for line, want := range map[int]string{1: first, 2: second, 3: first} {
		if got, err := g.LastLines(ctx, "HEAD", "a.txt", line, line); err != nil || got != want {
			t.Errorf("line %d: %q, %v, want %q", line, got, err, want)
		}
	}
	for commit, want := range map[string][]string{first: {"a.txt", "b.txt"}, second: {"a.txt"}, third: {"b.txt", "c.txt"}} {
		if got, err := g.Touched(ctx, commit); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s touched %q, %v, want %q", commit, got, err, want)
		}
	}
	for _, name := range []string{"", "../x", "/etc/passwd", "a\x00b"} {
		if _, err := g.LastChange(ctx, "HEAD", name); err == nil {
			t.Errorf("%q has a last change", name)
		}
		if _, err := g.LastLines(ctx, "HEAD", name, 1, 1); err == nil {
			t.Errorf("%q has lines", name)
		}
	}
	if _, err := g.LastLines(ctx, "HEAD", "a.txt", 2, 1); err == nil {
		t.Error("lines 2 to 1 were asked for")
	}
	if _, err := g.LastLines(ctx, "HEAD", "a.txt", 90, 91); err == nil {
		t.Error("lines that are not there were found")
	}
}
