package question

import (
	"slices"
	"strings"
)

// excluded says whether the words around a name say that it is none of the answer: "but not `a`", "except `a`".
func (v *passage) excluded(text string, start, end int) bool {
	before := strings.TrimRight(lower(withoutCode(text[max(0, start-40):start])), " *_\"'")
	for _, p := range []string{"but not", "not", "except", "except for", "excluding", "unlike", "other than", "besides", "apart from", "nor", "rather than", "instead of", "without"} {
		if before == p || strings.HasSuffix(before, " "+p) || strings.HasSuffix(before, ","+p) {
			return true
		}
	}
	after := strings.TrimLeft(lower(text[end:min(len(text), end+40)]), " *_\"'`")
	for _, p := range []string{"does not", "doesn't", "doesn’t", "is not", "isn't", "do not", "don't"} {
		if strings.HasPrefix(after, p) {
			return true
		}
	}
	return false
}

// asked says whether a name is what the question is about, and so no answer to it, unless it is one.
func (v *passage) asked(name string) bool {
	if v.spelled().find(name) != nil {
		return false
	}
	if v.q.Kind == FilesChanged { // any path could be one
		return same(name, v.q.Subject)
	}
	for _, mine := range []string{v.q.Subject, v.q.Object, v.q.Package, v.q.Module, v.q.File} {
		if mine != "" && (same(name, mine) || sameStart(mine, name)) {
			return true
		}
	}
	return false
}

// sameStart says whether a name is the package or the type in which the subject lives, written in full or in short.
func sameStart(subject, name string) bool {
	parts := strings.FieldsFunc(unversioned(plainName(subject)), func(r rune) bool { return r == '.' || r == '/' })
	short := strings.FieldsFunc(unversioned(plainName(name)), func(r rune) bool { return r == '.' || r == '/' })
	if len(short) == 0 || len(short) >= len(parts) {
		return false
	}
	for from := 0; from+len(short) < len(parts); from++ {
		if slices.Equal(parts[from:from+len(short)], short) {
			return true
		}
	}
	return false
}
