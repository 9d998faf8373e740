package compare

import (
	"sooth/internal/report"
	"sooth/stat"
)

// rates makes the table arms × models × criteria.
func (x *index) rates() []report.Rate {
	var out []report.Rate
	for _, arm := range x.plan.Arms {
		for _, model := range x.models {
			for _, criterion := range x.plan.Criteria {
				if r, ok := x.rate(arm, model, criterion); ok {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// rate counts every point of one cell of the table; false: there is none.
func (x *index) rate(arm, model, criterion string) (report.Rate, bool) {
	r := report.Rate{Arm: arm, Model: model, Criterion: criterion}
	var means []float64 // per task
	valued := false     // Pass, Fail and Unknown count statements
	for _, task := range x.tasks {
		s := x.side(arm, model, criterion, task)
		for _, p := range s.points {
			if p.Counts != nil {
				r.Pass, r.Fail, r.Unknown = r.Pass+p.Counts.Verified, r.Fail+p.Counts.Refuted, r.Unknown+p.Counts.Undecided
				r.Near, valued = r.Near+p.Counts.Near, true
				r.N += p.Counts.Verified + p.Counts.Refuted + p.Counts.Undecided
				continue
			}
			r.N++
			switch pass, lost := decide(p); {
			case lost == infraError:
				r.InfraError++
			case lost == noAnswer:
				r.NoAnswer++
			case lost == unknown:
				r.Unknown++
			case lost == notApplicable:
				r.NotApplicable++
			case pass:
				r.Pass++
			default:
				r.Fail++
			}
		}
		if s.decided > 0 {
			means = append(means, s.mean())
		}
	}
	if r.N == 0 {
		return r, false
	}
	switch {
	case valued:
		r.Decided = x.clustered(means)
		if x.repeats > 1 {
			r.Repeated = x.repeated(arm, model, criterion)
		}
		if decided := r.Pass + r.Fail; decided > 0 {
			pooled := float64(r.Pass) / float64(decided)
			r.Pooled = &pooled
		}
	case x.repeats == 1:
		r.Decided = interval(stat.Wilson(r.Pass, r.Pass+r.Fail, 0))
	default:
		r.Decided = x.clustered(means)
		r.Repeated = x.repeated(arm, model, criterion)
	}
	undecided := r.N - r.Pass - r.Fail
	worst, best := float64(r.Pass)/float64(r.N), float64(r.Pass+undecided)/float64(r.N)
	r.Bounds = [2]*float64{&worst, &best}
	return r, true
}

// clustered is the mean over tasks with an interval over tasks: the repeats of
// one task resemble each other, and counting them as independent would make
// the interval too narrow.
func (x *index) clustered(means []float64) report.Interval {
	p, err := stat.Pair(make([]float64, len(means)), means, 0)
	if err != nil {
		return report.Interval{Reason: err.Error()}
	}
	got := stat.Bootstrap(p, stat.BootstrapOptions{Method: stat.BCa, Seed: x.plan.Seed})
	if got.Low == nil && got.Value != nil && (*got.Value == 0 || *got.Value == 1) {
		// All tasks alike: no resample differs, but tasks not seen may.
		k := 0
		if *got.Value == 1 {
			k = len(means)
		}
		got = stat.Wilson(k, len(means), 0)
		got.Method += " over tasks"
		return interval(got)
	}
	got.Method += " over tasks"
	return interval(got)
}

// repeated estimates pass@k and pass^k for every k up to the number of
// repeats, as means over the tasks that have k decided repeats.
func (x *index) repeated(arm, model, criterion string) []report.Repeated {
	var out []report.Repeated
	for k := 1; k <= x.repeats; k++ {
		r := report.Repeated{K: k}
		var any, all float64
		for _, task := range x.tasks {
			s := x.side(arm, model, criterion, task)
			at, hat := stat.PassAtK(s.decided, s.passes, k), stat.PassHatK(s.decided, s.passes, k)
			if at.Value == nil {
				if s.total > 0 {
					r.Short++
				}
				continue
			}
			r.Tasks++
			any += *at.Value
			all += *hat.Value
		}
		if r.Tasks > 0 {
			any, all = any/float64(r.Tasks), all/float64(r.Tasks)
			r.AtLeastOne, r.All = &any, &all
		} else {
			r.Reason = "no task has that many decided repeats"
		}
		out = append(out, r)
	}
	return out
}

func interval(i stat.Interval) report.Interval {
	return report.Interval{Value: i.Value, Low: i.Low, High: i.High, N: i.N, Method: i.Method, Reason: i.Reason}
}
