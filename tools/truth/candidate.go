package main

import (
	"crypto/sha256"
	"encoding/binary"
	"path"
	"slices"
	"strings"

	"sooth/internal/truth/label"
)

// candidate is a label that is kept if its check holds once the compiler has
// answered.
type candidate struct {
	label.Label
	check func() bool
}

// statement begins a statement about a declaration.
func (c *corpus) statement(form label.Form, d *declaration) label.Statement {
	kind := d.kind
	if kind == "interface method" {
		kind = "method"
	}
	path, _ := strings.CutSuffix(d.path, "_test")
	return label.Statement{Form: form, Kind: kind, Package: d.pkg, Path: path, Receiver: d.receiver, Pointer: d.pointer, Name: d.name,
		File: d.file, Line: d.line, EndLine: d.end}
}

// pair makes a candidate of a true statement and its mutant.
func (c *corpus) pair(class, style, tools string, d *declaration, s label.Statement, mutant label.Statement, check func() bool) candidate {
	return candidate{label.Label{Module: c.module, Symbol: d.symbol(), Class: class, Style: style, Tools: tools, Expect: "refuted", Shared: c.shared(d, mutant), True: s, Mutant: &mutant}, check}
}

// shared says whether the names of a statement and its mutant have more than
// one meaning without their qualifiers.
func (c *corpus) shared(d *declaration, mutant label.Statement) bool {
	if d.kind == "file" {
		folders := map[string]bool{}
		for _, f := range c.files {
			if f.pkg == d.pkg {
				folders[path.Dir(f.file)] = true
			}
		}
		return len(folders) > 1
	}
	if len(c.byName[d.name]) > 1 || c.declared[d.name] > 1 {
		return true
	}
	return mutant.Form == label.Deprecated && (len(c.byName[mutant.Name]) > 1 || c.declared[mutant.Name] > 1)
}

// order returns a number that shuffles, the same every time.
func order(parts ...string) uint64 {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return binary.BigEndian.Uint64(sum[:8])
}

// shuffled returns the declarations that statements may be made of, in an order
// of the class's own.
func (c *corpus) shuffled(class string, kinds ...string) []*declaration {
	var out []*declaration
	for i := range c.declarations {
		if d := &c.declarations[i]; (len(kinds) == 0 || slices.Contains(kinds, d.kind)) && c.usable(d) {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b *declaration) int {
		x, y := order(class, a.symbol()), order(class, b.symbol())
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return out
}

// keep returns the first n of the candidates whose check holds and counts the rest.
func (c *corpus) keep(list []candidate, n int) []label.Label {
	var out []label.Label
	for _, k := range list {
		if k.check != nil && !k.check() {
			c.drop(k.Class + " " + k.Style + ": the tools do not agree")
			continue
		}
		if len(out) < n {
			out = append(out, k.Label)
		}
	}
	return out
}
