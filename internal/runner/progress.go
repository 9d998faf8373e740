package runner

import (
	"slices"

	"sooth/suite"
	"sooth/trial"
)

// arms lists the arms of a plan, none of them begun.
func arms(plan []suite.Trial) []ArmProgress {
	var list []ArmProgress
	for _, t := range plan {
		i := slices.IndexFunc(list, func(a ArmProgress) bool { return a.Arm == t.Arm })
		if i < 0 {
			i = len(list)
			list = append(list, ArmProgress{Arm: t.Arm})
		}
		list[i].Trials++
	}
	return list
}

// count takes a record in.
func (p *Progress) count(r trial.Record) {
	p.Counts.Add(r.State, 1)
	for i := range p.Arms {
		if p.Arms[i].Arm == r.Arm {
			p.Arms[i].Recorded++
		}
	}
	p.Cost.Add(r)
}
