package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// calls_: gopls lists the object among what the subject calls, or does not.
func (x *third) calls_(q generated) (bool, bool, error) {
	found, decided, err := x.called(q.Subject)
	if !decided || err != nil {
		return false, false, err
	}
	return slices.Contains(found, q.Object) == *q.Truth.Boolean, true, nil
}

// callees_: gopls lists the same functions of the tree.
func (x *third) callees_(q generated) (bool, bool, error) {
	found, decided, err := x.called(q.Subject)
	if !decided || err != nil {
		return false, false, err
	}
	return slices.Equal(found, members(q)), true, nil
}

// column finds the name of a declaration in its line, from 1.
func column(f *sourceFile, d *declaration) int {
	lines := strings.Split(string(f.text), "\n")
	if d.nameLine > len(lines) {
		return 1
	}
	line := lines[d.nameLine-1]
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(d.name) + `\b`)
	if d.kind == "func" || d.kind == "method" {
		if at := strings.Index(line, " "+d.name); at >= 0 && d.receiver != d.name {
			if m := regexp.MustCompile(`\) ?` + regexp.QuoteMeta(d.name) + `[(\[]|func ` + regexp.QuoteMeta(d.name) + `[(\[]`).FindStringIndex(line); m != nil {
				return m[0] + strings.Index(line[m[0]:], d.name) + 1
			}
		}
	}
	if m := word.FindStringIndex(line); m != nil {
		return m[0] + 1
	}
	return 1
}

// members are the qualified names of a set, sorted.
func members(q generated) (names []string) {
	for _, n := range q.Truth.Names {
		names = append(names, n[0])
	}
	slices.Sort(names)
	return names
}

// called returns the functions of the tree that gopls says a function calls.
func (x *third) called(symbol string) (names []string, decided bool, err error) {
	d := x.one(symbol)
	if d == nil {
		return nil, false, nil
	}
	f := x.files[d.file]
	found, err := x.server.callees(d.file, f.text, d.nameLine, column(f, d))
	if err != nil {
		return nil, false, err
	}
	for _, k := range found {
		to := x.at[tag{k.file, k.name, k.line}]
		switch {
		case to == nil: // of another module
		case to.kind == "func", to.kind == "method", to.kind == "interface method":
			names = append(names, to.symbol())
		}
	}
	slices.Sort(names)
	return slices.Compact(names), true, nil
}

// position opens the file of a declaration and names its place.
func (x *third) position(d *declaration) (map[string]any, error) {
	name := filepath.Join(x.dir, d.file)
	f := x.files[d.file]
	if !x.server.opened[d.file] {
		x.server.opened[d.file] = true
		open := map[string]any{"textDocument": map[string]any{"uri": address(name), "languageId": "go", "version": 1, "text": string(f.text)}}
		if err := x.server.send(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": open}); err != nil {
			return nil, err
		}
	}
	return map[string]any{"textDocument": map[string]any{"uri": address(name)}, "position": map[string]any{"line": d.nameLine - 1, "character": column(f, d) - 1}}, nil
}

