package cli

import "strings"

// plain makes visible what a terminal would obey: text of a tree or a server may
// hold control characters and marks that turn the direction of writing.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return '\uFFFD'
		}
		return r
	}, s)
}

// oneLine is plain text in one line.
func oneLine(s string) string { return plain(strings.Join(strings.Fields(s), " ")) }
