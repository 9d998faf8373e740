package grade

import (
	"fmt"

	"sooth/claim"
	"sooth/oracle"
	"sooth/question"
	"sooth/score"
)

// levels counts the statements of an answer by what decides them: what was
// asked, and every other one of the text. What is no assertion is no statement,
// and what gives the answer is not counted again.
func levels(q question.Question, r question.Reading, got question.Result, verdicts []oracle.Verdict) map[string]score.Counts {
	list := map[string]score.Counts{fmt.Sprintf("V%d", q.Level): stated(q, r, got)}
	for _, v := range verdicts {
		level := levelOf(v.Claim.Kind)
		if level == "" || oracle.ReasonOf(v.Reason) == oracle.NotAnAssertion || within(v.Claim, r.Spans) {
			continue
		}
		n := list[level]
		switch v.Outcome {
		case oracle.Verified:
			n.Verified++
		case oracle.Refuted:
			n.Refuted++
			if v.Near {
				n.Near++
			}
		default:
			n.Undecided++
		}
		list[level] = n
	}
	return list
}

// stated counts the answer itself as statements: each name of a set is one.
func stated(q question.Question, r question.Reading, got question.Result) score.Counts {
	switch {
	case got.Outcome == question.Abstained:
		return score.Counts{}
	case got.Outcome == question.Unread:
		return score.Counts{Undecided: 1}
	case q.Truth.Shape == question.Names && got.Given > 0:
		return score.Counts{Verified: got.Hits, Refuted: got.Given - got.Hits}
	case got.Outcome == question.Right:
		return score.Counts{Verified: 1}
	case got.Grade == question.Exists && len(r.Value.Places) == 1 && r.Value.Places[0].Line == 0:
		return score.Counts{Verified: 1} // a file and no line: true as far as it goes
	case got.Grade == question.Inside:
		return score.Counts{Refuted: 1, Near: 1}
	}
	return score.Counts{Refuted: 1}
}

// levelOf is the level that decides a kind of claim; empty: none.
func levelOf(k claim.Kind) string {
	switch k {
	case claim.Citation, claim.Symbol:
		return score.Existence
	case claim.Location, claim.Signature, claim.Structure, claim.Contains, claim.Code:
		return score.Structure
	case claim.Behaviour:
		return score.Behaviour
	}
	return ""
}

// within says whether a claim stands in what gives the answer.
func within(c claim.Claim, spans []question.Span) bool {
	for _, s := range spans {
		if c.Offset < s.End && c.Offset+len(c.Text) > s.Start {
			return true
		}
	}
	return false
}
