package cli_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/report"
)

// TestOwnDocumentation runs check on the Markdown of this project: nothing in it
// is refuted, no comment passes over nothing, and enough is verified to say so.
func TestOwnDocumentation(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: indexes the whole project")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		switch {
		case d.IsDir() && name != root && (base == "testdata" || base == "dist" || base == "scratch" || strings.HasPrefix(base, ".")):
			return fs.SkipDir
		case !d.IsDir() && filepath.Ext(base) == ".md":
			short, err := filepath.Rel(root, name)
			texts = append(texts, short)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) < 25 {
		t.Fatalf("%d texts only: %q", len(texts), texts)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, append([]string{"check", "--repo", ".", "--format", "json", "--db", t.TempDir()}, texts...)...)
	c.Dir, c.Env = root, append(os.Environ(), commandVariable+"=1")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil && c.ProcessState.ExitCode() != 3 {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var all report.Check
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatal(err)
	}
	for _, a := range all.Answers {
		for _, f := range a.Verdicts {
			if f.Outcome == "refuted" && !f.Silent() {
				t.Errorf("%s:%d:%d: %s %q: %s (%v)", a.Source, f.Claim.Line, f.Claim.Column, f.Claim.Kind, f.Claim.Text, f.Reason, f.Witnesses)
			}
		}
		for _, g := range a.Ignores {
			if g.Used == 0 || g.Problem != "" {
				t.Errorf("%s:%d: sooth:ignore passes over nothing: %s %s", a.Source, g.Line, g.Reason, g.Problem)
			}
		}
	}
	t.Logf("%d texts: %+v", len(all.Answers), all.Counts)
	for _, n := range all.Notes {
		t.Log(n)
	}
	if n := all.Counts; len(all.Answers) != len(texts) || n.Verified < 300 {
		t.Errorf("%d of %d texts, counts %+v: too little was verified to say anything", len(all.Answers), len(texts), n)
	}
}
