package world

import (
	"bytes"
	"context"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Where says what a word stands in.
type Where int

// The places of a word, the strongest sign that it is a name first.
const (
	InCode    Where = iota // an identifier
	InLiteral              // a string or struct tag
	InText                 // a file of another language, of configuration, of data
	InBlock                // a block of code in Markdown
	InProse                // a text that is no Markdown: notes, an answer
	InComment
)

// String returns the place in words.
func (p Where) String() string {
	return [...]string{"code", "a string", "text", "a block of code", "prose", "a comment"}[p]
}

// Occurrence is a place where a word stands.
type Occurrence struct {
	File  string // relative to the tree; absolute outside of it
	Line  int    // starting at 1
	Where Where
}

// Occurrences are the places of a word, the strongest first and bounded in
// number.
type Occurrences struct {
	List  []Occurrence
	Files int    // that were looked through
	Short string // why there may be more; empty: all was looked through
	Cut   bool   // there were too many: some are not in List
}

// maxOccurrences bounds how many places of a word are kept.
const maxOccurrences = 200

// maxHolders bounds how many files with a word are looked into.
const maxHolders = 48

// plainSearches is how many words are searched for before an index of all words
// is made.
const plainSearches = 3

// hasWord reports whether a text has a word as a whole word.
func hasWord(data []byte, word string) bool {
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte(word))
		if i < 0 {
			return false
		}
		if wholeWord(data, at+i, at+i+len(word)) {
			return true
		}
		at += i + 1
	}
}

func wholeWord(data []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(data[:start])
	after, _ := utf8.DecodeRune(data[end:])
	letter := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !(start > 0 && letter(before)) && !(end < len(data) && letter(after))
}

// Occurs returns places of a word in the tree: code, strings, other files, blocks
// of code in Markdown; the words of Markdown itself do not count. It stops when
// it has seen enough to know that the word is a name.
func (w *World) Occurs(ctx context.Context, word string) (Occurrences, error) {
	return w.occurs(ctx, word, false)
}

func (w *World) occurs(ctx context.Context, word string, all bool) (Occurrences, error) {
	key := "tree "
	if all {
		key = "all "
	}
	return of(w, w.searched, key+word).get(func() (Occurrences, error) {
		c, err := w.treeCorpus(ctx)
		if err != nil {
			return Occurrences{}, err
		}
		return c.search(ctx, word, all)
	})
}

// treeCorpus is the files of the tree, Markdown last.
func (w *World) treeCorpus(ctx context.Context) (*corpus, error) {
	return w.tree.get(func() (*corpus, error) {
		l, err := w.listed(ctx)
		if err != nil {
			return nil, err
		}
		c := &corpus{short: l.short}
		var last []string
		for i, name := range l.files {
			switch {
			case strings.Contains("/"+name, "/node_modules/") || w.holdsJudged(name, l.sizes[i]):
			case l.sizes[i] > maxFile:
				c.short = name + " is too large to be searched"
			case isMarkdown(name):
				last = append(last, name)
			default:
				c.shown = append(c.shown, name)
			}
		}
		c.shown = append(c.shown, last...)
		for _, name := range c.shown {
			c.names = append(c.names, filepath.Join(w.dir, filepath.FromSlash(name)))
		}
		return c, nil
	})
}

// OccursAround returns the places of a word in the packages that the tree
// imports and that are not its own, the standard library's among them.
func (w *World) OccursAround(ctx context.Context, word string) (Occurrences, error) {
	return of(w, w.searched, "around "+word).get(func() (Occurrences, error) {
		c, err := w.aroundCorpus(ctx)
		if err != nil {
			return Occurrences{}, err
		}
		return c.search(ctx, word, true)
	})
}

// aroundCorpus is the files of the packages that the tree imports.
func (w *World) aroundCorpus(ctx context.Context) (*corpus, error) {
	return w.around.get(func() (*corpus, error) {
		dirs, err := w.Around(ctx)
		if err != nil {
			return nil, err
		}
		return folderCorpus(dirs)
	})
}

// isProse reports whether a file is a text for people that is no Markdown.
func isProse(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org":
		return true
	}
	return false
}

func isMarkdown(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".mdx":
		return true
	}
	return false
}
