package render_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"sooth/claim"
	"sooth/fact"
	"sooth/internal/render"
	"sooth/internal/report"
	"sooth/internal/triage"
	"sooth/oracle"
	"sooth/source"
)

// judged makes verdicts for the claims of a text: what stands beside a claim's
// text in want is its outcome, all else is verified.
func judged(text string, want map[string]oracle.Verdict) []oracle.Verdict {
	var list []oracle.Verdict
	for _, c := range claim.Parse(text, claim.Options{}) {
		v := oracle.Verdict{Outcome: oracle.Verified, Reason: "it exists", Oracle: "citation", Strength: fact.Syntax}
		if w, ok := want[c.Text]; ok && (w.Oracle == "" || w.Oracle == string(c.Kind)) {
			v = w
			v.Oracle, v.Strength = string(c.Kind), fact.Index
		}
		v.Claim = c
		list = append(list, v)
	}
	return list
}

const answer = "# How it works\n\n" +
	"`Open` (`db.go:40`) calls `db.mmap`.\n" +
	"It stands in `db.go:900-901`, beside `db.Opne`.\n\n" +
	"`db.Close` is declared in `db.go:51`.\nSee `old.go:3` <!-- sooth:ignore kept for history --> and\n`known.go:7`.\n\n" +
	"<!-- sooth:ignore nothing is wrong here -->\nAll good in `db.go:1`.\n\n" +
	"```go\nfunc main() {\n\tdb.Opne()\n}\n```\n"

// checks are the cases of every format.
func checks(t *testing.T) map[string]*report.Check {
	t.Helper()
	refuted := func(reason, suggestion string, evidence ...source.Span) oracle.Verdict {
		return oracle.Verdict{Outcome: oracle.Refuted, Reason: reason, Suggestion: suggestion, Evidence: evidence, Witnesses: []string{"index", "text"}}
	}
	near := refuted("`db.Close` stands in lines 53 to 60, 2 lines below", "db.go:53", source.Span{File: "db.go", Line: 53, EndLine: 60})
	near.Near = true
	undecided := oracle.Verdict{Outcome: oracle.Undecided, Reason: "open world: package db has errors"}
	verdicts := judged(answer, map[string]oracle.Verdict{
		"db.go:900-901":                        refuted("the file ends at line 120", "", source.Span{File: "db.go", Line: 120, EndLine: 120}),
		"db.Opne":                              refuted("package db has no Opne", "db.Open", source.Span{File: "db.go", Line: 40, Column: 6, EndLine: 44}),
		"`db.Close` is declared in `db.go:51`": near,
		"old.go:3":                             refuted("there is no such file", ""),
		"known.go:7":                           refuted("there is no such file", ""),
		"db.mmap":                              undecided,
	})
	for i, v := range verdicts {
		if v.Claim.Kind == claim.Code {
			verdicts[i] = oracle.Verdict{Claim: v.Claim, Outcome: oracle.Refuted, Reason: "db.Opne: package db has no such function", Oracle: "code", Strength: fact.Compiler}
		}
	}
	var old bytes.Buffer
	before := triage.Triage(triage.Text{File: "docs/answer.md", Text: answer, Verdicts: verdicts}, triage.Options{})
	known := slices.DeleteFunc(triage.Refuted("docs/answer.md", before), func(k report.Known) bool { return k.Text != "known.go:7" })
	known = append(known, report.Known{File: "docs/answer.md", Kind: "citation", Text: "mended.go:3", Fingerprint: "0123456789abcdef0123456789abcdef"})
	if err := triage.WriteBaseline(&old, known); err != nil {
		t.Fatal(err)
	}
	baseline, err := triage.ReadBaseline(&old)
	if err != nil {
		t.Fatal(err)
	}
	hostile := "\ufeffSee\t`a.go:9` \x1b[31m\u202e \xff\x00 " + strings.Repeat("世界 ", 80) + "`b.go:9` " + strings.Repeat("x ", 200) + "\r\n\r\n" +
		"| `c.go:9` | <script>alert(1)</script> |\r\n\r\n```go\r\nx := \"]]>\"\r\n```\r\n"
	evil := refuted("no \x1b]0;file\a <b> ]]> | `x` \xff", "a\u202eb.go", source.Span{File: "a b/ü#?%.go", Line: 3}, source.Span{File: "/etc/passwd"})
	all := map[string]oracle.Verdict{}
	for _, c := range claim.Parse(hostile, claim.Options{}) {
		all[c.Text] = evil
	}
	empty := "Nothing is said here.\n"
	list := map[string]*report.Check{}
	for name, texts := range map[string][]triage.Text{
		"answer":  {{Source: "docs/answer.md", File: "docs/answer.md", Text: answer, Verdicts: verdicts}},
		"hostile": {{Source: "a \x1bb.md", File: "a \x1bb.md", Text: hostile, Verdicts: judged(hostile, all)}},
		"empty":   {{Source: "stdin", File: "stdin", Text: empty}, {Source: "x.md", File: "x.md", Text: ""}},
	} {
		c := &report.Check{Schema: report.CheckSchema}
		o := triage.Options{}
		if name == "answer" {
			o.Baseline = baseline
			c.Notes = []string{"packages that could not be read completely: db"}
		}
		for _, x := range texts {
			a := triage.Triage(x, o)
			c.Answers, c.Counts = append(c.Answers, a), c.Counts.Plus(a.Counts)
		}
		c.Stale = o.Baseline.Stale(func(string) bool { return false })
		list[name] = c
	}
	return list
}

