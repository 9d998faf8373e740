package stat

import (
	"math"
	"slices"
)

// Zeros says what the signed-rank test does with differences that are 0.
type Zeros string

// The rules for zero differences.
const (
	DropZeros  Zeros = "dropped" // before ranking: Wilcoxon, Biometrics Bulletin 1, 1945
	PrattZeros Zeros = "pratt"   // ranked, then dropped: Pratt, Journal of the American Statistical Association 54, 1959
	SplitZeros Zeros = "split"   // ranked, half of their ranks on each side; the exact p is Pratt's
)

// SignedRank is Wilcoxon's signed-rank test. Statistic is T+, the sum of the
// ranks of the positive differences. The exact p counts the sign patterns of
// the non-zero differences over doubled average ranks, so that ties keep their
// true distribution; it is used wherever the convolution is affordable (beyond
// a thousand units), else the normal approximation, and Method says which.
// Without a non-zero difference p is 1.
func SignedRank(p Paired, zeros Zeros) Test {
	r := rankSigned(p, zeros)
	out := Test{N: r.used, Method: "exact", Statistic: defined(r.plus)}
	if p.N() == 0 {
		return Test{Method: "exact", Reason: "no pair"}
	}
	if r.used == 0 {
		certain().test(&out)
		return out
	}
	var total, sum int64
	divisor := int64(2)
	for _, w := range r.doubled {
		if w%2 != 0 {
			divisor = 1
		}
	}
	weights := make([]int64, len(r.doubled))
	for i, w := range r.doubled {
		weights[i] = w / divisor
		total += weights[i]
		if r.positive[i] {
			sum += weights[i]
		}
	}
	if min(sum, total-sum) > 4*maxStates || float64(min(sum, total-sum))*float64(len(weights)) > maxSteps {
		return SignedRankNormal(p, zeros, true)
	}
	convolve(weights, sum).test(&out)
	return out
}

// SignedRankNormal is the normal approximation of the signed-rank test with
// the correction of its variance for ties and, under Pratt's rule, zeros
// (Cureton, Journal of the American Statistical Association 62, 1967);
// continuity moves T+ by ½ towards its mean.
func SignedRankNormal(p Paired, zeros Zeros, continuity bool) Test {
	r := rankSigned(p, zeros)
	out := Test{N: r.used, Method: "normal approximation", Statistic: defined(r.plus)}
	if continuity {
		out.Method = "normal approximation with continuity correction"
	}
	if p.N() == 0 {
		out.Statistic, out.Reason = nil, "no pair"
		return out
	}
	if r.used == 0 {
		certain().test(&out)
		return out
	}
	n, z := float64(r.ranked), float64(r.zeros)
	mean, variance := n*(n+1)/4, n*(n+1)*(2*n+1)/24
	if zeros == PrattZeros {
		mean -= z * (z + 1) / 4
		variance -= z * (z + 1) * (2*z + 1) / 24
	}
	variance -= r.ties / 48
	if variance <= 0 {
		out.Reason = "the variance of the rank sum is 0"
		return out
	}
	sd, gap := math.Sqrt(variance), r.plus-mean
	half := 0.0
	if continuity {
		half = 0.5
	}
	out.TwoSided = probability(2 * normalSF(max(0, math.Abs(gap)-half)/sd))
	out.Log10 = log10of(out.TwoSided)
	out.Greater, out.Less = probability(normalSF((gap-half)/sd)), probability(normalCDF((gap+half)/sd))
	return out
}

// signedRanks are the average ranks of the magnitudes of the differences.
type signedRanks struct {
	doubled     []int64 // of the non-zero differences, twice the average rank
	positive    []bool
	plus, minus float64 // sums of ranks
	used        int     // non-zero differences
	zeros       int
	ranked      int     // differences that got a rank
	ties        float64 // Σ(t³ − t) over groups of equal magnitude, as the variance needs it
}

func rankSigned(p Paired, zeros Zeros) signedRanks {
	values, _ := p.exact()
	var r signedRanks
	var ranked []float64
	for _, v := range values {
		if v == 0 {
			r.zeros++
			if zeros != PrattZeros && zeros != SplitZeros {
				continue
			}
		}
		ranked = append(ranked, v)
	}
	r.ranked, r.used = len(ranked), len(values)-r.zeros
	slices.SortFunc(ranked, func(a, b float64) int {
		switch x, y := math.Abs(a), math.Abs(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	var plus, minus int64
	for i := 0; i < len(ranked); {
		j := i
		for j < len(ranked) && math.Abs(ranked[j]) == math.Abs(ranked[i]) {
			j++
		}
		rank, size := int64(i+1+j), float64(j-i)
		switch {
		case ranked[i] != 0:
			r.ties += size*size*size - size
			for _, v := range ranked[i:j] {
				r.doubled = append(r.doubled, rank)
				r.positive = append(r.positive, v > 0)
				if v > 0 {
					plus += rank
				} else {
					minus += rank
				}
			}
		case zeros == SplitZeros:
			r.ties += size*size*size - size
			plus += rank * int64(j-i) / 2
			minus += rank * int64(j-i) / 2
		}
		i = j
	}
	r.plus, r.minus = float64(plus)/2, float64(minus)/2
	return r
}
