package compare

import (
	"fmt"

	"sooth/internal/report"
	"sooth/stat"
)

const (
	alpha = 0.05
	power = 0.80
)

// powerOnce says what McNemar's test on that many tasks could have shown at
// best, with nothing lost, and with as much lost as was.
func powerOnce(t stat.Table) report.Power {
	n := t.N()
	if n == 0 {
		return report.Power{Sentence: "no task was decided under both arms: nothing could be shown"}
	}
	gain, at := stat.McNemarMDE(n, 0, alpha, power)
	out := report.Power{MDE: gain, At80: at.Value}
	if gain == nil {
		out.Sentence = fmt.Sprintf("%s cannot show any gain with power %.2f at %.2f: %s", tasks(n), power, alpha, stat.FewDiscordant)
		return out
	}
	out.Sentence = fmt.Sprintf("%s could only show a gain of ≥ %s points (power %.2f at %.2f)", tasks(n), points(*gain), power, alpha)
	if t.OnlyA > 0 && t.OnlyA <= t.OnlyB {
		if with, _ := stat.McNemarMDE(n, float64(t.OnlyA)/float64(n), alpha, power); with != nil {
			out.Sentence += fmt.Sprintf(", ≥ %s with as many lost as here", points(*with))
		}
	}
	if d := t.OnlyA + t.OnlyB; d < 6 {
		out.Sentence += fmt.Sprintf("; %d discordant: %s", d, stat.FewDiscordant)
	}
	return out
}

// powerRepeated says what task means with the observed spread could have shown.
func powerRepeated(p stat.Paired) report.Power {
	n := p.N()
	if n == 0 {
		return report.Power{Sentence: "no task was decided under both arms: nothing could be shown"}
	}
	sd := stat.Effects(p).SD
	mde := stat.PairedTMDE(n, alpha, power)
	if mde.Value == nil || sd == nil || *sd == 0 {
		return report.Power{Sentence: fmt.Sprintf("%s: the spread of the differences is not known, so neither is the gain that could be shown", tasks(n))}
	}
	gain := *mde.Value * *sd
	if gain > 1 {
		return report.Power{Sentence: fmt.Sprintf("%s cannot show any gain with power %.2f at %.2f at the spread seen here", tasks(n), power, alpha)}
	}
	at := stat.PairedTPower(n, *mde.Value, alpha, false)
	return report.Power{MDE: &gain, At80: at.Value,
		Sentence: fmt.Sprintf("%s could only show a gain of ≥ %s points (power %.2f at %.2f, at the spread seen here)", tasks(n), points(gain), power, alpha)}
}

func tasks(n int) string {
	if n == 1 {
		return "1 task"
	}
	return fmt.Sprintf("%d tasks", n)
}

// points prints a difference of rates (0..1) in percentage points.
func points(d float64) string { return fmt.Sprintf("%.1f", 100*d) }
