package golang

import (
	"path"
	"strings"

	"sooth/claim"
)

// nameOfBlock returns the file name that an answer gives to a block: in the
// info string, in a comment on its first line, or in the line before it, which
// must come after the offset of the end of the block before.
func nameOfBlock(b claim.Block, lines []string, after int) string {
	for _, word := range strings.FieldsFunc(b.Info, func(r rune) bool { return strings.ContainsRune(" \t,:={}\"'", r) }) {
		if name := goFileName(word); name != "" {
			return name
		}
	}
	first, _, _ := strings.Cut(b.Content, "\n")
	if comment, ok := strings.CutPrefix(strings.TrimSpace(first), "//"); ok {
		if name := onlyName(comment); name != "" {
			return name
		}
	}
	at := b.Start.Offset - (b.Start.Column - 1)
	for n := b.Start.Line - 1; n >= 1 && n >= b.Start.Line-2; n-- {
		line := lines[n-1]
		if at -= len(line) + 1; at < after {
			return ""
		}
		if strings.TrimSpace(line) != "" {
			return leadingName(line)
		}
	}
	return ""
}

// onlyName returns the file name that a comment or heading consists of, beside
// words that announce one.
func onlyName(text string) string {
	name := ""
	for _, word := range strings.Fields(text) {
		word = strings.Trim(word, "#*_`:()[]\"'.,0123456789")
		if found := goFileName(word); found != "" && name == "" {
			name = found
			continue
		}
		switch strings.ToLower(word) {
		case "", "file", "filename", "path", "the":
		default:
			return ""
		}
	}
	return name
}

// leadingName returns the file name in the line before a block: the line is
// the name, or ends in a colon and names one file.
func leadingName(line string) string {
	line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), ">-+# \t"))
	if name := onlyName(line); name != "" {
		return name
	}
	if !strings.HasSuffix(strings.TrimRight(line, "*_` "), ":") {
		return ""
	}
	name := ""
	for _, word := range strings.Fields(line) {
		if found := goFileName(strings.Trim(word, "*_`:()[]\"',")); found != "" {
			if name != "" && name != found {
				return ""
			}
			name = found
		}
	}
	return name
}

// goFileName returns word if it is a name of a Go file inside the module, else
// nothing.
func goFileName(word string) string {
	word = strings.TrimPrefix(word, "./")
	if !strings.HasSuffix(word, ".go") || len(word) > 200 || path.Clean(word) != word || path.IsAbs(word) || strings.HasPrefix(word, "..") {
		return ""
	}
	base := path.Base(word)
	if base == ".go" || base[0] == '.' || base[0] == '_' {
		return ""
	}
	for _, c := range word {
		if !(c == '_' || c == '-' || c == '.' || c == '/' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return ""
		}
	}
	return word
}
