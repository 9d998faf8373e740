package rankcompare

import (
	"os"
	"path/filepath"
	"testing"

	"sooth/internal/pagetest"
)

// TestPageInBrowser looks at the page as a reader does: at three widths, light
// and dark, on paper.
func TestPageInBrowser(t *testing.T) {
	b := pagetest.Start(t)
	mixed := load(t, TREC{Qrels: small + "mixed.qrels", A: small + "mixed.runA", B: small + "mixed.runB"})
	nothing := load(t, TREC{Qrels: small + "uri.qrels", A: small + "uri.runA", B: small + "uri.runB"})
	for i := range nothing.Queries {
		nothing.Queries[i].B = Answer{State: InfraError, Reason: "killed"}
	}
	plots := map[string]int{"mixed": 3, "hostile": 3, "nothing": 0}
	for name, in := range map[string]Input{"mixed": mixed, "hostile": hostile(t), "nothing": nothing} {
		file := filepath.Join(t.TempDir(), name+".html")
		if err := os.WriteFile(file, []byte(told(t, compare(t, in), "html")), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, v := range append(pagetest.Views(), pagetest.View{Width: 1400, Scheme: "print"}, pagetest.View{Width: 800, Scheme: "print"}) {
			if name != "mixed" && (v.Width == 800) != (v.Scheme == "print") {
				continue // the layout of these is that of the first
			}
			p := b.Look("rankcompare-"+name, file, v)
			if p.Overflow > 0 {
				t.Errorf("%s, %v: the page is %d px wider than the window", name, v, p.Overflow)
			}
			if len(p.Contrast) > 0 || p.Stuck > 0 || p.Heading != 1 || p.Plots != plots[name] {
				t.Errorf("%s, %v: contrast below 4.5: %q; %d boxes without keyboard; %d main headings; %d plots", name, v, p.Contrast, p.Stuck, p.Heading, p.Plots)
			}
		}
	}
	b.Quiet()
}
