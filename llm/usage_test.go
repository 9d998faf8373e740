package llm

import "testing"

// TestUncached: more cached tokens than the prompt has are counted in some way that
// is not known, and no prompt of 0.
func TestUncached(t *testing.T) {
	n := func(i int) *int { return &i }
	for _, c := range []struct {
		prompt *int
		cached []*int
		want   *int
	}{
		{nil, []*int{n(1)}, nil}, {n(5), nil, n(5)}, {n(5), []*int{nil, n(2)}, n(3)}, {n(5), []*int{n(2), n(3)}, n(0)}, {n(5), []*int{n(2), n(4)}, nil},
	} {
		got := Uncached(c.prompt, c.cached...)
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%v without %v: %v", c.prompt, c.cached, got)
		}
	}
}
