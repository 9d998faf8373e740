package fact

import (
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

// Document returns the terms that a definition is found by, by column.
func Document(f *Fact) [Columns][]string {
	name := LastName(f)
	return [Columns][]string{
		Terms(name),
		Terms(strings.TrimSuffix(f.Subject, name)),
		Terms(f.Detail),
		Terms(f.Doc),
	}
}

// QueryTerms returns the terms of a search, each once. Nothing in text is an
// operator.
func QueryTerms(text string) []string {
	var list []string
	seen := map[string]bool{}
	for _, t := range Terms(text) {
		if !seen[t] {
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
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !inWord(r) }) {
		if strings.Trim(word, "_") == "" {
			continue
		}
		list = append(list, term(word))
		if parts := split(word); len(parts) > 1 || parts[0] != word {
			for _, p := range parts {
				list = append(list, term(p))
			}
		}
	}
	return list
}

func inWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// term writes a word as it is compared.
func term(word string) string {
	word = strings.Map(unicode.ToLower, word)
	if len(word) <= maxTerm {
		return word
	}
	end := maxTerm
	for !utf8.RuneStart(word[end]) {
		end--
	}
	return word[:end]
}

// split returns the parts of a word.
func split(word string) []string {
	var parts []string
	runes := []rune(word)
	begin := 0
	cut := func(end int) {
		if end > begin {
			parts = append(parts, string(runes[begin:end]))
		}
		begin = end
	}
	for i := 1; i < len(runes); i++ {
		a, b := runes[i-1], runes[i]
		switch {
		case a == '_':
			begin = i
		case b == '_',
			unicode.IsDigit(a) != unicode.IsDigit(b) && !unicode.IsMark(b),
			unicode.IsLower(a) && unicode.IsUpper(b),
			unicode.IsUpper(a) && unicode.IsUpper(b) && i+1 < len(runes) && unicode.IsLower(runes[i+1]):
			cut(i)
		}
	}
	if runes[len(runes)-1] == '_' {
		return parts
	}
	cut(len(runes))
	return parts
}
