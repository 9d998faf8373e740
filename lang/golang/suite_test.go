package golang

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/score"
)

// goTool finds the go command of the test.
func goTool(t testing.TB) *toolchain.Go {
	t.Helper()
	return goToolIn(t, os.Environ())
}

func goToolIn(t testing.TB, environ []string) *toolchain.Go {
	t.Helper()
	g, err := toolchain.Find(context.Background(), environ)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newChecker(t testing.TB, cache Cache) *Checker {
	t.Helper()
	c, err := NewChecker(Options{Go: goTool(t), Cache: cache, Level: "go1.26"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// suiteDir is the suite with recorded answers.
const suiteDir = "../../examples/go-api"

// answer is one recorded answer with what the compiler said of it.
type answer struct {
	Task, Arm  string
	Answer     string
	Compiles   bool
	FirstError string `json:"first_error"`
}

// recorded returns the recorded answers with their labels.
func recorded(t testing.TB) []answer {
	t.Helper()
	if _, err := os.Stat(filepath.Join(suiteDir, "answers.jsonl")); err != nil {
		t.Skipf("the suite with recorded answers is not there: %v", err)
	}
	labels := map[[2]string]answer{}
	lines(t, filepath.Join(suiteDir, "labels.jsonl"), func(line []byte) {
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatal(err)
		}
		labels[[2]string{a.Task, a.Arm}] = a
	})
	var list []answer
	lines(t, filepath.Join(suiteDir, "answers.jsonl"), func(line []byte) {
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatal(err)
		}
		label, ok := labels[[2]string{a.Task, a.Arm}]
		if !ok {
			t.Fatalf("%s %s has no label", a.Task, a.Arm)
		}
		a.Compiles, a.FirstError = label.Compiles, label.FirstError
		list = append(list, a)
	})
	return list
}

func lines(t testing.TB, name string, do func([]byte)) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		do(s.Bytes())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}

// program returns the program of a task with one file.
func program(t testing.TB, task, text string) lang.Program {
	t.Helper()
	dir := filepath.Join(suiteDir, "tasks", task)
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !(name == "go.sum" && os.IsNotExist(err)) {
			t.Fatal(err)
		}
		return string(b)
	}
	m := regexp.MustCompile(`(?m)^  go: "(.*)"$`).FindStringSubmatch(read("task.yaml"))
	if m == nil {
		t.Fatalf("task %s has no target", task)
	}
	return lang.Program{
		Files:  []lang.File{{Name: "solution.go", Text: text}},
		Module: lang.Module{Files: []lang.File{{Name: "go.mod", Text: read("go.mod")}, {Name: "go.sum", Text: read("go.sum")}}},
		Target: lang.Target{Language: "go", Version: m[1]},
	}
}

// onlyBlock returns the one fenced block of a recorded answer.
func onlyBlock(t testing.TB, answer string) string {
	t.Helper()
	_, rest, ok := strings.Cut(answer, "```go\n")
	i := strings.LastIndex(rest, "```")
	if !ok || i < 0 {
		t.Fatalf("no fenced block in %q", answer)
	}
	return rest[:i]
}

func counted(r lang.Report) (list []lang.Problem) {
	for _, p := range r.Problems {
		if !p.Note {
			list = append(list, p)
		}
	}
	return list
}

// The compiler's verdict on every recorded answer is ours, and its first error
// is among ours, at the same place.
func TestRecordedAnswersAgreeWithTheCompiler(t *testing.T) {
	c := newChecker(t, sharedCache)
	answers := recorded(t)
	if len(answers) == 0 {
		t.Fatal("no recorded answers")
	}
	for _, a := range answers {
		r, err := c.Check(context.Background(), program(t, a.Task, onlyBlock(t, a.Answer)))
		if err != nil {
			t.Fatalf("%s %s: %v", a.Task, a.Arm, err)
		}
		problems := counted(r)
		if (len(problems) == 0) != a.Compiles {
			t.Errorf("%s %s: the compiler says %v (%s), we found %+v", a.Task, a.Arm, a.Compiles, a.FirstError, problems)
		}
		for i, p := range r.Problems {
			t.Logf("%s %s: %s: %s [%s] symbol=%s accuses=%v unsure=%q suggestion=%q evidence=%q note=%v", a.Task, a.Arm, p.Span, p.Message, p.Kind, p.Symbol, p.Accuses, p.Unsure, p.Suggestion, p.Evidence, p.Note)
			if i == 0 && !strings.HasPrefix(a.FirstError, "./"+p.Span.String()+":") {
				t.Errorf("%s %s: the compiler's first error is %q, ours is %s: %s", a.Task, a.Arm, a.FirstError, p.Span, p.Message)
			}
			if p.Accuses && p.Kind == score.CouldNotDetermine {
				t.Errorf("%s %s: an accusation of what could not be determined", a.Task, a.Arm)
			}
		}
	}
}

// Right answers have no problem.
func TestReferencesHaveNoProblem(t *testing.T) {
	recorded(t)
	c := newChecker(t, sharedCache)
	files, err := filepath.Glob(filepath.Join(suiteDir, "tasks", "*", "solution.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no solutions: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		task := filepath.Base(filepath.Dir(name))
		r, err := c.Check(context.Background(), program(t, task, string(text)))
		if err != nil {
			t.Fatalf("%s: %v", task, err)
		}
		if len(r.Problems) > 0 || !r.Parsed || len(r.References) == 0 || len(r.Open) > 0 {
			t.Errorf("%s: parsed %v, %d references, open %v, problems %+v", task, r.Parsed, len(r.References), r.Open, r.Problems)
		}
	}
}