func told(t *testing.T, c *report.Check, format string, o render.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := render.Check(&b, c, format, o); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.String()
}

// TestCheckGolden holds every format against its file.
func TestCheckGolden(t *testing.T) {
	for name, c := range checks(t) {
		for _, format := range append(render.CheckFormats(), "verbose", "brief") {
			t.Run(name+"/"+format, func(t *testing.T) {
				got := ""
				switch format {
				case "verbose":
					got = told(t, c, "text", render.Options{Verbose: true})
				case "brief":
					got = render.CheckBrief(c, true)
				default:
					got = told(t, c, format, render.Options{})
				}
				file := filepath.Join("testdata", "check", name+"."+format)
				if *update {
					if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
						t.Fatal(err)
					}
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
				if strings.ContainsAny(got, "\x1b\x07\x00") || format != "json" && format != "jsonl" && format != "sarif" && strings.ContainsRune(got, '\u202e') {
					t.Errorf("%s lets through what a terminal would obey", format)
				}
			})
		}
	}
}

// valid holds a document against a schema in a file.
func valid(t *testing.T, file, document string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var value any
	if err := json.Unmarshal([]byte(document), &value); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(value); err != nil {
		t.Errorf("not valid against %s: %v", file, err)
	}
}

// sarifSchema returns a file with the JSON Schema of SARIF 2.1.0, errata 5, as
// an npm package of its editors ships it; without npm the test is skipped.
func sarifSchema(t *testing.T) string {
	t.Helper()
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("no npm to get the schema of SARIF with")
	}
	dir := t.TempDir()
	c := exec.Command(npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--legacy-peer-deps", "--omit=peer", "--omit=dev", "--prefix", dir, "@microsoft/jest-sarif@1.0.0-beta.0")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("npm does not give the schema of SARIF: %v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "node_modules", "@microsoft", "jest-sarif", "lib", "schemas", "sarif-2.1.0-rtm.5.json"))
	if err != nil {
		t.Fatal(err)
	}
	// The validator knows drafts from 07 on; between 04 and 07 the words that this schema uses mean the same, but for the name of its id.
	if strings.Contains(string(text), `"exclusiveM`) {
		t.Fatal("the schema uses a word whose meaning changed between drafts")
	}
	newer := strings.NewReplacer("http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema#", "\n    \"id\":", "\n    \"$id\":").Replace(string(text))
	file := filepath.Join(dir, "sarif.json")
	if err := os.WriteFile(file, []byte(newer), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestSARIFIsValid against the schema that the standard publishes; and the
// schema is one that refuses what is wrong.
func TestSARIFIsValid(t *testing.T) {
	schema := sarifSchema(t)
	n := 0
	for name, c := range checks(t) {
		for _, verbose := range []bool{false, true} {
			log := told(t, c, "sarif", render.Options{Verbose: verbose})
			t.Run(name, func(t *testing.T) { valid(t, schema, log) })
			n += strings.Count(log, `"ruleId"`)
		}
	}
	if n < 10 {
		t.Errorf("%d results in all", n)
	}
	text, err := os.ReadFile(schema)
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	log := told(t, checks(t)["answer"], "sarif", render.Options{Verbose: true})
	for _, wrong := range [][2]string{
		{`"version": "2.1.0"`, `"version": "2.0"`}, {`"kind": "fail"`, `"kind": "failed"`}, {`"startLine": 4`, `"startLine": 0`},
		{`"columnKind": "unicodeCodePoints"`, `"columnKind": "bytes"`}, {`"driver": {`, `"driver": {"surplus": 1,`}, {`"kind": "inSource"`, `"kind": "inText"`},
	} {
		bad := strings.Replace(log, wrong[0], wrong[1], 1)
		if bad == log {
			t.Fatalf("the log has no %s", wrong[0])
		}
		var value any
		if err := json.Unmarshal([]byte(bad), &value); err != nil {
			t.Fatal(err)
		}
		if resolved.Validate(value) == nil {
			t.Errorf("the schema takes %s", wrong[1])
		}
	}
}

// TestSARIFRegions: the characters between the columns are the claim.
func TestSARIFRegions(t *testing.T) {
	n := 0
	for name, c := range checks(t) {
		var log struct {
			Runs []struct {
				Results []struct {
					Locations []struct {
						PhysicalLocation struct {
							Region struct {
								StartLine, StartColumn, EndLine, EndColumn int
								Snippet                                    struct{ Text string }
							}
						}
					}
				}
			}
		}
		if err := json.Unmarshal([]byte(told(t, c, "sarif", render.Options{})), &log); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(c.Answers[0].Text, "\n")
		for _, r := range log.Runs[0].Results {
			g := r.Locations[0].PhysicalLocation.Region
			if g.StartLine != g.EndLine {
				continue
			}
			if got := string([]rune(lines[g.StartLine-1])[g.StartColumn-1 : g.EndColumn-1]); got != g.Snippet.Text {
				t.Errorf("%s: region %+v is %q", name, g, got)
			}
			n++
		}
	}
	if n < 5 {
		t.Errorf("%d regions looked at", n)
	}
}

// TestCheckJSON: the document is valid against the published schema, and each
// line of jsonl is one of its verdicts.
func TestCheckJSON(t *testing.T) {
	for name, c := range checks(t) {
		document := told(t, c, "json", render.Options{})
		valid(t, "../../docs/format/check.schema.json", document)
		var d struct {
			Answers []struct{ Verdicts []map[string]any }
		}
		if err := json.Unmarshal([]byte(document), &d); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(told(t, c, "jsonl", render.Options{}), "\n"), "\n")
		for _, a := range d.Answers {
			for _, v := range a.Verdicts {
				var got map[string]any
				if err := json.Unmarshal([]byte(lines[0]), &got); err != nil {
					t.Fatal(err)
				}
				if got["source"] == "" {
					t.Errorf("%s: a line without source", name)
				}
				delete(got, "source")
				if diff := cmp.Diff(v, got); diff != "" {
					t.Errorf("%s: jsonl differs from json:\n%s", name, diff)
				}
				lines = lines[1:]
			}
		}
		if len(lines) > 1 || len(lines) == 1 && lines[0] != "" {
			t.Errorf("%s: %d lines too many", name, len(lines))
		}
	}
}

