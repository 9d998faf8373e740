package render_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"sooth/internal/render"
	"sooth/internal/report"
)

var update = flag.Bool("update", false, "write testdata anew")

// cases reads testdata/*.json: one report a file.
func cases(t *testing.T) map[string]*report.Report {
	t.Helper()
	found, err := filepath.Glob("testdata/*.json")
	if err != nil || len(found) == 0 {
		t.Fatalf("no reports found: %v", err)
	}
	list := map[string]*report.Report{}
	for _, name := range found {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r := &report.Report{}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list[strings.TrimSuffix(filepath.Base(name), ".json")] = r
	}
	return list
}

func written(t *testing.T, r *report.Report, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := render.Report(&b, r, format, render.Options{}); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.String()
}

// TestGolden holds every format of every report against its file.
func TestGolden(t *testing.T) {
	for name, r := range cases(t) {
		for _, format := range []string{"text", "markdown", "html", "csv", "junit", "comment", "jsonl", "ckg"} {
			t.Run(name+"/"+format, func(t *testing.T) {
				got := written(t, r, format)
				file := filepath.Join("testdata", name+"."+format)
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(string(want), got); d != "" {
					t.Errorf("%s differs (-want +got); -update writes it anew:\n%s", file, d)
				}
			})
		}
	}
}

// TestJSONIsTheReport: what is written as JSON is valid against the published
// schema and reads back as the same report.
func TestJSONIsTheReport(t *testing.T) {
	text, err := os.ReadFile("../../docs/format/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range cases(t) {
		got := written(t, r, "json")
		var value any
		if err := json.Unmarshal([]byte(got), &value); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := resolved.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var back report.Report
		if err := json.Unmarshal([]byte(got), &back); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if d := cmp.Diff(r, &back); d != "" {
			t.Errorf("%s: read back (-want +got):\n%s", name, d)
		}
	}
}

// TestNothingEscapes: a hostile report puts no markup into HTML, no control
// characters onto a terminal, no formula into a spreadsheet, and XML stays XML.
func TestNothingEscapes(t *testing.T) {
	r := cases(t)["hostile"]
	if r == nil {
		t.Fatal("no hostile report")
	}
	page := written(t, r, "html")
	for _, bad := range []string{"<script", "<img", "<b>", "onerror=alert(1)>", "\x1b", "\u202e"} {
		if strings.Contains(page, bad) {
			t.Errorf("html contains %q", bad)
		}
	}
	for _, format := range []string{"text", "markdown", "csv", "comment", "junit"} {
		got := written(t, r, format)
		for _, bad := range []string{"\x1b", "\x07", "\u202e"} {
			if strings.Contains(got, bad) {
				t.Errorf("%s contains %q", format, bad)
			}
		}
	}
	for _, format := range []string{"markdown", "comment"} {
		fence := ""
		for _, l := range strings.Split(written(t, r, format), "\n") {
			if mark := l[:len(l)-len(strings.TrimLeft(l, "`"))]; len(mark) >= 3 && (fence == "" || mark == fence && l == mark) {
				if fence == "" {
					fence = mark
				} else {
					fence = ""
				}
				continue
			}
			if fence == "" && strings.Contains(strings.ReplaceAll(l, `\<script`, ""), "<script") {
				t.Errorf("%s: markup in %q", format, l)
			}
		}
		if fence != "" {
			t.Errorf("%s: a fence is not closed", format)
		}
	}
	d := xml.NewDecoder(strings.NewReader(written(t, r, "junit")))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("junit is not XML: %v", err)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	err := render.Report(io.Discard, &report.Report{}, "pdf", render.Options{})
	if err == nil || !strings.Contains(err.Error(), `"pdf"`) {
		t.Errorf("got %v, want an error that names the format", err)
	}
}
