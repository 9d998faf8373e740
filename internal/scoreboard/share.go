package scoreboard

import (
	"sooth/internal/consistency"
	"sooth/internal/report"
	"sooth/stat"
)

// table collects the rows of one arm.
type table struct {
	seed uint64
	rows []report.Score
}

// add appends the share k ÷ n of what each answer counts, over questions.
func (t *table) add(answers []Answer, measure, group string, count func(Answer) (k, n int)) {
	var units []Share
	at := map[string]int{}
	for _, a := range answers {
		k, n := count(a)
		if n == 0 {
			continue
		}
		i, ok := at[a.Question.ID]
		if !ok {
			i = len(units)
			at[a.Question.ID] = i
			units = append(units, Share{})
		}
		units[i].K, units[i].N = units[i].K+k, units[i].N+n
	}
	t.row(units, measure, group)
}

// pairs appends the share k ÷ n of what the answers to each question are together.
func (t *table) pairs(agreements []Agreement, measure string, count func(consistency.Report) (k, n int)) {
	var units []Share
	for _, a := range agreements {
		if k, n := count(a.Report); n > 0 {
			units = append(units, Share{k, n})
		}
	}
	t.row(units, measure, "")
}

func (t *table) row(units []Share, measure, group string) {
	row := report.Score{Measure: measure, Group: group, Value: pooled(units, t.seed)}
	for _, u := range units {
		row.K, row.N = row.K+u.K, row.N+u.N
	}
	if group == "" {
		held(&row)
	}
	t.rows = append(t.rows, row)
}

// pooled is the sum of all k ÷ the sum of all n with an interval over units. With one of n in every unit it is Wilson's;
// otherwise the units are resampled, because what belongs to one unit resembles each other. N is the number of units.
func pooled(units []Share, seed uint64) report.Interval {
	k, n, single := 0, 0, true
	for _, u := range units {
		k, n, single = k+u.K, n+u.N, single && u.N == 1
	}
	if n == 0 {
		return report.Interval{Reason: "not measured: there was nothing to count"}
	}
	if single {
		return interval(stat.Wilson(k, n, 0))
	}
	value := float64(k) / float64(n)
	if k == 0 || k == n || len(units) == 1 {
		// All units alike: no resample differs, but units that were not seen may.
		if len(units) == 1 && k > 0 && k < n {
			return report.Interval{Value: &value, N: 1, Reason: "one question has no interval"}
		}
		w := stat.Wilson(yes(k > 0)*len(units), len(units), 0)
		w.Value, w.Method = &value, w.Method+" over questions"
		return interval(w)
	}
	numbers := make([]float64, len(units))
	for i := range numbers {
		numbers[i] = float64(i)
	}
	p, err := stat.Pair(make([]float64, len(units)), numbers, 0)
	if err != nil {
		return report.Interval{Reason: err.Error()}
	}
	got := stat.Bootstrap(p, stat.BootstrapOptions{Method: stat.BCa, Seed: seed, Statistic: func(sample []float64) float64 {
		k, n := 0, 0
		for _, i := range sample {
			k, n = k+units[int(i)].K, n+units[int(i)].N
		}
		return float64(k) / float64(n)
	}})
	got.Value, got.Method = &value, got.Method+" over questions"
	return interval(got)
}

func interval(i stat.Interval) report.Interval {
	return report.Interval{Value: i.Value, Low: i.Low, High: i.High, N: i.N, Method: i.Method, Reason: i.Reason}
}