// TestCheckJUnit: the XML is well-formed, its counts are those of its cases, and
// no two cases of a suite share a name.
func TestCheckJUnit(t *testing.T) {
	for name, c := range checks(t) {
		var suites struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Skipped  int `xml:"skipped,attr"`
			Suites   []struct {
				Cases []struct {
					Name    string    `xml:"name,attr"`
					Failure *struct{} `xml:"failure"`
					Skipped *struct{} `xml:"skipped"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(told(t, c, "junit", render.Options{})), &suites); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		tests, failures, skipped := 0, 0, 0
		for _, s := range suites.Suites {
			seen := map[string]bool{}
			for _, k := range s.Cases {
				tests++
				if seen[k.Name] {
					t.Errorf("%s: two cases are called %q", name, k.Name)
				}
				seen[k.Name] = true
				if k.Failure != nil {
					failures++
				}
				if k.Skipped != nil {
					skipped++
				}
			}
		}
		n := c.Counts
		if tests != n.Claims() || failures != n.Refuted || skipped != n.Undecided+n.Known+n.Ignored || tests != suites.Tests || failures != suites.Failures || skipped != suites.Skipped {
			t.Errorf("%s: %d cases, %d failures, %d skipped; the counts are %+v, the attributes %d, %d, %d", name, tests, failures, skipped, n, suites.Tests, suites.Failures, suites.Skipped)
		}
	}
}

// TestCheckMarkdownIsOneTable: whatever strangers wrote, a renderer sees as many
// rows as there are findings, and no element of theirs.
func TestCheckMarkdownIsOneTable(t *testing.T) {
	for name, c := range checks(t) {
		var html bytes.Buffer
		if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert([]byte(told(t, c, "markdown", render.Options{})), &html); err != nil {
			t.Fatal(err)
		}
		rows := max(strings.Count(html.String(), "<tr>")-1, 0)
		if rows != c.Counts.Refuted {
			t.Errorf("%s: %d rows for %d refuted claims:\n%s", name, rows, c.Counts.Refuted, html.String())
		}
		if strings.Contains(html.String(), "raw HTML") || strings.Contains(html.String(), "<script") || strings.Contains(html.String(), "<b>") {
			t.Errorf("%s: a stranger's element got through", name)
		}
	}
}

// TestManyClaims: 100,000 refuted claims in one text of one line are told in
// every format in bounded time.
func TestManyClaims(t *testing.T) {
	const n = 100_000
	text := strings.Repeat("`a.go:9` ", n)
	a := report.Checked{Source: "a.md", Text: text}
	for i := range n {
		f := report.Finding{Verdict: oracle.Verdict{Outcome: oracle.Refuted, Reason: "no such file", Oracle: "citation"}, Fingerprint: "0"}
		f.Claim = claim.Claim{Kind: claim.Citation, Text: "a.go:9", Position: source.Position{Offset: 9*i + 1, Line: 1, Column: 9*i + 2}}
		a.Verdicts = append(a.Verdicts, f)
		a.Counts.Add(f)
	}
	c := &report.Check{Schema: report.CheckSchema, Answers: []report.Checked{a}, Counts: a.Counts}
	for _, format := range render.CheckFormats() {
		started := time.Now()
		if err := render.Check(io.Discard, c, format, render.Options{}); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(started); d > 30*time.Second {
			t.Errorf("%s took %v", format, d)
		} else {
			t.Logf("%s: %v", format, d)
		}
	}
}
