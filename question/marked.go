package question

import "strings"

// marked finds the part of a text that is marked as the answer: behind "Answer:" or "Final answer:" at the beginning of
// a line, behind "the answer is", or under a heading with these words. Of several the last counts.
func marked(text string) (Span, bool) {
	var labels []int // offsets behind the last of them
	for at := 0; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		if n := label(text[at:end]); n > 0 {
			if len(labels) == maxLabels {
				labels = append(labels[:0], labels[1:]...)
			}
			labels = append(labels, at+n)
		}
		at = end + 1
	}
	for i := len(labels) - 1; i >= 0; i-- {
		s := Span{labels[i], markedEnd(text, labels[i])}
		if strings.Trim(s.text(text), " \t\r\n*_#:`") != "" {
			return s, true
		}
	}
	return Span{}, false
}

// maxLabels bounds the labels that are looked at, the last ones of a text.
const maxLabels = 20

func (s Span) text(text string) string { return text[s.Start:s.End] }

// label returns the offset behind the words that mark a line as the answer; 0: there are none.
func label(line string) int {
	const longest = 160 // of a line that is only a label, or begins with one
	head := strings.ToLower(line[:min(len(line), longest)])
	body := strings.TrimLeft(head, " \t>*_#-")
	isHeading := strings.HasPrefix(strings.TrimLeft(head, " \t>"), "#")
	skipped := len(head) - len(body)
	for _, adjective := range []string{"", "final ", "short ", "the final ", "my ", "the short "} {
		for _, noun := range []string{"answer", "verdict", "conclusion"} {
			rest, ok := strings.CutPrefix(body, adjective+noun)
			if !ok {
				continue
			}
			n := skipped + len(adjective+noun)
			tail := strings.TrimLeft(rest, "*_ \t")
			switch gap := len(rest) - len(tail); {
			case strings.HasPrefix(tail, ":"):
				return n + gap + 1
			case strings.HasPrefix(tail, "—"), strings.HasPrefix(tail, "–"):
				return n + gap + len("—")
			case strings.HasPrefix(tail, "- "), strings.HasPrefix(tail, "= "):
				return n + gap + 2
			case tail == "" && (isHeading || strings.Contains(head, "**")):
				return n + gap
			}
		}
	}
	for _, words := range []string{"answer is ", "answer is: "} { // in the middle of a sentence
		if i := strings.Index(head, words); i >= 0 {
			return i + len(words)
		}
	}
	return 0
}

// markedEnd returns where what is marked at start ends: at the first blank line after its words, or at the next heading.
// Words that end in a colon go on after the blank line.
func markedEnd(text string, start int) int {
	words := false
	for at := start; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := strings.Trim(text[at:end], " \t\r*_")
		switch {
		case line == "" && words && !strings.HasSuffix(strings.TrimRight(text[start:at], " \t\r\n*_"), ":"):
			return at
		case strings.HasPrefix(line, "# "), strings.HasPrefix(line, "## "), strings.HasPrefix(line, "### "):
			return at
		case words && label(text[at:end]) > 0:
			return at
		}
		words = words || line != ""
		if strings.HasPrefix(line, "```") && at > start || strings.HasPrefix(line, "```") && !words {
			if i := strings.Index(text[end:], "\n```"); i >= 0 { // the whole block
				return end + i + len("\n```")
			}
			return len(text)
		}
		at = end + 1
	}
	return len(text)
}
