package junit_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"sooth/internal/junit"
)

func TestWrite(t *testing.T) {
	var b strings.Builder
	err := junit.Write(&b, junit.Report{Name: "a\x1bb", Suites: []junit.Suite{
		{Name: "one", Cases: []junit.Case{{Name: "good"}, {Name: "bad <&>", Failure: &junit.Detail{Message: "\x00\xff", Text: "line\n]]>"}}}},
		{Name: "two", Cases: []junit.Case{{Name: "e", Error: &junit.Detail{}}, {Name: "s", Skipped: &junit.Detail{Message: "why"}}, {Name: "t", Skipped: &junit.Detail{}}}},
		{Name: "none"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var got junit.Report
	if err := xml.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if got.Name != "a?b" || got.Tests != 5 || got.Failures != 1 || got.Errors != 1 || got.Skipped != 2 || len(got.Suites) != 3 {
		t.Errorf("%+v", got)
	}
	if s := got.Suites[1]; s.Tests != 3 || s.Failures != 0 || s.Errors != 1 || s.Skipped != 2 {
		t.Errorf("%+v", s)
	}
	if c := got.Suites[0].Cases[1]; c.Name != "bad <&>" || c.Failure == nil || c.Failure.Message != "??" || c.Failure.Text != "line\n]]>" {
		t.Errorf("%+v", c)
	}
}
