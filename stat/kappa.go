package stat

import "math"

// Kappa is Cohen's κ, the agreement of two judges beyond chance, with the
// large-sample interval (Cohen, Educational and Psychological Measurement 20,
// 1960; variance: Fleiss, Cohen and Everitt, Psychological Bulletin 72, 1969).
// table[i][j] counts the units that the first judge put into category i and the
// second into j. Where chance alone agrees on everything κ is undefined. Level 0
// means 0.95.
func Kappa(table [][]int, confidence float64) Interval {
	l, ok := level(confidence)
	out := Interval{Level: l, Method: "cohen's kappa, large-sample"}
	if !ok {
		out.Reason = badLevel
		return out
	}
	k := len(table)
	rows, columns := make([]float64, k), make([]float64, k)
	for i, row := range table {
		if len(row) != k {
			out.Reason = "the table is not square"
			return out
		}
		for j, count := range row {
			if count < 0 {
				out.Reason = "counts must not be negative"
				return out
			}
			out.N += count
			rows[i] += float64(count)
			columns[j] += float64(count)
		}
	}
	if out.N == 0 {
		out.Reason = "no unit was judged by both"
		return out
	}
	n := float64(out.N)
	observed, chance := 0.0, 0.0
	for i := range table {
		observed += float64(table[i][i]) / n
		chance += rows[i] / n * columns[i] / n
	}
	if chance >= 1 {
		out.Reason = "both judges put everything into one category: chance alone agrees as well"
		return out
	}
	kappa := (observed - chance) / (1 - chance)
	sum := 0.0
	for i := range table {
		for j := range table {
			p := float64(table[i][j]) / n
			if i == j {
				x := 1 - (rows[i]+columns[i])/n*(1-kappa)
				sum += p * x * x
				continue
			}
			x := (1 - kappa) * (columns[i] + rows[j]) / n
			sum += p * x * x
		}
	}
	x := kappa - chance*(1-kappa)
	variance := max(0, sum-x*x) / (n * (1 - chance) * (1 - chance))
	half := criticalValue(l) * math.Sqrt(variance)
	out.Value, out.Low, out.High = &kappa, defined(max(-1, kappa-half)), defined(min(1, kappa+half))
	return out
}
