package cli_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// action is what is read of action.yml.
type action struct {
	Inputs map[string]struct {
		Description string
		Default     *string
	}
	Runs struct {
		Using string
		Steps []struct {
			Shell, Run string
			Env        map[string]string
		}
	}
}

func readAction(t *testing.T) action {
	t.Helper()
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestActionIsWhole: every input reaches the script as an environment variable,
// no expression stands in a command, and the script knows no other variable.
func TestActionIsWhole(t *testing.T) {
	a := readAction(t)
	if a.Runs.Using != "composite" || len(a.Runs.Steps) != 1 || len(a.Inputs) < 5 {
		t.Fatalf("%+v", a)
	}
	step := a.Runs.Steps[0]
	if strings.Contains(step.Run, "${{") || step.Shell != "bash" {
		t.Errorf("the command %q of shell %q takes in an expression", step.Run, step.Shell)
	}
	script, err := os.ReadFile("../../tools/action.sh")
	if err != nil {
		t.Fatal(err)
	}
	read := map[string]bool{"SOOTH_ACTION": true} // by the command itself
	for _, m := range regexp.MustCompile(`\$\{?(SOOTH_[A-Z_]+)`).FindAllStringSubmatch(string(script), -1) {
		read[m[1]] = true
	}
	want := map[string]string{"SOOTH_ACTION": "${{ github.action_path }}"}
	for name, in := range a.Inputs {
		want["SOOTH_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))] = "${{ inputs." + name + " }}"
		if in.Description == "" || in.Default == nil {
			t.Errorf("input %q lacks a description or a default", name)
		}
	}
	if !maps.Equal(step.Env, want) {
		t.Errorf("the environment is %v, want %v", step.Env, want)
	}
	if got, want := slices.Sorted(maps.Keys(read)), slices.Sorted(maps.Keys(want)); !slices.Equal(got, want) {
		t.Errorf("the script reads %v, the action sets %v", got, want)
	}
}

// program makes a sooth of the test binary.
func command(t *testing.T, dir string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "sooth")
	text := fmt.Sprintf("#!/bin/sh\n%s=1 exec '%s' \"$@\"\n", commandVariable, self)
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

// runs the script of the action with the defaults of action.yml.
func act(t *testing.T, dir string, inputs ...string) (string, int) {
	t.Helper()
	script, err := filepath.Abs("../../tools/action.sh")
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "RUNNER_TEMP="+t.TempDir())
	for name, in := range readAction(t).Inputs {
		env = append(env, "SOOTH_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))+"="+*in.Default)
	}
	c := exec.Command("bash", script)
	c.Dir, c.Env = dir, append(env, inputs...)
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// TestActionRuns: the script passes its inputs on, whatever characters they
// have, fetches a binary whose sum is right, and refuses another.
func TestActionRuns(t *testing.T) {
	for _, needed := range []string{"bash", "curl", "awk"} {
		if _, err := exec.LookPath(needed); err != nil {
			t.Skip("SKIPPED: ", err)
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n", "a b.md": "Nothing.\n", "docs/c.md": "Nothing.\n", "docs/d.md": "Nothing.\n"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	binary := command(t, t.TempDir())
	out, code := act(t, dir, "SOOTH_BINARY="+binary, "SOOTH_FILES=a b.md\ndocs/*.md", "SOOTH_TEXT=$(touch evil) `touch evil`; words\n")
	if code != 0 || !strings.Contains(out, "4 texts, 0 claims") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "evil")); err == nil {
		t.Error("a text became a command")
	}
	if out, code := act(t, dir, "SOOTH_BINARY="+binary, "SOOTH_FILES=nowhere.md"); code != 2 || !strings.Contains(out, "nowhere.md") {
		t.Errorf("a missing file: exit code %d:\n%s", code, out)
	}
	if _, code := act(t, dir, "SOOTH_BINARY="+binary, "SOOTH_FILES=a b.md", "SOOTH_FORMAT=sarif", "SOOTH_OUTPUT=out.sarif"); code != 0 {
		t.Errorf("sarif into a file: exit code %d", code)
	}
	if log, err := os.ReadFile(filepath.Join(dir, "out.sarif")); err != nil || !bytes.Contains(log, []byte(`"version": "2.1.0"`)) {
		t.Errorf("the file has no log: %v\n%s", err, log)
	}
	if out, code := act(t, dir, "SOOTH_FILES=a b.md"); code == 0 || !strings.Contains(out, "hint") {
		t.Errorf("neither binary nor release: exit code %d:\n%s", code, out)
	}

	release := t.TempDir()
	name := fmt.Sprintf("sooth-v9-%s-%s", runtime.GOOS, runtime.GOARCH)
	text, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x  other\n%x  %s\n", sha256.Sum256(nil), sha256.Sum256(text), name)
	for file, text := range map[string][]byte{name: text, "SHA256SUMS": []byte(sum)} {
		if err := os.WriteFile(filepath.Join(release, file), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	from := []string{"SOOTH_RELEASE=file://" + release, "SOOTH_VERSION=v9", "SOOTH_FILES=a b.md"}
	if out, code := act(t, dir, from...); code != 0 || !strings.Contains(out, "0 claims") {
		t.Errorf("downloaded: exit code %d:\n%s", code, out)
	}
	if err := os.WriteFile(filepath.Join(release, name), append(text, '\n'), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, code := act(t, dir, from...); code != 1 || !strings.Contains(out, "SHA256SUMS") {
		t.Errorf("another binary than the sums say: exit code %d:\n%s", code, out)
	}
}

// TestPreCommit: the hook's command line is one that sooth takes, with the names
// of files after it, as pre-commit runs it.
func TestPreCommit(t *testing.T) {
	text, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		ID, Name, Description, Entry, Language string
		Types                                  []string
		Serial                                 bool `yaml:"require_serial"`
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&hooks); err != nil {
		t.Fatal(err)
	}
	if len(hooks) != 1 || hooks[0].Language != "system" || !slices.Equal(hooks[0].Types, []string{"markdown"}) {
		t.Fatalf("%+v", hooks)
	}
	words := strings.Fields(hooks[0].Entry)
	if words[0] != "sooth" {
		t.Fatalf("the entry is %q", hooks[0].Entry)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.md"), []byte("Nothing.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, append(words[1:], "x.md")...)
	c.Dir, c.Env = dir, append(os.Environ(), commandVariable+"=1")
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "0 claims") {
		t.Errorf("%v\n%s", err, out)
	}
}
