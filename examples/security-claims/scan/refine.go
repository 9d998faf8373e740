package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
)

// A rule of a scanner may say several things: gosec's G402 is about
// certificates and about versions. refine.json tells them apart by the message
// and the line of code, and takes values out of them.
//
//go:embed refine.json
var refineTable []byte

type refinement struct {
	Rule    string `json:"rule"`
	Pattern string `json:"pattern"` // of the message, a line end, and a line of the code; its first group is the value
	As      string `json:"as"`      // the rule is then RULE/AS
	Number  bool   `json:"number"`  // the value is one

	pattern *regexp.Regexp
}

type refinementTable []refinement

func refinements() (refinementTable, error) {
	var table refinementTable
	if err := json.Unmarshal(refineTable, &table); err != nil {
		return nil, fmt.Errorf("refine.json: %w", err)
	}
	for i := range table {
		p, err := regexp.Compile(table[i].Pattern)
		if err != nil {
			return nil, fmt.Errorf("refine.json: %s: %w", table[i].Rule, err)
		}
		table[i].pattern = p
	}
	return table, nil
}

// apply refines a finding by the first line of the table that fits, and moves
// it to the line of the code that the pattern fits.
func (t refinementTable) apply(f *finding) {
	for _, r := range t {
		if r.Rule != f.Rule {
			continue
		}
		for i, line := range f.code {
			m := r.pattern.FindStringSubmatch(f.message + "\n" + line)
			if m == nil {
				continue
			}
			f.Line += i
			if r.As != "" {
				f.Rule += "/" + r.As
			}
			if len(m) > 1 {
				f.Value = m[1]
				if x, err := strconv.ParseFloat(m[1], 64); r.Number && err == nil {
					f.Value = x
				}
			}
			return
		}
	}
}
