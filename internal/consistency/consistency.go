// Package consistency says whether the answers to one question, asked in several ways, agree with each other.
//
// Answers are compared as typed values, all pairs of them, with everything that means the same made one: names by
// their spellings, lines by the declaration that they are in. Answers that agree may all be wrong; that is told apart
// from answers that contradict each other.
package consistency

import (
	"slices"

	"sooth/question"
)

// Answer is one answer to a question.
type Answer struct {
	Repeat  int // which of the answers it is, from 0
	Reading question.Reading
	Result  question.Result
}

// State is what the answers to one question are together.
type State string

// The states.
const (
	Unknown      State = ""                     // fewer than two answers were read: nothing can be said
	Right        State = "consistent"           // all agree and are right
	Wrong        State = "consistent but wrong" // all agree, and not on what is right
	Inconsistent State = "inconsistent"         // two contradict each other
)

// Contradiction is two answers that cannot both be right.
type Contradiction struct {
	A    int    `json:"a"` // repeats, A before B
	B    int    `json:"b"`
	Said string `json:"said"` // what the one says and what the other
}

// Report is what became of the answers to one question.
type Report struct {
	State          State
	Answers        int // that were read; abstentions and unread ones are not compared
	Pairs          int // of answers that were read
	Agree          int // of Pairs
	Contradictions []Contradiction
}

// Rate is the share of pairs that agree; nil: there is no pair.
func (r Report) Rate() *float64 {
	if r.Pairs == 0 {
		return nil
	}
	share := float64(r.Agree) / float64(r.Pairs)
	return &share
}

// Compare compares all pairs of the answers to q, in their order.
func Compare(q question.Question, answers []Answer) Report {
	var read []Answer
	for _, a := range answers {
		if a.Reading.Value != nil && a.Result.Outcome != question.Unread && a.Result.Outcome != question.Abstained {
			read = append(read, a)
		}
	}
	r := Report{Answers: len(read)}
	for i, a := range read {
		for _, b := range read[i+1:] {
			r.Pairs++
			if question.Same(q, *a.Reading.Value, *b.Reading.Value) {
				r.Agree++
				continue
			}
			r.Contradictions = append(r.Contradictions, Contradiction{a.Repeat, b.Repeat, a.Reading.Value.String() + " / " + b.Reading.Value.String()})
		}
	}
	switch {
	case r.Pairs == 0:
	case r.Agree < r.Pairs:
		r.State = Inconsistent
	case slices.ContainsFunc(read, func(a Answer) bool { return a.Result.Outcome == question.Right }):
		r.State = Right
	default:
		r.State = Wrong
	}
	return r
}
