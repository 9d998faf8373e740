package rankcompare

import (
	"fmt"

	"sooth/stat"
)

const (
	alpha = 0.05
	least = 0.80 // power
)

// power says what so many queries could have shown: values of 0 and 1 at best,
// with nothing lost; others at the spread of the differences that was seen.
func power(pairs stat.Paired, s sample) Power {
	p := couldShow(pairs, s)
	if wins, losses, _ := pairs.Wins(); wins+losses < 6 {
		p.Sentence += fmt.Sprintf("; on %d they differ: fewer than 6, all one way, cannot reach 0.05", wins+losses)
	}
	return p
}

func couldShow(pairs stat.Paired, s sample) Power {
	n := pairs.N()
	if s.binary() {
		gain, _ := stat.McNemarMDE(n, 0, alpha, least)
		if gain == nil {
			return Power{Sentence: fmt.Sprintf("%s cannot show any difference with power %.2f at %.2f", plural(n), least, alpha)}
		}
		return Power{MDE: gain, Sentence: fmt.Sprintf("%s could only show a difference of ≥ %.4f (power %.2f at %.2f, nothing going the other way)", plural(n), *gain, least, alpha)}
	}
	sd := stat.Effects(pairs).SD
	mde := stat.PairedTMDE(n, alpha, least)
	if mde.Value == nil || sd == nil || *sd == 0 {
		return Power{Sentence: fmt.Sprintf("%s: the spread of the differences is not known, so neither is the difference that could be shown", plural(n))}
	}
	gain := *mde.Value * *sd
	return Power{MDE: &gain, Sentence: fmt.Sprintf("%s could only show a difference of ≥ %.4f (power %.2f at %.2f, at the spread seen here)", plural(n), gain, least, alpha)}
}

func plural(n int) string {
	if n == 1 {
		return "1 query"
	}
	return fmt.Sprintf("%d queries", n)
}
