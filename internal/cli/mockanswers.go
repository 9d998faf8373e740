package cli

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"sooth/agent"
	"sooth/question"
	"sooth/suite"
)

// mockReply makes the texts of machine-made answers: to questions with a known
// answer that answer, another one, or none at all, so that a report shows what it
// can tell. Which it is depends on the question and the arm alone; under an arm
// with grounding more are right, as its maker would hope. nil: the mock's own.
func mockReply(s *suite.Suite) func(agent.Request) string {
	if s.Kind != suite.QuestionsKind {
		return nil
	}
	asked := map[string]*question.Question{}
	for i := range s.Tasks {
		asked[s.Tasks[i].ID] = s.Tasks[i].Question
	}
	grounded := map[string]bool{}
	for _, a := range s.Arms {
		grounded[a.Name] = a.Kind != "none"
	}
	return func(r agent.Request) string {
		q := asked[r.Task]
		if q == nil {
			return "I do not know."
		}
		fate := sha256.Sum256([]byte(r.Task + "\x00" + r.Arm))
		right := byte(85)
		if grounded[r.Arm] {
			right = 170
		}
		switch {
		case fate[0] < right:
			return truthText(q.Truth, false)
		case fate[0] < right+43:
			return "I do not know."
		}
		return truthText(q.Truth, true)
	}
}

// truthText writes an answer, or one that is wrong.
func truthText(a question.Answer, wrong bool) string {
	switch a.Shape {
	case question.Boolean:
		if *a.Boolean != wrong {
			return "Yes."
		}
		return "No."
	case question.Location:
		line := a.Places[0].Line
		if wrong {
			line = a.Places[0].Last + 7
		}
		return fmt.Sprintf("`%s:%d`", a.Places[0].File, line)
	case question.Names:
		if wrong {
			return "- `nothingOfTheKind`"
		}
		if len(a.Names) == 0 {
			return "None."
		}
		var b strings.Builder
		for _, n := range a.Names {
			fmt.Fprintf(&b, "- `%s`\n", n[0])
		}
		return b.String()
	case question.Number:
		n := *a.Number
		if wrong {
			n++
		}
		return fmt.Sprintf("%d.", n)
	case question.Signature:
		if wrong {
			return "`(chan<- [7]complex64)`"
		}
		return "`" + a.Signature + "`"
	}
	if wrong || len(a.Text) == 0 {
		return "`v0.0.1-wrong`"
	}
	return "`" + a.Text[0] + "`"
}
