package claim

import (
	"net/url"
	"slices"
	"strings"
)

// heading is a heading that is open: what follows stands below it.
type heading struct {
	level    int
	modality string
	within   string // the file, package or type that it names
	lists    bool   // it names a file or a package: names below it belong there
	flow     bool   // it says that calls follow
}

// lead is what introduces a list: its modality holds for the items, and its
// subject is theirs.
type lead struct {
	depth    int // of the items
	modality string
	subjects []entity
	flow     bool // it says that calls follow
}

// table holds the row that is being read.
type table struct {
	row      []*sentence // one for each cell; nil: the cell is not one sentence
	from     int         // the first claim of the row
	modality string      // that a cell gives to the row
	columns  []string    // the modalities that the head gives to the columns
}

func (p *reader) within() string {
	for i := len(p.headings) - 1; i >= 0; i-- {
		if p.headings[i].within != "" {
			return p.headings[i].within
		}
	}
	return ""
}

// lists reports whether the heading above names a file or a package.
func (p *reader) lists() bool {
	for i := len(p.headings) - 1; i >= 0; i-- {
		if p.headings[i].within != "" {
			return p.headings[i].lists
		}
	}
	return false
}

// inherited returns the modality that a unit at a depth has from what stands above it.
func (p *reader) inherited(depth int) string {
	modality := p.document
	for _, h := range p.headings {
		modality = stronger(modality, h.modality)
	}
	for _, l := range p.leads {
		if l.depth <= depth {
			modality = stronger(modality, l.modality)
		}
	}
	return modality
}

// subjects returns the subject that the introduction of a list gives its items.
func (p *reader) subjects(depth int) []entity {
	if n := len(p.leads); n > 0 && p.leads[n-1].depth == depth {
		return p.leads[n-1].subjects
	}
	return nil
}

// flow reports whether what stands above a unit at a depth says that calls follow.
func (p *reader) flow(depth int) bool {
	return slices.ContainsFunc(p.headings, func(h heading) bool { return h.flow }) ||
		slices.ContainsFunc(p.leads, func(l lead) bool { return l.flow && l.depth <= depth })
}

// ofCalls reports whether words are about what calls what.
func ofCalls(words []token) bool {
	return slices.ContainsFunc(words, func(k token) bool {
		return k.kind == word && listed(" call calls called callee callees caller callers calling flow path chain walk walks trace stack graph sequence ", k.lower)
	})
}

// units reads all units of a text.
func (p *reader) units(units []unit) {
	for i := range units {
		u := &units[i]
		switch u.kind {
		case codeUnit:
			p.code(u)
			p.above = ""
		default:
			p.above = ""
			p.unit(u)
		}
	}
}

// unit reads the sentences of a unit.
func (p *reader) unit(u *unit) {
	for len(p.leads) > 0 && p.leads[len(p.leads)-1].depth > u.depth {
		p.leads = p.leads[:len(p.leads)-1]
	}
	if u.kind == headingUnit {
		for len(p.headings) > 0 && p.headings[len(p.headings)-1].level >= u.level {
			p.headings = p.headings[:len(p.headings)-1]
		}
		p.leads = nil
	}
	list, links := tokens(u.text, u.kind == cell)
	for i := range list {
		list[i].ref = refer(list[i])
	}
	list = phrases(list)
	u.struck = struckThrough(u.text)
	ss := sentences(u, list)
	for i := range ss[:max(len(ss)-1, 0)] {
		ss[i].next = ss[i+1]
	}
	p.previous = nil
	inherited := p.inherited(u.depth)
	if u.kind == cell {
		inherited = stronger(inherited, p.column(u, ss))
	}
	for i, s := range ss {
		p.sentence(s, inherited, i == 0)
	}
	for _, d := range links {
		p.link(u, d, inherited)
	}
	if len(ss) == 1 && u.kind != cell {
		p.above = p.labelled(ss[0].label())
	}
	switch {
	case u.kind == headingUnit:
		p.headings = append(p.headings, newHeading(u.level, list))
	case u.kind == cell:
		p.cell(u, ss)
	case len(ss) > 0 && ss[len(ss)-1].colon:
		last := ss[len(ss)-1]
		p.leads = append(p.leads, lead{depth: u.depth + 1, modality: last.mood.base, subjects: introduced(ss), flow: ofCalls(last.tokens)})
		p.above = last.mood.base
	}
}

// introduced returns the subject that an introduction gives to the items of
// its list: the name directly before the colon, or the only one that the
// introduction begins with.
func introduced(ss []*sentence) []entity {
	last := ss[len(ss)-1]
	v := last.items(0, len(last.tokens)-1)
	if n := len(v); n > 0 && v[n-1].isRef {
		if list := last.backward(v, n-1, true); len(list) == 1 && (list[0].class == symbol || list[0].class == signature) {
			return list
		}
	}
	return nil
}

