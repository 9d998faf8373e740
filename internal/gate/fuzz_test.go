package gate

import (
	"regexp"
	"strconv"
	"testing"
)

// FuzzParse: whatever is written, a gate or an error with its place comes back,
// and a gate reads the same when its parts are written out again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"nDCG@10 > -0.02", "class=D: P@5 > -0.05", `a="x, y: z",b=c: nDCG(gains={0:0,1:3}) < 1e-3`, "", ":", "=:<", `"`, "a=(b: c > 1", "x > 1e999", "\xff > 0"} {
		f.Add(seed)
	}
	place := regexp.MustCompile(`: column (\d+): `)
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil {
			m := place.FindStringSubmatch(err.Error())
			if m == nil {
				t.Fatalf("%q: no column: %v", text, err)
			}
			if n, _ := strconv.Atoi(m[1]); n < 1 || n > len(text)+1 {
				t.Fatalf("%q: column %d of %d", text, n, len(text))
			}
			return
		}
		if g.Name == "" || !finite(g.Bound) {
			t.Fatalf("%q: %+v", text, g)
		}
		again, err := Parse(g.Text)
		if err != nil || again.Name != g.Name || again.Bound != g.Bound || again.Above != g.Above || len(again.Scope) != len(g.Scope) {
			t.Fatalf("%q reads as %+v, then as %+v, %v", text, g, again, err)
		}
	})
}
