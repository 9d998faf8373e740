package stat

// SignTest tests whether positive and negative differences are equally likely;
// zeros are left out. Statistic is the number of positive differences, N that
// of non-zero ones; without one, p is 1.
func SignTest(p Paired) Test {
	wins, losses, _ := p.Wins()
	if p.N() == 0 {
		return Test{Method: "exact binomial", Reason: "no pair"}
	}
	if wins+losses == 0 {
		out := Test{Statistic: defined(0), Method: "exact binomial"}
		certain().test(&out)
		return out
	}
	return BinomialTest(wins, wins+losses, 0.5)
}

// Wins counts the units on which B is larger, smaller and equal.
func (p Paired) Wins() (wins, losses, ties int) {
	values, _ := p.exact()
	for _, v := range values {
		switch {
		case v > 0:
			wins++
		case v < 0:
			losses++
		default:
			ties++
		}
	}
	return wins, losses, ties
}
