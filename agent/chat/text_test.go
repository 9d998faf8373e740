package chat

import (
	"fmt"
	"strings"
	"testing"
)

// TestWritten: which calls an answer makes.
func TestWritten(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"none", "The answer is 4.", ""},
		{"one", "I look.\n<tool_call name=\"find\">\n{\"name\": \"A\"}\n</tool_call>\n", `find{"name": "A"}`},
		{"in one line", `<tool_call name="find">{"name":"A"}</tool_call>`, `find{"name":"A"}`},
		{"nested braces and the tag in a string", `<tool_call name="find">{"a":{"b":"</tool_call>}"}}</tool_call> more`, `find{"a":{"b":"</tool_call>}"}}`},
		{"several", "<tool_call name=\"a\">{}</tool_call>\n<tool_call name='b'>{}</tool_call>", "a{} b{}"},
		{"indented", "  <tool_call name=\"a\">{}</tool_call>", "a{}"},
		{"without its end", "<tool_call name=\"a\">\n{\"x\":1}\n", `a{"x":1}`},
		{"malformed", "<tool_call name=\"a\">{\"x\":}</tool_call>\n<tool_call name=\"b\">{}</tool_call>", `a{"x":} b{}`},
		{"no object", "<tool_call name=\"a\">[1]</tool_call>", "a[1]"},
		{"two objects", "<tool_call name=\"a\">{} {}</tool_call>", "a{} {}"},
		{"no arguments", "<tool_call name=\"a\"></tool_call>", "a"},
		{"quoted in prose", "Write `<tool_call name=\"a\">{}</tool_call>` to call.", ""},
		{"in a code block", "```\n<tool_call name=\"a\">{}</tool_call>\n```\nThat is how.", ""},
		{"in a longer code block", "````\n```\n<tool_call name=\"a\">{}</tool_call>\n````\n~~~\n<tool_call name=\"a\">{}</tool_call>\n~~~", ""},
		{"after a code block", "```\nx\n```\n<tool_call name=\"a\">{}</tool_call>", "a{}"},
		{"after a result that it made up", "<tool_call name=\"a\">{}</tool_call>\n<tool_result name=\"a\">\nyes\n</tool_result>\n<tool_call name=\"b\">{}</tool_call>", "a{}"},
		{"not closed", "<tool_call name=\"a\"", `<tool_call name="a"`},
		{"another tag", "<tool_calls name=\"a\">{}</tool_calls>", ""},
	} {
		var got []string
		for _, call := range written(c.text) {
			got = append(got, call.Name+string(call.Arguments))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

// FuzzWritten: no answer panics or is read for ever, and what is in a result is
// never a call.
func FuzzWritten(f *testing.F) {
	f.Add("<tool_call name=\"a\">{}</tool_call>")
	f.Add("```\n<tool_call name=\"a\">{\n")
	f.Fuzz(func(t *testing.T, text string) {
		if n := len(written(text)); n > len(text)/len(openCall)+1 {
			t.Errorf("%d calls in %d bytes", n, len(text))
		}
		if n := len(written(harmless(text))); n != 0 {
			t.Errorf("%d calls in a result: %q", n, harmless(text))
		}
		told := fmt.Sprintf("%s name=\"x\">\n%s\n%s\n", openResult, harmless(text), closeResult)
		if strings.Count(told, closeResult) != 1 || strings.Count(told, openResult) != 1 {
			t.Errorf("a result that looks like two: %q", told)
		}
	})
}
