package suite

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// lineBreaks are the ends of lines beside LF that YAML 1.1 knows (yaml.org/spec/1.1,
// section 4.2): for everybody else they are characters within a line.
const lineBreaks = "\r\u0085\u2028\u2029"

// straighten turns the lines and columns of a parsed text, which YAML counts by
// its own line breaks, into those that an editor shows: lines end at LF alone.
// Both start at 1; columns are characters, as YAML counts them.
func straighten(text string, nodes ...*yaml.Node) {
	if !strings.ContainsAny(strings.ReplaceAll(text, "\r\n", "\n"), lineBreaks) {
		return
	}
	starts := yamlLines(text)
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		if at := n.Line - 1; at >= 0 && at < len(starts) {
			n.Line, n.Column = starts[at].line, n.Column+starts[at].shift
		}
		for _, c := range n.Content {
			walk(c)
		}
	}
	for _, n := range nodes {
		walk(n)
	}
}

// lineStart is where a line of YAML begins: in which line of the file, after how
// many characters.
type lineStart struct{ line, shift int }

func yamlLines(text string) []lineStart {
	starts := []lineStart{{line: 1}}
	at := starts[0]
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case r == '\n':
			at = lineStart{line: at.line + 1}
		case r == '\r' && strings.HasPrefix(text[i:], "\n"):
			at.shift++
			continue
		default:
			at.shift++
			if !strings.ContainsRune(lineBreaks, r) {
				continue
			}
		}
		starts = append(starts, at)
	}
	return starts
}
