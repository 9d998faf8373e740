package behave

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxEvidence bounds the output kept with a result, in bytes.
const maxEvidence = 4 << 10

// firstError returns the first line of what the go command printed that says
// something.
func firstError(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "go: downloading") {
			return clip(strings.TrimPrefix(line, "./"), 300)
		}
	}
	return clip(strings.TrimSpace(text), 300)
}

// firstLine returns the first line with a sign in it.
func firstLine(text, sign string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, sign) {
			return clip(strings.TrimSpace(line), 300)
		}
	}
	return sign
}

// clip cuts a text to at most n bytes, at a character's end.
func clip(text string, n int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + " …"
}

// evidence bounds output: its begin and its end, the middle left out.
func evidence(text string) string {
	text = strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD")
	text = strings.ReplaceAll(text, "\x00", "\uFFFD")
	if len(text) <= maxEvidence {
		return text
	}
	from := len(text) - maxEvidence/2
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return clip(text[:len(text)-1], maxEvidence/2) + "\n…\n" + text[from:]
}

// steady takes out of a program's output what differs from run to run:
// durations, addresses, the numbers of goroutines, and the folders of this
// machine before the names of source files.
func steady(text string) string {
	text = regexp.MustCompile(`/[^\s:"()]*/(sooth-behave-\d+/(?:\d+/)?|go/src/|src/|pkg/mod/)([^\s:"()]*\.(?:go|s)\b)`).ReplaceAllString(text, "$2")
	text = regexp.MustCompile(` \(\d+\.\d+s\)`).ReplaceAllString(text, "")
	text = regexp.MustCompile(`\b0x[0-9a-f]+\b`).ReplaceAllString(text, "0x…")
	return regexp.MustCompile(`\bgoroutine \d+\b`).ReplaceAllString(text, "goroutine N")
}
