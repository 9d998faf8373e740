package cli_test

import (
	"bytes"
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sooth/llm/llmtest"
)

// TestBadInput: whatever is wrong with a suite or a command is refused before
// anything is asked or graded, with exit code 2, the place, what to do, and no
// state left behind. The cases are those at which other harnesses run all the
// same, pay, and print "100 % passed". Where the suite is at fault, each is tried
// a second time with a live model: its server is asked nothing.
func TestBadInput(t *testing.T) {
	yaml, task, answers := "suite.yaml", "tasks/lower/task.yaml", "answers.jsonl"
	cases := []struct {
		name    string
		file    string // of the suite: where Old is replaced by New
		old     string
		new     string
		suite   string   // that is named; "": the right one
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
		{name: "no tasks in a list", file: yaml, old: "tasks: tasks", new: "tasks: []", message: `suite\.yaml:12:8: "tasks" is an empty list`},
		{name: "no suite", suite: "sweet", message: `sweet: no such file or folder; hint`},
		{name: "hidden tests missing", file: yaml, old: "tests: [solution_test.go]", new: "tests: [solutions_test.go]", message: `suite\.yaml:13:9: no task has the file "solutions_test\.go"`},
		{name: "folder of tasks missing", file: yaml, old: "tasks: tasks", new: "tasks: tasca", message: `suite\.yaml:12:8: .*tasca`},
		{name: "variable not known", file: "prompts/grounded.txt", old: "{context}", new: "{contxt}", message: `grounded\.txt.*contxt.*context`},
		{name: "prompt file missing", file: yaml, old: "prompts/plain.txt", new: "prompts/plane.txt", message: `suite\.yaml:\d+:\d+: .*plane\.txt`},
		{name: "invalid UTF-8", file: yaml, old: "for tests", new: "for \xff tests", message: `suite\.yaml:\d+:\d+: .*UTF-8`},
		{name: "invalid UTF-8 in a task", file: task, old: "id: lower", new: "id: lower\nprompt_note: \xff", message: `task\.yaml:\d+:\d+: .*UTF-8`},
		{name: "invalid UTF-8 in a prompt", file: "prompts/plain.txt", old: "{", new: "\xff{", message: `plain\.txt:\d+:\d+: .*UTF-8`},
		{name: "YAML syntax", file: yaml, old: "criteria: [compiles,", new: "criteria: [[compiles,", message: `suite\.yaml:\d+.*`},
		{name: "wrong type", file: yaml, old: "repeats: 1", new: "repeats: often", message: `suite\.yaml:21:10: .*`},
		{name: "answer for an unknown task", file: answers, old: `"task": "lower", "arm": "none"`, new: `"task": "upper", "arm": "none"`, message: `answers\.jsonl:1.*"upper"`},
		{name: "answer for an unknown arm", file: answers, old: `"task": "lower", "arm": "none"`, new: `"task": "lower", "arm": "nonne"`, message: `answers\.jsonl:1.*"nonne"`},
		{name: "answer twice", file: answers, old: `"task": "lower", "arm": "docs"`, new: `"task": "lower", "arm": "none"`, message: `answers\.jsonl:2.*`},
		{name: "another prompt was asked", file: answers, old: "6d5de8a1", new: "6d5de8a2", message: `answers\.jsonl:1:\d+: the prompt of task "lower", arm "none" is not what was asked`},
		{name: "answer that is no JSON", file: answers, old: `{"task": "lower", "arm": "none"`, new: `{"task": "lower" "arm": "none"`, message: `answers\.jsonl:1:\d+: .*`},
		{name: "jobs 0", args: []string{"--jobs", "0"}, message: `"0".*--jobs.*from 1 on`},
		{name: "jobs below 0", args: []string{"--jobs", "-3"}, message: `"-3".*--jobs`},
		{name: "jobs no number", args: []string{"--jobs", "abc"}, message: `"abc"`},
		{name: "tolerance above 1", args: []string{"--tolerance", "1.5"}, message: `tolerance.*1\.5`},
		{name: "repeats below 0", args: []string{"--repeats", "-1"}, message: `"-1".*--repeats`},
		{name: "no repeats", args: []string{"--repeats", "0"}, message: `"0".*--repeats.*from 1 on`},
		{name: "no turns", args: []string{"--turns", "0"}, message: `"0".*--turns`},
		{name: "no time", args: []string{"--deadline", "-1s"}, message: `"-1s".*--deadline.*above 0`},
		{name: "no time for the probe", args: []string{"--probe", "0"}, message: `"0".*--probe`},
		{name: "unknown flag", args: []string{"--job", "3"}, message: `--job.*hint: sooth run --help`},
		{name: "unknown model", args: []string{"--model", "gpt-0"}, message: `"gpt-0"`},
		{name: "unwritable output", args: []string{"-o", "no/such/folder/x.html", "--format", "html"}, message: `no/such/folder`},
		{name: "output of an unknown kind", args: []string{"-o", "x.foo"}, message: `x\.foo.*hint: --format is one of text, `},
		{name: "unknown format", args: []string{"--format", "foo"}, message: `"foo".*hint: one of`},
		{name: "unknown sandbox", args: []string{"--sandbox", "jail"}, message: `"jail"`},
	}
	server := serve(t, llmtest.Options{Behave: coder})
	t.Cleanup(func() {
		if n := server.Counts().ByStatus; len(n) > 0 {
			t.Errorf("the model's server was asked: %v", n)
		}
	})
	environ := []string{"ANTHROPIC_BASE_URL=" + server.URL(), "ANTHROPIC_API_KEY=key-for-tests-0123"}
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
				write(t, path, changed)
			}
			args := append([]string{"run", cmp.Or(c.suite, "suite")}, c.args...)
			refused(t, dir, nil, args, c.message)
			if c.name != "unknown model" && c.file != answers {
				refused(t, dir, environ, append(args, "--mode", "live", "--model", "claude-haiku-4-5"), c.message)
			}
			if _, err := os.Stat(filepath.Join(dir, ".sooth")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("state was left behind: %v", err)
			}
			if _, err := os.Stat(filepath.Join(dir, "x.foo")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("a file was left behind: %v", err)
			}
		})
	}
}

// refused runs a command in a folder and wants it refused as a mistake of the
// caller's, in a few lines that match an expression, with nothing on stdout.
func refused(t *testing.T, dir string, environ, args []string, message string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(self, args...)
	run.Dir = dir
	run.Env = append(append(os.Environ(), commandVariable+"=1"), environ...)
	var stdout, stderr bytes.Buffer
	run.Stdout, run.Stderr = &stdout, &stderr
	if exit := code(t, run.Run()); exit != 2 {
		t.Errorf("%q: exit %d, want 2; stderr: %s", args, exit, stderr.String())
	}
	if !regexp.MustCompile(message).MatchString(stderr.String()) {
		t.Errorf("%q: stderr does not match %s:\n%s", args, message, stderr.String())
	}
	if n := strings.Count(stderr.String(), "\n"); n > 6 || strings.Contains(stderr.String(), "goroutine ") {
		t.Errorf("%q: not one clear message but %d lines:\n%s", args, n, stderr.String())
	}
	if stdout.Len() > 0 {
		t.Errorf("%q: stdout: %s", args, stdout.String())
	}
}