func newHeading(level int, list []token) heading {
	h := heading{level: level, modality: headingModality(list), flow: ofCalls(list)}
	for i, k := range list {
		switch k.ref.class {
		case file:
			h.within, h.lists = k.ref.places[0].File, true
			return h
		case directory:
			h.within, h.lists = k.operand(), true
			return h
		case symbol, signature:
			if h.within == "" && !k.ref.weak {
				h.within = k.ref.name.name
				h.lists = i > 0 && list[i-1].lower == "package" || i+1 < len(list) && list[i+1].lower == "package"
			}
		}
	}
	return h
}

// sentence reads one sentence.
func (p *reader) sentence(s *sentence, inherited string, first bool) {
	s.mood = p.moodOf(s, inherited)
	p.locations(s)
	var before []entity
	switch {
	case first && s.unit.first:
		before = p.subjects(s.unit.depth)
	case !first && p.semicolon:
		before = p.carried
	}
	p.semicolon = s.is(len(s.tokens)-1, ";")
	from := len(p.claims)
	p.structure(s, before)
	p.mentions(s, first)
	p.moved(from)
	if v := s.items(0, min(len(s.tokens), 8)); len(v) > 0 {
		i := 0
		for i < len(v)-1 && v[i].w != "" && (determiner(v[i].w) || noun(v[i].w)) {
			i++
		}
		switch {
		case v[i].isRef && i+1 < len(v) && !becomes(s, v[i+1].token) && (predicate(v[i+1].w) || v[i+1].w == "never" || adverb(v[i+1].w) || v[i+1].mark == ":" || v[i+1].mark == "—"):
			p.previous = s.backward(v, i, true)
		case v[i].w != "it":
			p.previous = nil
		}
	}
}

// column returns the modality that the head of a table gives to a cell: "Old
// name", "Before", "v1".
func (p *reader) column(u *unit, ss []*sentence) string {
	if u.column == 0 {
		p.table.from = len(p.claims)
		if u.row == 0 {
			p.table.columns = nil
		}
	}
	if u.row > 0 {
		if u.column < len(p.table.columns) {
			return p.table.columns[u.column]
		}
		return ""
	}
	modality := ""
	if len(ss) == 1 {
		modality = p.labelled(ss[0].label())
	}
	p.table.columns = append(p.table.columns, modality)
	return modality
}

// cell keeps the cells of a row and reads the row when it is whole: names in
// cells of their own stand at the one citation that is a cell of its own.
func (p *reader) cell(u *unit, ss []*sentence) {
	var one *sentence
	if len(ss) == 1 {
		one = ss[0]
	}
	p.table.row = append(p.table.row, one)
	if u.column > 0 && one != nil {
		p.table.modality = stronger(p.table.modality, rowModality(one))
	}
	if !u.last {
		return
	}
	row := p.table.row
	for i := p.table.from; i < len(p.claims) && u.row > 0; i++ {
		p.claims[i].Modality = stronger(p.claims[i].Modality, p.table.modality)
	}
	p.moved(p.table.from)
	p.table.row, p.table.modality = nil, ""
	if u.row == 0 {
		return
	}
	at := -1
	for i, s := range row {
		if s != nil && len(s.tokens) == 1 && s.tokens[0].ref.class == file && len(s.tokens[0].ref.places) == 1 {
			if at >= 0 {
				return
			}
			at = i
		}
	}
	if at < 0 {
		return
	}
	citation := row[at].tokens[0]
	for i, s := range row {
		if i == at || s == nil || !s.bare() {
			continue
		}
		for k, name := range s.tokens {
			if (name.ref.class != symbol && name.ref.class != signature) || s.located[k] {
				continue
			}
			modality, _ := s.mood.name(k)
			p.add(Claim{Kind: Location, Subject: name.ref.name.name, Place: citation.ref.places[0], Modality: modality, Pattern: "row"},
				s.unit.offset(name.start), s.unit.end(name.end))
			p.anchored(s.unit.offset(name.start))
		}
	}
}

// anchored notes that the symbol claim at an offset, which was just made, has
// a citation.
func (p *reader) anchored(offset int) {
	for i := len(p.claims) - 1; i >= 0 && i > len(p.claims)-200; i-- {
		if c := &p.claims[i]; c.Kind == Symbol && c.Offset == offset {
			if c.Anchor == "" || c.Anchor == "listed" || c.Anchor == "call" {
				c.Anchor, c.Unsaid, c.Whose = "cited", false, ""
			}
			return
		}
	}
}

// bare reports whether a cell is a list of names and nothing else.
func (s *sentence) bare() bool {
	for _, k := range s.tokens {
		if k.kind == word && k.ref.class == nothing && !listed(" and or ", k.lower) || k.ref.class == file {
			return false
		}
	}
	return true
}

// link reads the destination of a link.
func (p *reader) link(u *unit, d destination, modality string) {
	dest, err := url.PathUnescape(u.text[d.start:d.end])
	if err != nil {
		return
	}
	c := Claim{Kind: Citation, Modality: modality, Pattern: "link"}
	if repository, place, ok := forge(dest); ok {
		c.Subject, c.Place, c.Modality = repository, place, stronger(modality, external)
	} else if place, ok := parsePath(dest, true); ok && !strings.Contains(dest, "://") {
		c.Place, c.Anchor = place, "linked"
	} else {
		return
	}
	p.add(c, u.offset(d.start), u.end(d.end))
}
