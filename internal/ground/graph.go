package ground

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"sooth/fact"
)

// node is one declaration of the code base, tests left out.
type node struct {
	definition fact.Fact
	to, from   []edge // in order of name
	rank       float64
}

// edge leads to another node, by its place in the graph.
type edge struct {
	node  int
	calls bool // else it refers to it, or embeds or implements it
}

// graph is the declarations of a code base and which of them uses which.
type graph struct {
	nodes []node // in order of name
	names map[string]int
	edges int
	usage int     // of the node that is used most
	rank  float64 // the highest
}

// test reports whether a file holds tests or their data, which ground nothing.
func test(file string) bool {
	return strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "testdata/") || strings.Contains(file, "/testdata/")
}

// read makes the graph of the facts.
func read(ctx context.Context, facts fact.Reader) (*graph, error) {
	g := &graph{names: map[string]int{}}
	for f, err := range facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
		if err != nil {
			return nil, err
		}
		if !test(f.Span.File) && f.Span.File != "" && f.Symbol != "package" {
			g.nodes = append(g.nodes, node{definition: f})
		}
	}
	slices.SortStableFunc(g.nodes, func(a, b node) int { return strings.Compare(a.definition.Subject, b.definition.Subject) })
	g.nodes = slices.CompactFunc(g.nodes, func(a, b node) bool { return a.definition.Subject == b.definition.Subject })
	for i, n := range g.nodes {
		g.names[n.definition.Subject] = i
	}
	calls := map[[2]int]bool{}
	kinds := []fact.Kind{fact.Call, fact.Reference, fact.Embeds, fact.Implements}
	for f, err := range facts.Facts(ctx, fact.Query{Kinds: kinds}) {
		if err != nil {
			return nil, err
		}
		from, ok := g.node(f.Subject)
		to, there := g.names[f.Object]
		if pair := [2]int{from, to}; ok && there && from != to && !test(f.Span.File) {
			calls[pair] = calls[pair] || f.Kind == fact.Call
		}
	}
	for pair, call := range calls {
		g.nodes[pair[0]].to = append(g.nodes[pair[0]].to, edge{pair[1], call})
		g.nodes[pair[1]].from = append(g.nodes[pair[1]].from, edge{pair[0], call})
	}
	g.edges = len(calls)
	order := func(a, b edge) int { return a.node - b.node }
	for i := range g.nodes {
		slices.SortFunc(g.nodes[i].to, order)
		slices.SortFunc(g.nodes[i].from, order)
		g.usage = max(g.usage, len(g.nodes[i].from))
	}
	g.central()
	return g, nil
}

// node finds a declaration; what is in a function without a name belongs to the
// function around it.
func (g *graph) node(name string) (int, bool) {
	for {
		if i, ok := g.names[name]; ok {
			return i, true
		}
		cut := strings.LastIndexByte(name, '.')
		if cut < 0 || !strings.HasPrefix(name[cut+1:], "func") {
			return 0, false
		}
		name = name[:cut]
	}
}

// PageRank as in Page, Brin, Motwani, Winograd, "The PageRank Citation Ranking",
// 1999: damping 0.85, rank of nodes that lead nowhere spread over all.
const (
	damping = 0.85
	rounds  = 40
	settled = 1e-9
)

// central ranks the nodes. Sums are made in the order of nodes, so that they
// have the same bits each time.
func (g *graph) central() {
	n := len(g.nodes)
	rank, next := make([]float64, n), make([]float64, n)
	for i := range rank {
		rank[i] = 1 / float64(n)
	}
	for range rounds {
		lost, moved := 0.0, 0.0
		for i := range g.nodes {
			next[i] = 0
			if len(g.nodes[i].to) == 0 {
				lost += rank[i]
			}
		}
		for i := range g.nodes {
			for _, e := range g.nodes[i].to {
				next[e.node] += rank[i] / float64(len(g.nodes[i].to))
			}
		}
		for i := range next {
			next[i] = (1-damping)/float64(n) + damping*(next[i]+lost/float64(n))
			moved += math.Abs(next[i] - rank[i])
		}
		rank, next = next, rank
		if moved < settled {
			break
		}
	}
	for i := range g.nodes {
		g.nodes[i].rank = rank[i]
		g.rank = max(g.rank, rank[i])
	}
}

// Around returns the declarations within depth steps of the named ones, as
// lines, nearest first and most central first among the equally near, and the
// edges among them.
func (c *Corpus) Around(names []string, depth int) (nodes, edges []string) {
	var step, order []int
	seen := map[int]bool{}
	for _, n := range names {
		if i, ok := c.graph.names[n]; ok && !seen[i] {
			seen[i] = true
			step = append(step, i)
		}
	}
	for range depth + 1 {
		order = append(order, step...)
		step = c.graph.beside(step, seen)
	}
	inside := map[int]bool{}
	for _, i := range order {
		inside[i] = true
		nodes = append(nodes, strings.TrimPrefix(strings.TrimSuffix(c.brief(i), "\n"), "- "))
	}
	for _, i := range order {
		for _, e := range c.graph.nodes[i].to {
			if inside[e.node] {
				edges = append(edges, strings.TrimPrefix(strings.TrimSuffix(c.edge(i, e), "\n"), "- "))
			}
		}
	}
	return nodes, edges
}

// beside lists the neighbours of nodes that were not seen before, the most
// central first.
func (g *graph) beside(step []int, seen map[int]bool) []int {
	var next []int
	for _, i := range step {
		for _, list := range [][]edge{g.nodes[i].to, g.nodes[i].from} {
			for _, e := range list {
				if !seen[e.node] {
					seen[e.node] = true
					next = append(next, e.node)
				}
			}
		}
	}
	g.byRank(next)
	return next
}

// byRank orders nodes, the most central first.
func (g *graph) byRank(list []int) {
	slices.SortFunc(list, func(a, b int) int { return cmp.Or(cmp.Compare(g.nodes[b].rank, g.nodes[a].rank), cmp.Compare(a, b)) })
}
