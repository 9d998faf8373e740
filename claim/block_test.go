package claim

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sooth/source"
)

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // fence, info, closed, content, containers, line:column of the first line
	}{
		{"none", "just words\n", nil},
		{"empty", "", nil},
		{"one", "Text:\n\n```go\npackage p\n```\nmore", []string{"```|go|true|package p\n||4:1"}},
		{"crlf", "```go\r\na\r\n\r\nb\r\n```\r\n", []string{"```|go|true|a\r\n\r\nb\r\n||2:1"}},
		{"byte order mark", "\ufeff```go\na\n```\n", []string{"```|go|true|a\n||2:1"}},
		{"unclosed", "```go\na\n\nb", []string{"```|go|false|a\n\nb||2:1"}},
		{"empty block", "```\n```\n", []string{"```||true|||0:0"}},
		{"opening alone", "```", []string{"```||false|||0:0"}},
		{"longer fence around a shorter one", "````md\n```go\na\n```\n````\n", []string{"````|md|true|```go\na\n```\n||2:1"}},
		{"tildes around backquotes", "~~~\n```\n~~~\n", []string{"~~~||true|```\n||2:1"}},
		{"closing fence longer", "```\na\n`````\n", []string{"```||true|a\n||2:1"}},
		{"closing fence with words is code", "```\na\n``` go\n```\n", []string{"```||true|a\n``` go\n||2:1"}},
		{"info with attributes", "``` Go title=\"a.go\" \na\n```\n", []string{"```|Go title=\"a.go\"|true|a\n||2:1"}},
		{"backquote in info is no fence", "``` a`b\nx\n", nil},
		{"in a list", "1. do:\n\n   ```go\n   a\n     b\n   ```\n", []string{"```|go|true|a\n  b\n|list|4:4"}},
		{"in a quote", "> ```\n> a\n>\n> b\n> ```\n", []string{"```||true|a\n\nb\n|quote|2:3"}},
		{"in a list in a quote", "> - ```\n>   a\n>   ```\n", []string{"```||true|a\n|quote list|2:5"}},
		{"quote ends an open block", "> ```\n> a\n```\nb\n```\n", []string{"```||false|a\n|quote|2:3", "```||true|b\n||4:1"}},
		{"indented", "a:\n\n    x\n\n      y\n\nz\n", []string{"||true|x\n\n  y\n||3:5"}},
		{"indented crlf", "a:\r\n\r\n    x\r\n\r\n    y\r\n", []string{"||true|x\r\n\r\ny\r\n||3:5"}},
		{"a tab", "a:\n\n\tx\n\t\ty\n", []string{"||true|x\n\ty\n||3:2"}},
		{"a tab in a list is code in part", "- a\n\n\t\tx\n", []string{"||true|  x\n|list|3:3"}},
		{"indented fence", "  ```\n  a\n b\n  ```\n", []string{"```||true|a\nb\n||2:3"}},
		{"an indented line after words is no code", "a\n    b\n", nil},
		{"four blanks before a fence", "a\n\n    ```\n    x\n", []string{"||true|```\nx\n||3:5"}},
		{"html", "<pre>\n```\n</pre>\n", nil},
		{"inline", "a ```b``` c\n", nil},
		{"not valid utf-8 and nul", "```\n\xff\x00\xfe\n```\n", []string{"```||true|\xff\x00\xfe\n||2:1"}},
		{"two", "```a\n1\n```\n```b\n2\n```", []string{"```|a|true|1\n||2:1", "```|b|true|2\n||5:1"}},
		{"directly after words", "words\n```\na\n```\nwords\n", []string{"```||true|a\n||3:1"}},
	} {
		var got []string
		for _, b := range Blocks(c.text) {
			first := Line{}
			if len(b.Lines) > 0 {
				first = b.Lines[0]
			}
			got = append(got, fmt.Sprintf("%s|%s|%v|%s|%s|%d:%d", b.Fence, b.Info, b.Closed, b.Content, strings.Join(b.Within, " "), first.Line, first.Column))
			valid(t, c.text, b)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// valid checks what must hold of every block of every text.
func valid(t *testing.T, text string, b Block) {
	t.Helper()
	var content strings.Builder
	end := b.Start.Offset
	for _, l := range b.Lines {
		if l.Offset < end || l.End < l.Offset || l.End > len(text) || source.NewLines(text).Position(l.Offset) != l.Position {
			t.Fatalf("%q: line %+v", text, l)
		}
		content.WriteString(strings.Repeat(" ", l.Padding) + text[l.Offset:l.End])
		end = l.End
	}
	if content.String() != b.Content {
		t.Errorf("%q: lines say %q, content is %q", text, content.String(), b.Content)
	}
	if b.End < end || b.End > len(text) || !strings.HasPrefix(text[b.Start.Offset:], b.Fence) {
		t.Errorf("%q: from %d to %d, fence %q", text, b.Start.Offset, b.End, b.Fence)
	}
	if strings.Contains(b.Info, "\n") {
		t.Errorf("%q: info %q", text, b.Info)
	}
}

func TestLanguage(t *testing.T) {
	for info, want := range map[string]string{"": "", "go": "go", "Go title=x": "go", "{.go .numberLines}": "go", "go,linenos": "go", "golang": "golang", "go:main.go": "go"} {
		if got := (Block{Info: info}).Language(); got != want {
			t.Errorf("%q: got %q, want %q", info, got, want)
		}
	}
}

// Texts made to be slow do not take long, and deep nesting hides no block that
// comes after it.
func TestBlocksOfHostileTexts(t *testing.T) {
	for name, text := range map[string]string{
		"quotes":  strings.Repeat(">", 1<<20),
		"spaced":  strings.Repeat("> ", 1<<19),
		"lists":   strings.Repeat("- ", 1<<19),
		"numbers": strings.Repeat("1. ", 1<<19),
		"mixed":   strings.Repeat(">-+", 1<<19),
		"ruler":   strings.Repeat("-", 1<<20),
		"opening": strings.Repeat("`", 1<<20),
		"nul":     strings.Repeat("\x00", 1<<20),
		"bullets": strings.Repeat(strings.Repeat("- ", 200)+"\n", 100),
	} {
		if got := len(Blocks(text + "\n\n```\nx\n```\n")); got < 1 {
			t.Errorf("%s: %d blocks", name, got)
		}
	}
}

func FuzzBlocks(f *testing.F) {
	for _, seed := range []string{
		"```go\nx\n```\n", "> - ```\n>   a\n>   ```\n", "- a\n\n\t\tx\n", "\ufeff~~~\r\n\x00\xff\r\n~~~", "1. a\n\n       x\n   \r\n       y", "````\n```\n````", "<pre>\n```", "> ```\n```\n", "\t```\n", "-\t```\n\tx", ">```\n>   a\n    ```", "+ \n\t  x\n ~~~",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, b := range Blocks(text) {
			if b.Start.Offset < end {
				t.Errorf("%q: blocks overlap at %d", text, b.Start.Offset)
			}
			end = b.End
			valid(t, text, b)
		}
	})
}

func BenchmarkBlocks(b *testing.B) {
	for _, size := range []int{1 << 20, 10 << 20} {
		unit := "Some words about it:\n\n- a point\n\n```go\npackage p\n\nfunc F() {}\n```\n\n"
		text := strings.Repeat(unit, size/len(unit))
		b.Run(fmt.Sprintf("%dMB", size>>20), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Blocks(text)
			}
		})
	}
}
