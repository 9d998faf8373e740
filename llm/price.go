package llm

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed prices.json
var pricesFile []byte

// Price is what a million tokens cost, in US dollars. A price that is not known
// is nil, never 0.
type Price struct {
	Input      *float64 `json:"input"`
	Output     *float64 `json:"output"`
	CacheRead  *float64 `json:"cache_read,omitempty"`
	CacheWrite *float64 `json:"cache_write,omitempty"` // kept for five minutes
}

// Model is a row of the price table.
type Model struct {
	Provider string `json:"provider"`
	Model    string `json:"model"` // without the date that may follow it
	Price
	// Long is the price of all tokens of a request whose prompt, caches
	// included, has more than LongAbove tokens; nil: the same.
	Long      *Price `json:"long,omitempty"`
	LongAbove int    `json:"long_above,omitempty"`
}

// Prices is a dated price table.
type Prices struct {
	Date    string            `json:"date"`    // of the last look at the sources, "2026-11-21"
	Sources map[string]string `json:"sources"` // by provider
	Models  []Model           `json:"models"`
}

// builtIn reads the table once, when it is first asked for.
var builtIn = sync.OnceValues(func() (Prices, error) {
	var p Prices
	d := json.NewDecoder(bytes.NewReader(pricesFile))
	d.DisallowUnknownFields()
	err := d.Decode(&p)
	return p, err
})

// BuiltIn returns the table that comes with the program. Prices change: a cost
// made from it is an estimate as of its date.
func BuiltIn() (Prices, error) { return builtIn() }

// With returns the table with rows before its own, which they override: prices
// that a user states.
func (p Prices) With(rows ...Model) Prices {
	p.Models = append(append([]Model(nil), rows...), p.Models...)
	return p
}

// Find returns the row of a model. A model's id is found as it stands, or
// without a date at its end ("-20251001", "-2025-08-07").
func (p Prices) Find(provider, model string) (Model, bool) {
	for _, id := range []string{model, undated(model)} {
		for _, m := range p.Models {
			if m.Provider == provider && m.Model == id {
				return m, true
			}
		}
	}
	return Model{}, false
}

// undated cuts a date off the end of a model's id.
func undated(id string) string {
	digits := func(s, form string) bool {
		if len(s) != len(form) {
			return false
		}
		for i := range form {
			if form[i] == '-' && s[i] != '-' || form[i] == '0' && (s[i] < '0' || s[i] > '9') {
				return false
			}
		}
		return true
	}
	for _, form := range []string{"-00000000", "-0000-00-00"} {
		if cut := len(id) - len(form); cut > 0 && digits(id[cut:], form) {
			return id[:cut]
		}
	}
	return id
}

// Cost returns what a response cost in US dollars, or nil and why that is not
// known. Tokens whose number the provider did not give make it unknown; those of
// caches may be absent where the provider has none.
func (p Prices) Cost(provider, model string, u Usage) (dollars *float64, unknown string) {
	m, ok := p.Find(provider, model)
	switch {
	case !ok:
		return nil, fmt.Sprintf("no price is known for model %q of %s", model, provider)
	case u.Input == nil || u.Output == nil:
		return nil, fmt.Sprintf("%s gave no token counts", provider)
	}
	prompt, price := 0, m.Price
	for _, n := range []*int{u.Input, u.CacheRead, u.CacheWrite} {
		if n != nil {
			prompt += *n
		}
	}
	if m.Long != nil && prompt > m.LongAbove {
		price = *m.Long
	}
	sum := 0.0
	var missing []string
	for _, part := range []struct {
		name  string
		count *int
		price *float64
	}{
		{"input", u.Input, price.Input}, {"output", u.Output, price.Output},
		{"cache read", u.CacheRead, price.CacheRead}, {"cache write", u.CacheWrite, price.CacheWrite},
	} {
		switch {
		case part.count == nil || *part.count == 0:
		case part.price == nil:
			missing = append(missing, part.name)
		default:
			sum += float64(*part.count) * *part.price / 1e6
		}
	}
	if missing != nil {
		return nil, fmt.Sprintf("no price for %s tokens of model %q of %s is known", strings.Join(missing, " and "), model, provider)
	}
	return &sum, ""
}
