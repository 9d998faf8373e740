package question_test

import (
	"reflect"
	"testing"

	"sooth/question"
)

// FuzzRead: any bytes are read without a panic, the same every time, with spans inside of the text, and judged to one
// outcome with a reason.
func FuzzRead(f *testing.F) {
	yes, three := true, int64(3)
	var questions []question.Question
	for _, a := range []question.Answer{
		{Shape: question.Boolean, Boolean: &yes}, {Shape: question.Location, Places: []question.Place{{File: "a/b.go", Line: 11, First: 10, Last: 20}}},
		{Shape: question.Names, Names: []question.Name{{"m/p.T.A", "T.A", "A"}, {"m/p.B", "B"}}}, {Shape: question.Number, Number: &three},
		{Shape: question.Signature, Signature: "(context.Context, func(int) error)"}, {Shape: question.Text, Text: []string{"v1.2.3"}},
	} {
		for _, kind := range []question.Kind{question.Calls, question.Takes, question.Since, question.LastChanged, question.FunctionReturns} {
			questions = append(questions, question.Question{Kind: kind, Subject: "m/p.F", Object: "p.G(1)", Module: "m", Version: "v1", File: "a/b.go", Truth: a})
		}
	}
	for _, seed := range []string{
		"Yes.", "No, `F` does not call `G`.", "**Answer:** a/b.go:11-20", "- `A`\n- `B` (x)", "| a | b |\n|--|--|\n| `A` | 3 |", "```json\n{\"answer\": [\"A\"]}\n```", "three", "`func F(ctx context.Context) error`",
		"(*T).A, \"B\"", "I don't know, but 0a1b2c3d.", "m@v1/a/b.go:11", "\xff`\x00", "func(", "{\"file\": \"a\", \"line\": 1e99}", "Final answer:\n\n```\n", "````", "((((", "1,234,567", "`a` == `b`",
	} {
		f.Add(seed, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		q := questions[int(n)%len(questions)]
		r := question.Read(text, q)
		for _, s := range r.Spans {
			if s.Start < 0 || s.End > len(text) || s.Start > s.End {
				t.Fatalf("span %v of %d bytes", s, len(text))
			}
		}
		if (r.Value == nil) != (len(r.Spans) == 0) || r.Value != nil && (r.Abstained || r.Reason != "") || r.Value == nil && !r.Abstained && r.Reason == "" {
			t.Fatalf("%+v", r)
		}
		if got := question.Judge(q, r); got.Outcome == "" || got.Reason == "" || got.Hits > got.Given || got.Hits > got.Right && got.Right > 0 {
			t.Fatalf("%+v", got)
		}
		if again := question.Read(text, q); !reflect.DeepEqual(r, again) {
			t.Fatalf("%+v, then %+v", r, again)
		}
	})
}
