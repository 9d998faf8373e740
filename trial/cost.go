package trial

// Cost is what records cost together.
type Cost struct {
	CostUSD  float64 // of the Priced ones
	Priced   int     // records whose cost is known
	Unpriced int     // records whose cost is not known, or that nothing was paid for
}

// Add counts the cost of a record.
func (c *Cost) Add(r Record) {
	if r.CostUSD == nil {
		c.Unpriced++
		return
	}
	c.Priced++
	c.CostUSD += *r.CostUSD
}

// Sum returns the cost of all records in US dollars, nil where none is known,
// and of how many records it is not known beside: where there are any, the sum
// is a lower bound.
func (c Cost) Sum() (dollars *float64, unpriced int) {
	if c.Priced == 0 {
		return nil, 0
	}
	return &c.CostUSD, c.Unpriced
}
