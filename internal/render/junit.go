package render

import (
	"encoding/xml"
	"io"
	"strings"

	"sooth/internal/report"
	"sooth/score"
)

// The elements of JUnit's XML as the Ant task writes it and CI systems read it.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	Failure *junitDetail `xml:"failure"`
	Error   *junitDetail `xml:"error"`
	Skipped *junitDetail `xml:"skipped"`
}

type junitDetail struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// junit writes one test suite per arm and one case per task and criterion.
// What could not be decided is skipped, never passed; what the surroundings
// spoiled is an error, never a failure.
func junit(w io.Writer, r *report.Report) error {
	all := junitSuites{Name: xmlText(r.Suite.Name)}
	index := map[string]int{}
	for _, p := range measured(r) {
		name := p.Arm
		if p.Model != "" {
			name += " " + p.Model
		}
		i, ok := index[name]
		if !ok {
			i = len(all.Suites)
			index[name] = i
			all.Suites = append(all.Suites, junitSuite{Name: xmlText(name)})
		}
		s := &all.Suites[i]
		c := junitCase{Name: xmlText(p.Measure), Class: xmlText(p.Task)}
		detail := &junitDetail{Message: xmlText(p.Reason), Text: xmlText(details(p))}
		switch {
		case p.State == score.InfraError:
			c.Error, detail.Type = detail, string(p.State)
			s.Errors++
		case p.Outcome == score.Fail:
			c.Failure = detail
			s.Failures++
		case p.Outcome != score.Pass:
			c.Skipped = &junitDetail{Message: xmlText(string(p.Outcome) + ": " + p.Reason)}
			s.Skipped++
		}
		s.Tests++
		s.Cases = append(s.Cases, c)
	}
	all.Suites = append(all.Suites, junitGates(r)...)
	for _, s := range all.Suites {
		all.Tests, all.Failures, all.Errors, all.Skipped = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors, all.Skipped+s.Skipped
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

// details lists a criterion's diagnostics, one a line.
func details(p score.Point) string {
	var b strings.Builder
	for _, d := range p.Diagnostics {
		if d.Note {
			continue
		}
		b.WriteString(d.Span.String() + ": " + string(d.Kind) + ": " + d.Message)
		if d.Suggestion != "" {
			b.WriteString(" (did you mean " + d.Suggestion + "?)")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// xmlText leaves only what XML 1.0 allows.
func xmlText(s string) string { return visible(s) }
