package git_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/git"
)

// hostile is a repository in which everything that git can be made to start
// would write a file.
func hostile(t *testing.T) (r repository, traps string) {
	r = history(t)
	traps = t.TempDir()
	trap := func(name string) string {
		script := filepath.Join(traps, "trap-"+name)
		text := fmt.Sprintf("#!/bin/sh\necho started >> %q\ncat\n", filepath.Join(traps, "sprung-"+name))
		if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return script
	}
	r.write(".gitattributes", "* diff=evil filter=evil text=auto\n*.go diff=evil merge=evil\n")
	r.commit("attributes")
	head := strings.TrimSpace(r.git("rev-parse", "HEAD"))
	// A commit that says it is signed, so that showing signatures would start gpg.
	tree := strings.TrimSpace(r.git("rev-parse", "HEAD^{tree}"))
	signed := fmt.Sprintf("tree %s\nparent %s\nauthor n <e@x> 1700000000 +0000\ncommitter n <e@x> 1700000000 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n\nsigned\n", tree, head)
	c := exec.Command("git", "hash-object", "-t", "commit", "-w", "--stdin")
	c.Dir, c.Stdin = r.dir, strings.NewReader(signed)
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	r.git("update-ref", "refs/heads/main", strings.TrimSpace(string(out)))
	r.write("M", "changed in the work tree\n")
	hooks := filepath.Join(r.dir, ".git", "hooks")
	for _, hook := range []string{"post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman", "pre-commit"} {
		text, err := os.ReadFile(trap("hook-" + hook))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(hooks, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(hooks, hook), text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	config := "\n"
	for _, kv := range [][2]string{
		{"core.fsmonitor", "fsmonitor"}, {"core.pager", "pager"}, {"core.editor", "editor"}, {"core.sshCommand", "ssh"}, {"core.askPass", "askpass"},
		{"core.gitProxy", "proxy"}, {"core.alternateRefsCommand", "alternates"},
		{"diff.external", "external"}, {"diff.evil.textconv", "textconv"}, {"diff.evil.command", "command"}, {"filter.evil.clean", "clean"},
		{"filter.evil.smudge", "smudge"}, {"filter.evil.process", "process"}, {"merge.evil.driver", "merge"}, {"gpg.program", "gpg"},
		{"credential.helper", "credential"}, {"pager.log", "pager-log"}, {"pager.diff", "pager-diff"}, {"interactive.diffFilter", "interactive"}, {"uploadpack.packObjectsHook", "pack"},
	} {
		section, key := kv[0][:strings.LastIndexByte(kv[0], '.')], kv[0][strings.LastIndexByte(kv[0], '.')+1:]
		if name, sub, ok := strings.Cut(section, "."); ok {
			section = name + ` "` + sub + `"`
		}
		config += fmt.Sprintf("[%s]\n\t%s = %q\n", section, key, trap(kv[1]))
	}
	config += "[log]\n\tshowSignature = true\n\tshowRoot = false\n[diff]\n\trelative = true\n\tnoprefix = true\n[color]\n\tui = always\n[core]\n\tquotePath = true\n" +
		"[alias]\n\tlog = !" + trap("alias") + "\n[extensions]\n\tpartialClone = evil\n[remote \"evil\"]\n\tpromisor = true\n\turl = \"ext::" + trap("transport") + "\"\n[protocol]\n\tallow = always\n"
	f, err := os.OpenFile(filepath.Join(r.dir, ".git", "config"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(config); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return r, traps
}

func sprung(t *testing.T, traps string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(traps, "sprung-*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i] = filepath.Base(list[i])
	}
	return list
}

// TestHostile: asking such a repository everything starts nothing, and the
// answers are right. That the traps are armed is seen by plain git.
func TestHostile(t *testing.T) {
	plain, traps := hostile(t)
	r := openIn(t, plain.dir)
	list := commits(t, r, "", 0)
	if len(list) != 9 || len(list[len(list)-1].Changes) != 2 {
		t.Errorf("%d commits, the first with %v", len(list), list[len(list)-1].Changes)
	}
	if tracked, err := r.Tracked(t.Context()); err != nil || len(tracked) != 5 {
		t.Errorf("tracked: %q, %v", tracked, err)
	}
	if files, err := r.Files(t.Context(), "HEAD"); err != nil || len(files) != 5 {
		t.Errorf("files: %q, %v", files, err)
	}
	if text, err := r.Show(t.Context(), "HEAD", "M"); err != nil || string(text) != "x\n" {
		t.Errorf("show: %q, %v", text, err)
	}
	if added, err := r.Added(t.Context(), "HEAD", "M", []byte("x\ny\n")); err != nil || len(added) != 1 {
		t.Errorf("added: %v, %v", added, err)
	}
	if _, err := r.MergeBase(t.Context(), "main", "side"); err != nil {
		t.Error(err)
	}
	if _, err := r.IsAncestor(t.Context(), list[1].ID, list[0].ID); err != nil {
		t.Error(err)
	}
	if id, err := r.LastChange(t.Context(), "HEAD", "M"); err != nil || len(id) != 40 {
		t.Errorf("last change: %q, %v", id, err)
	}
	if id, err := r.LastLines(t.Context(), "HEAD", "M", 1, 1); err != nil || len(id) != 40 {
		t.Errorf("last change of a line: %q, %v", id, err)
	}
	for _, c := range list {
		files, err := r.Touched(t.Context(), c.ID)
		if err != nil || len(c.Parents) < 2 && len(files) != len(c.Changes) {
			t.Errorf("%s touched %q, %v; its log has %v", c.Subject, files, err, c.Changes)
		}
	}
	// An object that only the "remote" has must not be fetched.
	if _, err := r.Resolve(t.Context(), strings.Repeat("1", 40)); err == nil {
		t.Error("an object that is not there was resolved")
	}
	if list := sprung(t, traps); len(list) > 0 {
		t.Errorf("the repository started %v", list)
	}
	for _, args := range [][]string{{"status"}, {"log", "-p", "-2"}, {"diff", "HEAD"}} {
		c := exec.Command("git", args...)
		c.Dir = plain.dir
		_, _ = c.CombinedOutput()
	}
	if list := sprung(t, traps); len(list) < 3 {
		t.Errorf("the traps are not armed: plain git started only %v", list)
	} else {
		t.Logf("plain git started %v", list)
	}
}

// TestForeign: a repository of another user is refused, and said to be.
func TestForeign(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("SKIPPED: only root can give a repository away; to run this test: sudo go test ./internal/git")
	}
	plain := history(t)
	for _, name := range []string{plain.dir, filepath.Join(plain.dir, ".git")} {
		if err := os.Chown(name, 65534, 65534); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := git.Open(t.Context(), plain.dir, os.Environ()); err != git.ErrOwnership {
		t.Errorf("got %v, want %v", err, git.ErrOwnership)
	}
}
