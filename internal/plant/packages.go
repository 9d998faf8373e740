package plant

import (
	"go/ast"
	"path"
	"strings"

	"sooth/score"
)

// invented returns imports of packages that neither the standard library nor
// a pinned module has: parts left out or added, a plural, an ending. Where the
// last part changes, the names that qualify by it change with it, as an author
// who believes in the package would write them.
func (p *program) invented() []*mutant {
	var list []*mutant
	for _, spec := range p.file.Imports {
		full := strings.Trim(spec.Path.Value, "\"`")
		l, ok := p.packages[full]
		if !ok {
			continue
		}
		base, rest := "", full // base: what surely is the module's or the library's
		tier := 1
		if l.Module != nil {
			base, rest = l.Module.Path, strings.TrimPrefix(strings.TrimPrefix(full, l.Module.Path), "/")
			tier = 0
		} else if p.task.ModulePath == "std" && full != "errors" {
			tier = 0
		}
		var names []near
		add := func(style, rest string) {
			if whole := strings.Trim(base+"/"+rest, "/"); whole != full && rest != "" {
				names = append(names, near{whole, style})
			}
		}
		parts := strings.Split(rest, "/")
		last := parts[len(parts)-1]
		front := strings.Join(parts[:len(parts)-1], "/")
		short := l.Name
		switch {
		case rest == "": // the root of a module
			add("added part", short)
			add("added part", short+"x")
			add("added part", short+"util")
			add("added part", "pkg/"+short)
		default:
			if len(parts) > 1 {
				add("left out part", strings.Join(append(append([]string{}, parts[:len(parts)-2]...), last), "/"))
			}
			if plural, ok := strings.CutSuffix(last, "s"); ok && len(plural) > 2 {
				add("plural", path.Join(front, plural))
			} else {
				add("plural", path.Join(front, last+"s"))
			}
			if l.Module != nil {
				add("added part", "pkg/"+rest)
				add("ending", path.Join(front, last+"util"))
				add("ending", path.Join(front, last+"x"))
			}
		}
		for _, other := range elsewhere(full) {
			names = append(names, near{other, "another place"})
		}
		for _, v := range names {
			if m := p.reimport(spec, full, v); m != nil {
				m.tier = tier
				list = append(list, m)
			}
		}
	}
	return list
}

// reimport imports v in place of the package of path, and renames its uses
// when the name by which they qualify changes.
func (p *program) reimport(spec *ast.ImportSpec, full string, v near) *mutant {
	if strings.Contains(v.name, "/internal/") {
		return nil
	}
	at := p.offset(spec.Path.Pos())
	m := &mutant{
		kind: score.InventedPackage, style: v.style, symbol: v.name, path: v.name, name: v.name, at: at,
		edits: []edit{{at, p.offset(spec.Path.End()), `"` + v.name + `"`}},
	}
	name, _ := p.qualifier(full)
	next := path.Base(v.name)
	if spec.Name != nil || next == name {
		return m
	}
	if !p.free(next, p.file.End()) {
		return nil
	}
	uses := 0
	clash := false
	ast.Inspect(p.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && p.imported(sel) != nil && p.imported(sel).Path() == full {
			x := sel.X.(*ast.Ident)
			clash = clash || !p.free(next, x.Pos())
			m.edits = append(m.edits, edit{p.offset(x.Pos()), p.offset(x.End()), next})
			uses++
		}
		return true
	})
	if clash || uses > 6 { // many uses make one long line of planted.jsonl
		m.edits = m.edits[:1]
		m.edits[0].text = name + ` "` + v.name + `"`
		m.shift = len(name) + 1
		m.style += ", renamed"
	}
	return m
}

// elsewhere returns where in the standard library an author may believe a
// package to be.
func elsewhere(full string) []string {
	switch full {
	case "slices", "maps", "cmp":
		return []string{"container/" + full, "sort/" + full}
	case "strings", "unicode", "bytes":
		return []string{"text/" + full, "encoding/" + full}
	case "unicode/utf8":
		return []string{"encoding/utf8", "text/utf8", "utf8"}
	case "sync", "context":
		return []string{"runtime/" + full, "os/" + full}
	case "sync/atomic":
		return []string{"atomic", "runtime/atomic"}
	case "io", "io/fs":
		return []string{"os/" + path.Base(full)}
	case "path", "path/filepath":
		return []string{"os/" + path.Base(full), "io/" + path.Base(full)}
	case "encoding/hex", "encoding/base64":
		return []string{path.Base(full), "crypto/" + path.Base(full)}
	case "encoding/json":
		return []string{"json", "net/json"}
	case "net/http", "net/http/httputil", "net/url":
		return []string{path.Base(full), "net/httputil/" + path.Base(full)}
	case "errors", "fmt", "strconv", "sort":
		return []string{"text/" + full, "runtime/" + full}
	case "time":
		return []string{"os/time", "runtime/time"}
	case "os", "runtime", "reflect":
		return []string{"sys/" + full}
	case "crypto/rand", "crypto/sha256", "crypto/ecdsa", "crypto/elliptic":
		return []string{path.Base(full), "crypto/hash/" + path.Base(full)}
	}
	return nil
}
