// Package gate is what a comparison must show for a build to pass: a demand
// such as "nDCG@10 > -0.02" or "base=none, arm=context: compiles > -0.05".
//
// A gate is a non-inferiority test of its own, one-sided at 0.05: "no
// difference shown" is never "no regression". It passes only where the bound of
// the difference B − A lies on the right side of what was demanded, so that few
// units, which show nothing, pass nothing. What B alone lost (it crashed, it
// was cut off) is counted against it a second time: crashing never pays.
package gate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Alpha is the level of every gate, one-sided: the bound is that of a 95 %
// confidence interval on one side.
const Alpha = 0.05

// Gate is one demand. The zero Gate demands nothing and is not valid.
type Gate struct {
	Text  string  // as written, blanks at the ends cut
	Scope []Label // what it is about; empty: the whole, or the primary pair
	Name  string  // measure or criterion, as written
	// Above demands that B − A lies above Bound, else that it lies below.
	Above bool
	Bound float64
}

// Label is one condition of a gate's scope: "class=D".
type Label struct{ Name, Value string }

// Label returns the value that the scope wants of a label; false: any.
func (g Gate) Label(name string) (string, bool) {
	for _, l := range g.Scope {
		if l.Name == name {
			return l.Value, true
		}
	}
	return "", false
}

// Only refuses a scope with labels that a verb does not know.
func (g Gate) Only(known []string) error {
	for _, l := range g.Scope {
		if !slices.Contains(known, l.Name) {
			return g.errorf("there is no label %q; hint: the labels are %s", l.Name, strings.Join(known, ", "))
		}
	}
	return nil
}

func (g Gate) errorf(format string, args ...any) error {
	return fmt.Errorf("gate %q: %s", g.Text, fmt.Sprintf(format, args...))
}

// signed prints a difference with its sign, no rounding across the bound: more
// digits are added while the rounded number would lie on the other side.
func (g Gate) signed(x float64) string {
	for digits := 4; digits < 17; digits++ {
		s := fmt.Sprintf("%+.*f", digits, x)
		shown, err := strconv.ParseFloat(s, 64)
		if err == nil && (shown > g.Bound) == (x > g.Bound) && (shown < g.Bound) == (x < g.Bound) {
			return s
		}
	}
	return fmt.Sprintf("%+g", x)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
