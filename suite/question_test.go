package suite

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/question"
)

const questionsBase = `schema: sooth.suite/1
name: asked
kind: questions
toolchain: go1.26
arms:
  none: {kind: none, template: q.txt}
corpus: {module: example.com/shop, version: v1.2.3, sum: "h1:abc="}
questions: questions.jsonl
repeats: 3
`

// oneQuestion is the line of a question with three wordings.
func oneQuestion(t *testing.T, change func(*question.Question)) string {
	t.Helper()
	yes := true
	q := question.Question{
		Kind: question.Calls, Pattern: "calls/x", Texts: []string{"Does A call B?", "Is B called by A?", "Is there a call of B in A?"},
		Subject: "example.com/shop.A", Object: "example.com/shop.B", Level: 2, Balance: "true", Witness: []string{"go/parser"},
		Truth: question.Answer{Shape: question.Boolean, Boolean: &yes},
	}
	var err error
	if q.ID, err = q.Hash(); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&q)
	}
	line, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return string(line) + "\n"
}

func questionsFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{"suite.yaml": questionsBase, "q.txt": "{prompt}\n", "questions.jsonl": oneQuestion(t, nil)}
	for name, text := range files {
		all[name] = text
	}
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestLoadQuestions: a question is a task, its repeats ask its wordings, and all is judged where nothing is named.
func TestLoadQuestions(t *testing.T) {
	s, err := Load(questionsFolder(t, map[string]string{"generated.json": `{"coverage": [{"kind": "call", "facts": 10, "askable": 8}, {"kind": "import", "facts": 5, "askable": 5}], "more": 1}`}))
	if err != nil {
		t.Fatal(err)
	}
	task := s.Tasks[0]
	if len(s.Tasks) != 1 || task.Question == nil || task.Prompt != "Does A call B?" || task.ModulePath != "example.com/shop" || task.ModuleVer != "v1.2.3" || s.CodeBase.Sum != "h1:abc=" {
		t.Errorf("%+v", task)
	}
	if strings.Join(s.Criteria, " ") != "right V1 V2 V3 V4" {
		t.Errorf("criteria %v", s.Criteria)
	}
	if c := s.Coverage; c == nil || c.Askable != 13 || c.Facts != 15 {
		t.Errorf("coverage %+v", s.Coverage)
	}
	plan, err := Plan(s, PlanOptions{Models: []string{"m"}, Repeats: 4})
	if err != nil {
		t.Fatal(err)
	}
	var prompts []string
	for _, p := range plan {
		prompts = append(prompts, p.Prompt)
	}
	if got := strings.Join(prompts, "|"); got != "Does A call B?|Is B called by A?|Is there a call of B in A?|Does A call B?" {
		t.Errorf("asked: %s", got)
	}
	if w := s.Validate().Warnings; len(w) > 0 {
		t.Errorf("warnings %v", w)
	}
}

// TestAnswersToWordings: a recorded answer is one to the wording that its repeat asks.
func TestAnswersToWordings(t *testing.T) {
	row := func(repeat, wording string) string {
		return `{"task":"` + strings.Split(oneQuestion(t, nil), `"`)[3] + `","arm":"none","repeat":` + repeat + `,"model":"m","prompt_sha256":"` + PromptSHA256("", wording) + `","answer":"yes"}` + "\n"
	}
	yaml := questionsBase + "answers: answers.jsonl\n"
	if _, err := Load(questionsFolder(t, map[string]string{"suite.yaml": yaml, "answers.jsonl": row("0", "Does A call B?") + row("1", "Is B called by A?")})); err != nil {
		t.Error(err)
	}
	if _, err := Load(questionsFolder(t, map[string]string{"suite.yaml": yaml, "answers.jsonl": row("1", "Does A call B?")})); err == nil || !strings.Contains(err.Error(), "it was asked what") {
		t.Errorf("an answer to another wording: %v", err)
	}
}

// TestLoadQuestionsRefuses: what is wrong is told with its place.
func TestLoadQuestionsRefuses(t *testing.T) {
	line := func(change func(*question.Question)) map[string]string {
		return map[string]string{"questions.jsonl": oneQuestion(t, change)}
	}
	yaml := func(from, to string) map[string]string {
		text := strings.Replace(questionsBase, from, to, 1)
		if text == questionsBase {
			t.Fatalf("%q is not there", from)
		}
		return map[string]string{"suite.yaml": text}
	}
	no := false
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"another id":          {line(func(q *question.Question) { q.ID = "0123456789ab" }), `questions.jsonl:1:7: question "0123456789ab": the id "0123456789ab" is not the hash`},
		"truth changed":       {line(func(q *question.Question) { q.Truth.Boolean = &no }), "is not the hash"},
		"balance":             {line(func(q *question.Question) { q.Balance = "false" }), `the balance is "false", but the right answer is true`},
		"no text":             {line(func(q *question.Question) { q.Texts = nil }), "there is no text to ask"},
		"level":               {line(func(q *question.Question) { q.Level = 4 }), "the level must be from 1 to 3, not 4"},
		"two shapes":          {line(func(q *question.Question) { q.Truth.Signature = "error" }), "exactly the field of its shape"},
		"twice":               {map[string]string{"questions.jsonl": oneQuestion(t, nil) + oneQuestion(t, nil)}, "questions.jsonl:2:7: two questions have the id"},
		"unknown key":         {map[string]string{"questions.jsonl": strings.Replace(oneQuestion(t, nil), `"kind"`, `"kin"`, 1)}, "unknown key"},
		"unknown key inside":  {map[string]string{"questions.jsonl": strings.Replace(oneQuestion(t, nil), `"shape"`, `"shap"`, 1)}, "not a question"},
		"not JSON":            {map[string]string{"questions.jsonl": "{\n"}, "questions.jsonl:1"},
		"none":                {map[string]string{"questions.jsonl": "\n"}, "the suite has no questions"},
		"file missing":        {yaml("questions: questions.jsonl", "questions: nothing.jsonl"), `suite.yaml:8:12: "nothing.jsonl" does not exist`},
		"key missing":         {yaml("questions: questions.jsonl\n", ""), `the suite lacks the key "questions"`},
		"tasks too":           {yaml("repeats: 3", "tasks: tasks"), "in the place of tasks"},
		"other kind":          {yaml("kind: questions", "kind: claims"), "has no questions"},
		"module and folder":   {yaml("version: v1.2.3, sum: \"h1:abc=\"", "version: v1.2.3, dir: ../x"), "a corpus is a module or a folder"},
		"no version":          {yaml("version: v1.2.3, ", ""), "a module has a version"},
		"sum":                 {yaml("h1:abc=", "abc"), "is not the sum of a module"},
		"criterion":           {yaml("repeats: 3", "criteria: [right, V5]"), `unknown criterion "V5"`},
		"coverage":            {map[string]string{"generated.json": `{"coverage": [{"facts": 1, "askable": 2}]}`}, "2 of 1 facts cannot be asked about"},
		"outside of the tree": {yaml("questions: questions.jsonl", "questions: ../questions.jsonl"), "leaves the suite's folder"},
	} {
		if _, err := Load(questionsFolder(t, c.files)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
}
