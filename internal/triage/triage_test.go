package triage_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sooth/claim"
	"sooth/internal/report"
	"sooth/internal/triage"
	"sooth/oracle"
)

// refuted has every claim of a text refuted.
func refuted(text string) []oracle.Verdict {
	var list []oracle.Verdict
	for _, c := range claim.Parse(text, claim.Options{}) {
		if c.Kind == claim.Citation {
			list = append(list, oracle.Verdict{Claim: c, Outcome: oracle.Refuted, Reason: "no such file"})
		}
	}
	return list
}

func sort(text string, o triage.Options) report.Checked {
	return triage.Triage(triage.Text{Source: "a.md", File: "a.md", Text: text, Verdicts: refuted(text)}, o)
}

// told lists the claims that are told.
func told(c report.Checked) []string {
	list := []string{}
	for _, f := range c.Verdicts {
		if !f.Silent() {
			list = append(list, f.Claim.Text)
		}
	}
	return list
}

func TestIgnore(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		told    []string
		unused  int
		problem int
	}{
		"same line":        {"See `a.go:1` <!-- sooth:ignore old -->.\n`b.go:2` too.\n", []string{"b.go:2"}, 0, 0},
		"with a colon":     {"See `a.go:1` <!-- sooth:ignore: old -->.\n", []string{}, 0, 0},
		"next paragraph":   {"<!-- sooth:ignore old -->\nSee `a.go:1`\nand `b.go:2`.\n\nSee `c.go:3`.\n", []string{"c.go:3"}, 0, 0},
		"blank between":    {"<!-- sooth:ignore old -->\n\nSee `a.go:1`.\n\nSee `c.go:3`.\n", []string{"c.go:3"}, 0, 0},
		"CRLF":             {"<!-- sooth:ignore old -->\r\n\r\nSee `a.go:1`.\r\n\r\nSee `c.go:3`.\r\n", []string{"c.go:3"}, 0, 0},
		"list":             {"<!-- sooth:ignore old -->\n- `a.go:1`\n- `b.go:2`\n\n`c.go:3`\n", []string{"c.go:3"}, 0, 0},
		"table":            {"<!-- sooth:ignore old -->\n| a | b |\n| --- | --- |\n| `a.go:1` | x |\n\n`c.go:3`\n", []string{"c.go:3"}, 0, 0},
		"quote":            {"> <!-- sooth:ignore old -->\n> See `a.go:1`.\n\n`c.go:3`\n", []string{"c.go:3"}, 0, 0},
		"two lines":        {"<!-- sooth:ignore\n  old -->\nSee `a.go:1`.\n", []string{}, 0, 0},
		"above each other": {"<!-- sooth:ignore old -->\n<!-- sooth:ignore new -->\nSee `a.go:1`.\n", []string{}, 1, 0},
		"no reason":        {"See `a.go:1` <!-- sooth:ignore -->.\n", []string{"a.go:1"}, 1, 1},
		"unused":           {"Nothing <!-- sooth:ignore old --> here.\n\n`c.go:3`\n", []string{"c.go:3"}, 1, 0},
		"at the end":       {"`c.go:3`\n\n<!-- sooth:ignore old -->\n", []string{"c.go:3"}, 1, 0},
		"in a code span":   {"Write `<!-- sooth:ignore old -->` beside `a.go:1`.\n", []string{"a.go:1"}, 0, 0},
		"in a fence":       {"```\n<!-- sooth:ignore old -->\n```\n`a.go:1`\n", []string{"a.go:1"}, 0, 0},
		"another marker":   {"<!-- sooth:ignored old -->\n`a.go:1`\n", []string{"a.go:1"}, 0, 0},
		"not closed":       {"<!-- sooth:ignore old\n\n`a.go:1`\n", nil, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := sort(c.text, triage.Options{})
			if c.told != nil && !slices.Equal(told(got), c.told) {
				t.Errorf("told %q, want %q; comments %+v", told(got), c.told, got.Ignores)
			}
			unused, problems := 0, 0
			for _, g := range got.Ignores {
				if g.Used == 0 {
					unused++
				}
				if g.Problem != "" {
					problems++
				}
			}
			if unused != c.unused || problems != c.problem {
				t.Errorf("%d unused, %d problems, want %d, %d: %+v", unused, problems, c.unused, c.problem, got.Ignores)
			}
			if all := len(got.Verdicts); got.Counts.Claims() != all || got.Counts.Ignored != all-len(told(got)) {
				t.Errorf("counts %+v of %d verdicts", got.Counts, all)
			}
		})
	}
}

// TestIgnoreCode: a block of code is covered as a whole, blank lines and all.
func TestIgnoreCode(t *testing.T) {
	text := "<!-- sooth:ignore a sketch -->\n```go\nfunc main() {\n\n\tx()\n}\n```\n\n```go\ny()\n```\n"
	var list []oracle.Verdict
	for _, c := range claim.Parse(text, claim.Options{}) {
		list = append(list, oracle.Verdict{Claim: c, Outcome: oracle.Refuted})
	}
	if len(list) != 2 {
		t.Fatalf("%d claims, want 2", len(list))
	}
	got := triage.Triage(triage.Text{File: "a.md", Text: text, Verdicts: list}, triage.Options{})
	if got.Counts != (report.Counts{Refuted: 1, Ignored: 1}) || got.Verdicts[0].Ignored != "a sketch" {
		t.Errorf("counts %+v, first %q", got.Counts, got.Verdicts[0].Ignored)
	}
}

