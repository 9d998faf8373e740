package ground

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// What the smart context is made of.
const (
	smartSeeds      = 30
	smartKept       = 30
	smartBodies     = 5
	smartSignatures = 15
	maxNeighbours   = 20 // of one seed: what everything uses says little of it

	weightText  = 0.5
	weightRank  = 0.3
	weightUsage = 0.2
)

// smart searches, adds the neighbours of what it finds, scores all of them by
// text, centrality and use, and writes the best with their bodies, the next
// with their signatures, and which of them uses which.
func (c *Corpus) smart(ctx context.Context, r Request, w *writer) error {
	seeds, err := c.seeds(ctx, r.Query, smartSeeds)
	if err != nil {
		return err
	}
	kept := c.expand(seeds)
	w.put(fmt.Sprintf("What the sources of %s say, chosen for the question. Every item has its file and lines.\n\n", c.label))
	head := "## Declarations\n\n"
	shown := map[int]bool{}
	for _, s := range kept {
		if len(shown) == smartBodies {
			break
		}
		if piece, ok := c.body(s.node); ok && w.put(head+piece, c.item(s.node, "body")) {
			shown[s.node] = true
			head = ""
		}
	}
	head = "## Signatures\n\n"
	signatures := 0
	for _, s := range kept {
		if signatures < smartSignatures && !shown[s.node] && w.put(head+c.summary(s.node), c.item(s.node, "signature")) {
			shown[s.node] = true
			signatures++
			head = ""
		}
	}
	c.uses(kept, shown, w)
	return nil
}

// expand adds the neighbours of the seeds and orders all by their scores: each
// part is divided by the highest of the set.
func (c *Corpus) expand(seeds []scored) []scored {
	g := c.graph
	text := map[int]float64{}
	for _, s := range seeds {
		text[s.node] = s.score
	}
	for _, s := range seeds {
		n := g.nodes[s.node]
		for _, list := range [][]edge{n.to, n.from} {
			for _, e := range list[:min(len(list), maxNeighbours)] {
				if _, ok := text[e.node]; !ok {
					text[e.node] = 0
				}
			}
		}
	}
	var most struct{ text, rank, usage float64 }
	for i, score := range text {
		most.text, most.rank = max(most.text, score), max(most.rank, g.nodes[i].rank)
		most.usage = max(most.usage, float64(len(g.nodes[i].from)))
	}
	share := func(a, of float64) float64 {
		if of == 0 {
			return 0
		}
		return a / of
	}
	var list []scored
	for i, score := range text {
		list = append(list, scored{i, weightText*share(score, most.text) + weightRank*share(g.nodes[i].rank, most.rank) +
			weightUsage*share(float64(len(g.nodes[i].from)), most.usage)})
	}
	slices.SortFunc(list, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.node, b.node)) })
	return list[:min(len(list), smartKept)]
}

// maxBody bounds a body that is shown, in lines.
const maxBody = 120

// body is a declaration with its source; false: it cannot be read. What is
// longer than maxBody lines is cut, and says so.
func (c *Corpus) body(i int) (string, bool) {
	d := c.graph.nodes[i].definition
	item := c.item(i, "body")
	lines, _, err := c.Lines(item.File, item.Line, item.EndLine)
	if err != nil {
		return "", false
	}
	cut := ""
	if len(lines) > maxBody {
		cut = fmt.Sprintf("The first %d of %d lines.\n", maxBody, len(lines))
		lines = lines[:maxBody]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s at %s\n", d.Subject, d.Symbol, item.place())
	if s := oneLine(d.Doc); s != "" {
		fmt.Fprintf(&b, "%s\n", s)
	}
	return b.String() + cut + "\n" + fence(strings.Join(lines, "\n")) + "\n", true
}

// uses writes which of the shown declarations uses which.
func (c *Corpus) uses(kept []scored, shown map[int]bool, w *writer) {
	head := "\n## Which uses which\n\n"
	for _, s := range kept {
		if !shown[s.node] {
			continue
		}
		for _, e := range c.graph.nodes[s.node].to {
			if !shown[e.node] {
				continue
			}
			if !w.put(head + c.edge(s.node, e)) {
				return
			}
			head = ""
		}
	}
}

// edge writes one edge.
func (c *Corpus) edge(from int, e edge) string {
	word := "uses"
	if e.calls {
		word = "calls"
	}
	return fmt.Sprintf("- %s %s %s\n", c.graph.nodes[from].definition.Subject, word, c.graph.nodes[e.node].definition.Subject)
}
