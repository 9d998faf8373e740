package ground

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// bytesPerToken is how many bytes a token is reckoned at.
const bytesPerToken = 4

// Kind is a way of making a text.
type Kind string

// The ways of making a text.
const (
	Files Kind = "files" // whole files, those first in which most was found
	Graph Kind = "graph" // declarations and which uses which, as many as fit
	TopK  Kind = "topk"  // what a search finds, a line each
	Smart Kind = "smart" // search, neighbours, centrality; bodies, then signatures
)

// Defaults of a request.
const (
	smartTokens = 8_000
	otherTokens = 24_000
	topFiles    = 5
	topHits     = 20
)

// Request asks for a text.
type Request struct {
	Kind   Kind
	Query  string // the task's prompt
	Tokens int    // the text has at most so many, reckoned at bytesPerToken; 0: 8,000 for smart, 24,000 for others
	Top    int    // files: so many at most, 0 is 5; topk: so many hits, 0 is 20
}

// Item is one thing that a text holds, with its place.
type Item struct {
	Symbol  string // qualified name; empty: a file
	File    string
	Line    int // first line, from 1
	EndLine int
	Part    string // "file", "body", "signature", "hit", "node"
}

// Context is a text for an agent.
type Context struct {
	Text  string
	Items []Item // in the order of the text
}

// Context makes a text. [ErrNothing]: nothing was found.
func (c *Corpus) Context(ctx context.Context, r Request) (Context, error) {
	if r.Tokens == 0 {
		r.Tokens = otherTokens
		if r.Kind == Smart {
			r.Tokens = smartTokens
		}
	}
	if r.Top == 0 {
		r.Top = topHits
		if r.Kind == Files {
			r.Top = topFiles
		}
	}
	w := &writer{most: r.Tokens * bytesPerToken}
	var err error
	switch r.Kind {
	case Files:
		err = c.files(ctx, r, w)
	case Graph:
		err = c.whole(ctx, r, w)
	case TopK:
		err = c.topK(ctx, r, w)
	case Smart:
		err = c.smart(ctx, r, w)
	default:
		return Context{}, fmt.Errorf("unknown kind of context %q", r.Kind)
	}
	if err == nil && len(w.items) == 0 {
		err = fmt.Errorf("the text would be empty within %d tokens", r.Tokens)
	}
	// Names of files are any bytes; a prompt is not.
	return Context{strings.ToValidUTF8(strings.TrimRight(w.text.String(), "\n"), "?"), w.items}, err
}

// scored is a node with its score.
type scored struct {
	node  int
	score float64
}

// seeds searches for the words of a request: nodes, best first, at most n.
func (c *Corpus) seeds(ctx context.Context, query string, n int) ([]scored, error) {
	hits, err := c.facts.Search(ctx, query, 4*n)
	if err != nil {
		return nil, err
	}
	var list []scored
	for _, h := range hits {
		i, ok := c.graph.names[h.Fact.Subject]
		if ok && len(list) < n && !slices.ContainsFunc(list, func(s scored) bool { return s.node == i }) {
			list = append(list, scored{i, h.Score})
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: no declaration of %s has a word of it", ErrNothing, c.label)
	}
	return list, nil
}

// Seeds returns what a search for the words of a text finds, best first, at most
// n. [ErrNothing]: nothing.
func (c *Corpus) Seeds(ctx context.Context, query string, n int) ([]Item, error) {
	found, err := c.seeds(ctx, query, n)
	var list []Item
	for _, s := range found {
		list = append(list, c.item(s.node, "hit"))
	}
	return list, err
}

// writer fills a text up to its bound.
type writer struct {
	text  strings.Builder
	most  int // bytes
	items []Item
}

// room is how many bytes are left.
func (w *writer) room() int { return w.most - w.text.Len() }

// put writes a piece whole, or not at all.
func (w *writer) put(piece string, items ...Item) bool {
	if len(piece) > w.room() {
		return false
	}
	w.text.WriteString(piece)
	w.items = append(w.items, items...)
	return true
}

// item is where a node stands.
func (c *Corpus) item(i int, part string) Item {
	s := c.graph.nodes[i].definition.Span
	return Item{c.graph.nodes[i].definition.Subject, s.File, s.Line, max(s.EndLine, s.Line), part}
}

// place writes a place as "file:line-line".
func (i Item) place() string {
	if i.EndLine > i.Line {
		return fmt.Sprintf("%s:%d-%d", i.File, i.Line, i.EndLine)
	}
	return fmt.Sprintf("%s:%d", i.File, i.Line)
}

// maxSignature bounds a signature that is shown, in bytes.
const maxSignature = 300

// summary is a declaration in a few lines: name, kind, place, signature, doc.
func (c *Corpus) summary(i int) string {
	d := c.graph.nodes[i].definition
	var b strings.Builder
	fmt.Fprintf(&b, "- %s (%s) %s\n", d.Subject, d.Symbol, c.item(i, "").place())
	if s := oneLine(d.Detail); s != "" {
		fmt.Fprintf(&b, "  %s\n", s)
	}
	if s := oneLine(d.Doc); s != "" {
		fmt.Fprintf(&b, "  // %s\n", s)
	}
	return b.String()
}

// oneLine writes a text in one line, cut where it is long.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= maxSignature {
		return s
	}
	return strings.ToValidUTF8(s[:maxSignature], "") + " …"
}

// fence encloses code so that nothing in it ends the block.
func fence(code string) string {
	mark := "```"
	for strings.Contains(code, mark) {
		mark += "`"
	}
	return mark + "go\n" + strings.TrimRight(code, "\n") + "\n" + mark + "\n"
}
