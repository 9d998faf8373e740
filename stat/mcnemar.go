package stat

import "math"

// Discordance is the McNemar family on the discordant pairs of a 2×2 table.
type Discordance struct {
	Exact  Test // Statistic: b, the pairs that only A passes; Greater: B is better
	MidP   Test // two-sided only
	Chi2   Test // two-sided only; Statistic: chi-square, 1 degree of freedom
	Chi2CC Test // with continuity correction
	Odds   Interval
}

// McNemar tests whether b, the number of pairs that only A passes, and c, the
// number that only B passes, could come from one and the same rate. Concordant
// pairs say nothing about it. With b + c = 0 there is no test.
//
//   - Exact: X ~ Binomial(b+c, ½); two-sided min(1, 2·P(X ≤ min(b, c))). McNemar,
//     Psychometrika 12, 1947; Mosteller, Biometrics 8, 1952.
//   - MidP: 2·P(X ≤ k) − P(X = k), and 1 − P(X = k)/2 where b = c. Fagerland,
//     Lydersen, Laake, BMC Medical Research Methodology 13:91, 2013.
//   - Chi2: (b − c)²/(b + c); Chi2CC: max(0, |b − c| − 1)²/(b + c), Edwards,
//     Psychometrika 13, 1948.
//   - Odds: b/c, with the Clopper–Pearson interval of b/(b+c) turned into odds.
func McNemar(b, c int) Discordance {
	n := b + c
	if b < 0 || c < 0 {
		return noDiscordance("counts must not be negative")
	}
	if n == 0 {
		return noDiscordance("no discordant pair")
	}
	k := min(b, c)
	out := Discordance{
		Exact: Test{Statistic: defined(float64(b)), N: n, Method: "exact"},
		MidP:  Test{Statistic: defined(float64(b)), N: n, Method: "exact, mid-p"},
	}
	tails{less: halfTail(c, n), greater: halfTail(b, n)}.test(&out.Exact)
	mid := halfTail(k, n)
	mid.m = 2*mid.m - math.Exp(logBinomialMass(k, n, 0.5)-float64(mid.exponent)*math.Ln2)
	if b == c {
		mid = scaled{1 - math.Exp(logBinomialMass(k, n, 0.5))/2, 0}
	}
	out.MidP.TwoSided, out.MidP.Log10 = probability(mid.value()), defined(mid.log10())

	gap := math.Abs(float64(b) - float64(c))
	out.Chi2 = chiSquareTest(gap*gap/float64(n), n, "chi-square, 1 df")
	gap = max(0, gap-1)
	out.Chi2CC = chiSquareTest(gap*gap/float64(n), n, "chi-square with continuity correction, 1 df")

	share := ClopperPearson(b, n, 0)
	out.Odds = Interval{Level: share.Level, N: n, Method: "clopper-pearson, odds"}
	out.Odds.Low = defined(*share.Low / (1 - *share.Low))
	out.Odds.High = defined(*share.High / (1 - *share.High))
	out.Odds.Value = defined(float64(b) / float64(c))
	switch {
	case out.Odds.Value == nil:
		out.Odds.Reason = "c = 0: the odds have no upper bound"
	case out.Odds.High == nil:
		out.Odds.Reason = "the odds have no upper bound"
	case out.Odds.Low == nil:
		out.Odds.Reason = "the odds have no lower bound"
	}
	return out
}

func chiSquareTest(x float64, n int, method string) Test {
	p := probability(chiSquareSF(x, 1))
	return Test{Statistic: &x, TwoSided: p, Log10: log10of(p), N: n, Method: method}
}

func noDiscordance(reason string) Discordance {
	return Discordance{
		Exact:  Test{Method: "exact", Reason: reason},
		MidP:   Test{Method: "exact, mid-p", Reason: reason},
		Chi2:   Test{Method: "chi-square, 1 df", Reason: reason},
		Chi2CC: Test{Method: "chi-square with continuity correction, 1 df", Reason: reason},
		Odds:   Interval{Level: 0.95, Method: "clopper-pearson, odds", Reason: reason},
	}
}
