package llm_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"sooth/llm"
)

func count(n int) *int { return &n }

func dollars(f float64) *float64 { return &f }

// TestBuiltIn: the table is dated, its rows are told apart, its prices are
// prices.
func TestBuiltIn(t *testing.T) {
	p, err := llm.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := time.Parse(time.DateOnly, p.Date); err != nil {
		t.Error(err)
	}
	if len(p.Models) < 10 {
		t.Fatalf("%d rows", len(p.Models))
	}
	seen := map[string]bool{}
	for _, m := range p.Models {
		name := m.Provider + "/" + m.Model
		if seen[name] {
			t.Errorf("%s is there twice", name)
		}
		seen[name] = true
		if p.Sources[m.Provider] == "" {
			t.Errorf("%s has no source", name)
		}
		if m.Input == nil || m.Output == nil || *m.Input <= 0 || *m.Output <= *m.Input {
			t.Errorf("%s: input and output are %v and %v", name, m.Input, m.Output)
		}
		if m.CacheRead != nil && (*m.CacheRead <= 0 || *m.CacheRead >= *m.Input) || m.CacheWrite != nil && *m.CacheWrite <= *m.Input {
			t.Errorf("%s: caches are %v and %v", name, m.CacheRead, m.CacheWrite)
		}
		if (m.Long == nil) != (m.LongAbove == 0) || m.Long != nil && (*m.Long.Input <= *m.Input || *m.Long.Output <= *m.Output) {
			t.Errorf("%s: long prompts are %v above %d", name, m.Long, m.LongAbove)
		}
	}
}

// TestCost: sums by hand, and what is not known is not 0.
func TestCost(t *testing.T) {
	p := llm.Prices{Models: []llm.Model{
		{Provider: "p", Model: "m", Price: llm.Price{Input: dollars(3), Output: dollars(15), CacheRead: dollars(0.3), CacheWrite: dollars(3.75)}},
		{Provider: "p", Model: "bare", Price: llm.Price{Input: dollars(1), Output: dollars(2)}},
		{Provider: "p", Model: "tiers", Price: llm.Price{Input: dollars(1), Output: dollars(2)}, LongAbove: 1000,
			Long: &llm.Price{Input: dollars(2), Output: dollars(4), CacheRead: dollars(1)}},
	}}
	for _, c := range []struct {
		model   string
		usage   llm.Usage
		want    float64
		unknown string
	}{
		{"m", llm.Usage{Input: count(1000), Output: count(200)}, 0.006, ""},
		{"m", llm.Usage{Input: count(1000), Output: count(200), CacheRead: count(10000), CacheWrite: count(400)}, 0.0105, ""},
		{"m-20251001", llm.Usage{Input: count(1_000_000), Output: count(0)}, 3, ""},
		{"m-2025-10-01", llm.Usage{Input: count(0), Output: count(0)}, 0, ""},
		{"m-2025", llm.Usage{Input: count(1), Output: count(1)}, 0, `no price is known for model "m-2025" of p`},
		{"m", llm.Usage{Input: count(1)}, 0, "p gave no token counts"},
		{"m", llm.Usage{}, 0, "p gave no token counts"},
		{"bare", llm.Usage{Input: count(1), Output: count(1), CacheRead: count(5)}, 0, "no price for cache read tokens"},
		{"bare", llm.Usage{Input: count(1_000_000), Output: count(0), CacheRead: count(0)}, 1, ""},
		{"tiers", llm.Usage{Input: count(1000), Output: count(0)}, 0.001, ""},
		{"tiers", llm.Usage{Input: count(900), Output: count(1000), CacheRead: count(101)}, 0.005901, ""},
	} {
		got, unknown := p.Cost("p", c.model, c.usage)
		if c.unknown != "" {
			if got != nil || !strings.Contains(unknown, c.unknown) {
				t.Errorf("%s: %v, %q; want unknown: %q", c.model, got, unknown, c.unknown)
			}
			continue
		}
		if got == nil || unknown != "" || math.Abs(*got-c.want) > 1e-12 {
			t.Errorf("%s: %v, %q; want %v", c.model, got, unknown, c.want)
		}
	}
	stated := p.With(llm.Model{Provider: "p", Model: "m", Price: llm.Price{Input: dollars(1), Output: dollars(1)}})
	if got, _ := stated.Cost("p", "m", llm.Usage{Input: count(500_000), Output: count(500_000)}); got == nil || *got != 1 {
		t.Errorf("a stated price gives %v", got)
	}
	if got, _ := p.Cost("q", "m", llm.Usage{Input: count(1), Output: count(1)}); got != nil {
		t.Errorf("the price of another provider's model was taken: %v", *got)
	}
}

// TestStructured: one JSON value, bare or fenced, or an error of the answer's.
func TestStructured(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`: `{"a":1}`, " [1]\n": `[1]`, "```json\n{\"a\":1}\n```": `{"a":1}`, "```\n3\n```\n": `3`,
	} {
		if got, err := (llm.Response{Text: text}).Structured(); err != nil || string(got) != want {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"", `{"a":`, "Here: {}", "{} {}", "```json\n{}", "```", "```json\n{}\n```\nand more"} {
		_, err := llm.Response{Text: text, Stop: llm.Length}.Structured()
		if e, ok := err.(*llm.ParseError); !ok || e.Text != text || !strings.Contains(err.Error(), `stopped by "length"`) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
