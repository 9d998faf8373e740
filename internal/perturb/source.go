package perturb

import (
	"errors"
	"sort"
	"strings"
	"unicode/utf8"
)

// class is what a part of a text is.
type class byte

const (
	code    class = iota
	space         // white space between tokens
	comment       // with its marks, without the end of its line
	literal       // a string: every byte of it counts
)

// part is a run of bytes of one class.
type part struct {
	start, end int
	class      class
}

// original is a text that was read: its line ends are LF.
type original struct {
	language
	text  string
	parts []part // one after another, over the whole text
	lines []line
}

// line is one line of the text, without its end.
type line struct {
	text   string
	start  int  // offset in the text
	number int  // of the original, starting at 1; 0: it was added
	inside bool // its end lies inside a literal or a comment: nothing may be put there
	within bool // its beginning lies inside one
	data   bool // its first byte belongs to a literal
	read   bool // it ends with a comment that tools read, each byte of it
}

// changed is a text that was made of one.
type changed struct {
	lines []line
	end   string // of each line
	final bool   // the last line has an end
}

// normal makes LF of every line end.
func normal(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// read takes a text apart.
func (l language) read(text string) (original, error) {
	switch {
	case !utf8.ValidString(text):
		return original{}, errors.New("the text is not valid UTF-8")
	case strings.Contains(text, "\r\n"):
		return original{}, errors.New("its lines end with CR LF already")
	case strings.ContainsRune(text, '\r'):
		return original{}, errors.New("there are carriage returns inside of its lines")
	case strings.ContainsRune(text, 0):
		return original{}, errors.New("there are NUL bytes in it")
	case strings.TrimSpace(text) == "":
		return original{}, errors.New("it is empty")
	}
	if reason := l.refuses(text); reason != "" {
		return original{}, errors.New(reason)
	}
	o := original{language: l, text: text}
	var err error
	if o.parts, err = l.parts(text); err != nil {
		return original{}, err
	}
	at := 0
	for i, t := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		o.lines = append(o.lines, line{text: t, start: at, number: i + 1, inside: o.solid(at + len(t)), within: o.solid(at), data: o.class(at) == literal, read: o.instructs(at, t)})
		at += len(t) + 1
	}
	return o, nil
}

// refuses says why no variant of a text is safe.
func (l language) refuses(text string) string {
	if l.words && strings.Contains(text, "<<") {
		return "there may be a heredoc in it, whose bytes all count"
	}
	return ""
}

// class is that of the byte at an offset.
func (o original) class(offset int) class {
	i := sort.Search(len(o.parts), func(i int) bool { return o.parts[i].end > offset })
	if i == len(o.parts) || o.parts[i].start > offset {
		return space
	}
	return o.parts[i].class
}

// instructs reports whether the line at an offset ends with a comment that tools read.
func (o original) instructs(start int, line string) bool {
	last := start + len(strings.TrimRight(line, " \t")) - 1
	i := sort.Search(len(o.parts), func(i int) bool { return o.parts[i].end > last })
	if last < start || i == len(o.parts) || o.parts[i].start > last {
		return false
	}
	p := o.parts[i]
	return p.class == comment && o.tooled(o.text[p.start:p.end])
}

// solid reports whether the byte at an offset is inside a literal or a comment
// that goes on behind it, so that it is no end of a line to the language.
func (o original) solid(offset int) bool {
	i := sort.Search(len(o.parts), func(i int) bool { return o.parts[i].end > offset })
	if i == len(o.parts) || o.parts[i].start > offset {
		return false
	}
	p := o.parts[i]
	return (p.class == literal || p.class == comment) && offset > p.start && offset < p.end
}

// text is the changed text.
func (c changed) text() string {
	var b strings.Builder
	for i, l := range c.lines {
		b.WriteString(l.text)
		if i < len(c.lines)-1 || c.final {
			b.WriteString(c.end)
		}
	}
	return b.String()
}

// numbers are the original lines of the changed text's lines.
func (c changed) numbers() []int {
	list := make([]int, len(c.lines))
	for i, l := range c.lines {
		list[i] = l.number
	}
	return list
}
