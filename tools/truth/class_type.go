package main

import (
	"path"
	"slices"
	"sort"
	"strings"

	"sooth/internal/truth/label"
)

// known is an interface of the standard library.
type known struct{ name, path, method string }

func knownInterfaces() []known {
	return []known{{"io.Reader", "io", "Read"}, {"io.Writer", "io", "Write"}, {"io.Closer", "io", "Close"}, {"io.ReaderFrom", "io", "ReadFrom"}, {"io.WriterTo", "io", "WriteTo"},
		{"fmt.Stringer", "fmt", "String"}, {"http.Handler", "net/http", "ServeHTTP"}, {"http.RoundTripper", "net/http", "RoundTrip"}, {"http.Flusher", "net/http", "Flush"},
		{"json.Marshaler", "encoding/json", "MarshalJSON"}, {"json.Unmarshaler", "encoding/json", "UnmarshalJSON"}, {"sort.Interface", "sort", "Less"},
		{"encoding.TextMarshaler", "encoding", "MarshalText"}, {"http.Hijacker", "net/http", "Hijack"}, {"io.ReaderAt", "io", "ReadAt"}, {"io.Seeker", "io", "Seek"}}
}

// implements makes M7: the compiler says which types have the methods.
func (c *corpus) implements(limit int) []candidate {
	var out []candidate
	interfaces := c.shuffled("M7 interfaces", "interface")
	methods := map[string]map[string]bool{}
	for _, d := range c.declarations {
		if d.kind == "interface method" || d.kind == "method" {
			k := d.path + "." + d.receiver
			if methods[k] == nil {
				methods[k] = map[string]bool{}
			}
			methods[k][d.name] = true
		}
	}
	for _, d := range c.shuffled("M7", "struct", "type") {
		if len(out) >= limit {
			break
		}
		own := methods[d.path+"."+d.name]
		var yes, no []string
		for _, i := range interfaces {
			need := methods[i.path+"."+i.name]
			if i.path != d.path || len(need) == 0 || i.typ != "" || c.types[i.name] != 1 || i.name == d.name {
				continue
			}
			if n := missing(need, own); n == 0 {
				yes = append(yes, i.name)
			} else if n == len(need) || n > 1 {
				no = append(no, i.name)
			}
		}
		f := c.files[d.file]
		for _, k := range knownInterfaces() {
			if as, ok := f.imports[k.path]; !ok || as != "" {
				continue
			}
			if own[k.method] {
				yes = append(yes, k.name)
			} else {
				no = append(no, k.name)
			}
		}
		sort.Strings(yes)
		sort.Strings(no)
		for n, i := range yes[:min(len(yes), 3)] {
			if len(no) == 0 {
				break
			}
			wrong := no[(int(order("M7", d.symbol())>>33)+n)%len(no)]
			s := c.statement(label.Implements, d)
			s.Object, s.Pointer = i, true
			right := c.probe(d, "var _ %s = (*%s)(nil)", i, d.name)
			value, pointer := c.probe(d, "var _ %s = *new(%s)", wrong, d.name), c.probe(d, "var _ %s = (*%s)(nil)", wrong, d.name)
			out = append(out, c.pair("M7", "implements another interface", "go/parser, compiler", d, s, label.Statement{Object: wrong, Fault: wrong},
				func() bool {
					return right.ok() && value.fails("does not implement") && pointer.fails("does not implement")
				}))
		}
	}
	return out
}

// missing counts what of need is not in own.
func missing(need, own map[string]bool) int {
	n := 0
	for k := range need {
		if !own[k] {
			n++
		}
	}
	return n
}

