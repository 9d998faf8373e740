package gofact

import (
	"strconv"
	"strings"
)

// A pattern is the text of a method in which placeholders stand for the type
// parameters of the interface that declares it. A method matches if there are
// types, the same wherever a placeholder stands, that make the texts equal: then the
// type implements the interface with these arguments. Nothing that types are
// written with contains the bytes of a placeholder.
const (
	placeholderOpen  = '\x01'
	placeholderClose = '\x02'
)

// placeholder returns the placeholder of a parameter, counted from 0.
func placeholder(n int) string {
	return string(rune(placeholderOpen)) + strconv.Itoa(n) + string(rune(placeholderClose))
}

// leadingPlaceholder returns the number of the placeholder that text begins with, and
// its size; size 0: it begins with none.
func leadingPlaceholder(text string) (n, size int) {
	if text == "" || text[0] != placeholderOpen {
		return 0, 0
	}
	end := strings.IndexByte(text, placeholderClose)
	if end < 0 {
		return 0, 0
	}
	n, err := strconv.Atoi(text[1:end])
	if err != nil || n < 0 {
		return 0, 0
	}
	return n, end + 1
}

// wholePlaceholder returns the number of the placeholder that text is.
func wholePlaceholder(text string) (n int, ok bool) {
	n, size := leadingPlaceholder(text)
	return n, size > 0 && size == len(text)
}

// hasPlaceholder reports whether there is a placeholder in one of the texts.
func hasPlaceholder(texts []string) bool {
	for _, t := range texts {
		if strings.IndexByte(t, placeholderOpen) >= 0 {
			return true
		}
	}
	return false
}

// match finds the arguments that make a pattern equal to a text; those that are
// known already are held against it, empty ones are filled in.
func match(pattern, text string, arguments []string) bool {
	for pattern != "" {
		n, size := leadingPlaceholder(pattern)
		if size == 0 {
			if text == "" || pattern[0] != text[0] {
				return false
			}
			pattern, text = pattern[1:], text[1:]
			continue
		}
		end := typeEnd(text)
		switch found := text[:end]; {
		case n >= len(arguments), end == 0, strings.HasPrefix(found, "..."):
			return false
		case arguments[n] == "":
			arguments[n] = found
		case arguments[n] != found:
			return false
		}
		pattern, text = pattern[size:], text[end:]
	}
	return text == ""
}

// typeEnd returns where the type ends that text begins with: before a comma, a
// closing bracket, a semicolon or the tag of a field, outside of all brackets.
func typeEnd(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		case ',', ';':
			if depth == 0 {
				return i
			}
		case '"':
			if depth == 0 {
				return max(i-1, 0) // a blank stands before a tag
			}
			quoted, err := strconv.QuotedPrefix(text[i:])
			if err != nil {
				return len(text)
			}
			i += len(quoted) - 1
		}
	}
	return len(text)
}

// fill puts arguments in the place of placeholders.
func fill(pattern string, arguments []string) string {
	if strings.IndexByte(pattern, placeholderOpen) < 0 {
		return pattern
	}
	var b strings.Builder
	for pattern != "" {
		if n, size := leadingPlaceholder(pattern); size > 0 && n < len(arguments) {
			b.WriteString(arguments[n])
			pattern = pattern[size:]
			continue
		}
		b.WriteByte(pattern[0])
		pattern = pattern[1:]
	}
	return b.String()
}

// methodName returns the name of a method by its text, with its package if it is not
// exported.
func methodName(text string) string {
	name, _, _ := strings.Cut(text, "(")
	return name
}
