package sample

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"sooth/extract"
)

// Draft is one fixture that nobody has looked at.
type Draft struct {
	ID       string // "auto-" and twelve hexadecimal digits of what is in it
	Category string
	Language string
	Source   string // path in the tree
	First    int    // lines of the source that are the content, starting at 1
	Last     int
	Must     []extract.Expectation
	Text     string // the file, TOML
}

// File is the path of the draft in a corpus.
func (d Draft) File() string { return path.Join(d.Category, d.ID+".toml") }

// expectation is what a fixture of the candidate would expect.
func (c candidate) expectation() extract.Expectation {
	said := []rune(c.text)
	said = said[:min(len(said), 100)]
	return extract.Expectation{Subject: c.sign.Subject, Predicate: c.sign.Predicate, Value: c.value, FirstLine: c.line,
		Rationale: fmt.Sprintf("%s: the line has `%s`", Human, string(said))}
}

// draft makes the fixture of a unit: the whole file, or the lines around the
// first candidate.
func (u unit) draft(o Options) Draft {
	lines := strings.SplitAfter(u.text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	first, last := 1, len(lines)
	if o.Lines > 0 && len(lines) > o.Lines {
		if len(u.list) > 0 {
			first = max(1, min(u.list[0].line-o.Lines/3, len(lines)-o.Lines+1))
		}
		last = first + o.Lines - 1
	}
	d := Draft{Category: u.category, Language: u.language, Source: u.path, First: first, Last: last}
	for _, c := range u.list {
		if c.line < first || c.line > last {
			continue
		}
		e := c.expectation()
		e.FirstLine = c.line - first + 1
		same := func(x extract.Expectation) bool {
			return x.Subject == e.Subject && x.Predicate == e.Predicate && x.Value.String() == e.Value.String() && x.FirstLine == e.FirstLine
		}
		if !slices.ContainsFunc(d.Must, same) {
			d.Must = append(d.Must, e)
		}
	}
	content := strings.Join(lines[first-1:last], "")
	sum := sha256.Sum256([]byte(u.category + "\x00" + u.path + "\x00" + content))
	d.ID = "auto-" + hex.EncodeToString(sum[:6])
	d.Text = d.toml(content, len(lines), o.Created)
	return d
}

func (d Draft) toml(content string, all int, created string) string {
	var b strings.Builder
	name := d.Source
	if d.First != 1 || d.Last != all {
		name += fmt.Sprintf(", lines %d to %d", d.First, d.Last)
	}
	fmt.Fprintf(&b, "[metadata]\nid = %s\nname = %s\ncategory = %s\nlanguage = %s\n", quote(d.ID), quote(name), quote(d.Category), quote(d.Language))
	if created != "" {
		fmt.Fprintf(&b, "created = %s\n", quote(created))
	}
	fmt.Fprintf(&b, "status = \"draft\"\ngenerator = %s\n\n[input]\ncontent = %s\n\n[expected]\n", quote(Generator), block(content))
	if len(d.Must) == 0 {
		fmt.Fprintf(&b, "exhaustive = true # %s: is there really nothing?\n", Human)
	} else {
		b.WriteString("exhaustive = false\nmust_contain = [\n")
		for _, e := range d.Must {
			value := e.Value.String()
			if e.Value.Kind == extract.Text {
				value = quote(e.Value.Text)
			}
			fmt.Fprintf(&b, "  { subject = %s, predicate = %s, value = %s, line = %d, rationale = %s },\n", quote(e.Subject), quote(e.Predicate), value, e.FirstLine, quote(e.Rationale))
		}
		b.WriteString("]\n")
	}
	b.WriteString("\n[scoring]\nweight = 1.0\nmin_confidence = 0.7\n")
	return b.String()
}

// block writes a text of several lines: as it is where TOML lets it be.
func block(s string) string {
	plain := !strings.Contains(s, "'''") && !strings.HasSuffix(s, "'") && !strings.ContainsFunc(s, func(r rune) bool { return control(r) && r != '\n' })
	if plain {
		return "'''\n" + s + "'''"
	}
	return quote(s)
}

func control(r rune) bool { return r < 0x20 && r != '\t' || r == 0x7f }

// quote writes a text as a basic string of TOML.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case control(r):
			b.WriteString(`\u` + fmt.Sprintf("%04s", strconv.FormatInt(int64(r), 16)))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
