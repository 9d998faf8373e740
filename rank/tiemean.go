package rank

import "math"

// The closed forms of expectations over the orders of tied documents.

// linear is the expectation of Σ weight(i)·value(document at rank i) up to rank
// k: within a group every rank has the mean of the group. weight is called once
// for each rank, in order.
func linear(groups [][]int32, k int, weight func(int) float64, value func(int32) float64) float64 {
	sum, rank := 0.0, 0
	for _, g := range groups {
		mean := 0.0
		for _, x := range g {
			mean += value(x)
		}
		mean /= float64(len(g))
		for range g {
			if rank++; rank > k {
				return sum
			}
			sum += weight(rank) * mean
		}
	}
	return sum
}

func (f *formula) expectedRBP(groups [][]int32, k int) float64 {
	p, weight := f.patience(), 1.0
	gain := func(g int32) float64 {
		if f.Rel > 0 {
			if int(g) >= f.Rel {
				return 1
			}
			return 0
		}
		return math.Min(float64(max(g, 0))/float64(f.top), 1)
	}
	return (1 - p) * linear(groups, k, func(int) float64 { x := weight; weight *= p; return x }, gain)
}

// first is the expectation of RR and Success. In the first group with r relevant
// among n documents, the first of them is at place j with the chance of j−1
// draws without one, then one.
func (f *formula) first(groups [][]int32, k int, relevant func(int32) float64) float64 {
	above := 0
	for _, g := range groups {
		r := 0.0
		for _, x := range g {
			r += relevant(x)
		}
		if r == 0 {
			above += len(g)
			continue
		}
		sum, none, n := 0.0, 1.0, float64(len(g))
		for j := 1; j <= len(g)-int(r)+1 && above+j <= k; j++ {
			left := n - float64(j-1)
			chance := none * r / left
			none *= (left - r) / left
			if f.Kind == RR {
				chance /= float64(above + j)
			}
			sum += chance
		}
		return sum
	}
	return 0
}

// expectedPrecisions is the expectation of Σ hits(i)/i over relevant ranks: at
// place i of a group with r relevant among n, one is there with the chance r/n,
// and (i−1)(r−1)/(n−1) of its fellows are before it.
func expectedPrecisions(groups [][]int32, k int, relevant func(int32) float64) float64 {
	sum, above, before := 0.0, 0, 0.0
	for _, g := range groups {
		n, r := float64(len(g)), 0.0
		for _, x := range g {
			r += relevant(x)
		}
		for i := 1; r > 0 && i <= len(g) && above+i <= k; i++ {
			fellows := 0.0
			if n > 1 {
				fellows = float64(i-1) * (r - 1) / (n - 1)
			}
			sum += r / n * (before + 1 + fellows) / float64(above+i)
		}
		above += len(g)
		before += r
	}
	return sum
}

// expectedERR: at place i of a group stands x with the chance 1/n, and above it
// any i−1 of the others, each subset as likely as another. What is needed is the
// mean of Π (1−q) over the subsets of one size, which grows by one document at a
// time: mean_j ← (1 − j/N)·mean_j + j/N·(1−q)·mean_{j−1}.
func (f *formula) expectedERR(groups [][]int32, k int) float64 {
	sum, stay, above := 0.0, 1.0, 0
	for _, g := range groups {
		if above >= k {
			break
		}
		places := min(len(g), k-above)
		counts := map[int32]int{}
		var grades []int32 // in order of appearance, so that sums are the same every time
		for _, x := range g {
			x = max(x, 0)
			if counts[x]++; counts[x] == 1 {
				grades = append(grades, x)
			}
		}
		for _, grade := range grades {
			q := satisfaction(grade, f.top)
			if q == 0 {
				continue
			}
			means := make([]float64, places)
			means[0] = 1
			n := 0
			for _, other := range grades {
				count, passes := counts[other], 1-satisfaction(other, f.top)
				if other == grade {
					count-- // x itself
				}
				for range count {
					n++
					for j := min(n, places-1); j >= 1; j-- {
						share := float64(j) / float64(n)
						means[j] = (1-share)*means[j] + share*passes*means[j-1]
					}
				}
			}
			for i := range places {
				sum += stay * q * float64(counts[grade]) / float64(len(g)) * means[i] / float64(above+i+1)
			}
		}
		for _, x := range g {
			stay *= 1 - satisfaction(x, f.top)
		}
		above += len(g)
	}
	return sum
}
