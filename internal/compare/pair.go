package compare

import (
	"fmt"
	"slices"

	"sooth/internal/report"
	"sooth/stat"
)

// matched is a comparison with the tasks behind it.
type matched struct {
	report.Comparison
	tasks []string // of the pairs that count
	base  []side
	arm   []side
}

// compare makes one comparison. A pair counts if both sides are decided; the
// others are counted by cause and named.
func (x *index) compare(p pair, criterion, model string) matched {
	m := matched{Comparison: report.Comparison{
		Base: p.base, Arm: p.arm, Model: model, Criterion: criterion, Unit: "task",
		Primary: p.primary == criterion,
	}}
	for _, task := range x.tasks {
		base, arm := x.side(p.base, model, criterion, task), x.side(p.arm, model, criterion, task)
		if base.total == 0 && arm.total == 0 {
			continue // of another model, or not begun on either side
		}
		if base.lost != counted || arm.lost != counted {
			m.lose(task, base, arm)
			continue
		}
		m.tasks, m.base, m.arm = append(m.tasks, task), append(m.base, base), append(m.arm, arm)
	}
	m.N = len(m.tasks)
	if x.repeats == 1 && !m.valued() {
		m.once()
	} else {
		m.repeatedly(x)
	}
	return m
}

// valued says that the points are shares, which no contingency table can hold.
func (m *matched) valued() bool {
	return slices.ContainsFunc(m.base, func(s side) bool { return s.valued }) || slices.ContainsFunc(m.arm, func(s side) bool { return s.valued })
}

// lose counts a pair by the first cause that applies on either side.
func (m *matched) lose(task string, base, arm side) {
	for _, cause := range []struct {
		name  string
		count *int
	}{{infraError, &m.Lost.InfraError}, {noAnswer, &m.Lost.NoAnswer}, {unknown, &m.Lost.Unknown}, {notApplicable, &m.Lost.NotApplicable}} {
		for _, s := range []side{base, arm} {
			if s.lost == cause.name {
				*cause.count++
				m.Lost.Tasks = append(m.Lost.Tasks, task+": "+s.detail)
				return
			}
		}
	}
}

// once analyses one repeat: the contingency table, the McNemar family and the
// interval of the paired difference.
func (m *matched) once() {
	var t stat.Table
	for i := range m.tasks {
		switch base, arm := m.base[i].passes > 0, m.arm[i].passes > 0; {
		case base && arm:
			t.Both++
		case base:
			t.OnlyA++
		case arm:
			t.OnlyB++
		default:
			t.Neither++
		}
	}
	m.Table = [2][2]int{{t.Both, t.OnlyA}, {t.OnlyB, t.Neither}}
	d := stat.McNemar(t.OnlyA, t.OnlyB)
	m.McNemar = &report.McNemar{
		Exact:  test(d.Exact, d.Exact.TwoSided),
		MidP:   test(d.MidP, d.MidP.TwoSided),
		Chi2:   d.Chi2CC.Statistic,
		Chi2P:  test(d.Chi2CC, d.Chi2CC.TwoSided),
		OneWay: test(d.Exact, d.Exact.Greater),
	}
	m.Difference = interval(stat.PairedNewcombe(t, 0))
	m.Power = powerOnce(t)
}

// repeatedly analyses several repeats: the mean of each task is its value, and
// the signs of the differences are flipped task by task.
func (m *matched) repeatedly(x *index) {
	a, b := make([]float64, m.N), make([]float64, m.N)
	denominator, undecided, short := int64(1), 0, 0
	for i := range m.tasks {
		a[i], b[i] = m.base[i].mean(), m.arm[i].mean()
		if m.base[i].valued || m.arm[i].valued {
			denominator = 0
			continue
		}
		for _, s := range []side{m.base[i], m.arm[i]} {
			denominator = leastCommonMultiple(denominator, int64(s.decided))
			if s.decided < x.repeats {
				short++
				undecided += x.repeats - s.decided
			}
		}
	}
	if undecided > 0 {
		x.notes = append(x.notes, fmt.Sprintf("`%s`, `%s` against `%s`: %d repeats of %d task means are not decided; those means are over the others", m.Criterion, m.Arm, m.Base, undecided, short))
	}
	p, err := stat.Pair(a, b, denominator)
	if err != nil { // too many different numbers of repeats for a common denominator
		p, err = stat.Pair(a, b, 0)
	}
	if err != nil {
		m.Difference.Reason = err.Error()
		return
	}
	r := stat.Randomization(p, stat.Draws{Seed: x.plan.Seed})
	if m.N > 0 {
		m.Means = &[2]float64{*stat.Mean(a), *stat.Mean(b)}
	}
	flip := test(r, r.TwoSided)
	flip.Method = "paired sign-flip on task means, " + flip.Method
	m.SignFlip = &flip
	m.Difference = interval(stat.Bootstrap(p, stat.BootstrapOptions{Method: stat.BCa, Seed: x.plan.Seed}))
	m.Power = powerRepeated(p)
}

func test(t stat.Test, p *float64) report.Test {
	return report.Test{P: p, Method: t.Method, Reason: t.Reason}
}

func leastCommonMultiple(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	if a/x > (1<<41)/b { // beyond what Pair takes; it refuses
		return 1 << 41
	}
	return a / x * b
}
