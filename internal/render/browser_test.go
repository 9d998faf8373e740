package render_test

import (
	"os"
	"path/filepath"
	"testing"

	"sooth/internal/pagetest"
	"sooth/internal/render"
)

// TestPageInBrowser looks at the page as a reader does: at three widths, light
// and dark, with the keyboard.
func TestPageInBrowser(t *testing.T) {
	b := pagetest.Start(t)
	reports := cases(t)
	for _, name := range []string{"against", "grounded", "hostile", "undecided", "empty"} {
		file := filepath.Join(t.TempDir(), name+".html")
		f, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := render.Report(f, reports[name], "html", render.Options{}); err != nil {
			t.Fatal(err)
		}
		f.Close()
		for _, v := range pagetest.Views() {
			p := b.Look(name, file, v)
			if p.Overflow > 0 {
				t.Errorf("%s, %v: the page is %d px wider than the window", name, v, p.Overflow)
			}
			if len(p.Contrast) > 0 || p.Heading != 1 || p.Focusable < p.Details {
				t.Errorf("%s, %v: contrast below 4.5: %q; %d main headings; %d of %d details reached by keyboard", name, v, p.Contrast, p.Heading, p.Focusable, p.Details)
			}
		}
	}
	b.Quiet()
}
