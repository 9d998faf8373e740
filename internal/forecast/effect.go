package forecast

import (
	"fmt"
	"slices"
	"strings"

	"sooth/stat"
)

// The level and the power of all that is said here of effects.
const (
	alpha = 0.05
	power = 0.80
)

// Effect says in lines the smallest effect that n tasks, each asked so many times
// under two arms, can show. Of single answers that pass or fail it is told
// exactly, at the best that can be: nothing is lost. What repeats buy depends on
// how answers spread; of shares (not pass or fail) all does. That is told by the
// variances that Miller assumes.
func Effect(n, repeats int, shares bool) []string {
	exact, _ := stat.McNemarMDE(n, 0, alpha, power)
	if exact == nil {
		return []string{fmt.Sprintf("%d tasks cannot show any gain with power %.2f at %.2f: %s", n, power, alpha, stat.FewDiscordant)}
	}
	var lines []string
	if repeats == 1 && !shares {
		lines = append(lines, fmt.Sprintf("%d tasks can show a gain of %.1f points or more (power %.2f at %.2f, nothing lost, one repeat)", n, 100**exact, power, alpha))
	}
	told := []int{1, 3, 5, 10}
	if !slices.Contains(told, repeats) {
		told = append(told, repeats)
		slices.Sort(told)
	}
	var parts []string
	for _, k := range append(told, 0) {
		gain := stat.RepeatedMDE(n, k, stat.MillerBetween, stat.MillerWithin, alpha, power)
		part := fmt.Sprintf("%.1f points with %d", 100**gain.Value, k)
		switch k {
		case 0:
			part = fmt.Sprintf("%.1f with ever more", 100**gain.Value)
		case repeats:
			part += " (this plan)"
		}
		parts = append(parts, part)
	}
	return append(lines, fmt.Sprintf("the smallest gain of %d tasks by repeats, power %.2f at %.2f, if answers spread as Miller (arXiv 2411.00640) assumes, with variances of 1/9 between tasks and 1/6 within: %s", n, power, alpha, strings.Join(parts, ", ")))
}
