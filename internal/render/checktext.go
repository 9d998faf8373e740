package render

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"

	"sooth/internal/report"
	"sooth/oracle"
	"sooth/source"
)

// checkWidth is how many columns of a line are shown around a claim.
const checkWidth = 120

// excerptBytes is how much of a line is looked at before and after a claim.
const excerptBytes = 4 * checkWidth

// checkText tells of each refuted claim where it stands, shows its line with the
// claim underlined, and ends with the counts.
func checkText(w io.Writer, c *report.Check, o Options) error {
	b := bufio.NewWriterSize(w, 1<<16)
	t := &terminal{writer: &writer{w: b}, o: o}
	for _, a := range c.Answers {
		var lines *source.Lines
		for _, f := range a.Verdicts {
			if !told(f, o.Verbose) {
				continue
			}
			if lines == nil {
				lines = source.NewLines(a.Text)
			}
			t.finding(a, f, lines)
		}
	}
	t.warnings(c)
	t.summary(c)
	if t.err != nil {
		return t.err
	}
	return b.Flush()
}

// finding tells of one claim.
func (t *terminal) finding(a report.Checked, f report.Finding, lines *source.Lines) {
	colour := text.Colors{text.FgYellow}
	if f.Outcome == oracle.Refuted && !f.Near {
		colour = text.Colors{text.FgRed}
	}
	t.printf("%s:%d:%d: %s: %s: %s\n", line(a.Source, 0), f.Claim.Line, f.Claim.Column, t.paint(colour, outcome(f)), f.Claim.Kind, why(f))
	shown, mark := excerpt(a.Text, lines, f)
	if shown != "" {
		t.printf("    %s\n    %s\n", shown, t.paint(colour, mark))
	}
	if e := evidence(f); e != "" && f.Outcome == oracle.Refuted {
		t.printf("    %s\n", t.paint(text.Colors{text.Faint}, "see "+e))
	}
}

// evidence names the first few places that prove a verdict.
func evidence(f report.Finding) string {
	var list []string
	for _, e := range f.Evidence {
		if s := line(e.String(), 0); s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	if len(list) > 3 {
		list = append(list[:3], "…")
	}
	return strings.Join(list, ", ")
}

// excerpt returns the line on which a claim begins, and the mark that underlines
// the claim in it. A tab is shown as one blank, long lines are cut around the
// claim.
func excerpt(s string, lines *source.Lines, f report.Finding) (shown, mark string) {
	start, ok := lines.Offset(f.Claim.Line, 1)
	at, there := lines.Offset(f.Claim.Line, f.Claim.Column)
	if !ok || !there || at > len(s) {
		return "", ""
	}
	stop, more := lines.Offset(f.Claim.Line+1, 1)
	if !more {
		stop = len(s)
	}
	start, stop = max(start, at-excerptBytes), min(stop, at+len(f.Claim.Text)+excerptBytes)
	whole := strings.TrimRight(s[start:stop], "\r\n")
	at = min(at-start, len(whole))
	words, _, _ := strings.Cut(f.Claim.Text, "\n")
	end := min(at+len(strings.TrimRight(words, " \t\r")), len(whole))
	before, claimed, after := flat(whole[:at]), flat(whole[at:end]), flat(whole[end:])
	if claimed == "" {
		return "", ""
	}
	if width(claimed) > checkWidth {
		claimed, after = beginning(claimed, checkWidth-1)+"…", ""
	}
	room := checkWidth - width(claimed)
	left, right := width(before), width(after)
	if left+right > room {
		left = min(left, max(room-right, room/2))
		right = room - left
	}
	if width(before) > left {
		before = "…" + ending(before, left-1)
	}
	if width(after) > right {
		after = beginning(after, right-1) + "…"
	}
	before = strings.TrimLeft(before, " ")
	mark = strings.Repeat(" ", width(before)) + "^" + strings.Repeat("~", max(width(claimed)-1, 0))
	return strings.TrimRight(before+claimed+after, " "), mark
}

// quoted is the text of a claim in one line.
func quoted(f report.Finding, limit int) string {
	return line(strings.Join(strings.Fields(f.Claim.Text), " "), limit)
}

// flat makes part of a line fit to be shown, a tab as one blank.
func flat(s string) string { return strings.ReplaceAll(visible(strings.Trim(s, "\ufeff")), "\t", " ") }

// width is how many columns of a terminal s takes.
func width(s string) (n int) {
	for _, r := range s {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	if r < 0x7f {
		return 1
	}
	return text.RuneWidth(r)
}

// beginning returns the beginning of s that is at most limit columns wide.
func beginning(s string, limit int) string {
	for i, r := range s {
		if limit -= columnsOf(r); limit < 0 {
			return s[:i]
		}
	}
	return s
}

// ending returns the end of s that is at most limit columns wide.
func ending(s string, limit int) string {
	for at := len(s); at > 0; {
		r, n := utf8.DecodeLastRuneInString(s[:at])
		if limit -= columnsOf(r); limit < 0 {
			return s[at:]
		}
		at -= n
	}
	return s
}

// warnings tells what is wrong with comments and the baseline.
func (t *terminal) warnings(c *report.Check) {
	for _, w := range warnings(c) {
		t.printf("%s: %s\n", t.paint(text.Colors{text.FgYellow}, "warning"), w)
	}
}

// summary is the last line or two: the counts, and why claims are undecided.
func (t *terminal) summary(c *report.Check) {
	texts := ""
	if len(c.Answers) != 1 {
		texts = plural(len(c.Answers), "text") + ", "
	}
	t.printf("%s%s\n", texts, counted(c.Counts))
	if reasons := undecided(c); reasons != "" {
		hint := ""
		if !t.o.Verbose {
			hint = "; -v lists them"
		}
		t.printf("undecided: %s%s\n", reasons, hint)
	}
	for _, n := range c.Notes {
		t.printf("note: %s\n", line(n, 0))
	}
}

// undecided counts why claims are undecided, by the closed list of reasons, most
// frequent first.
func undecided(c *report.Check) string {
	counts := map[string]int{}
	var order []string
	for _, a := range c.Answers {
		for _, f := range a.Verdicts {
			if f.Outcome != oracle.Undecided || f.Silent() {
				continue
			}
			reason := oracle.ReasonOf(f.Reason)
			if reason == "" {
				reason = line(f.Reason, 60)
			}
			if counts[reason] == 0 {
				order = append(order, reason)
			}
			counts[reason]++
		}
	}
	slices.SortFunc(order, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	for i, reason := range order {
		order[i] = fmt.Sprintf("%d %s", counts[reason], reason)
	}
	return strings.Join(order, ", ")
}