// TestFingerprintsAreStable: moving, wrapping and adding lines re-opens nothing;
// another file, another claim and a second claim of the same words do.
func TestFingerprintsAreStable(t *testing.T) {
	base := "See `a.go:1`.\n\nAgain `a.go:1`, and `b.go:2`.\n"
	prints := func(file, text string) []string {
		c := triage.Triage(triage.Text{File: file, Text: text, Verdicts: refuted(text)}, triage.Options{})
		var list []string
		for _, f := range c.Verdicts {
			list = append(list, f.Fingerprint)
		}
		slices.Sort(list)
		return list
	}
	want := prints("a.md", base)
	if len(want) != 3 || len(slices.Compact(slices.Clone(want))) != 3 {
		t.Fatalf("fingerprints %q", want)
	}
	for name, text := range map[string]string{
		"lines before": "# Title\n\nWords.\n\n" + base,
		"lines after":  base + "\nMore words.\n",
		"moved":        "Again `a.go:1`, and `b.go:2`.\n\nSee `a.go:1`.\n",
		"CRLF":         strings.ReplaceAll(base, "\n", "\r\n"),
		"indented":     "- See `a.go:1`.\n\n- Again `a.go:1`,\n  and `b.go:2`.\n",
	} {
		if got := prints("a.md", text); !slices.Equal(got, want) {
			t.Errorf("%s: fingerprints %q, want %q", name, got, want)
		}
	}
	common := func(a, b []string) (n int) {
		for _, p := range a {
			if slices.Contains(b, p) {
				n++
			}
		}
		return n
	}
	if n := common(want, prints("b.md", base)); n != 0 {
		t.Errorf("another file has %d fingerprints in common", n)
	}
	if n := common(want, prints("a.md", strings.Replace(base, "b.go:2", "b.go:3", 1))); n != 2 {
		t.Errorf("a changed claim leaves %d of 3 fingerprints, want 2", n)
	}
	if n := common(want, prints("a.md", base+"\nAnd `a.go:1`.\n")); n != 3 {
		t.Errorf("one more of the same leaves %d of 3 fingerprints, want 3", n)
	}
}

// TestFingerprintsOfWords: white space in a claim does not matter, what it says
// does.
func TestFingerprintsOfWords(t *testing.T) {
	base := claim.Claim{Kind: claim.Structure, Text: "`a` calls `b`", Subject: "a", Verb: "calls", Object: "b"}
	print := func(change func(*claim.Claim)) string {
		c := base
		change(&c)
		return triage.Triage(triage.Text{File: "a.md", Verdicts: []oracle.Verdict{{Claim: c}}}, triage.Options{}).Verdicts[0].Fingerprint
	}
	want := print(func(*claim.Claim) {})
	if got := print(func(c *claim.Claim) { c.Text, c.Line, c.Column = "`a`\r\n  calls `b`", 9, 9 }); got != want || len(want) != 32 {
		t.Errorf("wrapped: %q, want %q", got, want)
	}
	for name, change := range map[string]func(*claim.Claim){
		"kind": func(c *claim.Claim) { c.Kind = claim.Contains }, "text": func(c *claim.Claim) { c.Text = "`a` calls b" },
		"subject": func(c *claim.Claim) { c.Subject = "x" }, "verb": func(c *claim.Claim) { c.Verb = "x" },
		"object": func(c *claim.Claim) { c.Object = "x" }, "negated": func(c *claim.Claim) { c.Negated = true },
		"between words": func(c *claim.Claim) { c.Subject, c.Verb = "acalls", "" },
	} {
		if print(change) == want {
			t.Errorf("another %s has the same fingerprint", name)
		}
	}
}

func TestBaseline(t *testing.T) {
	old := "See `a.go:1`.\n\nAnd `b.go:2`.\n"
	var file bytes.Buffer
	if err := triage.WriteBaseline(&file, triage.Refuted("a.md", sort(old, triage.Options{}))); err != nil {
		t.Fatal(err)
	}
	const want = `{"schema": "sooth.baseline/1", "refuted": [
{"file":"a.md","kind":"citation","text":"a.go:1","fingerprint":"`
	if !strings.HasPrefix(file.String(), want) || strings.Count(file.String(), "\n") != 4 {
		t.Errorf("the file is not one entry a line:\n%s", file.String())
	}
	b, err := triage.ReadBaseline(&file)
	if err != nil {
		t.Fatal(err)
	}
	got := sort("New `c.go:3`.\n\nMoved: see `a.go:1`.\n", triage.Options{Baseline: b})
	if !slices.Equal(told(got), []string{"c.go:3"}) || got.Counts != (report.Counts{Refuted: 1, Known: 1}) {
		t.Errorf("told %q, counts %+v", told(got), got.Counts)
	}
	stale := b.Stale(func(string) bool { t.Error("a file that was looked at is asked for"); return false })
	if len(stale) != 1 || stale[0].Text != "b.go:2" {
		t.Errorf("stale entries: %+v", stale)
	}
	if again := (*triage.Baseline)(nil).Stale(nil); again != nil {
		t.Errorf("no baseline has stale entries %+v", again)
	}
}

