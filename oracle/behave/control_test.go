package behave

import (
	"testing"

	"sooth/score"
)

// A control that fails a test in a shared binary is not built again; an answer
// is, and a control that ends without a word of its tests is, too.
func TestControlFailsOnce(t *testing.T) {
	const wrong = "func Double(n int) int { return 3 * n }"
	for _, c := range []struct {
		name, code string
		control    bool
		links      int64
	}{
		{"answer", wrong, false, 2},
		{"control", wrong, true, 1},
		{"control that exits", "func Double(n int) int { os.Exit(0); return 0 }", true, 2},
	} {
		item := double("wrong", c.code)
		if c.name == "control that exits" {
			item = double("wrong", "import \"os\"\n\n"+c.code)
		}
		item.Control = c.control
		o := New(Options{Go: goCommand(t), Sandbox: direct{}})
		results := judge(t, o, []Item{item, double("right", rightDouble), double("right too", rightDouble+"\n")})
		if got := results["wrong"]; got.Outcome != score.Fail || len(got.Diagnostics) != 1 || got.Diagnostics[0].Kind != score.DoesNotBehave {
			t.Errorf("%s: %+v, want one failure", c.name, got)
		}
		if n := o.Counts().Links; n != c.links {
			t.Errorf("%s: %d links, want %d", c.name, n, c.links)
		}
	}
}
