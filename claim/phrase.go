package claim

import (
	"slices"
	"strings"

	"sooth/source"
)

// phrases joins tokens that cite lines in words: "`p` line 12", "lines 3-9 of
// p". The joined token refers to all the lines.
func phrases(tokens []token) []token {
	for i := 0; i < len(tokens); i++ {
		switch {
		case listed(" line lines l ", tokens[i].lower) && tokens[i].kind == word:
			tokens, i = linePhrase(tokens, i)
		case tokens[i].kind != mark && strings.HasPrefix(tokens[i].text, ":"):
			continuation(tokens, i)
		}
	}
	return tokens
}

// continuation gives `:30` the file of the citation before it in a list.
func continuation(tokens []token, i int) {
	place, ok := parseLines(tokens[i].text[1:])
	k := i - 1
	for k >= 0 && (tokens[k].kind == mark && tokens[k].text == "," || tokens[k].lower == "and" || tokens[k].lower == "or") {
		k--
	}
	if !ok || k < 0 || k == i-1 || tokens[k].ref.class != file || tokens[k].ref.places[0].Line == 0 {
		return
	}
	place.File = tokens[k].ref.places[0].File
	tokens[i].ref = referent{class: file, places: []source.Span{place}, pattern: "suffix"}
}

// linePhrase joins what belongs to the word "line" at i and returns the tokens
// and where to go on.
func linePhrase(tokens []token, i int) ([]token, int) {
	lines, after := lineNumbers(tokens, i+1)
	if len(lines) == 0 {
		return tokens, i
	}
	from, to, path := i, after, -1
	k := i - 1
	for k >= 0 && k > i-3 && (tokens[k].lower == "at" || tokens[k].lower == "on" || tokens[k].kind == mark && (tokens[k].text == "," || tokens[k].text == "(")) {
		k--
	}
	switch {
	case k >= 0 && pathToken(&tokens[k]):
		path, from = k, k
		if i > 0 && tokens[i-1].text == "(" && tokens[i-1].kind == mark {
			if to >= len(tokens) || tokens[to].text != ")" {
				return tokens, i
			}
			to++
		}
	case after+1 < len(tokens) && (tokens[after].lower == "of" || tokens[after].lower == "in"):
		path = after + 1
		if tokens[path].lower == "the" || tokens[path].lower == "file" {
			path++
		}
		if path >= len(tokens) || !pathToken(&tokens[path]) {
			return tokens, i
		}
		to = path + 1
	default:
		return tokens, i
	}
	joined := tokens[path]
	name := joined.ref.places[0].File
	joined.ref.places = nil
	for _, l := range lines {
		l.File = name
		joined.ref.places = append(joined.ref.places, l)
	}
	joined.ref.pattern = "phrase"
	joined.kind = span
	joined.spaced = tokens[from].spaced
	joined.start, joined.end = tokens[from].start, tokens[to-1].end
	joined.inner = joined.start
	return slices.Replace(tokens, from, to, joined), from
}

// pathToken reports whether a token is a file without lines; in a phrase about
// lines a path in backquotes needs no extension.
func pathToken(k *token) bool {
	if k.ref.class == file {
		return len(k.ref.places) == 1 && k.ref.places[0].Line == 0
	}
	if name, ok := folder(k.text); ok && k.kind == span {
		k.ref = referent{class: file, places: []source.Span{{File: name}}}
		return true
	}
	return false
}

// lineNumbers reads "3", "3-9", "3 to 9", "3, 5 and 9".
func lineNumbers(tokens []token, i int) (lines []source.Span, after int) {
	for i < len(tokens) {
		text := tokens[i].text
		place, ok := parseLines(text)
		if !ok || place.Column > 0 || tokens[i].kind == mark {
			break
		}
		i++
		if place.EndLine == 0 && i+1 < len(tokens) && listed(" to through – — ", tokens[i].text) {
			if end, ok := lineNumber(tokens[i+1].text); ok {
				place.EndLine = end
				i += 2
			}
		}
		lines, after = append(lines, place), i
		if len(lines) >= 100 {
			break
		}
		for i < len(tokens) && (tokens[i].kind == mark && tokens[i].text == "," || tokens[i].lower == "and") {
			i++
		}
	}
	return lines, after
}
