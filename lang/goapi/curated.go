package goapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed deprecation_map.json
var deprecationMap []byte // read only

// Curated is an entry of the deprecation map: what people know to be out of
// use. Where the toolchain marks a symbol, its notice wins over the entry.
type Curated struct {
	Symbol      string `json:"symbol"`      // "io/ioutil.ReadAll", or the path of a package or module
	Alternative string `json:"alternative"` // in the same form; empty: nothing is needed instead
	// DeprecatedSince is a release of Go for the standard library, "1.16"
	// meaning "1.16 or before"; a version of the module for others, or
	// "unknown".
	DeprecatedSince string `json:"deprecated_since"`
	Reason          string `json:"reason"`
	FirstAdded      string `json:"first_added_to_map"` // the day, "2026-11-21"
}

// DeprecationMap returns the curated entries in the order of the file.
func DeprecationMap() ([]Curated, error) {
	var list []Curated
	if err := json.Unmarshal(deprecationMap, &list); err != nil {
		return nil, fmt.Errorf("deprecation_map.json: %w", err)
	}
	return list, nil
}

// Split returns the package and the symbol that a name of the map consists of:
// "net/http" and "Request.Context"; a package as a whole has no symbol.
func (c Curated) Split() (pkg, symbol string) { return splitQualified(c.Symbol) }

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
