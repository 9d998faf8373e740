package fact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTerm bounds a term, in bytes: longer words are cut, in the index and in
// queries alike.
const maxTerm = 64

// Columns is the number of columns that full text distinguishes: the symbol's
// own name, the names around it, its signature, its doc.
const Columns = 4

// Weights says how much an occurrence of a term counts in each column.
func Weights() [Columns]float64 { return [Columns]float64{8, 2, 1, 1} }

// Document returns the terms that a definition is found by, by column. The name
// of a package is the one that it declares: "rand" of "math/rand/v2".
func Document(f *Fact) [Columns][]string {
	name := LastName(f)
	owner := strings.TrimSuffix(f.Subject, name)
	if declared := f.PackageName(); declared != "" && declared != name {
		name, owner = declared, f.Subject
	}
	return [Columns][]string{
		Terms(name),
		Terms(owner),
		Terms(f.Detail),
		Terms(f.Doc),
	}
}

// maxQuery bounds the terms of a search.
const maxQuery = 64

// QueryTerms returns the terms of a search, each once, the first 64 of them.
// Nothing in text is an operator.
func QueryTerms(text string) []string {
	var list []string
	seen := map[string]bool{}
	for _, t := range Terms(text) {
		if !seen[t] && len(list) < maxQuery {
			seen[t] = true
			list = append(list, t)
		}
	}
	return list
}

// Terms cuts text into words of letters, digits and underscores, in lower case.
// A word that is made of parts is followed by them: they end at underscores,
// between letters and digits, and where the case changes ("HTTPServer2" gives
// "httpserver2", "http", "server", "2").
func Terms(text string) []string {
	var list []string
	begin := -1
	for i, r := range text {
		switch in := inWord(r); {
		case in && begin < 0:
			begin = i
		case !in && begin >= 0:
			list = appendWord(list, text[begin:i])
			begin = -1
		}
	}
	if begin >= 0 {
		list = appendWord(list, text[begin:])
	}
	return list
}

func appendWord(list []string, word string) []string {
	whole := len(list)
	list = append(list, "")
	bare := 0 // the word's parts without underscores
	begin := -1
	var before rune
	for i, r := range word {
		if begin >= 0 && (r == '_' || parts(before, r, word[i:])) {
			list = append(list, term(word[begin:i]))
			bare += i - begin
			begin = -1
		}
		if begin < 0 && r != '_' {
			begin = i
		}
		before = r
	}
	if begin >= 0 {
		list = append(list, term(word[begin:]))
		bare += len(word) - begin
	}
	switch n := len(list) - whole - 1; {
	case n == 0:
		return list[:whole] // underscores alone
	case n == 1 && bare == len(word):
		list[whole] = list[whole+1]
		return list[:whole+1]
	}
	list[whole] = term(word)
	if strings.Trim(list[whole], "_") == "" { // cut to underscores alone: nothing is found by them
		list = slices.Delete(list, whole, whole+1)
	}
	return list
}

// parts says whether a part of a word ends between the runes a and b, of which
// the second begins rest.
func parts(a, b rune, rest string) bool {
	switch {
	case unicode.IsDigit(a) != unicode.IsDigit(b):
		return !unicode.IsMark(b)
	case !unicode.IsUpper(b):
		return false
	case unicode.IsLower(a):
		return true
	}
	next, _ := utf8.DecodeRuneInString(rest[utf8.RuneLen(b):])
	return unicode.IsUpper(a) && unicode.IsLower(next)
}

func inWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// term writes a word as it is compared.
func term(word string) string {
	word = strings.Map(unicode.ToLower, word) // without a copy where nothing changes
	if len(word) <= maxTerm {
		return word
	}
	end := maxTerm
	for !utf8.RuneStart(word[end]) {
		end--
	}
	return word[:end]
}
