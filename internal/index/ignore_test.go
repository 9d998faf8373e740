package index

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// checkIgnore asks git which of the paths are ignored.
func checkIgnore(t *testing.T, dir string, paths []string) map[string]bool {
	t.Helper()
	c := exec.Command("git", "-c", "core.excludesFile="+os.DevNull, "check-ignore", "--no-index", "-z", "--stdin")
	c.Dir = dir
	c.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := c.Run(); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("git check-ignore: %v %s", err, errs.String())
	}
	set := map[string]bool{}
	for _, p := range strings.Split(out.String(), "\x00") {
		set[p] = p != ""
	}
	return set
}

func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("SKIPPED: no git command: .gitignore is not held against git; install git")
	}
	dir := t.TempDir()
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	return dir
}

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// files walks dir and returns the paths found.
func files(t testing.TB, dir string, tracked []string, limits Limits) ([]string, *walker) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	w, err := walk(t.Context(), root, dir, tracked, limits)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range w.files {
		list = append(list, f.Path)
	}
	return list, w
}

// TestIgnoreAgainstGit puts random patterns into nested .gitignore files and
// info/exclude, and holds each file of the tree against git's own answer.
func TestIgnoreAgainstGit(t *testing.T) {
	g := rand.New(rand.NewPCG(8, 9))
	pick := func(list ...string) string { return list[g.IntN(len(list))] }
	line := func() string {
		s := pick("", "", "!", "", "/")
		for range 1 + g.IntN(3) {
			s += pick("a", "b", "ab", "*", "?", "**", "*.x", "[ab]", "[!a]", "[^b]", "[a-c]*", "[[:alpha:]]", "[]a]", "[a", "\\a", "\\*", "a\\", "ü", "**/", "/**", "/", "a/", "[a\\]b]", "c d", "*b*", "a**b", "[[:foo:]]", "[--0]", "[b-a]", "#")
		}
		return s + pick("", "", "", "/", " ", "\\ ", "  ", "\r", "/**", "/*")
	}
	ignoredFiles, kept := 0, 0
	for range 60 {
		dir := repository(t)
		var all []string
		for _, d := range []string{"", "a/", "b/", "a/b/", "a/b/a/", "ab/c d/", "ü/", "c/[a/"} {
			for _, f := range []string{"a", "b.x", "ab", "c d", "*", "[a", "ü.x", "abb", "]", "c ", "#a"} {
				if d+f != "a" && d+f != "ab" && d+f != "a/b" && d+f != "a/b/a" {
					put(t, dir, d+f, "")
					all = append(all, d+f)
				}
			}
		}
		var texts []string
		for _, d := range []string{"", "a/", "a/b/", "ab/"} {
			text := pick("", "\ufeff")
			for range g.IntN(4) {
				text += line() + "\n"
			}
			put(t, dir, d+".gitignore", text)
			texts = append(texts, d+": "+text)
			all = append(all, d+".gitignore")
		}
		exclude := line() + "\n" + line()
		put(t, dir, ".git/info/exclude", exclude)
		want := checkIgnore(t, dir, all)
		for _, sub := range []string{"", "a", "ab/c d"} {
			if sub != "" && checkIgnore(t, dir, []string{sub})[sub] {
				continue // its files were asked for by name
			}
			list, _ := files(t, filepath.Join(dir, sub), nil, defaultLimits())
			got := map[string]bool{}
			for _, name := range list {
				got[path.Join(sub, name)] = true
			}
			for _, name := range all {
				if sub != "" && !strings.HasPrefix(name, sub+"/") {
					continue
				}
				if got[name] == want[name] {
					t.Fatalf("in %q, %q: found %v, git ignores it %v\n%q\nexclude %q", sub, name, got[name], want[name], texts, exclude)
				}
				if want[name] {
					ignoredFiles++
				} else {
					kept++
				}
			}
		}
	}
	if ignoredFiles < 1000 || kept < 1000 {
		t.Errorf("%d ignored, %d kept: the generator is no use", ignoredFiles, kept)
	}
}

// TestPatternIsBounded: a pattern made to be slow is not.
func TestPatternIsBounded(t *testing.T) {
	p, ok := parsePattern(strings.Repeat("*a", 60) + "/" + strings.Repeat("**/", 20) + "b")
	if !ok {
		t.Fatal("not parsed")
	}
	started := time.Now()
	if p.match(strings.Repeat("a", 4000) + "/" + strings.Repeat("a/", 2000)) {
		t.Error("matched")
	}
	if d := time.Since(started); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}
