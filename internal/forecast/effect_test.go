package forecast_test

import (
	"strings"
	"testing"

	"sooth/internal/forecast"
)

// TestEffect: what repeats buy stands in numbers made by hand (stat has them),
// and is told of shares alone; too few tasks show nothing however often asked.
func TestEffect(t *testing.T) {
	const spread = "the smallest gain of 30 tasks by repeats, power 0.80 at 0.05, if answers spread as Miller (arXiv 2411.00640) assumes, with variances of 1/9 between tasks and 1/6 within: "
	for _, c := range []struct {
		n, repeats int
		shares     bool
		want       []string
	}{
		{30, 1, true, []string{spread + "35.3 points with 1 (this plan), 24.9 points with 3, 22.3 points with 5, 20.1 points with 10, 17.6 with ever more"}},
		{30, 4, false, []string{spread + "35.3 points with 1, 24.9 points with 3, 23.3 points with 4 (this plan), 22.3 points with 5, 20.1 points with 10, 17.6 with ever more"}},
		{30, 1, false, []string{"30 tasks can show a gain of ", spread}},
		{5, 1, false, []string{"5 tasks cannot show any gain"}},
		{5, 100, true, []string{"5 tasks cannot show any gain"}},
	} {
		got := forecast.Effect(c.n, c.repeats, c.shares)
		if len(got) != len(c.want) {
			t.Fatalf("%d tasks, %d repeats: %q", c.n, c.repeats, got)
		}
		for i, want := range c.want {
			if !strings.HasPrefix(got[i], want) {
				t.Errorf("%d tasks, %d repeats: %q, want %q", c.n, c.repeats, got[i], want)
			}
		}
	}
}
