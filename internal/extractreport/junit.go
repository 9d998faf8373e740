package extractreport

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// The elements of JUnit's XML as CI systems read it.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	Failure *junitDetail `xml:"failure"`
	Error   *junitDetail `xml:"error"`
}

type junitDetail struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes one test suite for each system, in it one case for each
// fixture and one for the verdict against the baseline. What the surroundings
// spoiled is an error, never a failure, and so is a comparison that could not be
// made.
func writeJUnit(w io.Writer, r *Report) error {
	all := junitSuites{Name: legible(r.Run.Suite)}
	for _, s := range r.Systems {
		of := junitSuite{Name: legible(s.Name())}
		told := map[string][]Trouble{}
		for _, t := range r.Troubles(s) {
			told[t.Fixture] = append(told[t.Fixture], t)
		}
		for _, f := range r.Corpus.Fixtures {
			c := junitCase{Name: legible(f.ID), Class: legible(s.Name() + "." + f.Category)}
			var failures, infra []string
			for _, t := range told[f.ID] {
				text := fmt.Sprintf("%s: %s", t.Stage, t.Reason)
				if t.Expected != "" {
					text += "; expected " + t.Expected
				}
				if t.Line > 0 {
					text += fmt.Sprintf(" (line %d of the fixture)", t.Line)
				}
				if t.Got != "" {
					text += "; said " + t.Got
				}
				if t.Why != "" {
					text += "; " + t.Why
				}
				text += fmt.Sprintf("; in %d of %d answers", t.Repeats, t.Of)
				if t.Stage == "infra error" {
					infra = append(infra, text)
				} else {
					failures = append(failures, text)
				}
			}
			of.Tests++
			switch {
			case len(failures) > 0:
				of.Failures++
				c.Failure = &junitDetail{legible(failures[0]), legible(strings.Join(failures, "\n"))}
			case len(infra) > 0:
				of.Errors++
				c.Error = &junitDetail{legible(infra[0]), legible(strings.Join(infra, "\n"))}
			}
			of.Cases = append(of.Cases, c)
		}
		if b := s.Baseline; b != nil {
			c := junitCase{Name: "baseline", Class: legible(s.Name())}
			text := strings.Join(b.Reasons, "; ")
			for _, x := range b.Changes {
				if x.Drop != nil {
					d := -*x.Drop
					text += fmt.Sprintf(" %s %s points (p %s)", x.Measure, points(&d), probability(x.Adjusted))
				}
			}
			of.Tests++
			switch b.Verdict {
			case "regression":
				of.Failures++
				c.Failure = &junitDetail{legible("regression:" + text), ""}
			case "error":
				of.Errors++
				c.Error = &junitDetail{legible("not compared: " + text), ""}
			}
			of.Cases = append(of.Cases, c)
		}
		all.Tests, all.Failures, all.Errors = all.Tests+of.Tests, all.Failures+of.Failures, all.Errors+of.Errors
		all.Suites = append(all.Suites, of)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// legible drops what XML cannot hold.
func legible(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return '?'
		}
		return r
	}, s)
}
