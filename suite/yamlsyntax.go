package suite

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// syntaxPlace finds where a text stops being YAML: the first line after the
// longest run of whole lines from the top that parses, and the column of its
// first word. The library names a line for some errors only, and blames an
// unclosed bracket on the first line of the file.
func syntaxPlace(text []byte) (line, column int) {
	const most = 256 << 10 // parsing again and again must stay cheap
	if len(text) > most {
		return 1, 1
	}
	ends := []int{0}
	for i, c := range text {
		if c == '\n' || i == len(text)-1 {
			ends = append(ends, i+1)
		}
	}
	good := func(lines int) bool { return parses(text[:ends[lines]]) }
	low, high := 0, len(ends)-1 // low parses, high does not
	for probes := 0; probes < 8; probes++ {
		for high-low > 1 {
			if middle := (low + high) / 2; good(middle) {
				low = middle
			} else {
				high = middle
			}
		}
		// A whole construct of several lines does not parse while it is cut
		// short: look past it.
		next := -1
		for n := low + 2; n < min(len(ends)-1, low+40); n++ {
			if good(n) {
				next = n
				break
			}
		}
		if next < 0 {
			break
		}
		low, high = next, len(ends)-1
	}
	rest := text[ends[low]:ends[min(low+1, len(ends)-1)]]
	return low + 1, len(rest) - len(bytes.TrimLeft(rest, " \t")) + 1
}

// parses says whether a text is YAML.
func parses(text []byte) bool {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var n yaml.Node
		if err := decoder.Decode(&n); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
}

// syntaxHint names the usual causes that the parser's own words do not.
func syntaxHint(text []byte, line int) string {
	lines := strings.Split(string(text), "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	it := strings.TrimSuffix(lines[line-1], "\r")
	indent := it[:len(it)-len(strings.TrimLeft(it, " \t"))]
	value := it
	if _, v, ok := strings.Cut(it, ": "); ok {
		value = strings.TrimSpace(v)
	}
	switch {
	case strings.Contains(indent, "\t"):
		return "indent with spaces, not tabs"
	case strings.Count(value, "[") != strings.Count(value, "]"), strings.Count(value, "{") != strings.Count(value, "}"):
		return "a bracket is not closed"
	case strings.HasPrefix(value, `"`) && strings.Count(value, `"`)%2 == 1, strings.HasPrefix(value, "'") && strings.Count(value, "'")%2 == 1:
		return "a quotation mark is not closed"
	case strings.Contains(value, ": "):
		return "put text that holds `: ` in quotation marks"
	}
	return ""
}
