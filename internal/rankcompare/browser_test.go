package rankcompare

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
	"github.com/chromedp/chromedp"
)

// measure computes, in the page, how much it overflows, whether a text has too
// little contrast with its background by WCAG's formula, what in a scrolling box cannot be
// reached by keyboard, and how many main headings there are.
const measure = `(() => {
  const rgb = s => { const m = s.match(/[\d.]+/g).map(Number); return {r: m[0], g: m[1], b: m[2], a: m.length > 3 ? m[3] : 1}; };
  const lum = c => { const f = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); }; return 0.2126 * f(c.r) + 0.7152 * f(c.g) + 0.0722 * f(c.b); };
  const back = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.a > 0.99) return c; } return {r: 255, g: 255, b: 255}; };
  const bad = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || e.closest('svg') || e.closest('.visually-hidden') || !e.checkVisibility()) continue;
    const a = lum(rgb(getComputedStyle(e).color)), b = lum(back(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) bad.add(e.tagName + '.' + e.className + ' ' + ratio.toFixed(2));
  }
  const stuck = [...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0);
  return JSON.stringify({
    Overflow: document.documentElement.scrollWidth - window.innerWidth, Contrast: [...bad].slice(0, 10),
    Stuck: stuck.length, Heading: document.querySelectorAll('h1').length, Plots: document.querySelectorAll('svg').length,
  });
})()`

// TestPageInBrowser looks at the page as a reader does: at three widths, light
// and dark, on paper. With SOOTH_SCREENSHOTS=DIR it leaves pictures.
func TestPageInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
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
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	defer cancel()
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	var mutex sync.Mutex
	var requests []string
	err := chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok && !strings.HasPrefix(e.Request.URL, "file:") {
			mutex.Lock()
			requests = append(requests, e.Request.URL)
			mutex.Unlock()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	mixed := load(t, TREC{Qrels: small + "mixed.qrels", A: small + "mixed.runA", B: small + "mixed.runB"})
	nothing := load(t, TREC{Qrels: small + "uri.qrels", A: small + "uri.runA", B: small + "uri.runB"})
	for i := range nothing.Queries {
		nothing.Queries[i].B = Answer{State: InfraError, Reason: "killed"}
	}
	for name, in := range map[string]Input{"mixed": mixed, "hostile": hostile(t), "nothing": nothing} {
		file := filepath.Join(t.TempDir(), name+".html")
		if err := os.WriteFile(file, []byte(told(t, compare(t, in), "html")), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, width := range []int64{1400, 800, 380} {
			for _, scheme := range []string{"light", "dark", "print"} {
				if name != "mixed" && (width == 800) != (scheme == "print") {
					continue // the layout of these is that of the first
				}
				look(t, ctx, name, file, width, scheme)
			}
		}
	}
	mutex.Lock()
	defer mutex.Unlock()
	for _, r := range requests {
		t.Errorf("request for %s", r)
	}
}

func look(t *testing.T, ctx context.Context, name, file string, width int64, scheme string) {
	t.Helper()
	where := fmt.Sprintf("%s at %d, %s", name, width, scheme)
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if scheme == "print" {
		media = emulation.SetEmulatedMediaParams{Media: "print"}
	}
	_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 1000, DeviceScaleFactor: 1, Mobile: width < 500})
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, media)
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
		Overflow              int
		Contrast              []string
		Stuck, Heading, Plots int
	}
	if err := json.Unmarshal([]byte(result), &m); err != nil {
		t.Fatal(err)
	}
	if m.Overflow > 0 && (scheme != "print" || width > 700) {
		t.Errorf("%s: the page is %d px wider than the window", where, m.Overflow)
	}
	if len(m.Contrast) > 0 || m.Stuck > 0 || m.Heading != 1 {
		t.Errorf("%s: contrast below 4.5: %q; %d boxes without keyboard; %d main headings", where, m.Contrast, m.Stuck, m.Heading)
	}
	if want := map[string]int{"mixed": 3, "hostile": 3, "nothing": 0}[name]; m.Plots != want {
		t.Errorf("%s: %d plots", where, m.Plots)
	}
	if dir := os.Getenv("SOOTH_SCREENSHOTS"); dir != "" {
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("rankcompare-%s-%d-%s.png", name, width, scheme)), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
