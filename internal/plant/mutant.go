package plant

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"sooth/score"
	"sooth/suite"
)

// edit replaces source[start:end] by text.
type edit struct {
	start, end int
	text       string
}

// mutant is a fault that is not confirmed yet.
type mutant struct {
	kind   score.Kind
	style  string // how it was made, for the statistics: "synonym", "dropped argument"
	symbol string // qualified: "net/http.Client.Foo"
	path   string // import path of the package whose symbol it is
	owner  string // the type that lacks the field or method
	name   string // the last segment, or the text to look for at the planted line
	tier   int    // 0: as models do it; higher: taken only where nothing better is
	at     int    // offset of the fault in the source, for its place
	edits  []edit // not overlapping
	shift  int    // bytes into the text of the edit at `at` where the fault stands
	// imports to add; those that the change leaves unused are taken out when
	// tidy is set.
	imports []string
	tidy    bool
	proof   proof // what has to be looked up, for kinds that compile

	text string // the whole mutated file
	line int    // of the fault in text
}

// proof is what an independent source must say of a symbol.
type proof struct {
	api         string // the beginning of a line of $GOROOT/api, "pkg slices, func Sort["
	language    string // what the compiler says: "requires go1.21 or later"
	dir         string // import path whose source has the "Deprecated:" paragraph
	declaration string // "ReadAll", "ReverseProxy.Director"
	replacement string // named by the paragraph, "io.ReadAll"
}

// apply makes the text of m; false: it cannot be applied or changes nothing.
func (p *program) apply(m *mutant) bool {
	edits := m.edits
	if m.tidy || len(m.imports) > 0 {
		more, ok := p.fixImports(m)
		if !ok {
			return false
		}
		edits = append(slices.Clone(edits), more...)
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var b strings.Builder
	last, fault := 0, -1
	for _, e := range edits {
		if e.start < last {
			return false
		}
		if fault < 0 && m.at < e.start {
			fault = b.Len() + m.at - last
		}
		b.WriteString(p.source[last:e.start])
		if fault < 0 && m.at <= max(e.end-1, e.start) {
			fault = b.Len() + m.shift
		}
		b.WriteString(e.text)
		last = e.end
	}
	if fault < 0 {
		fault = b.Len() + m.at - last
	}
	b.WriteString(p.source[last:])
	m.text = b.String()
	if m.text == p.source || fault > len(m.text) {
		return false
	}
	m.line = 1 + strings.Count(m.text[:fault], "\n")
	return true
}

// fixImports returns the edits of the import declarations that m needs.
func (p *program) fixImports(m *mutant) ([]edit, bool) {
	plain := *m
	plain.imports, plain.tidy = nil, false
	if !p.apply(&plain) {
		return nil, false
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", plain.text, parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	var edits []edit
	for _, spec := range p.file.Imports {
		path := strings.Trim(spec.Path.Value, "\"`")
		name, _ := p.qualifier(path)
		if m.tidy && !used[name] {
			start, end := p.lines(p.offset(spec.Pos()), p.offset(spec.End()))
			edits = append(edits, edit{start, end, ""})
		}
	}
	for _, path := range m.imports {
		if _, ok := p.qualifier(path); ok {
			continue
		}
		e, ok := p.addImport(path)
		if !ok {
			return nil, false
		}
		edits = append(edits, e)
	}
	return edits, true
}

// addImport returns the edit that imports path, in the order of the paths
// beside the standard library's.
func (p *program) addImport(path string) (edit, bool) {
	for _, d := range p.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		if !g.Lparen.IsValid() {
			at := p.offset(g.Pos())
			return edit{at, at, "import \"" + path + "\"\n"}, true
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ImportSpec)
			if strings.Trim(spec.Path.Value, "\"`") > path || strings.Contains(strings.Split(spec.Path.Value, "/")[0], ".") {
				start, _ := p.lines(p.offset(spec.Pos()), p.offset(spec.End()))
				return edit{start, start, "\t\"" + path + "\"\n"}, true
			}
		}
		last := g.Specs[len(g.Specs)-1]
		_, end := p.lines(p.offset(last.Pos()), p.offset(last.End()))
		return edit{end, end, "\t\"" + path + "\"\n"}, true
	}
	return edit{}, false
}

// lines widens a range of offsets to whole lines, the last newline included.
func (p *program) lines(start, end int) (int, int) {
	start = strings.LastIndexByte(p.source[:start], '\n') + 1
	if i := strings.IndexByte(p.source[end:], '\n'); i >= 0 {
		return start, end + i + 1
	}
	return start, len(p.source)
}

// planted turns a confirmed mutant into a line of planted.jsonl, but for its id.
func (p *program) planted(m *mutant, by, output string) suite.Planted {
	find, replace := difference(p.source, m.text)
	out := suite.Planted{
		Task: p.task.ID, Kind: string(m.kind), Criterion: Criterion(m.kind), File: p.name,
		Find: find, Replace: replace, Line: m.line, Symbol: m.symbol,
	}
	out.Confirmed.By, out.Confirmed.Output = by, output
	return out
}

// difference returns the whole lines in which two texts differ, widened until
// they occur only once in the first.
func difference(before, after string) (find, replace string) {
	start := 0
	for start < min(len(before), len(after)) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < min(len(before), len(after))-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	start = strings.LastIndexByte(before[:start], '\n') + 1
	stop, more := len(before)-end, len(after)-len(before)
	whole := func(text string, stop int) bool { return stop <= start || text[stop-1] == '\n' }
	for stop < len(before) && (stop <= start || !whole(before, stop) || !whole(after, stop+more)) {
		if i := strings.IndexByte(before[stop:], '\n'); i >= 0 {
			stop += i + 1
		} else {
			stop = len(before)
		}
	}
	for strings.Count(before, before[start:stop]) != 1 {
		if start > 0 {
			start = strings.LastIndexByte(before[:start-1], '\n') + 1
		} else {
			stop = min(stop+strings.IndexByte(before[stop:]+"\n", '\n')+1, len(before))
		}
	}
	return before[start:stop], after[start : stop+more]
}

// arrange orders candidates: by tier, then one of each place after the other.
// At a place the styles take turns; places, styles and the variants of a style
// are shuffled by the seed. Styles that only add a word come last.
func arrange(list []*mutant, seed uint64, task string) []*mutant {
	if len(list) == 0 {
		return nil
	}
	h := fnv.New64a()
	h.Write([]byte(task + "\x00" + string(list[0].kind)))
	random := rand.New(rand.NewPCG(seed, h.Sum64()))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	type place struct {
		tier, at int
		style    string
	}
	turn := map[place]int{}
	round := map[*mutant]int{}
	count := func(p place) int { turn[p]++; return turn[p] - 1 }
	for _, m := range list { // the n-th of its style at its place
		round[m] = count(place{m.tier, m.at, m.style})
		if m.style == "added word" {
			round[m] += 100
		}
	}
	slices.SortStableFunc(list, func(a, b *mutant) int { return cmp.Compare(round[a], round[b]) })
	for _, m := range list { // the n-th at its place
		round[m] = count(place{m.tier, m.at, ""})
	}
	for _, m := range list { // the n-th of its style among the n-th of their places
		round[m] = round[m]*1000 + count(place{m.tier, -1 - round[m], m.style})
	}
	slices.SortStableFunc(list, func(a, b *mutant) int {
		return cmp.Or(cmp.Compare(a.tier, b.tier), cmp.Compare(round[a], round[b]))
	})
	return list
}
