// Package pagetest looks at a page as a reader does, in a real browser: for tests
// of what lays pages out.
package pagetest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Browser is a headless browser.
type Browser struct {
	t   *testing.T
	ctx context.Context

	mutex    sync.Mutex
	troubles []string
}

// View is how a page is looked at.
type View struct {
	Width  int64  // of the window, in CSS pixels
	Scheme string // "light", "dark", or "print" for paper
}

// Views are three widths, in light and in dark.
func Views() []View {
	var list []View
	for _, width := range []int64{1400, 800, 380} {
		list = append(list, View{width, "light"}, View{width, "dark"})
	}
	return list
}

// Page is what was measured of a page.
type Page struct {
	Overflow  int      // pixels by which it is wider than the window
	Contrast  []string // elements whose text has less than 4.5 to its background, by WCAG 2.2, the first ten
	Details   int      // that fold, and can be seen
	Focusable int      // of these, reached by keyboard
	Stuck     int      // boxes with hidden content that cannot be scrolled by keyboard
	Heading   int      // main headings
	Plots     int      // drawings
}

// Start starts a browser that ends with the test, or skips the test visibly
// where there is none, and in short mode.
func Start(t *testing.T) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIPPED: -short: starts a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("SKIPPED: no Chromium to look at the page with: apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	b := &Browser{t: t, ctx: ctx}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	return b
}

// hear notes what a page must not do.
func (b *Browser) hear(event any) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	switch e := event.(type) {
	case *cdpruntime.EventExceptionThrown:
		b.troubles = append(b.troubles, e.ExceptionDetails.Text)
	case *cdpruntime.EventConsoleAPICalled:
		b.troubles = append(b.troubles, fmt.Sprint("console: ", e.Type))
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file:") {
			b.troubles = append(b.troubles, "request for "+e.Request.URL)
		}
	}
}

// Quiet fails the test for every error of a script, every line on the console
// and every request that left the file.
func (b *Browser) Quiet() {
	b.t.Helper()
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, trouble := range b.troubles {
		b.t.Error(trouble)
	}
}

// Look opens a page and measures it. With SOOTH_SCREENSHOTS=DIR it leaves a
// picture there.
func (b *Browser) Look(name, file string, v View) Page {
	b.t.Helper()
	where := fmt.Sprintf("%s at %d, %s", name, v.Width, v.Scheme)
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: v.Scheme}}}
	if v.Scheme == "print" {
		media = emulation.SetEmulatedMediaParams{Media: "print"}
	}
	_, err := chromedp.Call(b.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: v.Width, Height: 1000, DeviceScaleFactor: 1, Mobile: v.Width < 500})
	if err == nil {
		_, err = chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media)
	}
	if err == nil {
		err = chromedp.Do(b.ctx, chromedp.Navigate("file://"+filepath.ToSlash(file)))
	}
	if err != nil {
		b.t.Fatalf("%s: %v", where, err)
	}
	var p Page
	if err := json.Unmarshal([]byte(b.Evaluate(measure)), &p); err != nil {
		b.t.Fatalf("%s: %v", where, err)
	}
	if dir := os.Getenv("SOOTH_SCREENSHOTS"); dir != "" {
		picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, v.Width, v.Scheme)), picture, 0o644)
		}
		if err != nil {
			b.t.Fatalf("%s: %v", where, err)
		}
	}
	return p
}

// Evaluate runs a script that gives text in the page that was looked at last.
func (b *Browser) Evaluate(script string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](script))
	if err != nil {
		b.t.Fatal(err)
	}
	return text
}
