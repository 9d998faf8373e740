package rankcompare

import "sooth/stat"

// correct marks what is primary and fills in Holm's p-values. The comparison
// that was decided on beforehand needs none; where each class has its primary
// measure, those are one family, and all that is not primary is another. A
// comparison without a p keeps its place as p = 1, so that the size of a family
// does not depend on what was found.
func (in Input) correct(list []Comparison) {
	primary := map[Target]bool{}
	if in.Primary != nil {
		primary[*in.Primary] = true
	} else {
		for _, g := range in.groups() {
			if !g.overall || len(in.groups()) == 1 {
				primary[Target{g.Name, g.Primary}] = true
			}
		}
	}
	for _, first := range []bool{true, false} {
		var members []int
		var p []float64
		for i := range list {
			c := &list[i]
			c.Primary = primary[Target{c.Class, c.Measure}]
			if c.Primary != first {
				continue
			}
			members = append(members, i)
			if c.P != nil {
				p = append(p, *c.P)
			} else {
				p = append(p, 1)
			}
		}
		if first && len(members) < 2 {
			continue
		}
		adjusted, err := stat.Adjust(p, stat.Holm)
		if err != nil {
			continue // cannot be: they are p-values
		}
		for i, k := range members {
			if list[k].P != nil {
				list[k].HolmP = &adjusted[i]
			}
		}
	}
}
