package render

import (
	"sooth/internal/report"
)

// verdict is how the outcome of a hypothesis is shown: what is not held is told
// apart by whether the opposite was shown, which is a finding, or nothing.
type verdict struct{ Mark, Class string }

func verdictOf(h report.Hypothesis) verdict {
	switch {
	case h.Outcome == report.Held:
		return verdict{"✓", "right"}
	case h.Outcome == report.NotHeld && h.Refuted:
		return verdict{"✗", "wrong"}
	case h.Outcome == report.NotHeld:
		return verdict{"?", "unsure"}
	}
	return verdict{"–", "open"}
}

// hypotheses says what became of what was declared before the run.
func (t *terminal) hypotheses(r *report.Report) {
	if len(r.Hypotheses) == 0 {
		return
	}
	t.title("What was declared before the run")
	for _, h := range r.Hypotheses {
		t.printf("  %s %s: %s\n", verdictOf(h).Mark, line(h.ID, 30), line(hypothesisWords(h), 300))
	}
}

// hypothesisWords is what is told of a hypothesis.
func hypothesisWords(h report.Hypothesis) string {
	text := h.Shows
	if h.Says != "" {
		text = h.Says + " (" + h.Shows + ")"
	}
	if h.Model != "" {
		text += ", " + h.Model
	}
	return text + ": " + h.Sentence
}

// markdownHypotheses is the same as a Markdown table.
func markdownHypotheses(m *writer, r *report.Report) {
	if len(r.Hypotheses) == 0 {
		return
	}
	m.printf("## What was declared before the run\n\n| | hypothesis | says | became |\n| --- | --- | --- | --- |\n")
	for _, h := range r.Hypotheses {
		m.printf("| %s | %s | %s `%s` | %s |\n", verdictOf(h).Mark, mdLine(h.ID), mdLine(h.Says), mdLine(h.Shows), mdLine(h.Sentence))
	}
	m.printf("\n")
}
