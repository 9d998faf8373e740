package rankrun

import (
	"slices"
	"time"

	"sooth/score"
	"sooth/search"
)

// unstable says whether a system answered a query differently when it was asked
// again: other documents among those that count, another order, or a failure on
// one side. Engines that leave the order of ties open are told of as well: who
// reads their answers sees it too.
func (t *teller) unstable(query, system string) bool {
	var first []answered
	for _, a := range t.answers[query] {
		if a.record.Arm != system {
			continue
		}
		if len(first) == 0 {
			first = append(first, a)
			continue
		}
		if (a.record.State == score.Answered) != (first[0].record.State == score.Answered) || !slices.EqualFunc(
			a.ranking.Distinct(t.suite.K).Hits, first[0].ranking.Distinct(t.suite.K).Hits,
			func(x, y search.Hit) bool { return x.ID == y.ID },
		) {
			return true
		}
	}
	return false
}

// latencies returns how long a system took for a query, each time that it answered.
func (t *teller) latencies(query, system string) []time.Duration {
	var list []time.Duration
	for _, a := range t.answers[query] {
		if a.record.Arm == system && a.record.State == score.Answered && a.ranking.Latency > 0 {
			list = append(list, a.ranking.Latency)
		}
	}
	return list
}
