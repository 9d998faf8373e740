package behave

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/score"
)

const example = "../../examples/go-api"

// task reads one task of the example suite: its module, its hidden tests and
// its reference solution.
func task(tb testing.TB, id string) (module lang.Module, tests, reference []lang.File) {
	tb.Helper()
	read := func(name string) lang.File {
		text, err := os.ReadFile(filepath.Join(example, "tasks", id, name))
		if err != nil && name != "go.sum" {
			tb.Fatal(err)
		}
		return lang.File{Name: name, Text: string(text)}
	}
	return lang.Module{Files: []lang.File{read("go.mod"), read("go.sum")}}, []lang.File{read("solution_test.go")}, []lang.File{read("solution.go")}
}

// references returns the reference solutions of the example suite.
func references(tb testing.TB) []Item {
	tb.Helper()
	dirs, err := filepath.Glob(filepath.Join(example, "tasks", "*", "task.yaml"))
	if err != nil || len(dirs) == 0 {
		tb.Skipf("%s has no tasks; hint: the example suite belongs to the repository", example)
	}
	var items []Item
	for _, name := range dirs {
		id := filepath.Base(filepath.Dir(name))
		module, tests, reference := task(tb, id)
		items = append(items, Item{ID: id, Files: reference, Module: module, Tests: tests})
	}
	return items
}

// label is what `go build` and `go test` said of a recorded answer.
type label struct {
	Task, Arm string
	Compiles  bool
	Behaves   *bool
}

// recorded returns the recorded answers of the example suite, and their labels
// by item.
func recorded(tb testing.TB) ([]Item, map[string]label) {
	tb.Helper()
	references(tb)
	var items []Item
	lines(tb, "answers.jsonl", func(line []byte) error {
		var a struct{ Task, Arm, Answer string }
		if err := json.Unmarshal(line, &a); err != nil {
			return err
		}
		module, tests, _ := task(tb, a.Task)
		_, code, _ := strings.Cut(a.Answer, "```go\n")
		code, _, _ = strings.Cut(code, "\n```")
		items = append(items, Item{ID: a.Task + "/" + a.Arm, Files: []lang.File{{Name: "solution.go", Text: code + "\n"}}, Module: module, Tests: tests})
		return nil
	})
	labels := map[string]label{}
	lines(tb, "labels.jsonl", func(line []byte) error {
		var l label
		err := json.Unmarshal(line, &l)
		labels[l.Task+"/"+l.Arm] = l
		return err
	})
	return items, labels
}

func lines(tb testing.TB, name string, each func(line []byte) error) {
	tb.Helper()
	file, err := os.Open(filepath.Join(example, name))
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		if err := each(scanner.Bytes()); err != nil {
			tb.Fatalf("%s: %v", name, err)
		}
	}
	if err := scanner.Err(); err != nil {
		tb.Fatal(err)
	}
}

// goCommand finds the go command.
func goCommand(tb testing.TB) *toolchain.Go {
	tb.Helper()
	g, err := toolchain.Find(context.Background(), os.Environ())
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// judge judges items and returns the results by item; a failed download skips.
func judge(tb testing.TB, o *Oracle, items []Item) map[string]score.Result {
	tb.Helper()
	results := map[string]score.Result{}
	err := o.Judge(context.Background(), items, func(id string, r score.Result) {
		if _, twice := results[id]; twice {
			tb.Errorf("%s: two results", id)
		}
		results[id] = r
	})
	if err != nil && network(err.Error()) {
		tb.Skipf("the modules of the suite cannot be downloaded: %v", err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	if len(results) != len(items) {
		tb.Errorf("%d results of %d items", len(results), len(items))
	}
	return results
}

// The reference solutions pass, and what the recorded answers do is what `go
// build` and `go test` said of them. The references are our own, so that they
// may run without a sandbox. Every fourth task is taken, unless SOOTH_LONG
// is set: the test of the command line holds every answer against its label.
func TestExampleSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: compiles 184 programs and the modules that they use")
	}
	solutions, options := references(t), Options{Go: goCommand(t), Scratch: t.TempDir()}
	answers, labels := recorded(t)
	var err error
	if options.Sandbox, err = sandbox.Find(t.Context(), os.Environ()); err != nil {
		t.Logf("the recorded answers are not run: %v", err)
		options.Sandbox, answers = direct{}, nil
	}
	o := New(options)
	if tasks := len(solutions); tasks != 46 || answers != nil && len(answers) != 138 || len(labels) != 138 {
		t.Fatalf("%d references, %d answers, %d labels, want 46, 138, 138", tasks, len(answers), len(labels))
	}
	if os.Getenv("SOOTH_LONG") == "" {
		solutions, answers = sampled(solutions, answers)
		t.Logf("every fourth task: %d of 46 references, %d of 138 answers", len(solutions), len(answers))
	}
	results := judge(t, o, append(solutions[:len(solutions):len(solutions)], answers...))
	for _, item := range solutions {
		if r := results[item.ID]; r.Outcome != score.Pass {
			t.Errorf("%s: %s: %s\n%v", item.ID, r.Outcome, r.Reason, r.Diagnostics)
		}
	}
	t.Log(counts(o))
	if answers == nil {
		t.Skipf("the recorded answers are not run: %v", err)
	}
	agree := 0
	for _, item := range answers {
		r, l := results[item.ID], labels[item.ID]
		want := score.Unknown
		if l.Behaves != nil && *l.Behaves {
			want = score.Pass
		} else if l.Behaves != nil {
			want = score.Fail
		}
		switch {
		case r.Outcome != want:
			t.Errorf("%s: %s (%s), the label says %s\n%v", item.ID, r.Outcome, r.Reason, want, r.Diagnostics)
		case !l.Compiles && !strings.HasPrefix(r.Reason, "does not compile: "):
			t.Errorf("%s: %s, the label says that it does not compile", item.ID, r.Reason)
		default:
			agree++
		}
	}
	if agree != len(answers) || agree < 36 {
		t.Errorf("%d of %d answers agree with their labels", agree, len(answers))
	}
}

// sampled returns every fourth of the solutions, and the answers to their tasks.
func sampled(solutions, answers []Item) (fewer, theirs []Item) {
	for i := 0; i < len(solutions); i += 4 {
		fewer = append(fewer, solutions[i])
		for _, a := range answers {
			if strings.HasPrefix(a.ID, solutions[i].ID+"/") {
				theirs = append(theirs, a)
			}
		}
	}
	return fewer, theirs
}

func counts(o *Oracle) string {
	c := o.Counts()
	return fmt.Sprintf("%d links, %d runs, %d from the cache", c.Links, c.Runs, c.Cached)
}
