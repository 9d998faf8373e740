package suite

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// modWords splits a line of go.mod into words, without its comment.
func modWords(line string) (words []modToken, at int, problem string) {
	line = strings.TrimSuffix(line, "\r")
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case strings.HasPrefix(line[i:], "//"):
			return words, 0, ""
		case c == '`':
			return nil, i + 1, "go.mod: text in backquotes; write it without, or in quotation marks"
		case c == '"':
			text, err := strconv.QuotedPrefix(line[i:])
			if err != nil {
				return nil, i + 1, "go.mod: a quotation mark is not closed"
			}
			value, _ := strconv.Unquote(text)
			words = append(words, modToken{value, i + 1})
			i += len(text)
		case c == '(' || c == ')' || c == ',' || c == '[' || c == ']':
			words = append(words, modToken{string(c), i + 1})
			i++
		case c < ' ' || c == 0x7f:
			return nil, i + 1, fmt.Sprintf("go.mod: control character 0x%02x", c)
		default:
			start := i
			for i < len(line) && !strings.ContainsRune(" \t\r()[],\"`", rune(line[i])) && line[i] >= ' ' && !strings.HasPrefix(line[i:], "//") {
				_, size := utf8.DecodeRuneInString(line[i:])
				i += size
			}
			words = append(words, modToken{line[start:i], start + 1})
		}
	}
	return words, 0, ""
}

// moduleVersion says whether a word is a canonical version of a module:
// v1.2.3, with a pre-release and +incompatible after it if need be.
func moduleVersion(word string) bool {
	rest, ok := strings.CutPrefix(word, "v")
	if !ok {
		return false
	}
	rest, _ = strings.CutSuffix(rest, "+incompatible")
	core, pre, hasPre := strings.Cut(rest, "-")
	if hasPre && (pre == "" || strings.Trim(pre, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-") != "") {
		return false
	}
	numbers := strings.Split(core, ".")
	for _, n := range numbers {
		if n == "" || strings.Trim(n, "0123456789") != "" || len(n) > 1 && n[0] == '0' {
			return false
		}
	}
	return len(numbers) == 3
}
