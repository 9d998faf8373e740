package stat

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// golden reads a file of reference values; testdata/golden/README.md says by
// which tools they were made.
func golden(t testing.TB, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// number is a float64 that may be written "nan", "inf", "-inf" or with many digits.
type number float64

func (n *number) UnmarshalJSON(text []byte) error {
	s := string(text)
	if len(s) > 1 && s[0] == '"' {
		s = s[1 : len(s)-1]
	}
	if s == "null" {
		s = "nan"
	}
	f, err := strconv.ParseFloat(s, 64)
	*n = number(f)
	if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
		return nil // smaller than any float64: 0 is the nearest
	}
	return err
}

// near reports whether got is want within a relative tolerance. Below the
// smallest normal number the digits of a float64 end.
func near(got, want, tolerance float64) bool {
	if got == want {
		return true
	}
	return math.Abs(got-want) <= tolerance*math.Abs(want)+2e-308
}

// nearPointer is near for a value that may be undefined; NaN and infinities
// are expected to be nil.
func nearPointer(got *float64, want, tolerance float64) bool {
	if math.IsNaN(want) || math.IsInf(want, 0) {
		return got == nil
	}
	return got != nil && near(*got, want, tolerance)
}

func show(p *float64) any {
	if p == nil {
		return "undefined"
	}
	return *p
}
