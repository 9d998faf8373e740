package sample

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sooth/extract"
)

// candidateTable says by which text a line is a candidate, and what a fixture
// of it would expect. It finds what a person should look at, and decides nothing.
//
//go:embed candidates.json
var candidateTable []byte

// sign is one row of the table.
type sign struct {
	Category  string         `json:"category"`
	Subject   string         `json:"subject"`
	Predicate string         `json:"predicate"`
	Value     *extract.Value `json:"value"`     // nil: what the first group of the pattern matched
	Languages []string       `json:"languages"` // nil: all
	Pattern   string         `json:"pattern"`

	pattern *regexp.Regexp
}

// candidate is one line that has a sign.
type candidate struct {
	sign  *sign
	value extract.Value
	line  int    // starting at 1
	text  string // that the pattern matched
}

func signs() ([]sign, error) {
	var table []sign
	if err := json.Unmarshal(candidateTable, &table); err != nil {
		return nil, fmt.Errorf("candidates.json: %w", err)
	}
	for i := range table {
		p, err := regexp.Compile(table[i].Pattern)
		if err != nil {
			return nil, fmt.Errorf("candidates.json: %s: %w", table[i].Subject, err)
		}
		if table[i].Value == nil && p.NumSubexp() == 0 {
			return nil, fmt.Errorf("candidates.json: %s has neither a value nor a group", table[i].Subject)
		}
		table[i].pattern = p
	}
	return table, nil
}

// candidates finds the lines of a text that have a sign, in order of lines; of
// the same statement on the same line there is one. Lines that are comments as
// a whole are passed over.
func candidates(table []sign, language, text string) []candidate {
	var list []candidate
	for i, line := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(line)
		if strings.HasPrefix(bare, "//") || strings.HasPrefix(bare, "#") && !strings.HasPrefix(bare, "#[") || strings.HasPrefix(bare, "* ") || len(line) > maxLine {
			continue
		}
		for j := range table {
			s := &table[j]
			if s.Languages != nil && !slices.Contains(s.Languages, language) {
				continue
			}
			m := s.pattern.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			c := candidate{sign: s, line: i + 1, text: strings.TrimSpace(m[0])}
			if s.Value != nil {
				c.value = *s.Value
			} else {
				c.value = extract.TextValue(m[1])
			}
			list = append(list, c)
		}
	}
	return list
}
