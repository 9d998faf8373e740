package question

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"sooth/claim"
)

// cited is a file that the text names, with the lines beside it.
type cited struct {
	place Place
	span  Span
	unit  int // index of the unit that it stands in
}

// location reads a file with a line, or a file alone.
func (v *passage) location() (*Answer, []Span, string) {
	var all []cited
	var declared *cited // by a sentence that says so of the subject
	at := 0
	for _, c := range claim.Parse(v.parsable(), claim.Options{}) {
		if c.Kind != claim.Citation && c.Kind != claim.Location || c.Place.File == "" {
			continue
		}
		found := cited{
			place: Place{File: c.Place.File, Line: c.Place.Line, First: c.Place.Line, Last: max(c.Place.Line, c.Place.EndLine)},
			span:  Span{c.Offset, c.Offset + len(c.Text)},
		}
		if c.Kind == claim.Location {
			if declared == nil && !c.Negated && c.Modality == "" && same(c.Subject, v.q.Subject) {
				declared = &found
			}
			continue
		}
		for at < len(v.units) && v.units[at].end <= found.span.Start {
			at++
		}
		if found.unit = at; at < len(v.units) && v.units[at].kind != code && v.denied(v.text[max(v.units[at].start, found.span.Start-40):found.span.Start]) {
			continue
		}
		v.lineBeside(&found)
		all = append(all, found)
	}
	if declared != nil && declared.place.Line > 0 {
		return &Answer{Shape: Location, Places: []Place{declared.place}}, []Span{declared.span}, ""
	}
	if len(all) == 0 {
		return nil, nil, ""
	}
	chosen := 0
	for chosen < len(all) && all[chosen].place.Line == 0 {
		chosen++
	}
	if chosen == len(all) {
		chosen = 0
	}
	answer := &Answer{Shape: Location}
	var spans []Span
	add := func(c cited) {
		if slices.Contains(answer.Places, c.place) {
			return
		}
		answer.Places, spans = append(answer.Places, c.place), append(spans, c.span)
	}
	add(all[chosen])
	for i := chosen + 1; i < len(all); i++ {
		if !v.goesOn(all[i-1], all[i]) {
			break
		}
		add(all[i])
	}
	return answer, spans, ""
}

// parsable is the text as the grammar of claims reads it best, byte for byte as long: paths without the module in front;
// a block of code is prose when it is all there is.
func (v *passage) parsable() string {
	text := v.text
	if m := v.q.Module; m != "" && strings.Contains(text, m) {
		b := []byte(text)
		for _, head := range []string{m + "@" + v.q.Version + "/", m + "/"} {
			for from := 0; ; {
				i := bytes.Index(b[from:], []byte(head))
				if i < 0 {
					break
				}
				start, end := from+i, from+i+len(head)
				for k := start; k < end; k++ {
					b[k] = ' '
				}
				b[start] = 'a'                         // a line that begins with blanks is code
				if start > 0 && !isSpace(b[start-1]) { // the backquote or bracket before it goes on
					b[end-1], b[start-1] = b[start-1], ' '
				}
				from = end
			}
		}
		text = string(b)
	}
	for _, u := range v.units {
		if u.kind != code {
			return text
		}
	}
	b := []byte(text)
	at := 0
	blank := func(end int) {
		for ; at < end; at++ {
			if b[at] != '\n' {
				b[at] = ' '
			}
		}
	}
	for _, u := range v.units { // what is no unit is a fence
		blank(u.start)
		at = u.end
	}
	blank(len(b))
	return string(b)
}

// denied says whether the words before a place say that it is not the one.
func (v *passage) denied(before string) bool {
	words := strings.TrimRight(lower(before), " `*_([\"'")
	for _, p := range []string{"not", "not in", "not at", "rather than", "rather than in", "instead of", "instead of in", "unlike", "unlike in", "but not in", "and not in", "no longer in", "isn't in", "isn't"} {
		if strings.HasSuffix(words, " "+p) || words == p {
			return true
		}
	}
	return false
}

