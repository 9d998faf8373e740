package render_test

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

	"sooth/internal/render"
)

// browser starts a headless Chromium, or skips visibly where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium to look at the page with: apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// TestPageInBrowser looks at the page as a reader does: at three widths, light
// and dark, with the keyboard. With SOOTH_SCREENSHOTS=DIR it leaves pictures.
func TestPageInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	ctx := browser(t)
	var troubles []string
	var mutex sync.Mutex
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(event any) {
		mutex.Lock()
		defer mutex.Unlock()
		switch e := event.(type) {
		case *cdpruntime.EventExceptionThrown:
			troubles = append(troubles, e.ExceptionDetails.Text)
		case *cdpruntime.EventConsoleAPICalled:
			troubles = append(troubles, fmt.Sprint("console: ", e.Type))
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, "file:") {
				troubles = append(troubles, "request for "+e.Request.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	reports := cases(t)
	for _, name := range []string{"tiny", "hostile", "undecided", "empty"} {
		file := filepath.Join(t.TempDir(), name+".html")
		f, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := render.Report(f, reports[name], "html", render.Options{}); err != nil {
			t.Fatal(err)
		}
		f.Close()
		for _, width := range []int64{1400, 800, 380} {
			for _, scheme := range []string{"light", "dark"} {
				look(t, ctx, name, file, width, scheme)
			}
		}
	}
	mutex.Lock()
	defer mutex.Unlock()
	for _, trouble := range troubles {
		t.Error(trouble)
	}
}

// look opens a page at one width and scheme and measures it.
func look(t *testing.T, ctx context.Context, name, file string, width int64, scheme string) {
	t.Helper()
	where := fmt.Sprintf("%s at %d, %s", name, width, scheme)
	_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 1000, DeviceScaleFactor: 1, Mobile: width < 500})
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	}
	if err == nil {
		err = chromedp.Do(ctx, chromedp.Navigate("file://"+file))
	}
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	result, err := chromedp.Run(ctx, chromedp.Evaluate[string](measure))
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	var m struct {
		Overflow  int
		Contrast  []string
		Focusable int
		Details   int
		Heading   int
	}
	if err := json.Unmarshal([]byte(result), &m); err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	if m.Overflow > 0 {
		t.Errorf("%s: the page is %d px wider than the window", where, m.Overflow)
	}
	for _, c := range m.Contrast {
		t.Errorf("%s: contrast below 4.5: %s", where, c)
	}
	if m.Heading != 1 {
		t.Errorf("%s: %d main headings, want 1", where, m.Heading)
	}
	if m.Details > 0 && m.Focusable < m.Details {
		t.Errorf("%s: %d of %d details can be reached by keyboard", where, m.Focusable, m.Details)
	}
	if dir := os.Getenv("SOOTH_SCREENSHOTS"); dir != "" {
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// measure computes, in the page, how much it overflows, the contrast of every
// text with its background by WCAG's formula, and what can take the focus.
const measure = `(() => {
  const rgb = s => { const m = s.match(/[\d.]+/g).map(Number); return {r: m[0], g: m[1], b: m[2], a: m.length > 3 ? m[3] : 1}; };
  const lum = c => { const f = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); }; return 0.2126 * f(c.r) + 0.7152 * f(c.g) + 0.0722 * f(c.b); };
  const back = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.a > 0.99) return c; } return {r: 255, g: 255, b: 255}; };
  const bad = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || e.closest('svg') || e.closest('.visually-hidden') || e.checkVisibility && !e.checkVisibility()) continue;
    const a = lum(rgb(getComputedStyle(e).color)), b = lum(back(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) bad.add(e.tagName + '.' + e.className + ' ' + ratio.toFixed(2));
  }
  const visible = e => !e.checkVisibility || e.checkVisibility();
  const details = [...document.querySelectorAll('details > summary')].filter(visible);
  return JSON.stringify({
    Overflow: document.documentElement.scrollWidth - window.innerWidth,
    Contrast: [...bad].slice(0, 10), Details: details.length,
    Focusable: details.filter(e => { e.focus(); return document.activeElement === e; }).length,
    Heading: document.querySelectorAll('h1').length,
  });
})()`
