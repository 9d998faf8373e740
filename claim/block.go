package claim

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"sooth/source"
)

// Block is a fenced or indented block of code in a Markdown text.
type Block struct {
	Fence   string   // "```", "~~~~": the opening fence; empty: an indented block
	Info    string   // what follows the opening fence, blanks around it cut off: "go title=main.go"
	Closed  bool     // the closing fence is there; always true of an indented block
	Content string   // the code, without what containers and indentation put before its lines
	Lines   []Line   // where the lines of Content stand in the text
	Within  []string // "quote" and "list", outermost first
	// Start is the place of the opening fence, or of the first byte of
	// indented code; End is the offset after the line of the closing fence, or
	// after the last line of code.
	Start source.Position
	End   int
}

// Line is a line of code in a block.
type Line struct {
	source.Position     // of its first byte in the text
	End             int // offset after its line end
	// Padding is the number of blanks that Content has before the line's
	// bytes: part of a tab that stood for indentation and code alike.
	Padding int
}

// Language returns the first word of the info string in lower case: "go" of
// "Go title=main.go", of "{.go}" and of "go,linenos".
func (b Block) Language() string {
	word := strings.TrimLeft(b.Info, "{. \t")
	if i := strings.IndexAny(word, " \t,;:{}="); i >= 0 {
		word = word[:i]
	}
	return strings.ToLower(word)
}

// Blocks returns the blocks of code of a Markdown text in the order of the
// text, by the rules of CommonMark. Texts may have a byte order mark, either
// kind of line end, and any bytes. The time taken grows in proportion to the
// text.
func Blocks(markdown string) []Block {
	bom := 0
	if strings.HasPrefix(markdown, "\ufeff") {
		bom = len("\ufeff")
	}
	shallow := flatten([]byte(markdown[bom:]))
	p := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...)) // no inline parsers: blocks are all we want
	document := p.Parse(text.NewReader(shallow))
	f := blockFinder{markdown: markdown, bom: bom, lines: source.NewLines(markdown), openings: map[int]bool{}}
	f.walk(document, nil)
	for i := range f.blocks {
		f.close(&f.blocks[i])
	}
	return f.blocks
}

// maxContainers is how deep quotes and lists may be nested in one line. No
// writer nests deeper, and the parser's time grows with the square of the
// depth.
const maxContainers = 64

// flatten overwrites the markers of containers beyond maxContainers, so that
// they are text. Offsets stay what they are.
func flatten(markdown []byte) []byte {
	for start := 0; start < len(markdown); {
		end := len(markdown)
		if i := bytes.IndexByte(markdown[start:], '\n'); i >= 0 {
			end = start + i
		}
		markers, ruler := 0, thematic(markdown[start:end])
		for i := start; !ruler && i < end && strings.IndexByte(" \t>-+*.)0123456789", markdown[i]) >= 0; i++ {
			if strings.IndexByte(">-+*.)", markdown[i]) >= 0 {
				if markers++; markers > maxContainers {
					markdown[i] = 'x'
				}
			}
		}
		start = end + 1
	}
	return markdown
}

// thematic reports whether a line has one kind of marker only and no text, as
// "---------" has; it nests nothing unless the markers are quotes or spaced.
func thematic(line []byte) bool {
	return !bytes.ContainsAny(line, "> \t") && len(bytes.Trim(line, "-*+\r")) == 0
}

// blockFinder collects the blocks of a document.
type blockFinder struct {
	markdown string
	bom      int
	lines    *source.Lines
	blocks   []Block
	openings map[int]bool // lines on which a block begins
}

func (f *blockFinder) walk(n ast.Node, within []string) {
	switch n.Kind() {
	case ast.KindBlockquote:
		within = append(within[:len(within):len(within)], "quote")
	case ast.KindListItem:
		within = append(within[:len(within):len(within)], "list")
	case ast.KindFencedCodeBlock, ast.KindCodeBlock:
		f.add(n, within)
		return
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		f.walk(child, within)
	}
}

func (f *blockFinder) add(n ast.Node, within []string) {
	b := Block{Within: within, Closed: true}
	at := n.Pos()
	if n.Kind() == ast.KindCodeBlock && n.Lines().Len() > 0 {
		at = min(at, n.Lines().At(0).Start) // in a list item that begins with an empty line the parser's place lies behind the code
	}
	at += f.bom
	if n.Kind() == ast.KindFencedCodeBlock {
		at = f.fence(at)
	}
	b.Start = f.lines.Position(at)
	if n.Kind() == ast.KindFencedCodeBlock {
		b.Closed = false
		rest := f.line(b.Start.Offset)
		b.Fence = rest[:len(rest)-len(strings.TrimLeft(rest, rest[:1]))]
		b.Info = strings.Trim(rest[len(b.Fence):], " \t\r\n")
	}
	f.openings[b.Start.Line] = true
	b.End = b.Start.Offset + len(f.line(b.Start.Offset))
	var content strings.Builder
	for _, s := range n.Lines().Sliced(0, n.Lines().Len()) {
		start, stop := s.Start+f.bom, s.Stop+f.bom
		if start > 0 && start < len(f.markdown) && f.markdown[start] == '\n' && f.markdown[start-1] == '\r' {
			start-- // a blank line keeps its line end whole
		}
		if start < b.Start.Offset || stop > len(f.markdown) || start > stop {
			continue
		}
		b.Lines = append(b.Lines, Line{Position: f.lines.Position(start), End: stop, Padding: s.Padding})
		for range s.Padding {
			content.WriteByte(' ')
		}
		content.WriteString(f.markdown[start:stop])
		b.End = stop
	}
	b.Content = content.String()
	f.blocks = append(f.blocks, b)
}

// fence returns where the fence of a block begins. Behind a tab the parser's
// place lies up to three bytes too far; only marks of quotes and lists stand
// before a fence, and none of them is a mark of a fence.
func (f *blockFinder) fence(at int) int {
	at = min(at, len(f.markdown))
	start := strings.LastIndexByte(f.markdown[:at], '\n') + 1
	if i := strings.IndexAny(f.markdown[start:], "`~"); i >= 0 {
		return start + i
	}
	return at
}

// line returns the rest of the line at offset with its line end.
func (f *blockFinder) line(offset int) string {
	rest := f.markdown[offset:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		return rest[:i+1]
	}
	return rest
}

// close finds the closing fence of a fenced block. The parser does not tell:
// it is there if the line after the code is a long enough fence and does not
// open another block.
func (f *blockFinder) close(b *Block) {
	if b.Fence == "" || b.End >= len(f.markdown) {
		return
	}
	line := f.line(b.End)
	if f.openings[f.lines.Position(b.End).Line] {
		return
	}
	run := strings.Trim(strings.TrimLeft(line, "> \t"), " \t\r\n")
	if len(run) >= len(b.Fence) && strings.Trim(run, b.Fence[:1]) == "" {
		b.Closed = true
		b.End += len(line)
	}
}
