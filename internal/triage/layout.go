package triage

import (
	"sort"
	"strings"

	"sooth/claim"
	"sooth/source"
)

// layout knows where the code of a Markdown text is.
type layout struct {
	text   string
	blocks []claim.Block
	spans  []span // code spans, in order

	first, last int // lines of the paragraph that next found last
}

// span is a range of offsets: its first byte, and the one after its last.
type span struct{ start, end int }

// coverage finds the code of a text.
func coverage(text string) *layout {
	l := &layout{text: text, blocks: claim.Blocks(text)}
	at := 0
	for _, b := range l.blocks {
		l.prose(at, b.Start.Offset)
		at = max(at, b.End)
	}
	l.prose(at, len(text))
	return l
}

// prose finds the code spans of text[from:to], a paragraph at a time.
func (l *layout) prose(from, to int) {
	for from < to {
		end := to
		if i := strings.Index(l.text[from:to], "\n\n"); i >= 0 {
			end = from + i + 2
		}
		l.paragraph(from, end)
		from = end
	}
}

// paragraph finds code spans by the rule of CommonMark: a run of backquotes
// opens, the next run of the same length closes.
func (l *layout) paragraph(from, to int) {
	var runs []span
	after := map[int][]int{} // by length: places in runs, in order
	for at := from; ; {
		i := strings.IndexByte(l.text[at:to], '`')
		if i < 0 {
			break
		}
		at += i
		n := len(l.text[at:to]) - len(strings.TrimLeft(l.text[at:to], "`"))
		after[n] = append(after[n], len(runs))
		runs = append(runs, span{at, at + n})
		at += n
	}
	for i := 0; i < len(runs); i++ {
		same := after[runs[i].end-runs[i].start]
		if n := sort.SearchInts(same, i+1); n < len(same) {
			l.spans = append(l.spans, span{runs[i].start, runs[same[n]].end})
			i = same[n]
		}
	}
}

// code says whether the byte at an offset stands in code.
func (l *layout) code(offset int) bool {
	b := sort.Search(len(l.blocks), func(i int) bool { return l.blocks[i].End > offset })
	if b < len(l.blocks) && l.blocks[b].Start.Offset <= offset {
		return true
	}
	s := sort.Search(len(l.spans), func(i int) bool { return l.spans[i].end > offset })
	return s < len(l.spans) && l.spans[s].start <= offset
}

// next returns the lines of what follows an offset: a block of code, or
// everything up to the next blank line.
func (l *layout) next(lines *source.Lines, offset int) (first, last int) {
	rest := l.text[offset:]
	start := offset + len(rest) - len(strings.TrimLeft(rest, " \t\r\n>"))
	if start >= len(l.text) {
		n := lines.Position(offset).Line
		return n, n
	}
	first = lines.Position(start).Line
	if b := sort.Search(len(l.blocks), func(i int) bool { return l.blocks[i].Start.Line >= first }); b < len(l.blocks) && l.blocks[b].Start.Line == first {
		return first, lines.Position(max(l.blocks[b].End-1, l.blocks[b].Start.Offset)).Line
	}
	if l.first <= first && first <= l.last {
		return first, l.last // one walk for all comments that stand above each other
	}
	defer func() { l.first, l.last = first, last }()
	for last = first; ; last++ {
		_, below, more := strings.Cut(l.text[start:], "\n")
		start = len(l.text) - len(below)
		line, _, _ := strings.Cut(below, "\n")
		if !more || strings.Trim(line, " \t\r>") == "" {
			return first, last
		}
	}
}
