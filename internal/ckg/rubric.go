package ckg

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"sooth/score"
	"sooth/suite"
)

// What makes a sentence meet an item of a rubric.
const (
	minWord     = 4   // bytes of a word of an item that counts
	minShare    = 0.6 // of these words that the sentence has
	maxSentence = 60  // words of a sentence that is taken for one
)

// rubric holds an answer against its items. It is a check of keywords, not of
// meaning: an item is met by a sentence that has at least 60 % of its words of
// four bytes or more and denies nothing that the item does not deny. A sentence
// meets one item at most, and longer lists of words meet none, so that all the
// words in a row are worth nothing.
func rubric(e *suite.Expected, answer string) score.Result {
	type candidate struct{ item, sentence int }
	parts := sentences(answer)
	var possible []candidate
	for i, item := range e.Rubric {
		for k, sentence := range parts {
			if meets(item, sentence) {
				possible = append(possible, candidate{i, k})
			}
		}
	}
	// The largest number of items with a sentence of its own each: augmenting
	// paths, in the order of the items.
	holder := map[int]int{} // sentence → item
	var place func(item int, tried map[int]bool) bool
	place = func(item int, tried map[int]bool) bool {
		for _, c := range possible {
			if c.item != item || tried[c.sentence] {
				continue
			}
			tried[c.sentence] = true
			held, taken := holder[c.sentence]
			if !taken || place(held, tried) {
				holder[c.sentence] = item
				return true
			}
		}
		return false
	}
	met := map[int]bool{}
	for i := range e.Rubric {
		place(i, map[int]bool{})
	}
	for _, item := range holder {
		met[item] = true
	}
	r := share(len(met), len(e.Rubric), e.Recall, "ckg", "text")
	r.Reason = fmt.Sprintf("%d of %d items, by keywords", len(met), len(e.Rubric))
	for i, item := range e.Rubric {
		if !met[i] {
			r.Diagnostics = append(r.Diagnostics, missed("", "no sentence has it: %s", item))
		}
	}
	return r
}

// meets reports whether a sentence has an item.
func meets(item string, sentence []string) bool {
	want := words(item)
	var keys []string
	for _, w := range want {
		if len(w) >= minWord && !slices.Contains(keys, w) {
			keys = append(keys, w)
		}
	}
	if len(keys) == 0 {
		keys = want
	}
	if len(keys) == 0 || len(sentence) > maxSentence || denies(want) != denies(sentence) {
		return false
	}
	hits := 0
	for _, k := range keys {
		if slices.ContainsFunc(sentence, func(w string) bool { return same(w, k) }) {
			hits++
		}
	}
	return float64(hits) >= minShare*float64(len(keys))
}

// same reports whether two words are one but for an ending of up to three
// letters.
func same(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= minWord && len(b)-len(a) <= 3 && strings.HasPrefix(b, a)
}

// denies reports whether words deny something.
func denies(list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool {
		return slices.Contains([]string{"not", "no", "never", "none", "neither", "nor", "without", "cannot", "nothing"}, w) || strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t")
	})
}

// sentences cuts a text into sentences, as lists of words: at full stops,
// question and exclamation marks before a blank, and at the ends of lines.
func sentences(text string) [][]string {
	var list [][]string
	for _, line := range strings.Split(text, "\n") {
		for _, s := range strings.FieldsFunc(strings.NewReplacer(". ", ".\x00", "! ", "!\x00", "? ", "?\x00", "; ", ";\x00").Replace(line), func(r rune) bool { return r == 0 }) {
			if w := words(s); len(w) > 0 {
				list = append(list, w)
			}
		}
	}
	return list
}

// words are the words of a text in lower case, with apostrophes inside.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' && r != '_'
	})
}
