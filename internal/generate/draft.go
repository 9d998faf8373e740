package generate

import (
	"sooth/fact"
	"sooth/question"
)

// draft is a question before the second route has agreed to it.
type draft struct {
	subject, object string
	pkg, file       string
	values          map[string]string // what the wording names beside subject and object
	truth           question.Answer
	balance         string
	measures        map[string]int
	hidden          []string // what the text of the question must not say
	// settle finds the truth where that is dear, before confirm is asked; nil: it
	// is there. Not ok: there is none.
	settle func(*draft) bool
	// confirm asks the second route. It returns who agreed, or why the question is
	// dropped.
	confirm func() verdict
	rests   []rest // the facts that the truth rests on
}

// verdict is what the second route says.
type verdict struct {
	witness      []string
	contradicted string // it says otherwise
	unknown      string // it cannot tell
}

func agreed(witness ...string) verdict { return verdict{witness: witness} }

func contradicted(why string) verdict { return verdict{contradicted: why} }

func unknown(why string) verdict { return verdict{unknown: why} }

// rest names a fact for the count of what can be asked.
type rest struct {
	kind fact.Kind
	key  string
}

// form is one thing that can be asked: a pattern of wording with its
// candidates.
type form struct {
	pattern string // "calls/function", the name of its wordings
	kind    question.Kind
	level   int
	// candidates are the drafts whose answer is not yes or no, or is yes.
	candidates func() []draft
	// counter returns drafts with the answer no that are as plausible as a draft
	// with the answer yes; nil: the answer is not yes or no.
	counter func(draft) []draft
	dear    bool   // confirming starts a program: not asked for every candidate
	absent  string // why there are none, beyond that nothing of the sort is there

	queue []draft
	next  int
	ready bool
}

func boolean(b bool) question.Answer {
	return question.Answer{Shape: question.Boolean, Boolean: &b}
}

func number(n int) question.Answer {
	v := int64(n)
	return question.Answer{Shape: question.Number, Number: &v}
}

func text(spellings ...string) question.Answer {
	return question.Answer{Shape: question.Text, Text: spellings}
}
