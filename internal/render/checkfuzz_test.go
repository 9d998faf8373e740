package render_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"sooth/claim"
	"sooth/internal/render"
	"sooth/internal/report"
	"sooth/internal/triage"
	"sooth/oracle"
)

// FuzzCheck: whatever a text holds, each claim is counted once, comments cover
// lines of the text, and every format is one that its readers can read.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{answer, "", "\ufeff`a.go:1`", "<!-- sooth:ignore x -->", "<!-- sooth:ignore\nx --> `a.go:1`\r\n```go\n<!--\n", "`a.go:1\xff\x00`\r`b.go:2`\t\u202e世界 `c.go:3`", "> - `a.go:9` <!-- sooth:ignore y -->\n>\n> ~~~go\nf()"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var verdicts []oracle.Verdict
		for i, c := range claim.Parse(text, claim.Options{}) {
			verdicts = append(verdicts, oracle.Verdict{Claim: c, Outcome: []oracle.Outcome{oracle.Refuted, oracle.Undecided, oracle.Verified}[i%3], Reason: c.Text, Near: i%2 == 0})
		}
		a := triage.Triage(triage.Text{Source: text, File: text, Text: text, Verdicts: verdicts}, triage.Options{Undecided: true})
		if len(a.Verdicts) != len(verdicts) || a.Counts.Claims() != len(verdicts) {
			t.Fatalf("%d verdicts, %d told, counts %+v", len(verdicts), len(a.Verdicts), a.Counts)
		}
		lines := strings.Count(text, "\n") + 1
		for _, g := range a.Ignores {
			if g.Line < 1 || g.First < 1 || g.Last < g.First || g.Last > lines {
				t.Fatalf("a comment covers lines of %d that are not there: %+v", lines, g)
			}
		}
		c := &report.Check{Schema: report.CheckSchema, Answers: []report.Checked{a}, Counts: a.Counts}
		for _, format := range render.CheckFormats() {
			var b bytes.Buffer
			if err := render.Check(&b, c, format, render.Options{Verbose: true}); err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			switch format {
			case "json", "sarif":
				if !json.Valid(b.Bytes()) {
					t.Fatalf("%s is no JSON: %q", format, b.String())
				}
			case "junit":
				d := xml.NewDecoder(&b)
				for {
					if _, err := d.Token(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						t.Fatalf("junit is no XML: %v", err)
					}
				}
			case "text", "markdown":
				if strings.ContainsAny(b.String(), "\x1b\x00\r\u202e") {
					t.Fatalf("%s lets through what a terminal would obey: %q", format, b.String())
				}
			}
		}
	})
}
