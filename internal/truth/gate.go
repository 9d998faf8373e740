package truth

import (
	"fmt"

	"sooth/stat"
)

// Gate is one figure of the issue with what was measured.
type Gate struct {
	Name   string
	Value  float64 // a share, 0 to 1; a count where Count is set
	Limit  float64
	AtMost bool // the value may not be above the limit; otherwise not below
	N      int  // of what
	Count  bool
}

// Passed says whether the gate was passed. Nothing measured is not passed.
func (g Gate) Passed() bool {
	if g.N == 0 {
		return false
	}
	if g.AtMost {
		return g.Value <= g.Limit
	}
	return g.Value >= g.Limit
}

// String tells the gate in one line.
func (g Gate) String() string {
	word, relation := "FAILED", "at least"
	if g.Passed() {
		word = "passed"
	}
	if g.AtMost {
		relation = "at most"
	}
	if g.N == 0 {
		return fmt.Sprintf("%s: nothing to measure: FAILED", g.Name)
	}
	if g.Count {
		return fmt.Sprintf("%s: %.0f of %d (%s %.0f): %s", g.Name, g.Value, g.N, relation, g.Limit, word)
	}
	return fmt.Sprintf("%s: %.3f %% of %d (%s %.1f %%): %s", g.Name, 100*g.Value, g.N, relation, 100*g.Limit, word)
}

func share(k, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(k) / float64(n)
}

// Gates are the figures that a judge must reach.
func (s *Score) Gates() []Gate {
	right := s.All.Accused - s.All.Wrongly
	low := lower(right, s.All.Accused)
	byItem := lower(s.CleanItems, s.AccusedItems)
	get := func(m map[string]*Counts, k string) Counts {
		if c := m[k]; c != nil {
			return *c
		}
		return Counts{}
	}
	recall := func(k string, limit float64) Gate {
		c := get(s.Family, k)
		return Gate{Name: "anchored recall, " + k, Value: share(c.FalseRefuted, c.False), Limit: limit, N: c.False}
	}
	decided := func(k string, limit float64) Gate {
		c := get(s.Kind, k)
		return Gate{Name: "decided, " + k, Value: share(c.Decided, c.True+c.False), Limit: limit, N: c.True + c.False}
	}
	return []Gate{
		{Name: "precision of refutations", Value: share(right, s.All.Accused), Limit: 0.999, N: s.All.Accused},
		{Name: "its lower 95 % bound", Value: low, Limit: 0.995, N: s.All.Accused},
		{Name: "its lower 95 % bound by item", Value: byItem, Limit: 0.995, N: s.AccusedItems},
		{Name: "non-claims accused", Value: float64(s.All.Abused), AtMost: true, Count: true, N: s.All.NonClaims},
		recall("existence", 0.99), recall("structure", 0.97), recall("code", 0.99),
		{Name: "without anchor: decided and right", Value: share(s.Bare.TrueVerified+s.Bare.FalseRefuted, s.Bare.True+s.Bare.False), Limit: 0.6, N: s.Bare.True + s.Bare.False},
		{Name: "falsely verified", Value: share(s.All.FalseVerified, s.All.False), Limit: 0.005, AtMost: true, N: s.All.False},
		decided("citations", 0.98), decided("anchored names", 0.95), decided("structure", 0.85),
	}
}

// lower is the lower bound of the exact two-sided 95 % interval.
func lower(k, n int) float64 {
	if n == 0 {
		return 0
	}
	if i := stat.ClopperPearson(k, n, 0.95); i.Low != nil {
		return *i.Low
	}
	return 0
}
