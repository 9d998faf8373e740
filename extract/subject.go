package extract

import "strings"

// defaultTail is how many last segments of a subject count where nothing is
// declared.
const defaultTail = 2

// segments splits a subject into its segments; a scheme such as "code://" and
// empty segments do not count.
func segments(subject string) []string {
	if i := strings.Index(subject, "://"); i >= 0 && !strings.Contains(subject[:i], "/") {
		subject = subject[i+3:]
	}
	out := make([]string, 0, 1+strings.Count(subject, "/"))
	for part := range strings.SplitSeq(subject, "/") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// agreeing returns how many last segments of a and b agree, and whether that is
// enough for a tail of so many segments: all of the shorter one when it has fewer.
// Symmetric in a and b.
func agreeing(a, b []string, tail int) (n int, enough bool) {
	shorter := min(len(a), len(b))
	for n < shorter && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n, shorter > 0 && n >= min(tail, shorter)
}
