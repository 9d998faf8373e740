package suite

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	"sooth/lang"
	"sooth/question"
	"sooth/score"
)

// QuestionsKind is the kind of suite whose tasks are questions with
// machine-made truth: docs/format/question.md.
const QuestionsKind = "questions"

// QuestionCriteria returns what a suite of kind questions can report, in table
// order.
func QuestionCriteria() []string {
	return []string{score.Right, score.Existence, score.Structure, score.Behaviour, score.Consistency}
}

// Asked returns the task as the given repeat asks it, counted from 0. The
// repeats of a question ask its wordings one after the other, and begin again
// after the last; those of any other task are all alike.
func (t Task) Asked(repeat int) Task {
	if t.Question != nil && len(t.Question.Texts) > 0 {
		t.Prompt = strings.TrimRight(t.Question.Texts[repeat%len(t.Question.Texts)], "\r\n")
	}
	return t
}

// wordings is how many prompts the repeats of a task ask.
func (t Task) wordings(repeats int) int {
	if t.Question == nil {
		return 1
	}
	return min(max(repeats, 1), max(len(t.Question.Texts), 1))
}

// readQuestions reads the questions of a suite, each of which is a task.
func (l *loader) readQuestions(top mapping) {
	file, ok := l.name(top.text("questions"), top.place("questions"))
	if !ok {
		return
	}
	pins, module := l.pins(top)
	ids := map[string]int{}
	ok = l.rows(file, top.place("questions"), true, fields(reflect.TypeFor[question.Question]()), func(r row, text []byte) {
		var q question.Question
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&q); err != nil {
			l.problems.add(place{file, r.line, 1}, "docs/format/question.md has the keys", "not a question: %s", strings.TrimPrefix(err.Error(), "json: "))
			return
		}
		for _, problem := range q.Problems() {
			l.problems.add(r.at("id"), "", "question %q: %s", q.ID, problem)
		}
		if before, twice := ids[q.ID]; twice {
			l.problems.add(r.at("id"), "", "two questions have the id %q: the other is on line %d", q.ID, before)
			return
		}
		ids[q.ID] = r.line
		if len(ids) > maxTasks {
			if len(ids) == maxTasks+1 {
				l.problems.add(r.at("id"), "", "more than %d questions", maxTasks)
			}
			return
		}
		own := q.Module != ""
		l.suite.placed(&q)
		if pinned, required := pins.require[q.Module]; own && len(pins.require) > 0 && q.Module != "" && len(pins.problems) == 0 && pinned != q.Version {
			what := fmt.Sprintf("go.mod requires version %s", pinned)
			if !required {
				what = "go.mod does not require it"
			}
			l.problems.add(r.at("version"), "make them equal", "question %q is about %s@%s, but %s", q.ID, q.Module, q.Version, what)
		}
		l.tasks[q.ID] = r.at("id")
		l.suite.Tasks = append(l.suite.Tasks, l.questionTask(file, q, module))
	})
	if ok && len(ids) == 0 {
		l.problems.add(place{file: file}, "sooth generate makes them", "the suite has no questions")
	}
	slices.SortStableFunc(l.suite.Tasks, func(a, b Task) int { return cmp.Compare(a.ID, b.ID) })
}

// questionTask makes the task of a question.
func (l *loader) questionTask(file string, q question.Question, module lang.Module) Task {
	t := Task{
		ID: q.ID, Path: file, ModulePath: q.Module, ModuleVer: q.Version, Module: module, Contexts: map[string]string{}, Question: &q,
		Target: lang.Target{Language: "go", Version: strings.TrimPrefix(l.suite.Toolchain, "go")},
	}
	if q.Module == "" {
		t.Module = lang.Module{}
	}
	if q.Package != "" {
		t.Packages = []string{q.Package}
	}
	for _, arm := range l.suite.Arms {
		if arm.Context != "" {
			t.Contexts[arm.Name] = l.promptFile(path.Join(path.Dir(file), q.ID, arm.Context), place{file: file})
		}
	}
	return t.Asked(0)
}

// pins reads the go.mod and go.sum beside suite.yaml, which pin the modules
// that questions are about.
func (l *loader) pins(top mapping) (goMod, lang.Module) {
	text, ok := l.read("go.mod", top.place("questions"), maxYAML, false)
	if !ok {
		return goMod{}, lang.Module{}
	}
	mod := parseGoMod(string(text))
	for _, p := range mod.problems {
		l.problems.add(place{"go.mod", p.line, p.column}, p.hint, "%s", p.message)
	}
	if mod.replaced.line > 0 {
		l.problems.add(place{"go.mod", mod.replaced.line, mod.replaced.column}, "require a version that the module proxy serves", "a module is replaced by a folder, which the suite does not pin")
	}
	module := lang.Module{Files: []lang.File{{Name: "go.mod", Text: string(text)}}}
	if sums, ok := l.read("go.sum", top.place("questions"), maxText, len(mod.require) > 0); ok {
		module.Files = append(module.Files, lang.File{Name: "go.sum", Text: string(sums)})
	}
	return mod, module
}
