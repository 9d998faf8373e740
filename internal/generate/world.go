package generate

import (
	"cmp"
	"context"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sooth/fact"
)

// world is the first route: the facts of a tree, as questions are drawn from
// them. Facts of packages that were not read completely are left out of all
// but places.
type world struct {
	module   string
	tree     string
	packages []string          // import paths of the tree's packages, sorted
	folder   map[string]string // import path: folder
	known    map[string]bool   // packages, those of external tests too
	open     map[string]string // packages that were not read completely: why
	sources  []string          // files of Go source, sorted
	lines    map[string]int    // every file's number of lines

	defs     []fact.Fact         // all definitions of Go, in order
	byName   map[string][]int    // subject: places in defs
	members  map[string][]int    // type: fields and methods one step below
	byPkg    map[string][]int    // package: definitions at the top
	last     map[string]int      // last name: how many definitions have it
	calls    map[string][]call   // by the caller
	called   map[string][]call   // by what is called
	imports  map[string][]string // file: paths
	importAt map[string]string   // file: package that it belongs to
	uses     map[string]map[string][]string
	impls    map[string][]impl // by interface
	does     map[string][]impl // by type
	embeds   map[string][]fact.Fact
	returns  map[string][]fact.Fact
	notices  map[string]string // deprecated symbol: the paragraph
	literals map[string][]string
	counts   map[fact.Kind]int
	excluded map[string]bool   // files that build tags of the host leave out
	mixed    map[string]bool   // packages with such a file that is none of tests
	short    map[string]string // import path: package name, for own packages
}

// call is one edge.
type call struct {
	caller, callee, file string
	line                 int
	iface                bool
}

// impl is one type that implements an interface.
type impl struct {
	typ, iface, file string
	pointer          bool
}

// load reads all facts once.
func load(ctx context.Context, r fact.Reader) (*world, error) {
	w := &world{
		folder: map[string]string{}, known: map[string]bool{}, open: map[string]string{}, lines: map[string]int{}, byName: map[string][]int{},
		members: map[string][]int{}, byPkg: map[string][]int{}, last: map[string]int{}, calls: map[string][]call{}, called: map[string][]call{},
		imports: map[string][]string{}, importAt: map[string]string{}, uses: map[string]map[string][]string{}, impls: map[string][]impl{},
		does: map[string][]impl{}, embeds: map[string][]fact.Fact{}, returns: map[string][]fact.Fact{}, notices: map[string]string{},
		literals: map[string][]string{}, counts: map[fact.Kind]int{}, short: map[string]string{},
		excluded: map[string]bool{}, mixed: map[string]bool{},
	}
	state, err := r.State(ctx)
	if err != nil {
		return nil, err
	}
	w.module, w.tree = state.Module, state.Tree
	for _, o := range state.Open {
		w.open[o.Unit] = o.Reason
	}
	for f, err := range r.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Package}}) {
		if err != nil {
			return nil, err
		}
		if !w.known[f.Subject] {
			w.packages = append(w.packages, f.Subject)
		}
		w.known[f.Subject] = true
		w.known[f.Subject+"_test"] = true
		w.folder[f.Subject] = f.Span.File
		w.short[f.Subject] = f.Detail
	}
	slices.Sort(w.packages)
	sources := map[string]bool{}
	for f, err := range r.Facts(ctx, fact.Query{}) {
		if err != nil {
			return nil, err
		}
		w.counts[f.Kind]++
		switch {
		case f.Kind == fact.File:
			if plainPath(f.Subject) {
				w.lines[f.Subject] = f.Index
			}
			continue
		case f.Language != "go":
			continue
		}
		if strings.HasSuffix(f.Span.File, ".go") && f.Kind != fact.Package {
			sources[f.Span.File] = true
		}
		w.take(f)
	}
	for s := range sources {
		if plainPath(s) {
			w.sources = append(w.sources, s)
		}
	}
	slices.Sort(w.sources)
	for name, list := range w.calls {
		slices.SortFunc(list, compareCalls)
		w.calls[name] = list
	}
	return w, nil
}

// plainPath says whether a path can stand in a question between backquotes.
func plainPath(p string) bool {
	return utf8.ValidString(p) && !strings.ContainsFunc(p, func(r rune) bool { return r == '`' || !unicode.IsPrint(r) })
}

func compareCalls(a, b call) int {
	return cmp.Or(cmp.Compare(a.callee, b.callee), cmp.Compare(a.line, b.line))
}