// lineBeside takes the line that stands beside a file that has none: "Line: 12" below it, the next cell of its row.
func (v *passage) lineBeside(c *cited) {
	if c.place.Line > 0 || c.unit >= len(v.units) {
		return
	}
	u := v.units[c.unit]
	if u.kind == row {
		rest, _ := cut(v.text[c.span.End:u.end], '|')
		for cell := range strings.SplitSeq(rest, "|") {
			if first, last, ok := lineNumbers(cell); ok {
				c.place.Line, c.place.First, c.place.Last, c.span.End = first, first, last, u.end
				return
			}
		}
		return
	}
	const near = 60 // bytes between a file and the word "line"
	end := min(len(v.text), c.span.End+near)
	after := lower(v.text[c.span.End:end])
	for _, name := range []string{"lines", "line"} {
		i := wordIndex(strings.ReplaceAll(after, "`", " "), name)
		if i < 0 || strings.Contains(after[:i], "\n\n") || strings.Contains(after[:i], ". ") {
			continue
		}
		if first, last, ok := lineNumbers(after[i+len(name):]); ok {
			c.place.Line, c.place.First, c.place.Last = first, first, last
			c.span.End += i + len(name)
			return
		}
	}
	start := max(0, c.span.Start-near)
	before := lower(v.text[start:c.span.Start])
	if i := strings.LastIndex(before, "line"); i >= 0 && !strings.Contains(before[i:], "\n\n") {
		if first, last, ok := lineNumbers(strings.TrimPrefix(before[i+len("line"):], "s")); ok {
			c.place.Line, c.place.First, c.place.Last = first, first, last
			c.span.Start = start + i
		}
	}
}

// cut returns what follows the first c in text; false: there is none.
func cut(text string, c byte) (string, bool) {
	i := strings.IndexByte(text, c)
	if i < 0 {
		return "", false
	}
	return text[i+1:], true
}

// lineNumbers reads a line or a range of lines that words begin with: ": 12", "**12**", "12-20", "12 to 20", "L12".
func lineNumbers(words string) (first, last int, ok bool) {
	rest := strings.TrimLeft(words, " \t\r\n:*_`#|=\"'([lL")
	first, rest, ok = leadingNumber(rest)
	if !ok {
		return 0, 0, false
	}
	last = first
	for _, to := range []string{"-", "–", "—", " to ", " - ", " – ", " through ", "..", ","} {
		if tail, has := strings.CutPrefix(rest, to); has && to != "," {
			if n, _, fine := leadingNumber(strings.TrimLeft(tail, " lL")); fine && n >= first {
				last = n
			}
			break
		}
	}
	return first, last, true
}

// leadingNumber reads the digits that words begin with: a line, at least 1.
func leadingNumber(words string) (n int, rest string, ok bool) {
	rest = strings.TrimLeft(words, "0123456789")
	n, err := strconv.Atoi(words[:len(words)-len(rest)])
	return n, rest, err == nil && n > 0
}

// goesOn says whether two places are parts of one enumeration: nothing but commas and "and" or "or" between them, or
// neighbouring items of a list or rows of a table that both begin with a place.
func (v *passage) goesOn(a, b cited) bool {
	if a.unit == b.unit {
		between := strings.Trim(lower(v.text[a.span.End:b.span.Start]), " \t\r\n,`*_()[]")
		return listed(between, "", "and", "or", "and in", "or in", "and at", "or at", "and also in", "as well as", "as well as in")
	}
	if a.unit >= len(v.units) || b.unit >= len(v.units) || b.unit != a.unit+1 {
		return false
	}
	x, y := v.units[a.unit], v.units[b.unit]
	begins := func(u unit, c cited) bool {
		return strings.Trim(v.text[u.start:max(u.start, c.span.Start)], " \t`*_[(|") == ""
	}
	return x.block == y.block && (x.kind == item || x.kind == row || x.kind == code) && begins(x, a) && begins(y, b)
}
