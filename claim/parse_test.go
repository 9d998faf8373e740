package claim

import (
	"fmt"
	"strings"
	"testing"
)

// Texts made to be slow or strange take no long time and break nothing.
func TestParseHostile(t *testing.T) {
	const size = 1 << 13
	unit := func(s string) string { return strings.Repeat(s, size/len(s)) }
	n := 0
	for name, text := range map[string]string{
		"empty": "", "brackets": unit("["), "links": unit("[a](b.go#L1)"), "half links": unit("]("), "images": unit("!["), "parentheses": unit("("),
		"closed": unit(")"), "spans": unit("`a`"), "runs": "` `` ``` ```` ````` " + unit("` "), "growing": growing(), "comments": unit("<!--"),
		"angles": unit("<a"), "stars": unit("*a **b "), "commas": unit("`a`, "), "calls": unit("`a` calls "), "chain": "- " + unit("`a()` → "),
		"not": unit("not "), "if": unit("if `a` "), "which": unit("`a`, which "), "lines": unit("lines 1, "), "line": unit("line 1 of a.go:1 "),
		"dots": unit("."), "sentences": unit("`a` calls `b`. "), "one word": unit("x"), "name": "`" + unit("a.") + "`", "generic": "`" + unit("a[") + "`",
		"arguments": "`" + unit("f(") + "`", "path": "`" + unit("a/") + "x.go`", "nul": unit("\x00"), "invalid": unit("\xff\xfe`\xff` "), "colons": unit(":1"),
		"table": "| a | b |\n|---|---|\n" + unit("| `a` | `b.go:1` |\n"), "headings": unit("# `a.go`\n\n"), "items": unit("- `a`:\n"), "quotes": unit("> `a`:\n"),
		"deep": unit("- "), "carriage": unit("`a` calls `b`\r"), "backslashes": unit("\\"), "quoted": unit("\""), "slashes": unit("a/b/"),
		"func": "`func f(" + unit("a int, ") + "b int)`", "nested": unit("(a "), "mixed": unit("([`*_<"), "references": unit("[a]: b\n"), "sets": unit("**`a`**"),
	} {
		claims := Parse(text, Options{})
		check(t, text, claims)
		check(t, text, Parse(text, Options{Plain: true}))
		n++
		_ = name
	}
	if n < 30 {
		t.Fatalf("%d texts", n)
	}
}

// growing has runs of backquotes of growing lengths, none of them closed.
func growing() string {
	var b strings.Builder
	for i := 1; i < 400; i++ {
		b.WriteString(strings.Repeat("`", i) + " ")
	}
	return b.String()
}

// What stands before the lines of a text changes no claim but its place.
func TestParseMovesWithText(t *testing.T) {
	text := "# `mux.go`\n\n- `A.b` (`x.go:1`) calls\n  `C.d` and [`E`](y.go#L2)\n\n| Name | At |\n|---|---|\n| `F` | z.go:3 |\n\n```go\nf()\n```\n"
	want := Parse(text, Options{})
	if len(want) < 10 {
		t.Fatalf("%d claims", len(want))
	}
	for name, change := range map[string]func(string) string{
		"byte order mark": func(s string) string { return "\ufeff" + s },
		"line ends":       func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"quote": func(s string) string {
			return "> " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n> ") + "\n"
		},
		"words before": func(s string) string { return "Some words.\n\n" + s },
		"a tab":        func(s string) string { return strings.ReplaceAll(s, "- `A", "-\t`A") },
	} {
		changed := change(text)
		got := Parse(changed, Options{})
		check(t, changed, got)
		var a, b []string
		for _, c := range want {
			a = append(a, line(c))
		}
		for _, c := range got {
			b = append(b, line(c))
		}
		if strings.Join(a, "\n") != strings.Join(b, "\n") {
			t.Errorf("%s:\n got %s\nwant %s", name, strings.Join(b, "\n     "), strings.Join(a, "\n     "))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"`a.B` calls `c` (`x.go:1`), which returns `D`.", "lines 3, 5 and 9-12 of `a/b.go`", "| `A` | `x.go` |\n|---|---|\n| `B(x int) error` | y.go:3 |",
		"[`A`](x.go#L1-L2) <https://github.com/o/r/blob/main/x.go#L3>", "- `A()`:\n  1. calls `b`; then it returns `c`", "There is no `x.go:1`, not even `y`.",
		"```go\nfunc A(x int) // x.go:1\n```", "\ufeff> - `A` is deprecated; use `B`.\r\n", "`func (t *T[K]) M(a, b int) (c error)`", "x.go contains \"a\" and `b`",
		"`(*T).M` `T[a](b).c` `a/b.C` `*p` `...x` `[]y` `a/b/c` `C:\\x.go:1`", "If `a` calls `b`, e.g. `c` — `d.go:1`",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		check(t, text, Parse(text, Options{}))
		check(t, text, Parse(text, Options{Plain: true, Name: "CHANGELOG.md", Version: "v1"}))
	})
}

func BenchmarkParse(b *testing.B) {
	text := "## `mux.go`\n\n`(*Mux).Handle` (`mux.go:12`) calls `handle` and returns `error`, which it does not wrap. See `tree.go`, lines 3-9.\n\n- `func New(o Options) *Mux` makes one.\n\n"
	for _, size := range []int{1 << 20, 10 << 20} {
		whole := strings.Repeat(text, size/len(text))
		b.Run(fmt.Sprintf("%dMB", size>>20), func(b *testing.B) {
			b.SetBytes(int64(len(whole)))
			n := 0
			for b.Loop() {
				n = len(Parse(whole, Options{}))
			}
			b.ReportMetric(float64(n), "claims")
		})
	}
}
