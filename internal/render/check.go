package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"sooth/claim"
	"sooth/internal/report"
	"sooth/oracle"
)

// CheckFormats lists the formats of what check tells.
func CheckFormats() []string {
	return []string{"text", "json", "jsonl", "markdown", "sarif", "junit"}
}

// Check writes c in one of the formats. The bytes depend on c, format and o
// alone. Verbose: text, markdown and sarif tell what is undecided as well.
func Check(w io.Writer, c *report.Check, format string, o Options) error {
	switch format {
	case "text":
		return checkText(w, c, o)
	case "json":
		return checkDocument(w, c)
	case "jsonl":
		return checkLines(w, c)
	case "markdown":
		return checkMarkdown(w, c, o)
	case "sarif":
		return checkSARIF(w, c, o)
	case "junit":
		return checkJUnit(w, c)
	}
	return fmt.Errorf("unknown format %q; hint: one of %s", format, strings.Join(CheckFormats(), ", "))
}

// checkDocument writes all as one JSON document, "sooth.check/1".
func checkDocument(w io.Writer, c *report.Check) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(c)
}

// checkLines writes one verdict a line, with the text that it is about.
func checkLines(w io.Writer, c *report.Check) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, a := range c.Answers {
		for _, f := range a.Verdicts {
			line := struct {
				Source string `json:"source"`
				report.Finding
			}{a.Source, f}
			if err := e.Encode(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// outcome is a finding in one word or two.
func outcome(f report.Finding) string {
	if f.Near && f.Outcome == oracle.Refuted {
		return "refuted, near"
	}
	return string(f.Outcome)
}

// told says whether a finding is told: what is refuted and not passed over, with
// undecided also what is undecided.
func told(f report.Finding, undecided bool) bool {
	return !f.Silent() && (f.Outcome == oracle.Refuted || undecided && f.Outcome == oracle.Undecided)
}

// statement is what a claim says, where its text says several things.
func statement(f report.Finding) string {
	c := f.Claim
	if c.Kind != claim.Structure || c.Verb == "" {
		return ""
	}
	verb := c.Verb
	if c.Negated {
		verb = "not: " + verb
	}
	return line(strings.TrimSpace(c.Subject+" "+verb+" "+c.Object), 160) + ": "
}

// why is the reason of a finding with its suggestion.
func why(f report.Finding) string {
	s := statement(f) + line(f.Reason, 0)
	if f.Suggestion != "" {
		s += "; did you mean " + line(f.Suggestion, 0) + "?"
	}
	return s
}

// counted says counts in words: "12 claims: 9 verified, 2 refuted (1 near), 1
// undecided".
func counted(c report.Counts) string {
	s := fmt.Sprintf("%s: %d verified, %d refuted", plural(c.Claims(), "claim"), c.Verified, c.Refuted)
	if c.Near > 0 {
		s += fmt.Sprintf(" (%d near)", c.Near)
	}
	s += fmt.Sprintf(", %d undecided", c.Undecided)
	if c.Known > 0 {
		s += fmt.Sprintf(", %d known", c.Known)
	}
	if c.Ignored > 0 {
		s += fmt.Sprintf(", %d ignored", c.Ignored)
	}
	return s
}

// warnings says what is wrong with comments and the baseline, one a line.
func warnings(c *report.Check) []string {
	var list []string
	for _, a := range c.Answers {
		for _, g := range a.Ignores {
			at := fmt.Sprintf("%s:%d: sooth:ignore", line(a.Source, 0), g.Line)
			switch {
			case g.Problem != "":
				list = append(list, at+": "+g.Problem)
			case g.Used == 0:
				list = append(list, at+" passes over nothing: "+line(g.Reason, 120))
			}
		}
	}
	for _, k := range c.Stale {
		list = append(list, fmt.Sprintf("%s: the baseline has %q, which is refuted no longer", line(k.File, 0), line(k.Text, 120)))
	}
	return list
}
