// Package junit writes results as CI systems read them: the XML of JUnit, in the
// form of Ant's task (github.com/windyroad/JUnit-Schema).
package junit

import (
	"encoding/xml"
	"io"
	"strings"
)

// Report is a whole file. Its counts are filled in when it is written.
type Report struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Suites   []Suite  `xml:"testsuite"`
}

// Suite is a list of cases.
type Suite struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Cases    []Case `xml:"testcase"`
}

// Case is one case. It passed when nothing else is said of it; of what is said,
// one thing is said.
type Case struct {
	Name    string  `xml:"name,attr"`
	Class   string  `xml:"classname,attr"`
	Failure *Detail `xml:"failure"` // what was measured is wrong
	Error   *Detail `xml:"error"`   // the surroundings spoiled it
	Skipped *Detail `xml:"skipped"` // it could not be decided
}

// Detail says why a case did not pass.
type Detail struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// Write counts the cases and writes the report. Characters that XML 1.0 does not
// allow are written as "?".
func Write(w io.Writer, r Report) error {
	r.Name = clean(r.Name)
	for i := range r.Suites {
		s := &r.Suites[i]
		s.Name, s.Tests = clean(s.Name), len(s.Cases)
		for j := range s.Cases {
			c := &s.Cases[j]
			c.Name, c.Class = clean(c.Name), clean(c.Class)
			s.Failures += count(c.Failure)
			s.Errors += count(c.Error)
			s.Skipped += count(c.Skipped)
		}
		r.Tests, r.Failures, r.Errors, r.Skipped = r.Tests+s.Tests, r.Failures+s.Failures, r.Errors+s.Errors, r.Skipped+s.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(r); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// count cleans a detail and counts it.
func count(d *Detail) int {
	if d == nil {
		return 0
	}
	d.Message, d.Type, d.Text = clean(d.Message), clean(d.Type), clean(d.Text)
	return 1
}

// clean leaves what XML 1.0 allows (section 2.2).
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}
