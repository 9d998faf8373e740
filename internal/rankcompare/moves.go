package rankcompare

import "slices"

// The moves: a partition of all pairs of ranks of the first relevant document.
const (
	Added       = "added"        // A has none within the depth, B has one
	Fixed       = "fixed"        // from below to rank 1
	Improved    = "improved"     // up, but not to rank 1
	Unchanged   = "unchanged"    // the same rank
	Degraded    = "degraded"     // down, rank 1 included
	MoveLost    = "lost"         // A has one within the depth, B has none
	BothMissing = "both missing" // neither has one
)

// moveNames returns the moves in the order of tables.
func moveNames() []string {
	return []string{Added, Fixed, Improved, Unchanged, Degraded, MoveLost, BothMissing}
}

// moveOf names the move from rank a to rank b, 0 standing for none.
func moveOf(a, b int) string {
	switch {
	case a == 0 && b == 0:
		return BothMissing
	case a == 0:
		return Added
	case b == 0:
		return MoveLost
	case a == b:
		return Unchanged
	case b > a:
		return Degraded
	case b == 1:
		return Fixed
	}
	return Improved
}

// move names the move of one query; empty where one side has no ranking or
// ranks mean nothing.
func (q Query) move() string {
	if q.Unranked || q.A.State != Answered || q.B.State != Answered {
		return ""
	}
	return moveOf(q.A.FirstRelevant, q.B.FirstRelevant)
}

func (in Input) moves(g group) Moves {
	m := Moves{Class: g.Name}
	for _, name := range moveNames() {
		m.Counts = append(m.Counts, Move{Name: name})
	}
	for _, q := range g.queries {
		if q.Unranked {
			continue
		}
		name := q.move()
		if name == "" {
			m.Lost++
			continue
		}
		m.N++
		c := &m.Counts[slices.Index(moveNames(), name)]
		c.Count++
		c.Queries = append(c.Queries, q.ID)
	}
	return m
}
