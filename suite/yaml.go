package suite

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"sooth/source"
)

// maxDepth is how deep mappings and lists of a suite may be nested; its formats need four.
const maxDepth = 16

// document parses one YAML file into its root node. What a suite does not need
// is refused, because it is where YAML surprises: anchors and aliases, merge
// keys, tags, several documents.
func (l *loader) document(file string, text []byte) (*yaml.Node, bool) {
	text, ok := l.plainText(file, text)
	if !ok {
		return nil, false
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var root, second yaml.Node
	err := decoder.Decode(&root)
	if errors.Is(err, io.EOF) {
		l.problems.add(place{file: file}, "", "the file is empty")
		return nil, false
	}
	if err == nil {
		if err = decoder.Decode(&second); err == nil {
			straighten(string(text), &second)
			l.problems.add(place{file, second.Line, max(second.Column, 1)}, "write one document, without `---` after it", "a second YAML document")
			return nil, false
		}
	}
	if !errors.Is(err, io.EOF) {
		line, column := syntaxPlace(text)
		message := strings.TrimPrefix(err.Error(), "yaml: ")
		if rest, ok := strings.CutPrefix(message, "line "); ok {
			if _, said, ok := strings.Cut(rest, ": "); ok {
				message = said
			}
		}
		l.problems.add(place{file, line, column}, syntaxHint(text, line), "YAML syntax error: %s", message)
		return nil, false
	}
	straighten(string(text), &root)
	if len(root.Content) != 1 || !l.harmless(file, root.Content[0], 0) {
		return nil, false
	}
	return root.Content[0], true
}

// plainText refuses what is not UTF-8 text and drops a byte order mark.
func (l *loader) plainText(file string, text []byte) ([]byte, bool) {
	at := func(offset int) (place, int) {
		p := source.NewLines(string(text)).Position(offset)
		return place{file, p.Line, p.Column}, offset
	}
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		where, _ := at(0)
		l.problems.add(where, "save it as UTF-8", "the file is UTF-16, not UTF-8")
		return nil, false
	}
	if i := invalidUTF8(text); i >= 0 {
		where, offset := at(i)
		l.problems.add(where, "save it as UTF-8", "invalid UTF-8: byte 0x%02x at offset %d", text[i], offset)
		return nil, false
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		where, offset := at(i)
		l.problems.add(where, "", "NUL byte at offset %d", offset)
		return nil, false
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), true
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// harmless refuses the parts of YAML that suites do without.
func (l *loader) harmless(file string, n *yaml.Node, depth int) bool {
	at := place{file, n.Line, n.Column}
	switch {
	case depth > maxDepth:
		l.problems.add(at, "", "nested deeper than %d", maxDepth)
		return false
	case n.Kind == yaml.AliasNode:
		l.problems.add(at, "write the value again", "aliases are not allowed in suites: %q", "*"+n.Value)
		return false
	case n.Anchor != "":
		l.problems.add(at, "leave the anchor out", "anchors are not allowed in suites: %q", "&"+n.Anchor)
		return false
	case n.Style&yaml.TaggedStyle != 0:
		l.problems.add(at, "leave the tag out", "tags are not allowed in suites: %q", n.Tag)
		return false
	}
	ok := true
	for _, child := range n.Content {
		if !l.harmless(file, child, depth+1) {
			ok = false
			if depth+1 > maxDepth { // one message, not one for each of a million
				break
			}
		}
	}
	return ok
}
