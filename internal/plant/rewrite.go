package plant

import (
	"go/ast"
	"regexp"
	"strings"

	"sooth/score"
)

// rewrite is another way to write something: with a symbol that is younger
// than the target, or with one that has been deprecated.
type rewrite struct {
	from    string // regular expression over the source; ARG is a balanced argument, NL a line's end with its indentation
	to      string // template for regexp.Expand
	and     [2]string
	fault   string // text within the expansion at which the fault stands
	symbol  string
	imports []string
	proof   proof
	tier    int
}

// rewrites applies rules wherever they match.
func (p *program) rewrites(kind score.Kind, rules []rewrite) []*mutant {
	const arg = `([^(),\n]*(?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)[^(),\n]*)*)`
	expand := strings.NewReplacer("ARG", arg, "NL", `\n\s*`)
	var list []*mutant
	for _, r := range rules {
		pattern := regexp.MustCompile(expand.Replace(r.from))
		for _, at := range pattern.FindAllStringSubmatchIndex(p.source, -1) {
			text := string(pattern.ExpandString(nil, r.to, p.source, at))
			shift := strings.Index(text, r.fault)
			if shift < 0 {
				continue
			}
			m := &mutant{
				kind: kind, style: r.symbol, symbol: r.symbol, tier: r.tier, at: at[0], shift: shift, tidy: true, imports: r.imports, proof: r.proof,
				edits: []edit{{at[0], at[1], text}},
			}
			if r.and[0] != "" { // the other end of what was opened
				second := regexp.MustCompile(expand.Replace(r.and[0]))
				next := second.FindStringIndex(p.source[at[1]:])
				if next == nil {
					continue
				}
				m.edits = append(m.edits, edit{at[1] + next[0], at[1] + next[1], r.and[1]})
			}
			list = append(list, m)
		}
	}
	return list
}

// helpers puts a small function with a deprecated call after the imports: for
// files in which nothing has an old spelling.
func (p *program) helpers() []*mutant {
	var list []*mutant
	for _, h := range []struct {
		name, text, fault string
		imports           []string
		symbol            string
		proof             proof
	}{
		{"readConfig", "// readConfig reads a file as a whole.\nfunc readConfig(name string) ([]byte, error) { return ioutil.ReadFile(name) }\n", "ioutil.", []string{"io/ioutil"},
			"io/ioutil.ReadFile", proof{dir: "io/ioutil", declaration: "ReadFile", replacement: "os.ReadFile"}},
		{"readAll", "// readAll reads to the end.\nfunc readAll(r io.Reader) ([]byte, error) { return ioutil.ReadAll(r) }\n", "ioutil.", []string{"io", "io/ioutil"},
			"io/ioutil.ReadAll", proof{dir: "io/ioutil", declaration: "ReadAll", replacement: "io.ReadAll"}},
		{"workDir", "// workDir makes a folder to work in.\nfunc workDir() (string, error) { return ioutil.TempDir(\"\", \"work\") }\n", "ioutil.", []string{"io/ioutil"},
			"io/ioutil.TempDir", proof{dir: "io/ioutil", declaration: "TempDir", replacement: "os.MkdirTemp"}},
		{"pointerType", "// pointerType returns the type of pointers to t.\nfunc pointerType(t reflect.Type) reflect.Type { return reflect.PtrTo(t) }\n", "reflect.PtrTo", []string{"reflect"},
			"reflect.PtrTo", proof{dir: "reflect", declaration: "PtrTo", replacement: "PointerTo"}},
		{"rewind", "// rewind goes back to the beginning of a file.\nfunc rewind(f *os.File) error {\n\t_, err := f.Seek(0, os.SEEK_SET)\n\treturn err\n}\n", "os.SEEK_SET", []string{"os"},
			"os.SEEK_SET", proof{dir: "os", declaration: "SEEK_SET", replacement: "io.SeekStart"}},
	} {
		if !p.free(h.name, p.file.End()) || len(p.file.Decls) < 2 {
			continue
		}
		var before ast.Node // the first declaration after the imports, with its comment
		for _, d := range p.file.Decls {
			if d.Pos() > p.imports() {
				before = d
				break
			}
		}
		if before == nil {
			continue
		}
		// Behind the imports, so that both ends of the change are near.
		_, at := p.lines(p.offset(p.imports())-1, p.offset(p.imports()))
		list = append(list, &mutant{
			kind: score.Deprecated, style: h.symbol, symbol: h.symbol, tier: 2, at: at, shift: 1 + strings.Index(h.text, h.fault),
			imports: h.imports, proof: h.proof, edits: []edit{{at, at, "\n" + h.text}},
		})
	}
	return list
}
