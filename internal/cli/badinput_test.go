package cli_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestBadInput: whatever is wrong with a suite or a command is refused before
// anything is asked or graded, with exit code 2, the place, what to do, and no
// state left behind. The cases are those at which other harnesses run all the
// same, pay, and print "100 % passed".
func TestBadInput(t *testing.T) {
	yaml, task, answers := "suite.yaml", "tasks/lower/task.yaml", "answers.jsonl"
	cases := []struct {
		name    string
		file    string // of the suite: where Old is replaced by New
		old     string
		new     string
		args    []string // beside "run SUITE"
		message string   // expression that stderr must match
	}{
		{name: "unknown key", file: yaml, old: "repeats: 1", new: "repeatz: 1", message: `suite\.yaml:\d+:1: .*"repeatz".*repeats`},
		{name: "unknown key of a task", file: task, old: "target:", new: "targett:", message: `task\.yaml:\d+:1: .*"targett".*target`},
		{name: "unknown key of an arm", file: yaml, old: "template: prompts/plain.txt", new: "templat: prompts/plain.txt", message: `suite\.yaml:\d+:\d+: .*"templat".*template`},
		{name: "unknown criterion", file: yaml, old: "criteria: [compiles,", new: "criteria: [compile,", message: `suite\.yaml:\d+:\d+: .*"compile".*compiles`},
		{name: "unknown kind of arm", file: yaml, old: "kind: inject", new: "kind: injct", message: `suite\.yaml:\d+:\d+: .*"injct".*inject`},
		{name: "arm named twice", file: yaml, old: "  docs: {", new: "  none: {", message: `suite\.yaml:\d+:3: .*"none"`},
		{name: "comparison with an unknown arm", file: yaml, old: "- {base: none, arm: docs}", new: "- {base: none, arm: dox}", message: `suite\.yaml:\d+:\d+: .*"dox".*docs`},
		{name: "task id twice", file: task, old: "id: lower", new: "id: sorted", message: `task\.yaml.*"sorted"`},
		{name: "no tasks", file: yaml, old: "tasks: tasks", new: "tasks: prompts", message: `suite\.yaml:12:8: the suite has no tasks; hint`},
		{name: "folder of tasks missing", file: yaml, old: "tasks: tasks", new: "tasks: tasca", message: `suite\.yaml:12:8: .*tasca`},
		{name: "variable not known", file: "prompts/grounded.txt", old: "{context}", new: "{contxt}", message: `grounded\.txt.*contxt.*context`},
		{name: "prompt file missing", file: yaml, old: "prompts/plain.txt", new: "prompts/plane.txt", message: `suite\.yaml:\d+:\d+: .*plane\.txt`},
		{name: "invalid UTF-8", file: yaml, old: "for tests", new: "for \xff tests", message: `suite\.yaml:\d+:\d+: .*UTF-8`},
		{name: "YAML syntax", file: yaml, old: "criteria: [compiles,", new: "criteria: [[compiles,", message: `suite\.yaml:\d+.*`},
		{name: "wrong type", file: yaml, old: "repeats: 1", new: "repeats: often", message: `suite\.yaml:21:10: .*`},
		{name: "answer for an unknown task", file: answers, old: `"task": "lower", "arm": "none"`, new: `"task": "upper", "arm": "none"`, message: `answers\.jsonl:1.*"upper"`},
		{name: "answer for an unknown arm", file: answers, old: `"task": "lower", "arm": "none"`, new: `"task": "lower", "arm": "nonne"`, message: `answers\.jsonl:1.*"nonne"`},
		{name: "answer twice", file: answers, old: `"task": "lower", "arm": "docs"`, new: `"task": "lower", "arm": "none"`, message: `answers\.jsonl:2.*`},
		{name: "another prompt was asked", file: answers, old: "6d5de8a1", new: "6d5de8a2", message: `answers\.jsonl:1:\d+: the prompt of task "lower", arm "none" is not what was asked`},
		{name: "answer that is no JSON", file: answers, old: `{"task": "lower", "arm": "none"`, new: `{"task": "lower" "arm": "none"`, message: `answers\.jsonl:1:\d+: .*`},
		{name: "jobs 0", args: []string{"--jobs", "0"}, message: `jobs.*0`},
		{name: "jobs below 0", args: []string{"--jobs", "-3"}, message: `jobs.*-3`},
		{name: "jobs no number", args: []string{"--jobs", "abc"}, message: `"abc"`},
		{name: "tolerance above 1", args: []string{"--tolerance", "1.5"}, message: `tolerance.*1\.5`},
		{name: "repeats below 0", args: []string{"--repeats", "-1"}, message: `repeats.*-1`},
		{name: "unknown flag", args: []string{"--job", "3"}, message: `--job.*hint: sooth run --help`},
		{name: "unknown model", args: []string{"--model", "gpt-0"}, message: `"gpt-0"`},
		{name: "unwritable output", args: []string{"-o", "no/such/folder/x.html", "--format", "html"}, message: `no/such/folder`},
		{name: "unknown format", args: []string{"--format", "foo"}, message: `"foo".*hint: one of`},
		{name: "unknown sandbox", args: []string{"--sandbox", "jail"}, message: `"jail"`},
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			suite := filepath.Join(dir, "suite")
			if err := os.CopyFS(suite, os.DirFS("testdata/tiny")); err != nil {
				t.Fatal(err)
			}
			if c.file != "" {
				path := filepath.Join(suite, filepath.FromSlash(c.file))
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				changed := strings.Replace(string(text), c.old, c.new, 1)
				if changed == string(text) {
					t.Fatalf("%s does not hold %q", c.file, c.old)
				}
				if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			run := exec.Command(self, append([]string{"run", "suite"}, c.args...)...)
			run.Dir = dir
			run.Env = append(os.Environ(), commandVariable+"=1")
			var stdout, stderr bytes.Buffer
			run.Stdout, run.Stderr = &stdout, &stderr
			err := run.Run()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 2 {
				t.Errorf("exit: %v, want 2; stderr: %s", err, stderr.String())
			}
			if !regexp.MustCompile(c.message).MatchString(stderr.String()) {
				t.Errorf("stderr does not match %s:\n%s", c.message, stderr.String())
			}
			if n := strings.Count(stderr.String(), "\n"); n > 6 || strings.Contains(stderr.String(), "goroutine ") {
				t.Errorf("not one clear message but %d lines:\n%s", n, stderr.String())
			}
			if stdout.Len() > 0 {
				t.Errorf("stdout: %s", stdout.String())
			}
			if _, err := os.Stat(filepath.Join(dir, ".sooth")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("state was left behind: %v", err)
			}
		})
	}
}
