package stat

import (
	"math"
	"slices"
)

// Effect holds the size of a paired difference in several measures; nil where
// one is undefined, then Reason says why of the first.
type Effect struct {
	N      int
	Mean   *float64
	Median *float64
	SD     *float64 // of the differences, n − 1
	DZ     *float64 // Cohen's dz: mean ÷ sd (Cohen, Statistical Power Analysis, 1988, section 2.3.5)
	J      *float64 // Hedges' exact factor for small samples (Journal of Educational Statistics 6, 1981)
	G      *float64 // dz·J
	// RankBiserial is (T+ − T−)/(T+ + T−), zeros dropped; Pratt's ranks them
	// (Kerby, Comprehensive Psychology 3, 2014).
	RankBiserial      *float64
	RankBiserialPratt *float64
	WinShare          *float64 // (wins + ties/2) ÷ n
	Reason            string
}

// Effects computes the effect sizes of a paired sample.
func Effects(p Paired) Effect {
	out := Effect{N: p.N()}
	if p.N() == 0 {
		out.Reason = "no pair"
		return out
	}
	mean, sd := p.moments()
	out.Mean, out.SD = defined(mean), defined(sd)
	values, divisor := p.exact()
	s := slices.Clone(values)
	slices.Sort(s)
	median := s[len(s)/2]
	if len(s)%2 == 0 {
		median = s[len(s)/2-1]/2 + s[len(s)/2]/2
	}
	out.Median = defined(median / divisor)
	wins, losses, ties := p.Wins()
	out.WinShare = defined((float64(wins) + float64(ties)/2) / float64(wins+losses+ties))
	out.RankBiserial = rankSigned(p, DropZeros).biserial()
	out.RankBiserialPratt = rankSigned(p, PrattZeros).biserial()
	switch {
	case p.N() < 2:
		out.Reason = "one pair has no spread"
	case sd == 0:
		out.Reason = "all differences are equal: dz is undefined"
	default:
		out.DZ = defined(mean / sd)
		if df := float64(p.N() - 1); df > 1 {
			a, _ := math.Lgamma(df / 2)
			b, _ := math.Lgamma((df - 1) / 2)
			out.J = defined(math.Exp(a-b) / math.Sqrt(df/2))
			out.G = defined(mean / sd * *out.J)
		} else {
			out.Reason = "the factor of Hedges needs three pairs"
		}
	}
	return out
}

func (r signedRanks) biserial() *float64 {
	if r.used == 0 {
		return nil
	}
	return defined((r.plus - r.minus) / (r.plus + r.minus))
}
