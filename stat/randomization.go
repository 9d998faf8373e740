package stat

import (
	"fmt"
	"math"
)

// Randomization is the paired randomization test of the mean difference
// (Fisher, The Design of Experiments, 1935, section 21): were A and B alike,
// each difference could as well have the other sign. Statistic is the mean.
//
// Exact over all 2^n sign patterns by convolution on the common denominator of
// [Pair] while that keeps at most 10^7 sums, and by enumeration for up to 36
// non-zero differences of any size; else by Monte Carlo, and Method says so.
// Without a non-zero difference p is 1.
func Randomization(p Paired, draws Draws) Test {
	mean, _ := p.moments()
	out := Test{N: p.N(), Statistic: defined(mean)}
	if p.N() == 0 {
		out.Method, out.Reason = "exact", "no pair"
		return out
	}
	t, method := signFlip(p.d, p.units, draws)
	out.Method = method
	t.test(&out)
	return out
}

// ClusterSignFlip is the randomization test where units come in clusters
// (queries of one class, tasks of one module): the differences of a cluster
// change sign together. cluster names each unit's cluster. N is the number of
// clusters; fewer than 6 cannot reach 0.05. Cameron, Gelbach and Miller, Review
// of Economics and Statistics 90, 2008, show why standard errors mislead there.
func ClusterSignFlip(p Paired, cluster []string, draws Draws) Test {
	if len(cluster) != p.N() {
		return Test{Method: "exact", Reason: fmt.Sprintf("%d clusters are named for %d units", len(cluster), p.N())}
	}
	if p.N() == 0 {
		return Test{Method: "exact", Reason: "no pair"}
	}
	index := map[string]int{}
	sums, units := []float64{}, []int64{}
	for i, c := range cluster {
		k, ok := index[c]
		if !ok {
			k = len(sums)
			index[c] = k
			sums, units = append(sums, 0), append(units, 0)
		}
		sums[k] += p.d[i]
		if p.units != nil {
			units[k] += p.units[i]
		}
	}
	if p.units == nil {
		units = nil
	}
	mean, _ := p.moments()
	t, method := signFlip(sums, units, draws)
	out := Test{Statistic: defined(mean), N: len(sums), Method: method + ", clusters"}
	t.test(&out)
	return out
}

// signFlip tests whether the sum of values could have come about by random
// signs. units, if not nil, are the same values as whole numbers.
func signFlip(values []float64, units []int64, draws Draws) (tails, string) {
	if units != nil {
		if t, ok := flipUnits(units); ok {
			return t, "exact"
		}
		values = make([]float64, len(units)) // the same test on the exact multiples
		for i, u := range units {
			values[i] = float64(u)
		}
	}
	var weights []float64
	for _, v := range values {
		if v != 0 {
			weights = append(weights, math.Abs(v))
		}
	}
	if len(weights) == 0 {
		return certain(), "exact"
	}
	if len(weights) <= maxHalves {
		if w, ok := widen(weights); ok {
			var s wide
			i := 0
			for _, v := range values {
				if v > 0 {
					s = s.plus(w[i])
				}
				if v != 0 {
					i++
				}
			}
			return halves(w, s), "exact"
		}
	}
	var plus, minus compensated
	for _, v := range values {
		plus.add(max(v, 0))
		minus.add(max(-v, 0))
	}
	return flip(weights, plus.value(), minus.value(), draws)
}

// flipUnits is the exact test on whole numbers; false: too many states.
func flipUnits(units []int64) (tails, bool) {
	var divisor int64
	for _, u := range units {
		divisor = greatestCommonDivisor(divisor, max(u, -u))
	}
	if divisor == 0 {
		return certain(), true
	}
	var weights []int64
	var total, sum int64
	for _, u := range units {
		u /= divisor
		if u != 0 {
			weights = append(weights, max(u, -u))
			total += max(u, -u)
			sum += max(u, 0)
		}
		if total < 0 || total > 1<<60 {
			return tails{}, false
		}
	}
	if total > maxStates || float64(min(sum, total-sum))*float64(len(weights)) > maxSteps {
		return tails{}, false
	}
	return convolve(weights, sum), true
}

func greatestCommonDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
