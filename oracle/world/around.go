package world

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/lang"
)

// Around returns the folders of the packages that the tree imports and that are
// not its own, in order.
func (w *World) Around(ctx context.Context) ([]string, error) {
	return w.shelf.get(func() ([]string, error) {
		if w.packages == nil {
			return nil, nil
		}
		seen := map[string]bool{}
		var dirs []string
		for f, err := range w.facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Import}}) {
			if err != nil {
				return nil, err
			}
			if seen[f.Object] || f.Object == "C" || f.Object == "unsafe" {
				continue
			}
			seen[f.Object] = true
			if w.Own(ctx, f.Object) {
				continue
			}
			dir, err := w.Folder(ctx, f.Object)
			if err != nil {
				return nil, err
			}
			if dir != "" {
				dirs = append(dirs, dir)
			}
		}
		if dir, err := w.Folder(ctx, "fmt"); err != nil {
			return nil, err
		} else if dir != "" { // what the standard library has, imported or not
			dirs = append(dirs, filepath.Join(filepath.Dir(filepath.Dir(dir)), "api"))
		}
		slices.Sort(dirs)
		return slices.Compact(dirs), nil
	})
}

// Folder returns where the source of a package is, absolute; empty: not here.
func (w *World) Folder(ctx context.Context, path string) (string, error) {
	if f, ok := w.packages.(lang.Folders); ok {
		dir, err := f.Folder(ctx, path)
		if err != nil && ctx.Err() == nil {
			return "", nil
		}
		return dir, err
	}
	s, err := w.Fresh(ctx, path)
	return s.Dir, err
}

// usedAsVariable reports whether something in the tree is called so that is no
// package: "x := ", "x *T", "(x T".
func (w *World) usedAsVariable(ctx context.Context, name string) (bool, error) {
	return of(w, w.variables, name).get(func() (bool, error) { return w.lookForVariable(ctx, name) })
}

func (w *World) lookForVariable(ctx context.Context, name string) (bool, error) {
	c, err := w.treeCorpus(ctx)
	if err != nil {
		return false, err
	}
	if c.short != "" {
		return true, nil
	}
	files, err := c.holding(ctx, name)
	if err != nil {
		return false, err
	}
	texts, err := c.keep(ctx)
	if err != nil {
		return false, err
	}
	for _, i := range files {
		if filepath.Ext(c.names[i]) != ".go" {
			continue
		}
		data, err := c.text(texts, int(i))
		if err != nil || len(data) > maxFile {
			return true, nil
		}
		if variableOf(data, name) {
			return true, nil
		}
	}
	return false, ctx.Err()
}

// variableOf reports whether the code of a file of Go uses a name so.
func variableOf(data []byte, name string) bool {
	var lines []int
	n := 1
	for line := range strings.Lines(string(data)) {
		if strings.Contains(line, name) && variableIn(strings.TrimRight(line, "\r\n"), name) {
			lines = append(lines, n)
		}
		n++
	}
	if len(lines) == 0 {
		return false
	}
	found := inGo(data, name)
	return len(found) > maxInFile || slices.ContainsFunc(found, func(o Occurrence) bool { return o.Where == InCode && slices.Contains(lines, o.Line) })
}

// selected reports whether the code of the tree selects so: "call.page". If not,
// no variable of the tree called like a type has the member.
func (w *World) selected(ctx context.Context, selector string) (bool, error) {
	found, err := w.Occurs(ctx, selector)
	if err != nil {
		return false, err
	}
	if found.Short != "" {
		return true, nil
	}
	l, err := w.listed(ctx)
	if err != nil {
		return false, err
	}
	_, name, _ := strings.Cut(selector, ".")
	for _, file := range l.files { // inGo finds words, not selectors
		if !strings.HasSuffix(file, ".go") {
			continue
		}
		data, err := w.Read(file)
		if err != nil {
			return true, nil
		}
		if hasWord(data, selector) && hasWord(data, name) {
			return true, nil
		}
	}
	return len(found.List) > 0, nil
}

// variableIn reports whether a line of Go uses a name otherwise than to qualify
// something, or to name the package.
func variableIn(line, name string) bool {
	if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "package ") || strings.HasPrefix(trimmed, name+" \"") || strings.HasPrefix(trimmed, "import ") {
		return false
	}
	for at := 0; ; {
		i := strings.Index(line[at:], name)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(name)
		at = end
		if !wholeWord([]byte(line), start, end) {
			continue
		}
		if comment := strings.Index(line, "//"); comment >= 0 && comment < start {
			return false
		}
		if strings.Count(line[:start], `"`)%2 == 1 || strings.Count(line[:start], "`")%2 == 1 {
			continue
		}
		if !strings.HasPrefix(line[end:], ".") && !strings.HasSuffix(line[:start], ".") {
			return true
		}
	}
}
