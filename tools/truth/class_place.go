package main

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"sooth/internal/truth/label"
)

// places makes M3 (a sibling file, a file that is not there) and M4 (a line
// outside of the declaration, a range past the end of the file).
func (c *corpus) places(limit int) []candidate {
	var out []candidate
	tools := "go/parser, universal-ctags, line counting"
	for i, d := range c.shuffled("M3", "func", "method", "struct", "interface", "type") {
		if len(out) >= limit {
			break
		}
		f := c.files[d.file]
		if i%3 == 0 {
			if o := c.sibling(d); o != nil {
				out = append(out, c.pair("M3", "sibling file", tools, d, c.statement(label.Within, d), label.Statement{File: o.file, Fault: o.file}, nil))
			}
			continue
		}
		line, style := 0, ""
		switch pick := order("M4", d.symbol()); {
		case pick%4 == 0:
			line, style = d.end+1+int(pick/4%3), "at most three lines off"
		case pick%4 == 1:
			line, style = d.doc-1-int(pick/4%3), "at most three lines off"
		case pick%4 == 2:
			line, style = f.lines+2+int(pick/4%400), "past the end of the file"
		default:
			line, style = 1+int(pick/4%uint64(f.lines)), "elsewhere in the file"
		}
		if line < 1 || style != "past the end of the file" && line > f.lines || c.holds(d, line) {
			continue
		}
		if style == "elsewhere in the file" && (line >= d.doc-3 && line <= d.end+3) {
			continue
		}
		out = append(out, c.pair("M4", style, tools, d, c.statement(label.Location, d), label.Statement{Line: line, Fault: "line"}, nil))
	}
	return out
}

// holds says whether a line lies in a declaration that has the name.
func (c *corpus) holds(d *declaration, line int) bool {
	return slices.ContainsFunc(c.byName[d.name], func(o *declaration) bool { return o.file == d.file && line >= o.doc && line <= o.end })
}

// sibling returns a file of the same folder in which the name is no word.
func (c *corpus) sibling(d *declaration) *sourceFile {
	var list []*sourceFile
	for _, f := range c.files {
		if f.file != d.file && path.Dir(f.file) == path.Dir(d.file) && !f.test && !f.excluded &&
			!regexp.MustCompile(`\b`+d.name+`\b`).Match(f.text) {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.SortFunc(list, func(a, b *sourceFile) int { return strings.Compare(a.file, b.file) })
	return list[order("M3", d.symbol())%uint64(len(list))]
}

// citations makes M3 and M4 of files alone: ranges that end in the file, one
// past its last line (true), and past that; names of files that are not there.
func (c *corpus) citations(limit int) []candidate {
	var out []candidate
	names := make([]string, 0, len(c.files))
	for n, f := range c.files {
		if !f.excluded && f.lines > 5 {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return int(order("M4", a)>>33) - int(order("M4", b)>>33) })
	for round := 0; len(out) < limit && round < 6; round++ {
		for _, n := range names {
			if len(out) >= limit {
				break
			}
			f := c.files[n]
			pick := order("citation", n, string(rune('0'+round)))
			d := &declaration{path: f.path, name: path.Base(n)}
			line := 1 + int(pick%uint64(f.lines))
			s := label.Statement{Form: label.Citation, Package: f.pkg, Path: f.path, File: n, Line: line, EndLine: min(f.lines, line+int(pick>>20%30))}
			switch round % 3 {
			case 0:
				out = append(out, c.pair("M4", "range past the end", "line counting", d, s, label.Statement{Line: f.lines + 3 + int(pick>>30%200), EndLine: f.lines + 240, Fault: "line"}, nil))
			case 1:
				if wrong := c.noFile(n); wrong != "" {
					out = append(out, c.pair("M3", "no such file", "line counting, files of the tree", d, s, label.Statement{File: wrong, Fault: wrong}, nil))
				}
			default:
				s.EndLine, s.Line = f.lines+1, max(1, f.lines-int(pick%20))
				out = append(out, candidate{Label: label.Label{Module: c.module, Symbol: d.symbol(), Class: "M4", Style: "one past the end", Tools: "line counting", Expect: "verified", True: s}})
			}
		}
	}
	return out
}

// noFile returns a path near to name that no file of the tree ends in.
func (c *corpus) noFile(name string) string {
	base := strings.TrimSuffix(path.Base(name), ".go")
	for _, b := range []string{base + "s", base + "_util", strings.TrimSuffix(base, "s"), "new_" + base} {
		if b != base && !slices.ContainsFunc(c.paths, func(p string) bool { return path.Base(p) == b+".go" }) {
			return path.Join(path.Dir(name), b+".go")
		}
	}
	return ""
}
