package claim

import (
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	markdown "github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// unitKind is what a unit of text is on the page.
type unitKind int

const (
	paragraph unitKind = iota
	headingUnit
	cell
	codeUnit
)

// unit is a piece of text whose words belong together: a paragraph, a heading,
// a cell of a table; or a block of code.
type unit struct {
	kind   unitKind
	level  int      // of a heading: 1 to 6
	depth  int      // how many list items it stands in
	first  bool     // it is what a list item begins with
	row    int      // of a cell: 0 is the header
	column int      // of a cell, starting at 0
	last   bool     // of a cell: the last one of its row
	text   string   // the words, without what containers put before the lines
	pieces []piece  // where text comes from
	block  *Block   // of code
	struck [][2]int // from and to of what is struck through
}

// piece says that the text of a unit from flat on comes from offset on.
type piece struct{ flat, offset int }

// offset returns where the byte of a unit's text stands in the whole text.
func (u *unit) offset(flat int) int {
	i := sort.Search(len(u.pieces), func(i int) bool { return u.pieces[i].flat > flat }) - 1
	return u.pieces[i].offset + flat - u.pieces[i].flat
}

// end is like offset for the end of a range, which may be the end of a line.
func (u *unit) end(flat int) int {
	if flat == 0 {
		return u.offset(0)
	}
	return u.offset(flat-1) + 1
}

// append adds text[start:stop] to the unit.
func (u *unit) append(text string, start, stop int, buffer *strings.Builder) {
	u.pieces = append(u.pieces, piece{buffer.Len(), start})
	buffer.WriteString(text[start:stop])
}

// plainUnits cuts a text into the paragraphs between blank lines.
func plainUnits(text string) []unit {
	var units []unit
	start, end := 0, 0
	flush := func() {
		if start < end {
			units = append(units, unit{text: text[start:end], pieces: []piece{{0, start}}})
		}
	}
	for at := 0; at < len(text); {
		next := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		if strings.TrimSpace(text[at:next]) == "" {
			flush()
			start = next
		}
		end = next
		at = next
	}
	if start < end {
		flush()
	}
	return units
}

// markdownUnits returns the units of a Markdown text in order. Markdown is read
// to the level of blocks; what stands in a line is for tokens.
func markdownUnits(markup string, blocks []Block) []unit {
	bom := 0
	if strings.HasPrefix(markup, "\ufeff") {
		bom = len("\ufeff")
	}
	p := markdown.NewParser(
		markdown.WithBlockParsers(markdown.DefaultBlockParsers()...),
		markdown.WithParagraphTransformers(append(markdown.DefaultParagraphTransformers(),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200))...),
	)
	document := p.Parse(text.NewReader(flatten([]byte(markup[bom:]))))
	w := walker{markup: markup, bom: bom, blocks: blocks}
	w.walk(document, 0)
	return w.units
}

// walker collects the units of a document.
type walker struct {
	markup string
	bom    int
	blocks []Block // those not yet met
	units  []unit
}

func (w *walker) walk(n ast.Node, depth int) {
	first := false
	if n.Kind() == ast.KindListItem {
		depth++
		first = true
	}
	row := 0
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch child.Kind() {
		case ast.KindHeading:
			w.add(unit{kind: headingUnit, level: child.(*ast.Heading).Level, depth: depth, first: first}, child)
		case ast.KindParagraph, ast.KindTextBlock:
			w.add(unit{depth: depth, first: first}, child)
		case ast.KindFencedCodeBlock, ast.KindCodeBlock:
			if len(w.blocks) > 0 {
				w.units = append(w.units, unit{kind: codeUnit, depth: depth, block: &w.blocks[0]})
				w.blocks = w.blocks[1:]
			}
		case extensionast.KindTableHeader, extensionast.KindTableRow:
			column := 0
			for c := child.FirstChild(); c != nil; c = c.NextSibling() {
				w.add(unit{kind: cell, depth: depth, row: row, column: column, last: c.NextSibling() == nil}, c)
				column++
			}
			row++
		default:
			w.walk(child, depth)
		}
		first = false
	}
}

// add appends a unit with the lines of a node. Cells without words count.
func (w *walker) add(u unit, n ast.Node) {
	var buffer strings.Builder
	for _, s := range n.Lines().Sliced(0, n.Lines().Len()) {
		start, stop := s.Start+w.bom, s.Stop+w.bom
		if start > stop || stop > len(w.markup) {
			continue
		}
		u.append(w.markup, start, stop, &buffer)
	}
	u.text = buffer.String()
	if u.text != "" || u.kind == cell {
		w.units = append(w.units, u)
	}
}

// maxStruck bounds how many passages of a unit may be struck through.
const maxStruck = 100

// struckThrough returns what stands between two tildes and the next two, code
// in backquotes passed over.
func struckThrough(text string) (list [][2]int) {
	if !strings.Contains(text, "~~") {
		return nil
	}
	closing, open := runs(text), -1
	for i := 0; i < len(text) && len(list) < maxStruck; i++ {
		switch {
		case text[i] == '`':
			n := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
			if end, ok := closing[i]; ok {
				i = end
			}
			i += n - 1
		case strings.HasPrefix(text[i:], "~~") && open < 0:
			open = i
			i++
		case strings.HasPrefix(text[i:], "~~"):
			list = append(list, [2]int{open, i + 2})
			open = -1
			i++
		}
	}
	return list
}
