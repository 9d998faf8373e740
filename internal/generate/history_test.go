package generate

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/internal/git"
	"sooth/question"
)

// scripted makes a repository with a history that is known by hand.
type scripted struct {
	t   *testing.T
	dir string
	ids map[string]string // message: commit
}

func (s scripted) git(args ...string) string {
	s.t.Helper()
	c := exec.Command("git", args...)
	c.Dir = s.dir
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=e@x", "GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=e@x")
	out, err := c.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes files (name, text, name, text ...; empty text: deleted) and
// commits them.
func (s scripted) commit(message string, files ...string) {
	s.t.Helper()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(s.dir, files[i])
		if files[i+1] == "" {
			if err := os.Remove(name); err != nil {
				s.t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			s.t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
	s.git("add", "-A")
	s.git("commit", "-q", "-m", message)
	s.ids[message] = s.git("rev-parse", "HEAD")
}

// TestHistory asks about a repository whose history was written by hand.
func TestHistory(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("SKIPPED: no git: kinds about history are not tested")
	}
	s := scripted{t, t.TempDir(), map[string]string{}}
	s.git("init", "-q", "-b", "main")
	const head = "package a\n\n"
	const one, changed = "func One() int { return 1 }\n\n", "func One() int { return 11 }\n\n"
	const two = "// Two is two.\nfunc Two() int {\n\treturn 2\n}\n\n"
	s.commit("begin", "go.mod", "module example.com/a\n\ngo 1.24\n", "a.go", head+one+two, "b.go", head+"func Three() int { return One() + Two() }\n")
	s.commit("doc of two", "a.go", head+one+strings.Replace(two, "is two", "is 2", 1))
	s.commit("one changes", "a.go", head+changed+strings.Replace(two, "is two", "is 2", 1))
	s.commit("moved down", "a.go", head+"var x = 1\n\n"+changed+strings.Replace(two, "is two", "is 2", 1), "c.txt", "words\n")
	s.commit("gone", "c.txt", "", "d.txt", "more words\n")
	s.commit("odd", "odd`name\n.txt", "x\n") // nobody is asked about names that break a text
	o := indexed(t, s.dir)
	var err error
	if o.Git, err = git.Open(context.Background(), s.dir, os.Environ()); err != nil {
		t.Fatal(err)
	}
	o.Kinds = []question.Kind{question.LastChanged, question.FilesChanged}
	r, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"last-changed a.go":                     s.ids["moved down"],
		"last-changed b.go":                     s.ids["begin"],
		"last-changed go.mod":                   s.ids["begin"],
		"last-changed d.txt":                    s.ids["gone"],
		"last-changed example.com/a.One":        s.ids["one changes"],
		"last-changed example.com/a.Two":        s.ids["begin"], // only its comment changed
		"last-changed example.com/a.Three":      s.ids["begin"],
		"files-changed " + s.ids["begin"]:       "a.go b.go go.mod",
		"files-changed " + s.ids["doc of two"]:  "a.go",
		"files-changed " + s.ids["one changes"]: "a.go",
		"files-changed " + s.ids["moved down"]:  "a.go c.txt",
		"files-changed " + s.ids["gone"]:        "c.txt d.txt",
	}
	got := map[string]string{}
	for _, q := range r.Questions {
		got[string(q.Kind)+" "+q.Subject] = told(q)
		if len(q.Witness) < 2 || slices.Contains(q.Witness, "go/types") {
			t.Errorf("%s: witnesses %v", q.Subject, q.Witness)
		}
	}
	for key, truth := range want {
		if got[key] != truth {
			t.Errorf("%s: %q, by hand %q", key, got[key], truth)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d questions, by hand %d: %v", len(got), len(want), got)
	}
	o.Git, o.NoHistory = nil, "not available: no history"
	r, err = Run(context.Background(), o)
	if err != ErrNothing || len(r.Report.Absent) != 3 || r.Report.Absent[0].Reason != "not available: no history" {
		t.Errorf("without history: %v, %+v", err, r.Report.Absent)
	}
}
