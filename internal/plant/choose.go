package plant

import "sooth/score"

// choose takes what was asked for of each kind, no text and no symbol twice,
// and more of the kinds that have more where the whole is too little.
func choose(confirmed map[score.Kind][]found, o Options) map[score.Kind][]found {
	chosen := map[score.Kind][]found{}
	texts, symbols := map[string]bool{}, map[string]bool{}
	total := 0
	take := func(kind score.Kind, most int, farFetched bool) {
		for _, c := range confirmed[kind] {
			if len(chosen[kind]) >= most {
				return
			}
			if c.m.tier >= 2 && len(chosen[kind]) > 0 && !farFetched {
				return // the far-fetched only where there is nothing else
			}
			if texts[c.m.text] || c.m.kind != score.WrongSignature && c.m.symbol != "" && symbols[c.m.symbol] {
				continue
			}
			texts[c.m.text], symbols[c.m.symbol] = true, true
			chosen[kind] = append(chosen[kind], c)
			total++
		}
	}
	for _, kind := range kinds() {
		take(kind, quota(kind, o.Each), false)
	}
	for more := 1; total < o.Least && more <= o.Least; more++ {
		for _, kind := range kinds() {
			if total < o.Least {
				take(kind, quota(kind, o.Each)+more, true)
			}
		}
	}
	return chosen
}
