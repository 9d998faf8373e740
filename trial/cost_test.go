package trial

import "testing"

// TestCost: nothing that was priced is no cost of 0, and a sum with records of
// unknown cost beside it says so.
func TestCost(t *testing.T) {
	var c Cost
	c.Add(Record{})
	if sum, unpriced := c.Sum(); sum != nil || unpriced != 0 {
		t.Errorf("nothing was priced: %v, %d", sum, unpriced)
	}
	for _, dollars := range []float64{0.25, 0.5} {
		c.Add(Record{CostUSD: &dollars})
	}
	if sum, unpriced := c.Sum(); sum == nil || *sum != 0.75 || unpriced != 1 {
		t.Errorf("%v, %d", sum, unpriced)
	}
}
