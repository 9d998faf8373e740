// Package ground makes what an arm of a suite gives an agent out of the facts
// of a code base: one text for each task, chosen by the task's prompt and never
// by what is expected of the answer.
//
// The same facts and the same request give the same bytes. A text in which
// nothing was found is an error, ErrNothing: a model that was given nothing
// would otherwise be taken for a grounded one.
package ground

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"sooth/fact"
)

// ErrNothing says that nothing in the facts belongs to the request.
var ErrNothing = errors.New("nothing in the facts belongs to it")

// maxFile bounds a file of source that is read, in bytes.
const maxFile = 8 << 20

// Corpus is a code base with its facts, ready for requests. It is safe for
// concurrent use.
type Corpus struct {
	facts   fact.Reader
	root    *os.Root
	label   string
	graph   *graph
	indexed map[string]bool // files that were indexed: what git ignores and its own files are none
}

// Options say what a corpus is made of.
type Options struct {
	Facts fact.Reader
	Dir   string // the tree that the facts were read from
	Label string // for the reader of a text: "github.com/spf13/cobra v1.10.1"
}

// Open reads the graph of a code base. Close the corpus.
func Open(ctx context.Context, o Options) (*Corpus, error) {
	root, err := os.OpenRoot(o.Dir)
	if err != nil {
		return nil, err
	}
	g, err := read(ctx, o.Facts)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	c := &Corpus{o.Facts, root, o.Label, g, map[string]bool{}}
	for f, err := range o.Facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.File}}) {
		if err != nil {
			return nil, errors.Join(err, root.Close())
		}
		c.indexed[f.Subject] = true
	}
	return c, nil
}

// Close gives back what the corpus holds; the facts are their owner's.
func (c *Corpus) Close() error { return c.root.Close() }

// Facts are the facts of the code base.
func (c *Corpus) Facts() fact.Reader { return c.facts }

// Label names the code base for a reader.
func (c *Corpus) Label() string { return c.label }

// Lines returns the lines from first to last (from 1, both included) of a file
// of the tree, and how many it has. last 0 is the last line. A path that leaves
// the tree is an error, and so is a file that is not text, or that was not
// indexed: what git ignores may hold keys.
func (c *Corpus) Lines(name string, first, last int) (lines []string, total int, err error) {
	name = path.Clean(strings.TrimPrefix(name, "./"))
	f, err := c.root.Open(name)
	if err == nil && !c.indexed[name] {
		err = errors.Join(fs.ErrNotExist, f.Close())
	}
	if err != nil {
		return nil, 0, fmt.Errorf("there is no file %q in the tree", name)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%q is not a file", name)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("%q cannot be read", name)
	case len(text) > maxFile:
		return nil, 0, fmt.Errorf("%q is larger than %d bytes", name, maxFile)
	case !utf8.Valid(text) || slices.Contains(text, 0):
		return nil, 0, fmt.Errorf("%q is not text", name)
	}
	all := strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
	total = len(all)
	if last == 0 || last > total {
		last = total
	}
	first = max(first, 1)
	if first > last {
		return nil, total, fmt.Errorf("%q has %d lines", name, total)
	}
	return all[first-1 : last], total, nil
}

// Text returns a file of the tree, as Lines does.
func (c *Corpus) Text(name string) (string, error) {
	lines, _, err := c.Lines(name, 1, 0)
	if err != nil {
		return "", err
	}
	return strings.Join(lines, "\n") + "\n", nil
}
