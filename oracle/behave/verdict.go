package behave

import (
	"fmt"
	"strings"

	"sooth/score"
)

// verdict says what runs alone, after a failed shared one if any, come to.
func verdict(first *attempt, n int, runs []attempt) score.Result {
	passed := 0
	for _, run := range runs {
		if run.failure == "" {
			passed++
		}
	}
	switch total := len(runs); {
	case passed == total && first != nil:
		return runs[0].result(fmt.Sprintf("; it failed in a binary shared by %d programs and passed %d of %d runs alone", n, passed, total))
	case passed == total:
		return runs[0].result("")
	case passed > 0:
		if first != nil {
			total++
		}
		return result(score.Unknown, fmt.Sprintf("flaky: passed %d of %d runs", passed, total))
	}
	return failure(runs[0].failure, evidence(runs[0].output))
}

// result is the result of an attempt without a failure.
func (a attempt) result(note string) score.Result {
	if a.passed == 0 {
		return result(score.Unknown, "every hidden test was skipped: "+orNothing(firstError(a.output)))
	}
	reason := fmt.Sprintf("%d hidden tests passed", a.passed)
	if a.passed == 1 {
		reason = "1 hidden test passed"
	}
	if a.skipped > 0 {
		reason += fmt.Sprintf(", %d skipped", a.skipped)
	}
	return result(score.Pass, reason+note)
}

func result(outcome score.Outcome, reason string) score.Result {
	return score.Result{Outcome: outcome, Reason: reason, Oracle: "behave", Strength: "execution"}
}

// failure is the result of a program that does not do what its tests ask.
func failure(message, evidence string) score.Result {
	r := result(score.Fail, strings.TrimSpace(message))
	r.Diagnostics = []score.Diagnostic{{Kind: score.DoesNotBehave, Message: r.Reason, Evidence: evidence}}
	return r
}
