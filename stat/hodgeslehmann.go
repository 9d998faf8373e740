package stat

import (
	"math"
	"slices"
)

// HodgesLehmann returns the median of the Walsh averages (d_i + d_j)/2, i ≤ j,
// with the interval that belongs to the signed-rank test: the averages that it
// does not reject (Hodges and Lehmann, Annals of Mathematical Statistics 34,
// 1963; Hollander and Wolfe, Nonparametric Statistical Methods, section 3.2).
// The quantile of the rank sum is exact up to 500 differences, normal beyond.
// With ties the interval is somewhat too wide. Level 0 means 0.95.
func HodgesLehmann(p Paired, confidence float64) Interval {
	l, ok := level(confidence)
	out := Interval{Level: l, N: p.N(), Method: "hodges-lehmann, exact"}
	switch {
	case !ok:
		out.Reason = badLevel
		return out
	case p.N() == 0:
		out.Reason = "no pair"
		return out
	}
	values, divisor := p.exact()
	d := slices.Clone(values)
	slices.Sort(d)
	n := len(d)
	count := n * (n + 1) / 2
	average := func(k int) float64 { return walsh(d, k) / 2 / divisor }
	if count%2 == 1 {
		out.Value = defined(average(count / 2))
	} else {
		out.Value = defined((walsh(d, count/2-1)/2 + walsh(d, count/2)/2) / 2 / divisor)
	}
	tail := (1 - l) / 2
	var k int // the smallest rank sum with P(T ≤ k) ≥ tail
	if n <= 500 {
		k = rankSumQuantile(n, tail)
	} else {
		out.Method = "hodges-lehmann, normal approximation"
		m := float64(n)
		k = int(math.Floor(m*(m+1)/4 + normalQuantile(tail)*math.Sqrt(m*(m+1)*(2*m+1)/24)))
	}
	if k == 0 {
		out.Reason = "too few pairs for an interval of this level"
		return out
	}
	out.Low, out.High = defined(average(k-1)), defined(average(count-k))
	return out
}

// walsh returns the k-th smallest, from 0, of the sums d[i] + d[j], i ≤ j, of
// sorted d: a search by halves over all numbers, each step counting the sums
// that are no larger. It needs no memory for the n²/2 sums.
func walsh(d []float64, k int) float64 {
	atMost := func(v float64) int {
		count, j := 0, len(d)-1
		for i := range d {
			for j >= i && d[i]+d[j] > v {
				j--
			}
			if j < i {
				break
			}
			count += j - i + 1
		}
		return count
	}
	low, high := ordinal(2*d[0]), ordinal(2*d[len(d)-1])
	for low < high {
		mid := low + (high-low)/2
		if atMost(fromOrdinal(mid)) > k {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return fromOrdinal(low)
}

// ordinal numbers all floating-point numbers in ascending order.
func ordinal(x float64) uint64 {
	b := math.Float64bits(x + 0) // −0 becomes 0
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

func fromOrdinal(u uint64) float64 {
	if u>>63 != 0 {
		return math.Float64frombits(u &^ (1 << 63))
	}
	return math.Float64frombits(^u)
}

// rankSumQuantile returns the smallest k with P(T ≤ k) ≥ p for the signed-rank
// sum T of n untied differences, for p < 1/2.
func rankSumQuantile(n int, p float64) int {
	half := n * (n + 1) / 4
	chance := make([]float64, half+1)
	chance[0] = 1
	reach := 0
	for w := 1; w <= n; w++ {
		reach = min(reach+w, half)
		for i := reach; i >= 0; i-- {
			if i >= w {
				chance[i] += chance[i-w]
			}
			chance[i] /= 2
		}
	}
	total := 0.0
	for k, c := range chance {
		if total += c; total >= p*(1-1e-12) {
			return k
		}
	}
	return half
}
