package render

import (
	"fmt"
	"html/template"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"sooth/internal/report"
	"sooth/score"
	"sooth/suite"
)

// statements says that a report counts statements, not answers.
func statements(r *report.Report) bool {
	return r.Suite.Kind == suite.ClaimsKind || r.Suite.Kind == suite.CKGKind
}

// rateWords are the heads of the columns Pass, Fail and Unknown of the rates,
// and what the rate is.
type rateWords struct {
	Pass, Fail, Unknown, Rate string
	Caption                   template.HTML
}

func wordsOf(r *report.Report) rateWords {
	if ckg(r) {
		return rateWords{"verified", "refuted", "undecided", "true", "Statements; of “expected” the demands of the tasks that are met and not met. True: the mean over tasks of F1 or of the share met, of the others of verified ÷ (verified + refuted), with its 95 % interval over tasks."}
	}
	if statements(r) {
		return rateWords{"verified", "refuted", "undecided", "true", "Statements. True: the mean over questions of verified ÷ (verified + refuted), with its 95 % interval over questions; what was not decided is counted beside it."}
	}
	if questions(r) {
		return rateWords{"pass", "fail", "unknown", "rate", "Right: answers, with a 95 % Wilson interval, or one over questions where they were asked repeatedly. V1 to V3: statements verified and refuted, V4: pairs of answers that agree and contradict; the mean over questions with its 95 % interval over questions."}
	}
	return rateWords{"pass", "fail", "unknown", "rate", "Pass ÷ (pass + fail) with its 95 % Wilson interval; what was not decided is counted beside it."}
}

// statements is the table of rates of a suite of kind claims.
func (t *terminal) statements(r *report.Report) {
	tw := t.table("arm", "statements", "verified", "refuted", "near", "undecided", "refuted ÷ decided", "true by question", "95 % interval", "n")
	last := ""
	for _, c := range r.Rates {
		name := c.Arm
		if c.Model != "" && len(r.Suite.Models) > 1 {
			name += " · " + c.Model
		}
		shown := name
		if shown == last {
			shown = ""
		}
		last = name
		tw.AppendRow(table.Row{line(shown, 40), c.Criterion, c.Pass, c.Fail, c.Near, c.Unknown, refuted(c), percent(c.Decided.Value), interval(c.Decided), c.N})
	}
	t.show(tw, "verified", "refuted", "near", "undecided", "refuted ÷ decided", "true by question", "95 % interval", "n")
	if ckg(r) {
		t.printf("  expected: what the task asks for, met and not met\n")
	}
	t.printf("  near: of the refuted, locations off by at most three lines; true by question: mean over questions of verified ÷ decided, interval over questions\n")
}

// refuted is the share of the decided statements that is refuted.
func refuted(c report.Rate) string {
	if c.Pooled == nil {
		return none
	}
	share := 1 - *c.Pooled
	return percent(&share)
}

// shares says that a group of comparisons is of shares of statements.
func shares(group []report.Comparison) bool {
	return slices.ContainsFunc(group, func(c report.Comparison) bool { return c.Means != nil })
}

// means are the two rates of a comparison of statements.
func means(c report.Comparison) (base, arm string) {
	if c.Means == nil {
		return none, none
	}
	return percent(&c.Means[0]), percent(&c.Means[1])
}

// near shows how many of the refuted are near, where there are any.
func near(c report.Rate) string {
	if c.Near == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d near)", c.Near)
}

// markdownShares is the comparison of two arms on statements.
func markdownShares(m *writer, group []report.Comparison, title, base, to string) {
	m.printf("## %s\n\n| statements | %s | %s | difference (points) | 95 %% interval | sign-flip p | Holm p | n | lost |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
		title, base, to)
	for _, c := range group {
		name, p := c.Criterion, none
		if c.Primary {
			name = "**" + name + "** (primary)"
		}
		if c.SignFlip != nil {
			p = probability(c.SignFlip.P)
		}
		base, arm := means(c)
		m.printf("| %s | %s | %s | %s | %s | %s | %s | %d | %s |\n", name, base, arm, signed(c.Difference.Value), spread(c.Difference), p, probability(c.HolmP), c.N, lost(c.Lost))
	}
	m.printf("\n")
	for _, c := range group {
		if c.Primary && c.Power.Sentence != "" {
			m.printf("%s\n\n", mdLine(c.Power.Sentence))
		}
	}
}

// differing counts the tasks on which an arm is worse, and better, than its base.
func differing(r *report.Report, c report.Comparison) (worse, better int) {
	for _, d := range r.Discordant {
		if d.Base != c.Base || d.Arm != c.Arm || d.Model != c.Model || d.Criterion != c.Criterion {
			continue
		}
		if d.Better == c.Base {
			worse++
		} else {
			better++
		}
	}
	return worse, better
}

// criteria are the names of what a report's trials are judged on, in table order.
func criteria(r *report.Report) []string {
	if ckg(r) {
		return suite.CKGCriteria()
	}
	if statements(r) {
		return suite.ClaimCriteria()
	}
	if questions(r) {
		return suite.QuestionCriteria()
	}
	return score.Criteria()
}
