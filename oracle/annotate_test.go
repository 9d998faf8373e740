package oracle

import (
	"strings"
	"testing"

	"sooth/claim"
)

// accuse makes refuted verdicts of the parts of a text between « and ».
func accuse(marked string) (text string, verdicts []Verdict) {
	var b strings.Builder
	var open []int
	for _, r := range marked {
		switch r {
		case '«':
			open = append(open, b.Len())
			continue
		case '»':
			start := open[len(open)-1]
			open = open[:len(open)-1]
			verdicts = append(verdicts, Verdict{Outcome: Refuted, Reason: "it is not there"})
			v := &verdicts[len(verdicts)-1]
			v.Claim.Offset, v.Claim.Text = start, b.String()[start:]
			continue
		}
		b.WriteRune(r)
	}
	return b.String(), verdicts
}

func TestAnnotate(t *testing.T) {
	const fence = "a\n\n```go\n«x.Y»()\n```\n\n«b.C»\n"
	for _, c := range []struct {
		marked, want string
		options      AnnotateOptions
		warnings     int
	}{
		{"nothing here", "nothing here", AnnotateOptions{}, 0},
		{"", "", AnnotateOptions{}, 0},
		{"Call `«pkg.Foo»` now.", "Call `[unverified: pkg.Foo]` now.", AnnotateOptions{}, 1},
		{"Call «pkg.Foo», «pkg.Bar».", "Call [unverified: pkg.Foo], [unverified: pkg.Bar].", AnnotateOptions{}, 2},
		{"Call `«m[K]V»` now.", "Call `[unverified: m[K]V]` now.", AnnotateOptions{}, 1},
		{"«`A` calls `«B»`»", "[unverified: `A` calls `B`]", AnnotateOptions{}, 2},
		{"pkg.«Token».transfer", "pkg.Token.transfer", AnnotateOptions{}, 1}, // dotted neighbours are one word
		{"pre«Foo»", "preFoo", AnnotateOptions{}, 1},
		{"«Foo»s", "Foos", AnnotateOptions{}, 1},
		{"See «Foo».", "See [unverified: Foo].", AnnotateOptions{}, 1},
		{"[unverified: «Foo»] and Foo", "[unverified: Foo] and Foo", AnnotateOptions{}, 0},
		{"ünï «Foo» tail", "ünï [unverified: Foo] tail", AnnotateOptions{}, 1},
		{fence, "a\n\n```go\nx.Y()\n```\n\n[unverified: b.C]\n", AnnotateOptions{}, 2},
		{fence, "a\n\n```go\n[unverified: x.Y]()\n```\n\n[unverified: b.C]\n", AnnotateOptions{Fences: true}, 2},
	} {
		text, verdicts := accuse(c.marked)
		got, warnings := Annotate(text, verdicts, c.options)
		if got != c.want || len(warnings) != c.warnings {
			t.Errorf("%q: got %q and %v, want %q and %d warnings", text, got, warnings, c.want, c.warnings)
		}
		if plain := strings.NewReplacer(marker, "", "]", "").Replace(got); plain != strings.NewReplacer(marker, "", "]", "").Replace(text) {
			t.Errorf("%q: something was lost: %q", text, got)
		}
		// A second time nothing changes, though the claims are found again inside of
		// the markers.
		var again []Verdict
		for _, v := range verdicts {
			for at := 0; ; {
				i := strings.Index(got[at:], v.Claim.Text)
				if i < 0 || v.Claim.Text == "" {
					break
				}
				w := v
				w.Claim.Offset = at + i
				if inside(got, w.Claim.Offset) {
					again = append(again, w)
				}
				at += i + 1
			}
		}
		if twice, _ := Annotate(got, again, c.options); twice != got {
			t.Errorf("%q: the second time: %q", got, twice)
		}
	}
}

func inside(text string, offset int) bool {
	for _, m := range markers(text) {
		if m[0] <= offset && offset < m[1] {
			return true
		}
	}
	return false
}

func TestAnnotateLeaves(t *testing.T) {
	text := "See `a.go:3` and `T.M`."
	at := func(s string) claim.Claim {
		c := claim.Claim{Text: s}
		c.Offset = strings.Index(text, s)
		return c
	}
	near := Verdict{Claim: at("a.go:3"), Outcome: Refuted, Near: true}
	wrong := Verdict{Claim: at("T.M"), Outcome: Refuted}
	wrong.Claim.Offset++ // of another text
	for _, v := range []Verdict{near, wrong, {Claim: at("T.M"), Outcome: Undecided}, {Claim: at("T.M"), Outcome: Verified}} {
		got, warnings := Annotate(text, []Verdict{v}, AnnotateOptions{})
		if got != text || (len(warnings) == 1) != (v.Outcome == Refuted) {
			t.Errorf("%+v: %q, %v", v, got, warnings)
		}
	}
	far := Verdict{Claim: claim.Claim{Text: "x"}, Outcome: Refuted}
	far.Claim.Offset = 1 << 40
	if got, _ := Annotate(text, []Verdict{far}, AnnotateOptions{}); got != text {
		t.Errorf("an offset outside of the text: %q", got)
	}
}

// TestAnnotateBlock: a block that is wrong is marked once, behind it, with the line
// ends of the text.
func TestAnnotateBlock(t *testing.T) {
	for text, want := range map[string]string{
		"```go\nx.Y()\n```\nEnd\n":         "```go\nx.Y()\n```\n[unverified: no Y]\nEnd\n",
		"```go\r\nx.Y()\r\n```\r\nEnd\r\n": "```go\r\nx.Y()\r\n```\r\n[unverified: no Y]\r\nEnd\r\n",
		"```go\nx.Y()\n```":                "```go\nx.Y()\n```\n[unverified: no Y]\n",
	} {
		v := Verdict{Claim: claim.Claim{Kind: claim.Code, Text: "x.Y()"}, Outcome: Refuted, Reason: "no\nY"}
		v.Claim.Offset = strings.Index(text, v.Claim.Text)
		got, _ := Annotate(text, []Verdict{v}, AnnotateOptions{Fences: true})
		if again, _ := Annotate(got, []Verdict{v}, AnnotateOptions{Fences: true}); got != want || again != want {
			t.Errorf("%q: %q, then %q, want %q", text, got, again, want)
		}
	}
}

func FuzzAnnotate(f *testing.F) {
	f.Add("Call `pkg.Foo` and [unverified: T.M].", 6, 7)
	f.Add("```go\nx.Y()\n```", 6, 3)
	f.Fuzz(func(t *testing.T, text string, start, size int) {
		if start < 0 || size <= 0 || start > len(text) || size > len(text)-start {
			return
		}
		v := Verdict{Outcome: Refuted, Claim: claim.Claim{Text: text[start : start+size]}}
		v.Claim.Offset = start
		got, _ := Annotate(text, []Verdict{v}, AnnotateOptions{Fences: true})
		if got != text && strings.Replace(strings.Replace(got, marker, "", 1), "]", "", 1) == "" {
			t.Errorf("%q became %q", text, got)
		}
		if len(got) < len(text) {
			t.Errorf("%q lost something: %q", text, got)
		}
	})
}
