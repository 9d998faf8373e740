package main

import (
	"fmt"
	"slices"

	"sooth/internal/truth/label"
)

// exists is the expression that compiles if and only if the declaration is there.
func exists(d *declaration, receiver, name string) string {
	switch {
	case d.kind == "interface method":
		return fmt.Sprintf("func _(x %s) { _ = x.%s }", receiver, name)
	case d.receiver != "":
		return fmt.Sprintf("func _(x *%s) { _ = x.%s }", receiver, name)
	case d.kind == "func" || d.kind == "var" || d.kind == "const":
		return "var _ = " + name
	}
	return "type _ = " + name
}

// nearNames makes M1 (and, of exported symbols of the standard library, M8):
// a name that is near to a declared one and no word of anything.
func (c *corpus) nearNames(limit int) []candidate {
	class := "M1"
	if c.module == "std" {
		class = "M8"
	}
	var out []candidate
	for _, d := range c.shuffled(class) {
		if len(out) >= limit {
			break
		}
		var names []nearName
		for _, n := range near(d.name) {
			if !c.words[n.name] {
				names = append(names, n)
			}
		}
		if len(names) == 0 {
			c.drop("M1: every near name is a word somewhere")
			continue
		}
		take := 1
		if len(names) > 2 && limit > 700 {
			take = 2
		}
		start := int(order("style", d.symbol()) % uint64(len(names)))
		for i := range take {
			n := names[(start+i*(len(names)/2+1))%len(names)]
			if i == 1 && n == names[start] {
				continue
			}
			yes, no := c.probe(d, "%s", exists(d, d.receiver, d.name)), c.probe(d, "%s", exists(d, d.receiver, n.name))
			s := c.statement(label.Exists, d)
			out = append(out, c.pair(class, n.style, "go/parser, universal-ctags, words, compiler", d, s, label.Statement{Name: n.name, Fault: n.name},
				func() bool { return yes.ok() && no.fails("undefined") }))
		}
	}
	return out
}

// wrongQualifier makes M2: a real method or field on another real type, a real
// function in another real package.
func (c *corpus) wrongQualifier(limit int) []candidate {
	var out []candidate
	types := c.shuffled("M2 types", "struct", "interface", "type")
	for _, d := range c.shuffled("M2", "method", "field") {
		if len(out) >= limit || len(types) == 0 {
			break
		}
		start := int(order("M2 other", d.symbol()) % uint64(len(types)))
		for i := range types {
			o := types[(start+i)%len(types)]
			if o.path != d.path || o.name == d.receiver || o.exported() != d.exported() || c.members[o.name][d.name] || c.packages[o.pkg][d.name] ||
				c.types[o.name] > 1 && c.embedded[o.name] > 0 || o.kind == "type" && d.kind == "field" || c.variables[o.name] {
				continue
			}
			yes := c.probe(d, "%s", exists(d, d.receiver, d.name))
			no, value := c.probe(o, "func _(x *%s) { _ = x.%s }", o.name, d.name), c.probe(o, "func _(x %s) { _ = x.%s }", o.name, d.name)
			out = append(out, c.pair("M2", "member of another type", "go/parser, universal-ctags, compiler", d, c.statement(label.Member, d),
				label.Statement{Receiver: o.name, Fault: o.name}, func() bool { return yes.ok() && no.fails("undefined") && value.fails("undefined") }))
			break
		}
	}
	return append(out, c.wrongPackage(limit/3)...)
}

// wrongPackage makes M2 of functions and types: a name that another package
// has.
func (c *corpus) wrongPackage(limit int) []candidate {
	var out []candidate
	var others []*sourceFile
	for _, f := range c.files {
		if !f.test && !f.excluded && f.pkg != "main" && f.pkg != "internal" {
			others = append(others, f)
		}
	}
	slices.SortFunc(others, func(a, b *sourceFile) int { return int(order("M2", a.file)>>33) - int(order("M2", b.file)>>33) })
	for _, d := range c.shuffled("M2 package", "func", "struct", "interface", "type", "var", "const") {
		if len(out) >= limit || len(others) == 0 {
			break
		}
		if d.pkg == "main" || !d.exported() {
			continue
		}
		start := int(order("M2 package", d.symbol()) % uint64(len(others)))
		for i := range others {
			f := others[(start+i)%len(others)]
			if f.pkg == d.pkg || c.packages[f.pkg][d.name] || c.types[f.pkg] > 0 || c.words[f.pkg+"_"+d.name] || c.members[f.pkg][d.name] {
				continue
			}
			at := &declaration{file: f.file}
			yes, no := c.probe(d, "%s", exists(d, "", d.name)), c.probe(at, "%s", exists(d, "", d.name))
			out = append(out, c.pair("M2", "in another package", "go/parser, universal-ctags, compiler", d, c.statement(label.Exists, d),
				label.Statement{Package: f.pkg, Path: f.path, File: f.file, Line: 1, Fault: f.pkg}, func() bool { return yes.ok() && no.fails("undefined") }))
			break
		}
	}
	return out
}
