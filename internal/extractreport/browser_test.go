package extractreport_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sooth/internal/extractreport"
	"sooth/internal/pagetest"
)

// TestPageInBrowser looks at the page at three widths: nothing sticks out of the
// window, and every finding stands in view beside its line.
func TestPageInBrowser(t *testing.T) {
	b := pagetest.Start(t)
	file := filepath.Join(t.TempDir(), "page.html")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := extractreport.Write(out, hostile(), "html", extractreport.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	for _, v := range pagetest.Views() {
		b.Look("extract", file, v)
		got := b.Evaluate(`(() => {
			const all = [...document.querySelectorAll(".finding")];
			const out = all.filter(f => f.getBoundingClientRect().right > window.innerWidth || f.getBoundingClientRect().left < 0);
			return [all.length, out.length, document.documentElement.scrollWidth > window.innerWidth].join(" ");
		})()`)
		if want := fmt.Sprintf("%d 0 false", 3); got != want {
			t.Errorf("%v: findings, those out of view, page too wide: %s, want %s", v, got, want)
		}
	}
	b.Quiet()
}
