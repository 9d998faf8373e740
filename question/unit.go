package question

import (
	"strings"
	"unicode/utf8"
)

// unitKind is what a unit of text is.
type unitKind byte

const (
	sentence unitKind = iota // of a paragraph
	heading
	item // of a list, its marker left out
	row  // of a table
	code // a line of a fenced block
)

// unit is the smallest part of a text that is looked at as one.
type unit struct {
	kind       unitKind
	start, end int
	block      int // units of one paragraph, list, table or fenced block have the same number
}

func (u unit) of(text string) string { return text[u.start:u.end] }

// units divides a text of Markdown, or of anything else, into units. It takes time in proportion to the text.
func units(text string) []unit {
	var list []unit
	block, last := 0, unitKind(255)
	open := "" // the fence that is open
	from := -1 // start of the paragraph that is open
	flush := func(end int) {
		if from >= 0 {
			for _, s := range sentences(text, from, end) {
				list = append(list, unit{sentence, s.Start, s.End, block})
			}
			from = -1
		}
	}
	for at := 0; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := strings.TrimRight(text[at:end], " \t\r")
		body := strings.TrimLeft(line, " \t>")
		indent := len(line) - len(body)
		start, stop := at+indent, at+len(line)
		next := end + 1
		begin := func(kind unitKind) {
			flush(at)
			if kind != last || kind == heading {
				block++
			}
			last = kind
		}
		mark, _ := listMarker(body)
		switch f := fence(body); {
		case open != "" && f != "" && strings.HasPrefix(f, open) && strings.TrimLeft(body, f[:1]) == "":
			open, last = "", 255
		case open != "":
			if body != "" {
				list = append(list, unit{code, start, stop, block})
			}
		case f != "":
			begin(code)
			open = f
		case body == "":
			flush(at)
			if last == sentence || last == row {
				last = 255
			}
		case strings.HasPrefix(body, "#") && strings.HasPrefix(strings.TrimLeft(body, "#"), " "):
			begin(heading)
			list = append(list, unit{heading, start, stop, block})
		case strings.HasPrefix(body, "|") && strings.Count(body, "|") > 1:
			begin(row)
			list = append(list, unit{row, start, stop, block})
		case mark > 0:
			begin(item)
			list = append(list, unit{item, start + mark, stop, block})
		case last == item && indent > 0 && len(list) > 0 && list[len(list)-1].kind == item: // goes on
			list[len(list)-1].end = stop
		default:
			if last != sentence {
				begin(sentence)
			}
			if from < 0 {
				from = start
			}
		}
		at = next
	}
	flush(len(text))
	return list
}

// fence returns the run of backquotes or tildes that opens or closes a block of code; empty: the line does neither.
func fence(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 && (c == "~" || !strings.Contains(line[n:], "`")) {
			return line[:n]
		}
	}
	return ""
}

// listMarker returns the length of the marker of a list item at the beginning of a line, blanks included, and whether
// it is a number; 0: none.
func listMarker(line string) (n int, ordered bool) {
	switch {
	case strings.HasPrefix(line, "- "), strings.HasPrefix(line, "* "), strings.HasPrefix(line, "+ "):
		n = 2
	case strings.HasPrefix(line, "• "):
		n = len("• ")
	default:
		digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
		if digits == 0 || digits > 9 || len(line) < digits+2 || line[digits] != '.' && line[digits] != ')' || line[digits+1] != ' ' {
			return 0, false
		}
		n, ordered = digits+2, true
	}
	return n + len(line[n:]) - len(strings.TrimLeft(line[n:], " ")), ordered
}

// sentences divides text[from:end], a paragraph, into sentences. A point within backquotes ends none.
func sentences(text string, from, end int) []Span {
	var list []Span
	start := from
	add := func(stop int) {
		s := Span{start, stop}
		for s.Start < s.End && isSpace(text[s.Start]) {
			s.Start++
		}
		for s.End > s.Start && isSpace(text[s.End-1]) {
			s.End--
		}
		if s.Start < s.End {
			list = append(list, s)
		}
		start = stop
	}
	for i := from; i < end; i++ {
		switch c := text[i]; c {
		case '`':
			if n := codeSpan(text[i:end]); n > 0 {
				i += n - 1
			}
		case '"': // what is quoted is one
			const longest = 200
			if n := strings.IndexAny(text[i+1:min(end, i+1+longest)], "\"\n"); n >= 0 && text[i+1+n] == '"' {
				i += n + 1
			}
		case '.', '!', '?':
			after := i + 1
			for after < end && strings.IndexByte("*_\")'", text[after]) >= 0 {
				after++
			}
			if after < end && !isSpace(text[after]) || c == '.' && abbreviation(text[from:i]) {
				continue
			}
			add(after)
			i = after - 1
		}
	}
	add(end)
	return list
}

// abbreviation says whether the point after these words ends none of them.
func abbreviation(before string) bool {
	for _, a := range []string{"e.g", "i.e", "vs", "cf", "approx", "etc"} {
		if strings.HasSuffix(strings.ToLower(before[max(0, len(before)-len(a)):]), a) {
			rest := before[:len(before)-len(a)]
			if r, _ := utf8.DecodeLastRuneInString(rest); rest == "" || !isWord(r) {
				return true
			}
		}
	}
	return false
}

// codeSpan returns the length of the code span that text begins with, its backquotes included; 0: the backquotes are
// not closed on the same or one of the following lines of the paragraph. A span is at most as long as a name may be.
func codeSpan(text string) int {
	const longest, marks = 4096, 16
	n := 0
	for n < len(text) && n <= marks && text[n] == '`' {
		n++
	}
	if n == 0 || n > marks {
		return 0
	}
	for i := n; i < len(text) && i < longest; {
		if text[i] != '`' {
			i++
			continue
		}
		m := 0
		for i+m < len(text) && text[i+m] == '`' {
			m++
		}
		if m == n {
			return i + m
		}
		i += m
	}
	return 0
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
