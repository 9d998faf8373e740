package perturb

import (
	"strings"
)

// change makes the variant of one kind, or says why it is not made.
func (o original) change(k Kind) (changed, string) {
	c := changed{lines: append([]line(nil), o.lines...), end: "\n", final: strings.HasSuffix(o.text, "\n")}
	switch k {
	case TrailingSpace:
		for i, l := range c.lines {
			if !l.inside && !l.read && !continued(l.text) {
				c.lines[i].text += "  "
			}
		}
	case Indentation:
		shift := ""
		for i, l := range c.lines {
			switch {
			case o.name == "yaml" && l.data && !l.within: // the first line of a block says how far all of it moves
				shift = l.text[:len(l.text)-len(strings.TrimLeft(l.text, " "))]
				c.lines[i].text = shift + l.text
			case !l.within:
				c.lines[i].text, shift = o.indented(l.text), ""
			case o.layout && o.name == "yaml" && strings.TrimSpace(l.text) != "": // a block moves as a whole
				if shift == "" {
					shift = l.text[:len(l.text)-len(strings.TrimLeft(l.text, " "))]
				}
				c.lines[i].text = shift + l.text
			}
		}
	case LineEndings:
		if o.words {
			return c, "a carriage return would be part of the last word of a line"
		}
		if strings.HasPrefix(o.text, "#!") {
			return c, "a carriage return would be part of the program's name in the first line"
		}
		c.end = "\r\n"
	case HeaderComment:
		o.header(&c)
	case CommentRemoval:
		return o.bare()
	case BlankLines:
		c.lines = spread(c.lines)
	}
	return c, ""
}

// continued reports whether a line goes on behind a backslash, after which no
// blank may stand.
func continued(text string) bool { return strings.HasSuffix(text, `\`) }

// indented doubles leading blanks and makes four of each leading tab. In YAML
// the dash of a list with the blanks behind it is part of the indentation of
// what follows it in the line.
func (o original) indented(text string) string {
	body := strings.TrimLeft(text, " \t")
	if body == "" {
		return text
	}
	var b strings.Builder
	for _, r := range text[:len(text)-len(body)] {
		if r == '\t' {
			b.WriteString("    ")
		} else {
			b.WriteString("  ")
		}
	}
	for o.name == "yaml" && strings.HasPrefix(body, "- ") {
		rest := strings.TrimLeft(body[1:], " ")
		if rest == "" {
			break
		}
		b.WriteString("-" + strings.Repeat(" ", 2*(len(body)-len(rest))-1))
		body = rest
	}
	return b.String() + body
}

// header puts a comment before the first line that is no instruction to a tool:
// those have to stay at the top.
func (o original) header(c *changed) {
	at := 0
	for at < len(o.lines) {
		t := strings.TrimSpace(o.lines[at].text)
		if !(strings.HasPrefix(t, "#!") || strings.HasPrefix(t, o.comment) && o.tooled(t) || strings.HasPrefix(t, "%") && o.name == "yaml") {
			break
		}
		at++
	}
	added := []line{{text: o.comment + " Reviewed for style; nothing changed."}, {}}
	if at == len(o.lines) {
		added = added[:1] // nothing follows that it would have to stand apart from
	}
	if at > 0 {
		added = append([]line{{}}, added...)
	}
	c.lines = append(append(append([]line(nil), o.lines[:at]...), added...), o.lines[at:]...)
}

// bare takes the comments out: whole lines where there is nothing else on them.
func (o original) bare() (changed, string) {
	c := changed{end: "\n", final: strings.HasSuffix(o.text, "\n")}
	if o.name == "go" && strings.Contains(o.text, `import "C"`) {
		return c, `the comment before import "C" is code`
	}
	drop := make([]bool, len(o.text))
	found := false
	for _, p := range o.parts {
		if p.class != comment || o.tooled(o.text[p.start:p.end]) || p.start == 0 && strings.HasPrefix(o.text, "#!") {
			continue
		}
		found = true
		for i := p.start; i < p.end; i++ {
			drop[i] = o.text[i] != '\n'
		}
	}
	if !found {
		return changed{lines: o.lines, end: c.end, final: c.final}, ""
	}
	for _, l := range o.lines {
		var b strings.Builder
		gone := false
		for i := range len(l.text) {
			if drop[l.start+i] {
				gone = true
				continue
			}
			b.WriteByte(l.text[i])
		}
		if gone {
			l.text = strings.TrimRight(b.String(), " \t")
			if strings.TrimSpace(l.text) == "" {
				continue
			}
		}
		c.lines = append(c.lines, l)
	}
	return c, ""
}

// spread puts an empty line after every third line, where a line ends.
func spread(lines []line) []line {
	var list []line
	for i, l := range lines {
		list = append(list, l)
		if i%3 == 2 && i < len(lines)-1 && !l.inside && !continued(l.text) && !lines[i+1].data {
			list = append(list, line{})
		}
	}
	return list
}
