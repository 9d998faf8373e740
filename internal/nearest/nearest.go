// Package nearest finds the name that was probably meant: a key that was
// mistyped, a symbol that was half remembered.
package nearest

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Close and Distant are how alike symbols have to be to be suggested: close
// ones come before the same name elsewhere, distant ones after it.
const (
	Close   = 0.59
	Distant = 0.49
)

// Symbol returns the name among candidates that a writer most likely meant: one
// that differs in case only, else the most alike, if it is more alike than
// least (0 to 1, as Likeness gives it). Ties go to the first in order; empty:
// none. The name itself is no candidate.
func Symbol(name string, least float64, candidates iter.Seq[string]) string {
	best, most := "", least
	for _, c := range slices.Sorted(candidates) {
		if c == name {
			continue
		}
		if s := Likeness(name, c); s > most {
			best, most = c, s
		}
	}
	return best
}

// Word returns the known word that word is a slip of, or "": at most one wrong,
// missing, added or swapped letter in three. Case, and how words are joined, do
// not count. Ties go to the first.
func Word(word string, known []string) string {
	best, least := "", 0
	for _, k := range known {
		limit := max(1, max(len(word), len(k))/3)
		if d := Distance(plain(word), plain(k), limit+1); d <= limit && (best == "" || d < least) {
			best, least = k, d
		}
	}
	return best
}

// Hint is the hint for a word that is not known: the one that was probably
// meant, else those that there are (the first 16), else that there are none.
func Hint(word string, known []string) string {
	if k := Word(word, known); k != "" {
		return fmt.Sprintf("did you mean `%s`?", k)
	}
	const most = 16
	switch {
	case len(known) == 0:
		return "none is declared"
	case len(known) > most:
		return "known are: " + strings.Join(known[:most], ", ") + fmt.Sprintf(" and %d more", len(known)-most)
	}
	return "known are: " + strings.Join(known, ", ")
}

// plain drops what people mix up without noticing.
func plain(word string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(word))
}
