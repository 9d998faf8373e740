package generate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sooth/fact/factmem"
	"sooth/internal/cache"
	"sooth/internal/index"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/goapi"
	"sooth/lang/gofact"
	"sooth/question"
)

// indexed reads a tree into facts, as the program does.
func indexed(t *testing.T, dir string) Options {
	t.Helper()
	ctx := context.Background()
	g, err := toolchain.Find(ctx, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	kept, err := cache.Open(ctx, filepath.Join(t.TempDir(), "cache.db"), cache.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	reader, err := gofact.NewReader(gofact.Options{Go: g, Cache: kept})
	if err != nil {
		t.Fatal(err)
	}
	store := factmem.New()
	if _, err := index.Run(ctx, index.Options{Dir: dir, Store: store, Readers: []lang.Reader{reader}, Environ: os.Environ(), Now: time.Now(), NoGit: true}); err != nil {
		t.Fatal(err)
	}
	api, err := goapi.Load(g.Root)
	if err != nil {
		t.Fatal(err)
	}
	return Options{Facts: store, Root: os.DirFS(dir), N: MaxQuestions, Seed: 1, API: api, Goroot: os.DirFS(g.Root)}
}

// misleadingOnce reads testdata/adversarial once for all tests; what is given out
// is only read.
var misleadingOnce = struct {
	sync.Once
	options Options
}{}

// misleading is the module that was made to mislead.
func misleading(t *testing.T) Options {
	t.Helper()
	misleadingOnce.Do(func() { misleadingOnce.options = indexed(t, filepath.Join("testdata", "adversarial")) })
	if misleadingOnce.options.Facts == nil {
		t.Fatal("the module was not read")
	}
	return misleadingOnce.options
}

const adversary = "example.com/adversary/"

// hand is one line of hand-written truth.
type hand struct {
	line                         int
	kind, subject, object, truth string
}

func handTruth(t *testing.T, name string) (list []hand) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			t.Fatalf("%s:%d: %d cells", name, i+1, len(cells))
		}
		for j := range cells {
			cells[j] = strings.TrimSpace(cells[j])
		}
		list = append(list, hand{i + 1, cells[0], cells[1], cells[2], cells[3]})
	}
	return list
}

// long writes a short name of the table in full; what stands in other packages,
// and paths of files, as they are.
func long(kind, name string) string {
	first, _, _ := strings.Cut(name, ".")
	first, _, _ = strings.Cut(first, "/")
	file := strings.HasSuffix(name, ".go")
	own := slices.Contains([]string{"lie", "shadow", "twin", "vendored", "tags", "promote", "generic", "order", "far", "stub", "vend"}, first)
	if own && !file {
		return adversary + name
	}
	return name
}

// told writes the truth of a question as the table does.
func told(q question.Question) string {
	t := q.Truth
	switch t.Shape {
	case question.Boolean:
		return fmt.Sprint(*t.Boolean)
	case question.Number:
		return fmt.Sprint(*t.Number)
	case question.Signature:
		return t.Signature
	case question.Text:
		return t.Text[0]
	case question.Location:
		var all []string
		for _, p := range t.Places {
			all = append(all, fmt.Sprintf("%s:%d", p.File, p.Line))
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	var all []string
	for _, n := range t.Names {
		name := strings.TrimPrefix(n[0], adversary)
		if q.Kind == question.ImportedNames {
			name = n[len(n)-1]
		}
		all = append(all, name)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// TestAdversary holds both routes against truth that was written by hand, on a
// module made to mislead.
func TestAdversary(t *testing.T) {
	o := misleading(t)
	r, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Report.Dropped {
		t.Errorf("the routes do not agree: %+v", d)
	}
	asked := map[string]question.Question{}
	for _, q := range r.Questions {
		asked[string(q.Kind)+"|"+q.Subject+"|"+q.Object] = q
	}
	m := inspect(t, o)
	checked := 0
	for _, h := range handTruth(t, filepath.Join("testdata", "adversarial.truth")) {
		key := h.kind + "|" + long(h.kind, h.subject) + "|" + long(h.kind, h.object)
		q, ok := asked[key]
		switch {
		case h.truth == "!" && ok:
			t.Errorf("line %d: %s is asked: %q, %s", h.line, key, q.Texts[0], told(q))
		case h.truth == "!":
		case ok && told(q) != h.truth:
			t.Errorf("line %d: %s is %q, by hand %q", h.line, key, told(q), h.truth)
		case ok:
		case h.truth == "false", h.truth == "true": // no pair was found: both routes are asked here
			m.mustSay(t, h, h.truth == "true")
		default:
			t.Errorf("line %d: %s is not asked", h.line, key)
		}
		checked++
	}
	if checked < 80 {
		t.Errorf("%d lines of truth", checked)
	}
}

// inspect makes a maker to ask single statements.
func inspect(t *testing.T, o Options) *maker {
	t.Helper()
	m, err := newMaker(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// mustSay asks both routes about a statement.
func (m *maker) mustSay(t *testing.T, h hand, want bool) {
	t.Helper()
	subject, object := long(h.kind, h.subject), long(h.kind, h.object)
	var second verdict
	first := false
	switch question.Kind(h.kind) {
	case question.Calls:
		for _, c := range m.world.calls[subject] {
			first = first || c.callee == object
		}
		if second = m.hasCall(subject, object); !want { // nobody may say that it calls
			second.contradicted = strings.Repeat("x", len(second.witness))
			second.witness = []string{"nobody"}
		}
	case question.Implements:
		first = m.implements(subject, object)
		second = m.implementation(m.world.def(subject), object, want).confirm()
	case question.Embeds:
		for _, e := range m.world.embeds[subject] {
			first = first || e.Object == object
		}
		second = m.embed(m.world.def(subject), object, want).confirm()
	case question.Exports:
		first = m.world.own(subject + "." + object)
		second = m.export(subject+"."+object, "func", want).confirm()
	case question.Imports:
		if strings.HasSuffix(subject, ".go") {
			first = slices.Contains(m.world.imports[subject], object)
			second = m.importOfFile(subject, object, want).confirm()
		} else {
			first = slices.Contains(m.importsOf(subject), object)
			second = m.importOfPackage(subject, object, want, 1).confirm()
		}
	case question.Deprecated:
		first = m.world.notices[subject] != ""
		second = m.deprecation(m.world.def(subject), want).confirm()
	case question.Receiver:
		for _, d := range m.receivers(want) {
			if d.subject == subject {
				first, second = want, d.confirm()
			}
		}
	default:
		t.Fatalf("line %d: %s: nothing to ask", h.line, h.kind)
	}
	if first != want || second.contradicted != "" || len(second.witness) == 0 {
		t.Errorf("line %d: %s %s %s, by hand %v: first route %v, second %+v", h.line, subject, h.kind, object, want, first, second)
	}
}
