package plant

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
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
