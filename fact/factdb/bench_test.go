package factdb_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"sooth/fact"
	"sooth/fact/factdb"
)

// tree makes units of the size of prometheus v0.305.0: 67,000 definitions and
// 490,000 references in 700 files of 110 packages. Most references are to few
// symbols, and to those near by.
func tree() []fact.Unit {
	g := rand.New(rand.NewPCG(3, 4))
	const packages, files, definitions, references = 110, 7, 87, 636
	verb := []string{"Read", "Write", "Append", "Close", "Encode", "Decode", "Query", "Flush", "Merge", "Parse"}
	noun := []string{"Block", "Series", "Sample", "Label", "Chunk", "Index", "Head", "Segment", "Matcher", "Target"}
	name := func(p, f, d int) string {
		return fmt.Sprintf("github.com/prometheus/prometheus/p%d.%s%s%d.%s%s", p, noun[f%10], verb[d%10], f, verb[d%7], noun[(d*7+f)%10]+fmt.Sprint(d))
	}
	var list []fact.Unit
	for p := range packages {
		u := fact.Unit{Name: fmt.Sprintf("github.com/prometheus/prometheus/p%d", p)}
		for f := range files {
			path := fmt.Sprintf("p%d/file%d.go", p, f)
			line := 1
			for d := range definitions {
				line += 3 + g.IntN(8)
				x := fact.Fact{Kind: fact.Definition, Language: "go", Subject: name(p, f, d), Symbol: "method", Strength: fact.Compiler,
					Detail: fmt.Sprintf("func (b *%s) %s(ctx context.Context, opts ...Option) (int, error)", noun[f%10], verb[d%10])}
				x.Span.File, x.Span.Line, x.Span.Column, x.Span.EndLine, x.Span.EndColumn = path, line, 1, line+6, 2
				x.Name = x.Span
				if d%3 == 0 {
					x.Doc, x.DocLine = fmt.Sprintf("%s%d reads what was appended since the last block was cut.", verb[d%10], d), line-1
				}
				u.Facts = append(u.Facts, x)
			}
			for r := range references {
				x := fact.Fact{Kind: fact.Reference, Language: "go", Subject: name(p, f, r*definitions/references), Strength: fact.Compiler}
				switch g.IntN(3) {
				case 0:
					x.Object = name(p, f, g.IntN(definitions))
				case 1:
					x.Object = fmt.Sprintf("std/pkg%d.Func%d", g.IntN(20), g.IntN(40)*g.IntN(40)/40)
				default:
					x.Object = name(g.IntN(packages), g.IntN(files), g.IntN(9))
				}
				x.Span.File, x.Span.Line, x.Span.Column = path, r*2+1, 1+g.IntN(60)
				x.Span.EndLine, x.Span.EndColumn = x.Span.Line, x.Span.Column+8
				u.Facts = append(u.Facts, x)
			}
		}
		list = append(list, u)
	}
	return list
}

// BenchmarkWrite writes an index of the size of prometheus.
func BenchmarkWrite(b *testing.B) {
	list := tree()
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "facts.db")
		s := open(b, path, factdb.Options{})
		write(b, s, true, list...)
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/(1<<20), "MiB")
	}
}

// BenchmarkRead asks what a check asks most: definitions by name, callers, a line.
func BenchmarkRead(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "facts.db"), factdb.Options{})
	write(b, s, true, tree()...)
	r, err := s.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	for name, q := range map[string]fact.Query{
		"name":    {Kinds: []fact.Kind{fact.Definition}, Name: "CloseBlock80"},
		"absent":  {Name: "NoSuchName"},
		"callers": {Kinds: []fact.Kind{fact.Reference}, Object: "std/pkg3.Func7"},
		"line":    {Kinds: []fact.Kind{fact.Definition}, Path: "p7/file3.go", Line: 300},
	} {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = 0
				for _, err := range r.Facts(b.Context(), q) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
			}
			if (n == 0) != (name == "absent") {
				b.Fatalf("%d facts", n)
			}
			b.ReportMetric(float64(n), "facts")
		})
	}
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			if hits, err := r.Search(b.Context(), "append block Flush", 20); err != nil || len(hits) != 20 {
				b.Fatal(len(hits), err)
			}
		}
	})
}
