package extractreport_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"sooth/internal/extractreport"
)

// TestPageInBrowser looks at the page at three widths: nothing sticks out of the
// window, and every finding stands in view beside its line.
func TestPageInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium to look at the page with: apt-get install chromium")
	}
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
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for _, width := range []int64{1400, 800, 380} {
		if _, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 1000, DeviceScaleFactor: 1, Mobile: width < 500}); err != nil {
			t.Fatal(err)
		}
		if err := chromedp.Do(ctx, chromedp.Navigate("file://"+file)); err != nil {
			t.Fatal(err)
		}
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](`(() => {
			const all = [...document.querySelectorAll(".finding")];
			const out = all.filter(f => f.getBoundingClientRect().right > window.innerWidth || f.getBoundingClientRect().left < 0);
			return [all.length, out.length, document.documentElement.scrollWidth > window.innerWidth].join(" ");
		})()`))
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%d 0 false", 3); got != want {
			t.Errorf("at %d: findings, those out of view, page too wide: %s, want %s", width, got, want)
		}
	}
}
