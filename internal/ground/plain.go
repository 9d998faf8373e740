package ground

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// topK writes what a search finds, best first.
func (c *Corpus) topK(ctx context.Context, r Request, w *writer) error {
	hits, err := c.seeds(ctx, r.Query, r.Top)
	if err != nil {
		return err
	}
	w.put(fmt.Sprintf("The %d best hits of a search for the question's words in the declarations of %s:\n\n", len(hits), c.label))
	for _, h := range hits {
		if !w.put(c.summary(h.node), c.item(h.node, "hit")) {
			break
		}
	}
	return nil
}

// fileSeeds is how many hits choose the files.
const fileSeeds = 50

// files writes whole files, those first whose hits have the highest scores
// together; the last is cut at a line where it does not fit.
func (c *Corpus) files(ctx context.Context, r Request, w *writer) error {
	hits, err := c.seeds(ctx, r.Query, fileSeeds)
	if err != nil {
		return err
	}
	sums := map[string]float64{}
	var names []string
	for _, h := range hits {
		file := c.graph.nodes[h.node].definition.Span.File
		if _, ok := sums[file]; !ok {
			names = append(names, file)
		}
		sums[file] += h.score
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), strings.Compare(a, b)) })
	names = names[:min(len(names), r.Top)]
	w.put(fmt.Sprintf("Files of %s, chosen by a search for the question's words:\n\n", c.label))
	for _, name := range names {
		lines, total, err := c.Lines(name, 1, 0)
		if err != nil {
			continue
		}
		c.file(name, lines, total, w)
	}
	return nil
}

// file writes as many lines of a file as there is room for, more than none.
func (c *Corpus) file(name string, lines []string, total int, w *writer) {
	for n := len(lines); n > 0; {
		head := fmt.Sprintf("### %s\n\n", name)
		if n < total {
			head = fmt.Sprintf("### %s, the first %d of %d lines\n\n", name, n, total)
		}
		piece := head + fence(strings.Join(lines[:n], "\n")) + "\n"
		if w.put(piece, Item{File: name, Line: 1, EndLine: n, Part: "file"}) {
			return
		}
		for over := len(piece) - w.room(); over > 0 && n > 0; n-- {
			over -= len(lines[n-1]) + 1
		}
	}
}

// whole writes the graph: what the question's words find first, then what lies
// one step farther each time, then the rest by centrality, as far as it fits.
func (c *Corpus) whole(ctx context.Context, r Request, w *writer) error {
	seeds, err := c.seeds(ctx, r.Query, smartSeeds)
	if err != nil {
		return err
	}
	order := c.outward(seeds)
	w.put(fmt.Sprintf("The graph of %s: %d declarations, %d edges. What does not fit is left out, what is farthest from the question first.\n\n", c.label, len(c.graph.nodes), c.graph.edges))
	shown := map[int]bool{}
	for _, i := range order {
		piece := c.brief(i)
		for _, e := range c.graph.nodes[i].to {
			if shown[e.node] {
				piece += c.edge(i, e)
			}
		}
		for _, e := range c.graph.nodes[i].from {
			if shown[e.node] {
				piece += c.edge(e.node, edge{i, e.calls})
			}
		}
		if !w.put(piece, c.item(i, "node")) {
			break
		}
		shown[i] = true
	}
	if len(shown) < len(order) {
		note := fmt.Sprintf("[%d of %d declarations]\n", len(shown), len(order))
		w.most += len(note)
		w.put(note)
	}
	return nil
}

// brief is a node of the graph: name, kind, place, signature.
func (c *Corpus) brief(i int) string {
	d := c.graph.nodes[i].definition
	return fmt.Sprintf("- %s (%s) %s %s\n", d.Subject, d.Symbol, c.item(i, "").place(), oneLine(d.Detail))
}

// outward lists all nodes: the seeds, then step by step their neighbours, then
// what no step reaches; within a step the most central first.
func (c *Corpus) outward(seeds []scored) []int {
	g := c.graph
	var order, step []int
	seen := map[int]bool{}
	for _, s := range seeds {
		step, seen[s.node] = append(step, s.node), true
	}
	for len(step) > 0 {
		order = append(order, step...)
		step = g.beside(step, seen)
	}
	var rest []int
	for i := range g.nodes {
		if !seen[i] {
			rest = append(rest, i)
		}
	}
	g.byRank(rest)
	return append(order, rest...)
}
