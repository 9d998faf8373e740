package question_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sooth/question"
	"sooth/question/answerer"
)

// byHand are questions about one module that were written by hand.
const byHand = "testdata/backoff.jsonl"

// asked is a question as the reader has it, and as an answerer has it.
type asked struct {
	question.Question
	other answerer.Question
}

// suites are the questions that are answered here: written by hand about one module, and the generated ones of the
// examples.
func suites(t *testing.T) map[string][]asked {
	t.Helper()
	files := []string{byHand}
	generated, err := filepath.Glob("../examples/generated/*/questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../examples/generated/questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	others, err := filepath.Glob(os.Getenv("SOOTH_QUESTIONS")) // suites that were made for this
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]asked{}
	for _, file := range slices.Concat(files, generated, more, others) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(text))
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			var a asked
			if err := json.Unmarshal(lines.Bytes(), &a.Question); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if a.other, err = answerer.Parse(lines.Bytes()); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if problems := a.Problems(); len(problems) > 0 {
				t.Errorf("%s: %v", file, problems)
			}
			all[file] = append(all[file], a)
		}
		if n := len(all[file]); n == 0 || n < 50 && file == files[0] {
			t.Fatalf("%s: %d questions", file, n)
		}
	}
	return all
}

// names are all names that a suite knows.
func names(list []asked) []string {
	var all []string
	for _, a := range list {
		if len(a.other.Truth.Names) == 0 {
			all = append(all, a.Subject)
		}
		for _, n := range a.other.Truth.Names {
			all = append(all, n[0])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func judge(q question.Question, answer string) (question.Result, question.Reading) {
	r := question.Read(answer, q)
	return question.Judge(q, r), r
}

// TestPerfect: right answers in ten notations, by an answerer that shares nothing with the reader, are right. None is
// called wrong.
func TestPerfect(t *testing.T) {
	for file, list := range suites(t) {
		right, n, accused := 0, 0, 0
		for _, a := range list {
			for way := range answerer.Notations {
				answer := answerer.Perfect(a.other, way)
				got, r := judge(a.Question, answer)
				n++
				if got.Outcome == question.Right {
					right++
					continue
				}
				if got.Outcome == question.Wrong || got.Outcome == question.Partial {
					accused++
				}
				t.Logf("%s %s (%s), way %d: %s: %s; answer %q, read %+v", a.ID, a.Kind, a.Truth.Shape, way, got.Outcome, got.Reason, answer, r.Value)
			}
		}
		t.Logf("%s: %d of %d right answers in %d notations are right, %d accused", file, right, n, answerer.Notations, accused)
		if right*100 < n*99 {
			t.Errorf("%s: %d of %d right answers are right, want 99 %%", file, right, n)
		}
		if accused*1000 > n*5 {
			t.Errorf("%s: %d of %d right answers are accused, want at most 0.5 %%", file, accused, n)
		}
	}
}

// TestConstant: who says yes to everything, or no, is right on exactly half of the questions for yes or no.
func TestConstant(t *testing.T) {
	for file, list := range suites(t) {
		for _, yes := range []bool{true, false} {
			right, n := 0, 0
			for _, a := range list {
				if a.Truth.Shape != question.Boolean {
					if got, _ := judge(a.Question, answerer.Constant(yes)); got.Outcome == question.Right && len(a.Truth.Names)+len(a.Truth.Signature) > 2 {
						t.Errorf("%s: yes or no answers %s: %s", file, a.ID, got.Reason)
					}
					continue
				}
				n++
				got, _ := judge(a.Question, answerer.Constant(yes))
				if got.Outcome == question.Right {
					right++
				} else if got.Outcome != question.Wrong {
					t.Errorf("%s: %s: %s, %s", file, a.ID, got.Outcome, got.Reason)
				}
			}
			t.Logf("%s: always %v: %d of %d right", file, yes, right, n)
			if right*2 != n || n == 0 && file == byHand {
				t.Errorf("%s: always %v: %d of %d right, want exactly half", file, yes, right, n)
			}
		}
	}
}

// TestSilent: who does not know is never right and never wrong: he abstains.
func TestSilent(t *testing.T) {
	for file, list := range suites(t) {
		for _, a := range list {
			for way := range answerer.Silence {
				answer := answerer.Silent(a.other, way)
				if got, r := judge(a.Question, answer); got.Outcome != question.Abstained {
					t.Errorf("%s: %s %s: %q is %s: %s, read %+v", file, a.ID, a.Kind, answer, got.Outcome, got.Reason, r.Value)
				}
			}
		}
	}
}

// TestDropper: who lists every name that he knows has a high recall and a low precision, and is not right.
func TestDropper(t *testing.T) {
	for file, list := range suites(t) {
		all := names(list)
		hits, given, right, n := 0, 0, 0, 0
		for _, a := range list {
			if a.Truth.Shape != question.Names {
				continue
			}
			got, _ := judge(a.Question, answerer.Dropper(all))
			n++
			hits, given, right = hits+got.Hits, given+got.Given, right+got.Right
			if got.Outcome == question.Right {
				t.Errorf("%s: %s: a list of %d names is right", file, a.ID, len(all))
			}
		}
		if n == 0 && file != byHand {
			continue
		}
		t.Logf("%s: %d names for %d questions: precision %.3f, recall %.3f", file, len(all), n, float64(hits)/float64(given), float64(hits)/float64(right))
		if n == 0 || hits*4 > given || hits*2 < right {
			t.Errorf("%s: %d questions, %d hits, %d given, %d right: want a precision below 1/4 and a recall above 1/2", file, n, hits, given, right)
		}
	}
}

// TestMutated: answers with one fact made wrong are caught.
func TestMutated(t *testing.T) {
	for file, list := range suites(t) {
		all := names(list)
		r := rand.New(rand.NewPCG(1, 2))
		caught, n := 0, 0
		for _, a := range list {
			for way := range answerer.Notations {
				wrong, what := answerer.Mutate(a.other, r, all)
				answer := answerer.Perfect(wrong, way)
				n++
				if got, read := judge(a.Question, answer); got.Outcome == question.Right {
					t.Logf("%s %s, way %d, %s: %q passes as %+v", a.ID, a.Kind, way, what, answer, read.Value)
				} else {
					caught++
				}
			}
		}
		t.Logf("%s: %d of %d answers with one wrong fact are caught", file, caught, n)
		if n == 0 || caught*100 < n*97 {
			t.Errorf("%s: %d of %d answers with one wrong fact are caught, want 97 %%", file, caught, n)
		}
	}
}