// callers: gopls lists the same functions as callers, in tests or outside. It
// also tells where a function is only named as a value, and calls through interfaces that may mean a method:
// then nothing is decided.
func (x *third) callers(q generated) (bool, bool, error) {
	d := x.one(q.Subject)
	if d == nil {
		return false, false, nil
	}
	at, err := x.position(d)
	if err != nil {
		return false, false, err
	}
	var items []json.RawMessage
	if err := x.server.call("textDocument/prepareCallHierarchy", at, &items); err != nil || len(items) != 1 {
		return false, false, err
	}
	var calls []struct {
		From struct {
			Name, URI      string
			SelectionRange struct{ Start struct{ Line int } }
		}
	}
	if err := x.server.call("callHierarchy/incomingCalls", map[string]any{"item": items[0]}, &calls); err != nil {
		return false, false, err
	}
	var names []string
	for _, c := range calls {
		u, err := url.Parse(c.From.URI)
		if err != nil {
			return false, false, err
		}
		last := c.From.Name[strings.LastIndexByte(c.From.Name, '.')+1:]
		from := x.at[tag{u.Path, last, c.From.SelectionRange.Start.Line + 1}]
		if from == nil {
			return false, false, nil // a closure, a variable
		}
		tests := q.Kind == "covered-by"
		if from.test != tests || tests && !strings.HasPrefix(from.name, "Test") {
			continue
		}
		names = append(names, from.symbol())
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if slices.Equal(names, members(q)) {
		return true, true, nil
	}
	for _, n := range members(q) {
		if !slices.Contains(names, n) {
			x.told = append(x.told, "gopls lacks the caller "+n)
			return false, true, nil
		}
	}
	return false, false, nil
}

// implementers: gopls finds the same types of the tree outside of tests. It tells
// interfaces too, which are left out.
func (x *third) implementers(q generated) (bool, bool, error) {
	d := x.one(q.Subject)
	if d == nil {
		return false, false, nil
	}
	at, err := x.position(d)
	if err != nil {
		return false, false, err
	}
	var found []struct {
		URI   string
		Range struct{ Start struct{ Line, Character int } }
	}
	if err := x.server.call("textDocument/implementation", at, &found); err != nil {
		return false, false, err
	}
	var names []string
	for _, l := range found {
		u, err := url.Parse(l.URI)
		if err != nil {
			return false, false, err
		}
		for key, to := range x.at {
			if key.file == u.Path && key.line == l.Range.Start.Line+1 && !to.test && to.receiver == "" && (to.kind == "struct" || to.kind == "type") {
				names = append(names, to.symbol())
			}
		}
	}
	slices.Sort(names)
	return slices.Equal(slices.Compact(names), members(q)), true, nil
}

// declared: the declaration as gopls shows it, which is how go/types prints it.
func (x *third) declared(q generated) (bool, bool, error) {
	d := x.one(q.Subject)
	if d == nil {
		return false, false, nil
	}
	at, err := x.position(d)
	if err != nil {
		return false, false, err
	}
	var hover struct{ Contents struct{ Value string } }
	if err := x.server.call("textDocument/hover", at, &hover); err != nil {
		return false, false, err
	}
	_, shown, ok := strings.Cut(hover.Contents.Value, "```go\n")
	shown, _, _ = strings.Cut(shown, "\n```")
	if !ok {
		return false, false, nil
	}
	shown, _, _ = strings.Cut(shown, "\n")
	own := strings.TrimSuffix(d.pkg, "_test") + "."
	plain := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(s, own, ""), " ", ""), "interface{}", "any")
	}
	if q.Kind == "field-type" {
		words := strings.SplitN(strings.TrimPrefix(shown, "field "), " ", 2)
		if len(words) < 2 {
			return false, false, nil
		}
		typ, _, _ := strings.Cut(words[1], " // ")
		typ, _, _ = strings.Cut(typ, " `")
		if strings.HasPrefix(typ, "struct{") {
			return false, false, nil
		}
		return plain(typ) == plain(q.Truth.Signature), true, nil
	}
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+shown, parser.SkipObjectResolution)
	if err != nil || len(f.Decls) != 1 {
		return false, false, nil
	}
	fn, ok := f.Decls[0].(*ast.FuncDecl)
	if !ok {
		return false, false, nil
	}
	if q.Kind == "receiver" {
		if fn.Recv == nil {
			return false, false, nil
		}
		_, star := fn.Recv.List[0].Type.(*ast.StarExpr)
		return star == *q.Truth.Boolean, true, nil
	}
	list := fn.Type.Results
	if q.Kind == "takes" {
		list = fn.Type.Params
	}
	var parts []string
	if list != nil {
		for _, p := range list.List {
			for range max(1, len(p.Names)) {
				parts = append(parts, types.ExprString(p.Type))
			}
		}
	}
	all := strings.Join(parts, ", ")
	if len(parts) != 1 {
		all = "(" + all + ")"
	}
	return plain(all) == plain(q.Truth.Signature), true, nil
}
