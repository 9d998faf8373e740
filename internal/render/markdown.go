package render

import (
	"fmt"
	"io"
	"strings"

	"sooth/internal/report"
	"sooth/score"
	"sooth/suite"
)

// markdown writes the report as an audit page: the tables, then the prompt and
// the code of every task on which two arms differ.
func markdown(w io.Writer, r *report.Report) error {
	m := &writer{w: w}
	m.printf("# %s: %s × %s\n\n", mdLine(r.Suite.Name), plural(r.Suite.Tasks, "task"), plural(len(r.Arms), "arm"))
	m.printf("Run `%s` (%s, %s), %d of %d trials recorded%s; models: %s; judged at %s by %s; sandbox %s; suite `%.12s`.\n\n",
		r.Run.ID, r.Run.Mode, strings.ReplaceAll(r.Run.End, "_", " "), r.Run.Records, r.Run.Trials, cost(r.Run), mdLine(strings.Join(r.Suite.Models, ", ")),
		r.Run.Level, r.Run.Toolchain, mdLine(r.Run.Sandbox), r.Suite.Hash)
	if since := sinceWords(r); since != "" {
		m.printf("It is held %s.\n\n", mdLine(since))
	}
	m.printf("**%s**\n\n", mdLine(controls(r)))
	for _, c := range r.Controls {
		for _, miss := range c.Misses {
			m.printf("- missed %s: wanted %s, got %s: %s\n", mdLine(miss.ID), miss.Want, mdLine(miss.Got), mdLine(miss.Reason))
		}
	}
	for _, g := range r.Gates {
		m.printf("- %s\n", markdownGate(g))
	}
	markdownTables(m, r)
	markdownScoreboard(m, r)
	m.printf("## Tasks on which two arms differ\n\n")
	if len(r.Discordant) == 0 {
		m.printf("None.\n\n")
	}
	for _, d := range differences(r.Discordant, true) {
		m.printf("- **%s** (%s; %s): %s is better: %s", mdLine(d.Task), mdLine(arm(pairTitle(r, d.Base, d.Arm), d.Model)), strings.Join(d.Criteria, ", "), mdLine(d.Better), mdLine(d.Reason))
		if d.Evidence != "" {
			m.printf("; evidence: %s", mdLine(line(d.Evidence, 300)))
		}
		m.printf("\n")
	}
	m.printf("\n")
	markdownSince(m, r)
	for _, task := range r.Tasks {
		if task.Discordant {
			markdownTask(m, task)
		}
	}
	if len(r.Notes) > 0 {
		m.printf("## Notes\n\n")
		for _, n := range r.Notes {
			m.printf("- %s\n", mdLine(n))
		}
	}
	return m.err
}

