package claim

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// line writes a claim as docs/format/claim.md does.
func line(c Claim) string {
	var b strings.Builder
	b.WriteString(string(c.Kind))
	if c.Negated {
		b.WriteString(" not")
	}
	if c.Modality != "" {
		b.WriteString(" (" + c.Modality + ")")
	}
	b.WriteString(": ")
	var fields []string
	for _, f := range []string{c.Subject, c.Verb, c.Object, c.Place.String()} {
		if f != "" {
			fields = append(fields, f)
		}
	}
	b.WriteString(strings.Join(fields, " | "))
	if c.Anchor != "" {
		b.WriteString(" [" + c.Anchor + "]")
	}
	return b.String()
}

// saying tells what a text says of a name.
func saying(c Claim) string {
	switch {
	case c.Unsaid:
		return "unsaid: " + c.Subject
	case c.Whose != "":
		return "of " + c.Whose + ": " + c.Subject
	}
	return "said: " + c.Subject
}

// sound checks what must hold of the claims of every text.
func check(t *testing.T, text string, claims []Claim) {
	t.Helper()
	previous := 0
	for _, c := range claims {
		if c.Offset < previous || c.Offset+len(c.Text) > len(text) || text[c.Offset:c.Offset+len(c.Text)] != c.Text || c.Text == "" {
			t.Fatalf("text %q: claim %+v is not where it says", text, c)
		}
		if line := 1 + strings.Count(text[:c.Offset], "\n"); line != c.Line || c.Column != c.Offset-strings.LastIndexByte(text[:c.Offset], '\n') {
			t.Fatalf("text %q: claim %+v: line or column", text, c)
		}
		if rank(c.Kind) < 0 {
			t.Fatalf("text %q: kind %q", text, c.Kind)
		}
		previous = c.Offset
	}
}

// TestGrammar runs every example of docs/format/claim.md.
func TestGrammar(t *testing.T) {
	page, err := os.ReadFile("../docs/format/claim.md")
	if err != nil {
		t.Fatal(err)
	}
	patterns := map[string]int{}
	for _, b := range Blocks(string(page)) {
		kind, pattern, _ := strings.Cut(b.Info, " ")
		if kind != "claims" {
			continue
		}
		text := ""
		var want []string
		flush := func() {
			if text == "" {
				return
			}
			patterns[pattern]++
			var got []string
			claims := Parse(text, Options{})
			check(t, text, claims)
			for _, c := range claims {
				if pattern == "said" && c.Kind == Symbol {
					got = append(got, saying(c))
				}
				if c.Pattern == pattern || pattern == "modality" && c.Pattern == "calls" || pattern == "listing" && c.Kind == Citation && c.Pattern == "suffix" {
					got = append(got, line(c))
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q\n got %s\nwant %s", pattern, text, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
			}
		}
		for l := range strings.Lines(b.Content) {
			l = strings.TrimRight(l, "\n")
			if after, ok := strings.CutPrefix(l, "> "); ok {
				flush()
				text, want = strings.ReplaceAll(after, `\n`, "\n"), nil
			} else if l != "-" {
				want = append(want, l)
			}
		}
		flush()
	}
	if len(patterns) < 20 {
		t.Fatalf("docs/format/claim.md: examples of %d patterns found", len(patterns))
	}
	for pattern, n := range patterns {
		if n < 10 {
			t.Errorf("docs/format/claim.md: %s has %d examples, want at least 10", pattern, n)
		}
	}
}

// place writes where a claim stands.
func place(c Claim) string { return fmt.Sprintf("%d:%d", c.Line, c.Column) }