// take puts one fact where it is looked for.
func (w *world) take(f fact.Fact) {
	switch f.Kind {
	case fact.Definition:
		if f.Symbol == "package" {
			return
		}
		i := len(w.defs)
		if f.Excluded {
			w.excluded[f.Span.File] = true
			if pkg, _ := w.split(f.Subject); !test(f.Span.File) {
				w.mixed[pkg] = true
			}
		}
		w.defs = append(w.defs, f)
		w.byName[f.Subject] = append(w.byName[f.Subject], i)
		w.last[fact.LastName(&f)]++
		pkg, name := w.split(f.Subject)
		if owner, _, isMember := strings.Cut(name, "."); isMember {
			if strings.Count(name, ".") == 1 {
				w.members[pkg+"."+owner] = append(w.members[pkg+"."+owner], i)
			}
		} else {
			w.byPkg[pkg] = append(w.byPkg[pkg], i)
		}
	case fact.Call:
		c := call{caller: f.Subject, callee: f.Object, file: f.Span.File, line: f.Span.Line, iface: f.Interface}
		w.calls[f.Subject] = append(w.calls[f.Subject], c)
		w.called[f.Object] = append(w.called[f.Object], c)
	case fact.Import:
		if !slices.Contains(w.imports[f.Span.File], f.Object) {
			w.imports[f.Span.File] = append(w.imports[f.Span.File], f.Object)
		}
		w.importAt[f.Span.File] = f.Subject
	case fact.Reference:
		w.use(f)
	case fact.Implements:
		i := impl{typ: f.Subject, iface: f.Object, file: f.Span.File, pointer: strings.HasPrefix(f.Detail, "*")}
		w.impls[f.Object] = append(w.impls[f.Object], i)
		w.does[f.Subject] = append(w.does[f.Subject], i)
	case fact.Embeds:
		w.embeds[f.Subject] = append(w.embeds[f.Subject], f)
	case fact.Returns:
		w.returns[f.Subject] = append(w.returns[f.Subject], f)
	case fact.Deprecated:
		w.notices[f.Subject] = f.Detail
	case fact.Literal:
		w.literals[f.Span.File] = append(w.literals[f.Span.File], f.Detail)
	}
}

// use notes that a file uses a name at the top of another package.
func (w *world) use(f fact.Fact) {
	slash := strings.LastIndexByte(f.Object, '/')
	if dot := strings.IndexByte(f.Object[slash+1:], '.'); dot < 0 {
		return // a package
	}
	pkg, name := w.splitForeign(f.Object, f.Span.File)
	if pkg == "" || strings.Contains(name, ".") || !token.IsExported(name) {
		return
	}
	if w.uses[f.Span.File] == nil {
		w.uses[f.Span.File] = map[string][]string{}
	}
	if list := w.uses[f.Span.File][pkg]; !slices.Contains(list, name) {
		w.uses[f.Span.File][pkg] = append(list, name)
	}
}

// split cuts a name of the tree into import path and names.
func (w *world) split(subject string) (pkg, name string) {
	slash := strings.LastIndexByte(subject, '/')
	for i := slash + 1; i < len(subject); i++ {
		if subject[i] == '.' && w.known[subject[:i]] {
			return subject[:i], subject[i+1:]
		}
	}
	if i := strings.IndexByte(subject[slash+1:], '.'); i >= 0 {
		return subject[:slash+1+i], subject[slash+i+2:]
	}
	return "", subject
}

// splitForeign cuts a name by what the file imports.
func (w *world) splitForeign(subject, file string) (pkg, name string) {
	slash := strings.LastIndexByte(subject, '/')
	for i := slash + 1; i < len(subject); i++ {
		if subject[i] == '.' && slices.Contains(w.imports[file], subject[:i]) {
			return subject[:i], subject[i+1:]
		}
	}
	return "", ""
}

// def returns the one definition of a name; nil: there is none, or several.
func (w *world) def(subject string) *fact.Fact {
	if list := w.byName[subject]; len(list) == 1 {
		return &w.defs[list[0]]
	}
	return nil
}

// own says whether a subject was declared by the tree.
func (w *world) own(subject string) bool { return len(w.byName[subject]) > 0 }

// closed says whether a package was read completely.
func (w *world) closed(pkg string) bool {
	_, open := w.open[pkg]
	return !open && w.open[strings.TrimSuffix(pkg, "_test")] == ""
}

// test says whether a file is one of tests.
func test(file string) bool { return strings.HasSuffix(file, "_test.go") }