// embeds makes M7 of embedded types.
func (c *corpus) embeds(limit int) []candidate {
	var out []candidate
	var all []string
	for _, d := range c.shuffled("M7 embedded", "struct", "interface") {
		for _, e := range d.embeds {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	for _, d := range c.shuffled("M7 embeds", "struct", "interface") {
		if len(out) >= limit {
			break
		}
		for _, e := range d.embeds[:min(len(d.embeds), 3)] {
			for k := range all {
				o := all[(int(order("M7 e", d.symbol(), e)>>33)+k)%len(all)]
				if slices.Contains(d.embeds, o) || o == d.name || strings.HasSuffix(o, "."+last(e)) || last(o) == last(e) || strings.Contains(o, ".") && !c.imported(d, o) || !strings.Contains(o, ".") && !c.packages[d.pkg][o] {
					continue
				}
				s := c.statement(label.Embeds, d)
				s.Object = e
				yes, no := c.probe(d, "func _(x *%s) { _ = x.%s }", d.name, last(e)), c.probe(d, "func _(x *%s) { _ = x.%s }", d.name, last(o))
				if d.kind == "interface" {
					yes, no = c.probe(d, "func _(x %s) { var _ %s = x }", d.name, e), c.probe(d, "func _(x %s) { var _ %s = x }", d.name, o)
				}
				out = append(out, c.pair("M7", "embeds another type", "go/parser, compiler", d, s, label.Statement{Object: o, Fault: o},
					func() bool { return yes.ok() && no.fails("undefined", "does not implement") }))
				break
			}
		}
	}
	return out
}

func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// imported says whether the file of d imports the package that a qualified
// name begins with, under its own name.
func (c *corpus) imported(d *declaration, name string) bool {
	pkg, _, _ := strings.Cut(name, ".")
	for p, as := range c.files[d.file].imports {
		if as == "" && path.Base(p) == pkg {
			return true
		}
	}
	return false
}

// imports makes M7 and M8 of imports: a package that no file of the package
// imports, and one that is not there at all.
func (c *corpus) imports(limit int) []candidate {
	if c.module == "std" {
		return nil
	}
	var out []candidate
	names := sortedKeys(c.files)
	for _, n := range names {
		f := c.files[n]
		if f.excluded || f.test || len(f.imports) == 0 {
			continue
		}
		together := map[string]bool{}
		for _, o := range c.files {
			if path.Dir(o.file) == path.Dir(f.file) {
				for p := range o.imports {
					together[p] = true
				}
			}
		}
		for i, p := range sortedKeys(f.imports) {
			if i > 4 || len(out) >= limit {
				break
			}
			d := &declaration{path: f.path, name: path.Base(n), pkg: f.pkg, file: n, kind: "file"}
			s := c.statement(label.Imports, d)
			s.Object = p
			other := append(standard(), "embed", "log/slog", "math/rand", "crypto/sha256", "net/http/httptest", "text/template", "encoding/xml", "os/exec")
			wrong, class, style := other[order("M7 i", n, p)%uint64(len(other))], "M7", "imports another package"
			if i%2 == 1 {
				root, _, _ := strings.Cut(c.module, "@")
				word := []string{"utils", "helpers", "core", "pkg/types", "common", "contrib", "extras", "api/v2"}[order("M8", n, p)%8]
				wrong, class, style = root+"/"+word, "M8", "imports a package that is not there"
				if slices.ContainsFunc(c.paths, func(q string) bool { return strings.HasPrefix(q, word+"/") }) {
					continue
				}
			}
			if together[wrong] {
				continue
			}
			out = append(out, c.pair(class, style, "go/parser, files of the tree", d, s, label.Statement{Object: wrong, Fault: wrong}, func() bool { return c.listed(f, p) && !c.listed(f, wrong) }))
		}
	}
	return out
}

// listed says whether go list names an import of a package.
func (c *corpus) listed(f *sourceFile, p string) bool {
	folder := "./" + path.Dir(f.file)
	if c.listing == nil {
		c.listing = map[string][]string{}
	}
	if c.listing[folder] == nil {
		text, err := output(c.ctx, c.dir, "go", "list", "-e", "-f", `{{join .Imports "\n"}}{{"\n"}}{{join .TestImports "\n"}}{{"\n"}}{{join .XTestImports "\n"}}`, folder)
		if err != nil {
			c.drop("go list failed")
		}
		c.listing[folder] = append(strings.Fields(string(text)), "")
	}
	return slices.Contains(c.listing[folder], p)
}