// TestStaleOfOthers: entries of files that were not looked at are stale only
// where the file is gone.
func TestStaleOfOthers(t *testing.T) {
	b, err := triage.ReadBaseline(strings.NewReader(`{"schema":"sooth.baseline/1","refuted":[
{"file":"gone.md","kind":"citation","text":"x","fingerprint":"1"},
{"file":"there.md","kind":"citation","text":"y","fingerprint":"2"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Stale(func(f string) bool { return f == "gone.md" }); len(got) != 1 || got[0].File != "gone.md" {
		t.Errorf("stale: %+v", got)
	}
}

func TestBadBaseline(t *testing.T) {
	for text, want := range map[string]string{
		``:                           "1:1: is no baseline",
		"{\n\"schema\": 3}":          "2:",
		`{"schema":"sooth.check/1"}`: `has schema "sooth.check/1"`,
		`{"schema":"sooth.baseline/1","refuted":[{"text":"x"}]}`: "entry 1",
		`{"schema":"sooth.baseline/1","more":[]}`:                "more",
		"\x00\xff":                         "1:",
		`{"schema":"sooth.baseline/1"} {}`: "more than one",
	} {
		if _, err := triage.ReadBaseline(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "hint:") {
			t.Errorf("%q: error %v, want one with %q and a hint", text, err, want)
		}
	}
}

// TestChanged: only what touches an added line is told, under the fingerprint
// that it has in the whole text.
func TestChanged(t *testing.T) {
	text := "See `a.go:1`.\n\nSee `a.go:1`.\n\nSee `b.go:2`.\n"
	whole := sort(text, triage.Options{})
	part := triage.Triage(triage.Text{File: "a.md", Text: text, Verdicts: refuted(text), Added: triage.NewLines(triage.Range{3, 3})}, triage.Options{})
	if len(part.Verdicts) != 1 || part.Verdicts[0].Fingerprint != whole.Verdicts[1].Fingerprint || part.Counts.Claims() != 1 {
		t.Errorf("%+v", part)
	}
	for _, c := range []struct {
		added []triage.Range
		want  int
	}{{nil, 0}, {[]triage.Range{{1, 2}}, 1}, {[]triage.Range{{5, 9}, {1, 1}}, 2}, {[]triage.Range{{2, 2}, {4, 4}}, 0}, {[]triage.Range{{1, 3}, {2, 5}}, 3}, {[]triage.Range{{1, 5}, {2, 2}}, 3}} {
		got := triage.Triage(triage.Text{File: "a.md", Text: text, Verdicts: refuted(text), Added: triage.NewLines(c.added...)}, triage.Options{})
		if len(got.Verdicts) != c.want {
			t.Errorf("%v: %d claims, want %d", c.added, len(got.Verdicts), c.want)
		}
	}
}

// TestUndecidedIsPassedOver only where it would be told.
func TestUndecidedIsPassedOver(t *testing.T) {
	text := "See `a.go:1` <!-- sooth:ignore old -->.\n"
	verdicts := refuted(text)
	verdicts[0].Outcome = oracle.Undecided
	for undecided, want := range map[bool]report.Counts{false: {Undecided: 1}, true: {Ignored: 1}} {
		got := triage.Triage(triage.Text{File: "a.md", Text: text, Verdicts: verdicts}, triage.Options{Undecided: undecided})
		if got.Counts != want {
			t.Errorf("undecided told %v: counts %+v, want %+v", undecided, got.Counts, want)
		}
	}
}

// TestTimeIsLinear: texts that are made to be slow are not.
func TestTimeIsLinear(t *testing.T) {
	many := func(s string, bytes int) string { return strings.Repeat(s, bytes/len(s)) }
	const size = 4 << 20
	var ticks strings.Builder
	for n := 1; ticks.Len() < size; n++ {
		fmt.Fprintf(&ticks, "%s x ", strings.Repeat("`", n%3000+1))
	}
	for name, text := range map[string]string{
		"comments above each other": many("<!-- sooth:ignore x -->\n", size),
		"comments in code":          "sooth:ignore\n```\n" + many("<!-- ", size) + "\n```\n-->",
		"comments not closed":       "sooth:ignore " + many("<!-- ", size),
		"runs of backquotes":        "sooth:ignore <!-- -->" + ticks.String(),
		"spans":                     "sooth:ignore " + many("`a` <!-- x --> ", size),
	} {
		started := time.Now()
		got := triage.Triage(triage.Text{File: "a.md", Text: text}, triage.Options{})
		if d := time.Since(started); d > 20*time.Second {
			t.Errorf("%s: %d bytes took %v", name, len(text), d)
		} else {
			t.Logf("%s: %v, %d comments", name, d, len(got.Ignores))
		}
	}
}
