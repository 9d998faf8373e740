package oracle

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sooth/claim"
)

// marker begins what Annotate writes.
const marker = "[unverified: "

// AnnotateOptions say what Annotate marks.
type AnnotateOptions struct {
	// Fences: what stands inside blocks of code is marked too, and a refuted
	// block by a line after it. Without it blocks stay as they are.
	Fences bool
	// Plain: the text is not Markdown and has no blocks of code.
	Plain bool
}

// Warning tells what Annotate did, or did not do, about a claim.
type Warning struct {
	Claim   claim.Claim
	Message string // one clause
}

// edit is a range of the text that becomes something else.
type edit struct {
	start, end int
	text       string
}

// Annotate writes a text back with each refuted claim X as "[unverified: X]";
// nothing is deleted. Claims that are near, that stand in blocks of code
// without the option, inside of a marker or of another refuted claim, or that
// are not whole words of the text are left and told of in the warnings. What
// was marked before is not marked again: Annotate is idempotent. Without a
// refuted claim the text comes back unchanged and the warnings are nil.
func Annotate(text string, verdicts []Verdict, o AnnotateOptions) (string, []Warning) {
	var warnings []Warning
	warn := func(c claim.Claim, message string) { warnings = append(warnings, Warning{c, message}) }
	marked := markers(text)
	var blocks []claim.Block
	if !o.Plain {
		blocks = claim.Blocks(text)
	}
	refuted := slices.Clone(verdicts)
	refuted = slices.DeleteFunc(refuted, func(v Verdict) bool { return v.Outcome != Refuted })
	slices.SortStableFunc(refuted, func(a, b Verdict) int { // longer ones first: they hold the others
		return cmp.Or(cmp.Compare(a.Claim.Offset, b.Claim.Offset), cmp.Compare(len(b.Claim.Text), len(a.Claim.Text)))
	})
	var edits []edit
	covered := 0 // up to here the text is marked
	for _, v := range refuted {
		c := v.Claim
		start, end := c.Offset, c.Offset+len(c.Text)
		block := blockAt(blocks, start)
		switch {
		case start < 0 || end > len(text) || text[start:max(start, min(end, len(text)))] != c.Text || c.Text == "":
			warn(c, "not marked: the text has other words at this place")
			continue
		case v.Near:
			warn(c, "not marked: near; "+v.Reason)
			continue
		case block != nil && !o.Fences:
			warn(c, "not marked: in a block of code; "+v.Reason)
			continue
		case overlaps(marked, start, end):
			continue // it was marked before
		case start < covered:
			warn(c, "marked with what stands around it; "+v.Reason)
			continue
		case c.Kind == claim.Code && block != nil:
			if strings.HasPrefix(text[block.End:], marker) {
				continue
			}
			end := "\n"
			if strings.Contains(text[start:block.End], "\r\n") {
				end = "\r\n"
			}
			line := marker + oneLine(v.Reason) + "]" + end
			if !strings.HasSuffix(text[:block.End], "\n") {
				line = end + line
			}
			edits = append(edits, edit{block.End, block.End, line})
			covered = block.End
		case !whole(text, start, end):
			warn(c, "not marked: it is a part of a longer word")
			continue
		default:
			edits = append(edits, edit{start, end, marker + c.Text + "]"})
			covered = end
		}
		warn(c, "marked; "+v.Reason)
	}
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(text[at:])
	return b.String(), warnings
}

// markers returns the ranges of a text that are marked already. A marker ends
// at its own bracket; one that is not closed ends with its line.
func markers(text string) [][2]int {
	var found [][2]int
	for at := 0; ; {
		i := strings.Index(text[at:], marker)
		if i < 0 {
			return found
		}
		start := at + i
		end, depth := start, 0
	scan:
		for ; end < len(text); end++ {
			switch text[end] {
			case '[':
				depth++
			case ']':
				if depth--; depth == 0 {
					end++
					break scan
				}
			case '\n':
				if depth > 0 && strings.HasPrefix(text[end:], "\n\n") {
					break scan
				}
			}
		}
		found = append(found, [2]int{start, end})
		at = max(end, start+len(marker))
	}
}

func overlaps(ranges [][2]int, start, end int) bool {
	for _, r := range ranges {
		if start < r[1] && r[0] < end {
			return true
		}
	}
	return false
}

// blockAt returns the block of code in which an offset lies, or nil.
func blockAt(blocks []claim.Block, offset int) *claim.Block {
	for i := range blocks {
		b := &blocks[i]
		if b.Start.Offset <= offset && offset < b.End {
			return b
		}
	}
	return nil
}

// whole reports whether a range is not a part of a longer word: names joined
// by dots are one word.
func whole(text string, start, end int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:start])
	after, width := utf8.DecodeRuneInString(text[end:])
	first, _ := utf8.DecodeRuneInString(text[start:])
	last, _ := utf8.DecodeLastRuneInString(text[:end])
	letter := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	if letter(before) && size > 0 && letter(first) || letter(after) && width > 0 && letter(last) {
		return false
	}
	if before == '.' && letter(first) {
		if r, _ := utf8.DecodeLastRuneInString(text[:start-1]); letter(r) || r == ')' {
			return false
		}
	}
	if after == '.' && (letter(last) || last == ')') {
		if r, _ := utf8.DecodeRuneInString(text[end+1:]); letter(r) {
			return false
		}
	}
	return true
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
