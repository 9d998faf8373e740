package gofact

import (
	"sooth/fact"
)

// packageDefinition returns the definition of the package at a path: its clause
// in the first file that has a doc comment above it, else in the first file. A
// file of the build goes before an excluded one, and one that others import
// before a test. False: no file of the package could be read.
//
// A package has a clause in each of its files; the one with the doc comment stands
// for all, as go/doc shows it. External tests and files that no build has define
// none.
func packageDefinition(files []*sourceFile, path string, strength fact.Strength) (fact.Fact, bool) {
	var best *sourceFile
	rank := func(f *sourceFile) (n int) {
		if !f.excluded {
			n += 4
		}
		if !f.test {
			n += 2
		}
		if summary(f.syntax.Doc) != "" {
			n++
		}
		return n
	}
	for _, f := range files {
		if f.path != path || ignored(f) || f.syntax.Name == nil || f.syntax.Name.Name == "_" {
			continue
		}
		if best == nil || rank(f) > rank(best) {
			best = f
		}
	}
	if best == nil {
		return fact.Fact{}, false
	}
	name := best.syntax.Name
	d := fact.Fact{
		Kind: fact.Definition, Language: language, Subject: path, Symbol: symbolPackage, Detail: "package " + name.Name,
		Doc: summary(best.syntax.Doc), Excluded: best.excluded, Strength: strength,
		Span: best.span(best.syntax.Package, name.End()), Name: best.word(name.Pos(), len(name.Name)),
	}
	if doc := best.syntax.Doc; doc != nil {
		d.DocLine = best.lines.PositionFor(best.clamp(doc.Pos()), false).Line
	}
	return d, true
}