func markdownTables(m *writer, r *report.Report) {
	words := wordsOf(r)
	m.printf("\n## What the arms reached\n\n| arm | criterion | %s | %s | %s | not applicable | no answer | infra error | %s | 95 %% interval | n |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
		words.Pass, words.Fail, words.Unknown, words.Rate)
	for _, c := range r.Rates {
		m.printf("| %s | %s | %d | %d%s | %d | %d | %d | %d | %s | %s | %d |\n", mdLine(arm(c.Arm, c.Model)), c.Criterion,
			c.Pass, c.Fail, near(c), c.Unknown, c.NotApplicable, c.NoAnswer, c.InfraError, percent(c.Decided.Value), interval(c.Decided), c.N)
	}
	m.printf("\n")
	for _, group := range pairs(r.Comparisons) {
		first := group[0]
		title := mdLine(arm(pairTitle(r, first.Base, first.Arm), first.Model))
		_, base, to := pairNames(r, first.Base, first.Arm)
		if shares(group) {
			markdownShares(m, group, title, mdLine(base), mdLine(to))
			continue
		}
		m.printf("## %s\n\n| criterion | both | only %s | only %s | neither | difference (points) | 95 %% interval | exact p | mid-p | Holm p | n | lost |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
			title, mdLine(base), mdLine(to))
		for _, c := range group {
			name := c.Criterion
			if c.Primary {
				name = "**" + name + "** (primary)"
			}
			p, mid := none, none
			if c.SignFlip != nil {
				p = probability(c.SignFlip.P)
			} else if c.McNemar != nil {
				p, mid = probability(c.McNemar.Exact.P), probability(c.McNemar.MidP.P)
			}
			m.printf("| %s | %d | %d | %d | %d | %s | %s | %s | %s | %s | %d | %s |\n", name, c.Table[0][0], c.Table[0][1], c.Table[1][0], c.Table[1][1],
				signed(c.Difference.Value), spread(c.Difference), p, mid, probability(c.HolmP), c.N, lost(c.Lost))
		}
		m.printf("\n")
		for _, c := range group {
			if c.Primary && c.Power.Sentence != "" {
				m.printf("%s\n\n", mdLine(c.Power.Sentence))
			}
		}
	}
	if len(r.Sentences) > 0 {
		m.printf("## In words\n\n")
		for _, s := range r.Sentences {
			m.printf("- %s\n", mdSentence(s))
		}
		m.printf("\n")
	}
	if len(r.Failures) > 0 {
		m.printf("## What failed\n\n| arm | criterion | kind | answers | findings |\n| --- | --- | --- | ---: | ---: |\n")
		for _, f := range r.Failures {
			m.printf("| %s | %s | %s | %d | %d |\n", mdLine(arm(f.Arm, f.Model)), f.Criterion, f.Kind, f.Answers, f.Findings)
		}
		m.printf("\n")
	}
	markdownTools(m, r)
	markdownSheets(m, r)
	markdownHypotheses(m, r)
}

func markdownTask(m *writer, task report.Task) {
	m.printf("### %s (%s)\n\n", mdLine(task.ID), mdLine(task.Target))
	fence(m, "text", task.Prompt)
	for _, t := range task.Trials {
		m.printf("**%s**: outcome %s, solved %s\n\n", mdLine(arm(t.Arm, t.Model)), t.Outcome, t.Solved)
		for _, name := range append(append(score.Criteria(), score.Expected, score.Truth), suite.QuestionCriteria()...) {
			for _, d := range t.Criteria[name].Diagnostics {
				if d.Note {
					continue
				}
				place := ""
				if d.Span.File != "" {
					place = mdLine(d.Span.String()) + ": "
				}
				m.printf("- %s: %s%s: %s\n", name, place, d.Kind, mdLine(d.Message))
			}
		}
		m.printf("\n")
		markdownCalls(m, t)
		for _, c := range t.Code {
			fence(m, "go", c.Text)
		}
		if len(t.Code) == 0 {
			fence(m, "text", t.Answer)
		}
	}
}

// fence writes a fenced block that its content cannot close.
func fence(m *writer, language, content string) {
	mark := "```"
	for strings.Contains(content, mark) {
		mark += "`"
	}
	m.printf("%s%s\n%s\n%s\n\n", mark, language, strings.TrimRight(visible(content), "\n"), mark)
}

// mdLine makes strangers' text harmless inside a line of Markdown: no markup,
// no HTML, no links of its own, no table cells.
func mdLine(s string) string { return mdEscape(line(s, 0)) }

func mdEscape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_{}[]<>|#!&~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// mdSentence is mdLine for our own sentences, in which names stand between
// back quotes.
func mdSentence(s string) string {
	parts := strings.Split(line(s, 0), "`")
	if len(parts)%2 == 0 {
		return mdLine(s)
	}
	for i := range parts {
		if i%2 == 0 {
			parts[i] = mdEscape(parts[i])
			continue
		}
		parts[i] = "`" + parts[i] + "`"
	}
	return strings.Join(parts, "")
}

// arm names an arm with its model.
func arm(name, model string) string {
	if model == "" {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, model)
}
