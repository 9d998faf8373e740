package plant

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"sooth/score"
)

// arrange orders candidates: by tier, then one of each place after the other.
// At a place the styles take turns; places, styles and the variants of a style
// are shuffled by the seed. Styles that only add a word or a letter come last.
func arrange(list []*mutant, seed uint64, task string) []*mutant {
	if len(list) == 0 {
		return nil
	}
	h := fnv.New64a()
	h.Write([]byte(task + "\x00" + string(list[0].kind)))
	random := rand.New(rand.NewPCG(seed, h.Sum64()))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	type place struct {
		tier, at int
		style    string
	}
	turn := map[place]int{}
	round := map[*mutant]int{}
	count := func(p place) int { turn[p]++; return turn[p] - 1 }
	for _, m := range list { // the n-th of its style at its place
		round[m] = count(place{m.tier, m.at, m.style})
		if m.style == "added word" || m.style == "plural" && (m.kind == score.InventedFunction || m.kind == score.InventedMethod) {
			round[m] += 100
		}
	}
	slices.SortStableFunc(list, func(a, b *mutant) int { return cmp.Compare(round[a], round[b]) })
	for _, m := range list { // the n-th at its place
		round[m] = count(place{m.tier, m.at, ""})
	}
	for _, m := range list { // the n-th of its style among the n-th of their places
		round[m] = round[m]*1000 + count(place{m.tier, -1 - round[m], m.style})
	}
	slices.SortStableFunc(list, func(a, b *mutant) int {
		return cmp.Or(cmp.Compare(a.tier, b.tier), cmp.Compare(round[a], round[b]))
	})
	return list
}
