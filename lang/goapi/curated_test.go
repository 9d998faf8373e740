package goapi

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// curated is an entry of the deprecation map: what people know to be out of
// use. Where the toolchain marks a symbol, its notice wins over the entry.
type curated struct {
	Symbol      string `json:"symbol"`      // "io/ioutil.ReadAll", or the path of a package or module
	Alternative string `json:"alternative"` // in the same form; empty: nothing is needed instead
	// DeprecatedSince is a release of Go for the standard library, "1.16"
	// meaning "1.16 or before"; a version of the module for others, or
	// "unknown".
	DeprecatedSince string `json:"deprecated_since"`
	Reason          string `json:"reason"`
	FirstAdded      string `json:"first_added_to_map"` // the day, "2026-11-21"
}

// curatedEntries returns the entries of the deprecation map in its order.
func curatedEntries(t *testing.T) []curated {
	t.Helper()
	text, err := os.ReadFile("deprecation_map.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []curated
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// splitQualified splits "net/http.Request.Context" after the last element of
// the path. The last element of a path may have a dot of its own ("yaml.v3"):
// symbols are exported.
func splitQualified(name string) (pkg, symbol string) {
	slash := strings.LastIndexByte(name, '/') + 1
	for i := slash; i < len(name)-1; i++ {
		if name[i] == '.' && name[i+1] >= 'A' && name[i+1] <= 'Z' {
			return name[:i], name[i+1:]
		}
	}
	return name, ""
}

// TestDeprecationMap holds the curated entries against the toolchain, which
// wins: for every symbol of the standard library it must mark the symbol, since
// the same release. Where its notice names another replacement, the difference
// is one of those listed here, with its reason.
func TestDeprecationMap(t *testing.T) {
	list := curatedEntries(t)
	if len(list) < 25 {
		t.Fatalf("only %d entries", len(list))
	}
	known := map[string]string{ // symbol → what the toolchain's notice names
		"os.SEEK_CUR": "io.SeekStart", "os.SEEK_END": "io.SeekStart", // one notice for three constants
		"crypto/cipher.NewCFBEncrypter": "crypto/cipher.NewCTR", // after recommending AEAD in words
	}
	a, s := load(t), sharedStandard()
	std, differences := 0, 0
	seen := map[string]bool{}
	for _, e := range list {
		if seen[e.Symbol] {
			t.Errorf("%s: twice", e.Symbol)
		}
		seen[e.Symbol] = true
		if _, err := time.Parse(time.DateOnly, e.FirstAdded); err != nil || e.Reason == "" || e.DeprecatedSince == "" {
			t.Errorf("%s: %+v", e.Symbol, e)
		}
		path, symbol := splitQualified(e.Symbol)
		if strings.Contains(strings.Split(path, "/")[0], ".") {
			if symbol == "" && e.Alternative == "" {
				t.Errorf("%s: no alternative", e.Symbol)
			}
			continue
		}
		std++
		if since, _, ok := a.Deprecated(path, symbol); !ok || since != e.DeprecatedSince {
			t.Errorf("%s: deprecated since %q, the API files say %q", e.Symbol, e.DeprecatedSince, since)
		}
		if to, name := splitQualified(e.Alternative); e.Alternative != "" && !strings.Contains(strings.Split(to, "/")[0], ".") {
			if _, _, ok := a.Since(to, name); !ok {
				t.Errorf("%s: the alternative %s does not exist", e.Symbol, e.Alternative)
			}
		}
		if _, err := s.Import(path); err != nil {
			t.Fatal(err)
		}
		p, marked := Deprecations(s.files[path])[symbol]
		if !marked {
			t.Errorf("%s: the toolchain does not mark it", e.Symbol)
			continue
		}
		named := p.Replacement
		switch {
		case named == "":
		case p.Symbol == "" || strings.Contains(strings.TrimSuffix(named, p.Symbol), "/"):
		case p.Package != "":
			named = p.Package + "." + p.Symbol
		case named == p.Symbol || strings.HasSuffix(p.Symbol, "."+named):
			named = path + "." + p.Symbol
		}
		if named != e.Alternative {
			differences++
			if known[e.Symbol] != named {
				t.Errorf("%s: the map says %q, the toolchain %q", e.Symbol, e.Alternative, named)
			}
			t.Logf("%s: the map says %q, the toolchain %q", e.Symbol, e.Alternative, named)
		} else if known[e.Symbol] != "" {
			t.Errorf("%s: no difference any more", e.Symbol)
		}
	}
	t.Logf("%d entries, %d of the standard library, %d differ", len(list), std, differences)
}
