package truth

import (
	"strings"
	"unicode"
)

// words splits a name where a reader sees its words: "ListenAndServeTLS" into
// Listen, And, Serve, TLS; "O_RDONLY" into O, RDONLY; "HTTPServer" into HTTP,
// Server. Digits stay with what is before them.
func words(name string) []string {
	var found []string
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '.' || r == '/' || r == ' ' }) {
		runes := []rune(part)
		start := 0
		for i := 1; i < len(runes); i++ {
			rise := unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i-1])
			end := unicode.IsUpper(runes[i]) && unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if rise || end {
				found = append(found, string(runes[start:i]))
				start = i
			}
		}
		found = append(found, string(runes[start:]))
	}
	return found
}

// last returns the last segment of a dotted name.
func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// leaf returns the last element of an import path that is no version: "rand"
// of "math/rand/v2".
func leaf(importPath string) string {
	elements := strings.Split(importPath, "/")
	e := elements[len(elements)-1]
	if len(elements) > 1 && len(e) > 1 && e[0] == 'v' && strings.Trim(e[1:], "0123456789") == "" {
		e = elements[len(elements)-2]
	}
	return e
}
