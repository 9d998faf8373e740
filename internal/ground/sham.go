package ground

import (
	"strings"
	"unicode/utf8"
)

// Sham returns a text of exactly size bytes made of others' texts, which are
// used in the order given and, where they are too short together, again from
// the first on; what cannot be filled with a whole character is filled with
// blanks. Without anything to take from it returns "".
func Sham(size int, others ...string) string {
	total := 0
	for _, o := range others {
		total += len(o)
	}
	if total == 0 {
		return ""
	}
	var b strings.Builder
	b.Grow(size)
	for n := 0; b.Len() < size; n++ {
		text := others[n%len(others)]
		if room := size - b.Len(); len(text) > room {
			for room > 0 && !utf8.RuneStart(text[room]) {
				room--
			}
			b.WriteString(text[:room])
			b.WriteString(strings.Repeat(" ", size-b.Len()))
			break
		}
		b.WriteString(text)
		if b.Len() < size {
			b.WriteByte('\n')
		}
	}
	if text, ok := strings.CutSuffix(b.String(), "\n"); ok {
		return text + " " // a template takes newlines at the end away
	}
	return b.String()
}
