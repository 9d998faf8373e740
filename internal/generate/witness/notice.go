package witness

import "strings"

// SaysUse says whether a comment tells the reader to use something, by one of
// the spellings of its name: "use X", "[X]", "replaced by X", "superseded by X",
// "in favor of X", "renamed to X".
func SaysUse(doc string, spellings []string) bool {
	doc = strings.Join(strings.Fields(doc), " ")
	_, doc, found := strings.Cut(doc, "Deprecated:")
	if !found {
		return false
	}
	for _, s := range spellings {
		for _, lead := range []string{"use ", "Use ", "replaced by ", "superseded by ", "in favor of ", "in favour of ", "renamed to ", "moved to ", "switch to ", "prefer ", "Prefer ", "using ", "to use ", "call ", "Call "} {
			for _, open := range []string{"", "[", "`", "the ", "[*", "*", "("} {
				i := strings.Index(doc, lead+open+s)
				if i < 0 {
					continue
				}
				rest := doc[i+len(lead+open+s):]
				if rest == "" || !strings.ContainsAny(rest[:1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") {
					return true
				}
			}
		}
	}
	return false
}
