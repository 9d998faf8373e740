package generate

import (
	"fmt"
	"slices"

	"sooth/fact"
	"sooth/question"
)

// draft is a question before the second route has agreed to it.
type draft struct {
	subject, object string
	pkg, file       string
	values          map[string]string // what the wording names beside subject and object
	truth           question.Answer
	measures        map[string]int
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

// undeclared: by syntax a name is not declared exactly once.
func undeclared() verdict { return unknown("several declarations, or none by syntax") }

// same compares what the two routes found, both in order. what is the verb of what
// is told of them.
func same(what string, first, second []string) verdict {
	if !slices.Equal(first, second) {
		return contradicted(fmt.Sprintf("%s %v, by syntax %v", what, first, second))
	}
	return agreed("go/parser")
}

// rest names a fact for the count of what can be asked.
type rest struct {
	kind fact.Kind
	key  string
}

// restsOn names several facts of a kind by what comes before and behind what they
// differ in.
func restsOn(kind fact.Kind, before string, keys []string, behind string) (list []rest) {
	for _, k := range keys {
		list = append(list, rest{kind, before + k + behind})
	}
	return list
}

// executed says whether the truth of a kind is found by running code of the tree.
func executed(k question.Kind) bool {
	return k == question.TestPasses || k == question.FunctionReturns || k == question.Panics
}

// level is the highest level of judgement that a kind needs.
func level(k question.Kind) int {
	switch {
	case executed(k):
		return 3
	case k == question.Exports:
		return 1
	}
	return 2
}

// form is one thing that can be asked: a pattern of wording with its
// candidates.
type form struct {
	pattern string // "calls/function", the name of its wordings
	kind    question.Kind
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
