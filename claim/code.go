package claim

import (
	"strings"

	"sooth/source"
)

// code adds the claim that a block of Go makes, or those of a listing.
func (p *reader) code(u *unit) {
	b := u.block
	if len(b.Lines) == 0 || strings.TrimSpace(b.Content) == "" {
		return
	}
	modality := stronger(stronger(p.inherited(u.depth+1), p.above), p.commented(b.Content))
	what := shape(b.Content)
	switch b.Language() {
	case "go", "golang":
	case "":
		if what != "file" && what != "listing" {
			return
		}
	default:
		return
	}
	if what == "listing" {
		for _, l := range b.Lines {
			p.listed(l, modality)
		}
		return
	}
	if strings.Contains(b.Content, `"path/to/`) || strings.Contains(b.Content, `"your/`) { // the import of somebody's own
		modality = stronger(modality, example)
	}
	start, end := b.Lines[0].Offset, b.Lines[len(b.Lines)-1].End
	p.add(Claim{Kind: Code, Object: what, Modality: modality, Pattern: "code", Block: b}, start, end)
}

// shape says what code is: a file, declarations, statements, or a listing:
// functions without bodies.
func shape(code string) string {
	what := ""
	for rest := code; rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimRight(line, "\r \t")
		first, _, _ := strings.Cut(line, " ")
		if strings.HasPrefix(line, "func ") && what != "file" {
			if declaration, _, _ := strings.Cut(line, "//"); !hasBody(declaration) && !strings.HasSuffix(strings.TrimSpace(declaration), "(") {
				if _, ok := parseFunc(strings.TrimSpace(declaration)); ok {
					return "listing"
				}
			}
		}
		if what != "" || line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		switch first {
		case "package":
			what = "file"
		case "func", "type", "var", "const", "import":
			what = "declarations"
		default:
			what = "statements"
		}
	}
	return what
}

// hasBody reports whether a line of a function opens one: empty types do not.
func hasBody(line string) bool {
	return strings.Contains(strings.ReplaceAll(strings.ReplaceAll(line, "interface{}", ""), "struct{}", ""), "{")
}

// listed reads a line of a listing.
func (p *reader) listed(l Line, modality string) {
	line := strings.TrimRight(p.text[l.Offset:l.End], "\r\n \t")
	said, comment, _ := strings.Cut(line, "//")
	said = strings.TrimRight(said, " \t")
	d, ok := declaration{}, false
	if strings.HasPrefix(said, "func ") && !hasBody(said) {
		d, ok = parseFunc(said)
	}
	if ok {
		p.add(Claim{Kind: Signature, Subject: d.name, Object: d.object, Modality: modality, Pattern: "listing"}, l.Offset, l.Offset+len(said))
		p.add(Claim{Kind: Symbol, Subject: d.name, Modality: modality, Anchor: "signature", Pattern: "symbol"}, l.Offset, l.Offset+len(said))
	}
	if comment == "" || strings.Contains(said, "\"") || strings.Contains(said, "`") {
		return
	}
	u := unit{text: comment, pieces: []piece{{0, l.Offset + len(line) - len(comment)}}}
	list, _ := tokens(comment, false)
	for _, k := range list {
		k.ref = refer(k)
		if k.ref.class != file {
			continue
		}
		place, start, end := k.ref.places[0], u.offset(k.start), u.end(k.end)
		c := Claim{Kind: Citation, Place: place, Modality: modality, Pattern: "listing"}
		if place.Line > 0 {
			c.Anchor = "path"
			if ok {
				p.add(Claim{Kind: Location, Subject: d.name, Place: source.Span(place), Modality: modality, Pattern: "listing"}, l.Offset, end)
				ok = false
			}
		}
		p.add(c, start, end)
	}
}
