package pagetest

// measure computes, in the page, what [Page] holds. Contrast is WCAG 2.2's ratio
// of relative luminances, of every text that can be seen.
const measure = `(() => {
  const rgb = s => { const m = s.match(/[\d.]+/g).map(Number); return {r: m[0], g: m[1], b: m[2], a: m.length > 3 ? m[3] : 1}; };
  const lum = c => { const f = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); }; return 0.2126 * f(c.r) + 0.7152 * f(c.g) + 0.0722 * f(c.b); };
  const back = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.a > 0.99) return c; } return {r: 255, g: 255, b: 255}; };
  const visible = e => !e.checkVisibility || e.checkVisibility();
  const bad = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || e.closest('svg') || e.closest('.visually-hidden') || !visible(e)) continue;
    const a = lum(rgb(getComputedStyle(e).color)), b = lum(back(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) bad.add(e.tagName + '.' + e.className + ' ' + ratio.toFixed(2));
  }
  const details = [...document.querySelectorAll('details > summary')].filter(visible);
  const stuck = [...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0);
  return JSON.stringify({
    Overflow: document.documentElement.scrollWidth - window.innerWidth,
    Contrast: [...bad].slice(0, 10), Details: details.length, Stuck: stuck.length,
    Focusable: details.filter(e => { e.focus(); return document.activeElement === e; }).length,
    Heading: document.querySelectorAll('h1').length, Plots: document.querySelectorAll('svg').length,
  });
})()`
