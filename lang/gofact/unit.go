package gofact

import (
	"context"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/lang/golang"
)

// unit is a package of the tree with its tests, or a folder whose package could
// not be found out.
type unit struct {
	name     string // unique in the tree
	folder   *folder
	pack     *pack           // nil: the go command does not know it
	inside   *golang.Listed  // the package with its own tests, or without if it has none
	external *golang.Listed  // its external test; nil: there is none
	why      string          // nothing can be resolved
	depends  map[string]bool // names of units
	imports  []*pack
}

// reading is the making of the facts of one unit.
type reading struct {
	reader   *run
	universe *universe
	unit     *unit
	files    []*sourceFile
	read     []*sourceFile // those too that cannot be parsed
	fset     *token.FileSet
	naming   *naming
	methods  *methodIndex
	facts    []fact.Fact
	open     string
}

func (r *reading) add(f fact.Fact) { r.facts = append(r.facts, f) }

func (r *reading) isOpen(reason string) {
	if r.open == "" {
		r.open = reason
	}
}

// bytesPerFact is how much source a fact stands for at least, in most packages.
const bytesPerFact = 24

// read makes the facts of a unit. asKnown says that its files are those whose hashes
// are known, so that what was made may be kept under these.
func (r *run) read(ctx context.Context, u *universe, un *unit) (out fact.Unit, x *methodIndex, asKnown bool, err error) {
	n := &naming{own: map[types.Object]string{}, names: map[types.Object]string{}, universe: u}
	if u != nil {
		n.local = newMemberNames(&u.mu)
	}
	d := &reading{reader: r, universe: u, unit: un, fset: token.NewFileSet(), naming: n, methods: &methodIndex{}}
	d.parse()
	size := 0
	for _, f := range d.files {
		size += len(f.text)
	}
	d.facts = make([]fact.Fact, 0, size/bytesPerFact)
	inside, external := d.split()
	if un.pack != nil && len(inside)+len(external) > 0 {
		if err := d.resolve(ctx, inside, external); err != nil {
			return fact.Unit{}, nil, false, err
		}
	}
	if un.why != "" {
		d.isOpen(un.why)
	}
	d.methods.Standard = d.standardUses()
	d.declare(inside, external)
	out = fact.Unit{Name: un.name, Version: r.Version(), Open: d.open, Facts: d.facts}
	for _, f := range un.folder.files {
		out.Files = append(out.Files, path.Join(un.folder.rel, f))
	}
	for name := range un.depends {
		out.Depends = append(out.Depends, name)
	}
	slices.Sort(out.Depends)
	if un.pack != nil {
		out.Shape = un.pack.shape
	}
	asKnown = r.contents.are(un.folder.rel, d.read)
	slices.SortStableFunc(out.Facts, canonical) // runs are in order already, which a stable sort makes use of
	return out, d.methods, asKnown, ctx.Err()
}

// parse parses all files of the folder.
func (d *reading) parse() {
	un := d.unit
	dir := filepath.Join(d.reader.dir, filepath.FromSlash(un.folder.rel))
	for _, base := range un.folder.files {
		f := parseFile(d.fset, d.reader.dir, dir, base, path.Join(un.folder.rel, base), un.folder.path, whole)
		if f.broken != "" {
			d.isOpen(f.broken)
		}
		if f.cgo && un.folder.module != nil && un.folder.module.file.Path != "std" {
			d.isOpen(f.name + ": imports \"C\"; cgo is not run")
		}
		d.read = append(d.read, f)
		if f.syntax != nil {
			d.files = append(d.files, f)
		}
	}
}

// split returns the files of the build: of the package with its tests, and of
// its external test. All others are excluded.
func (d *reading) split() (inside, external []*sourceFile) {
	un := d.unit
	built := map[string]bool{}
	if un.pack != nil {
		for _, list := range [][]string{un.pack.files, un.pack.listed.TestGoFiles, un.pack.listed.XTestGoFiles} {
			for _, name := range list {
				built[name] = true
			}
		}
	}
	for _, f := range d.files {
		switch {
		case un.pack == nil:
			f.exclude(&d.reader.tags)
		case !built[f.base]:
			f.excluded = true
		case strings.HasSuffix(f.path, testSuffix) && f.test && slices.Contains(un.pack.listed.XTestGoFiles, f.base):
			external = append(external, f)
		default:
			inside = append(inside, f)
		}
	}
	return inside, external
}

// declare emits what the syntax says.
func (d *reading) declare(inside, external []*sourceFile) {
	aliases := localAliases(d.files)
	checked := map[*sourceFile]bool{}
	if d.open == "" {
		for _, f := range slices.Concat(inside, external) {
			checked[f] = !f.cgo
		}
	}
	name := ""
	for _, f := range d.files {
		strength := fact.Syntax
		if checked[f] {
			strength = fact.Compiler
		}
		if name == "" && !f.test && !ignored(f) {
			name = f.syntax.Name.Name
		}
		add := d.add
		if expr, says := f.condition(); expr != "" {
			add = func(x fact.Fact) {
				d.add(x)
				if c, ok := conditional(&x, expr, says); ok {
					d.add(c)
				}
			}
		}
		(&declarer{file: f, strength: strength, aliases: aliases[f.path], add: add}).declare()
		for _, s := range f.syntax.Imports {
			if to := importPath(s); to != "" {
				d.add(fact.Fact{Kind: fact.Import, Language: language, Subject: f.path, Object: to, Span: f.span(s.Pos(), s.End()), Excluded: f.excluded, Strength: strength})
			}
		}
		literals(f, strength, d.add)
	}
	strength := fact.Syntax
	if d.open == "" {
		strength = fact.Compiler
	}
	module := ""
	if d.unit.folder.module != nil {
		module = d.unit.folder.module.file.Path
	}
	d.add(packageFact(d.unit.folder.path, module, name, d.unit.folder.rel, strength))
	if x, ok := moduleRelease(d.unit.folder); ok {
		d.add(x)
	}
	if p, ok := packageDefinition(d.files, d.unit.folder.path, strength); ok {
		d.add(p)
	}
	d.facts = append(d.facts, deprecated(d.files, d.facts, strength)...)
}
