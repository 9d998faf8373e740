package extractrun

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"sooth/extract"
	"sooth/suite"
)

// understood turns the findings of a program into observations by the rules of
// its arm, and hands the answer on as text. What is no list of findings stays as
// it is: the reader of answers says what is wrong with it. Lost are findings
// without a rule in the table.
func understood(raw string, rules map[string][]suite.Rule) (text string, lost []extract.Lost) {
	decoder := json.NewDecoder(strings.NewReader(raw))
	decoder.UseNumber()
	var top any
	if decoder.Decode(&top) != nil {
		return raw, nil
	}
	list, ok := findings(top, 2)
	if !ok {
		return raw, nil
	}
	said := []any{}
	for _, item := range list {
		finding, ok := item.(map[string]any)
		rule, named := finding["rule"].(string)
		if !ok || !named {
			said = append(said, item) // an observation, or refused by the reader
			continue
		}
		means, known := rules[rule]
		if !known {
			line := 0
			if n, ok := finding["line"].(json.Number); ok {
				x, _ := n.Int64()
				line = int(x)
			}
			lost = append(lost, extract.Lost{
				Observation: extract.Observation{Subject: "rule", Predicate: rule, Value: extract.BoolValue(true), Line: line},
				Reason:      fmt.Sprintf("rule %q is not in the table of the arm", rule),
			})
			continue
		}
		for _, m := range means {
			o := map[string]any{"subject": m.Subject, "predicate": m.Predicate, "value": finding["value"], "confidence": finding["confidence"]}
			if m.Value != nil {
				o["value"] = m.Value
			}
			if m.Confidence != nil {
				o["confidence"] = *m.Confidence
			}
			if finding["line"] != nil {
				o["line"] = finding["line"]
			}
			said = append(said, o)
		}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(map[string]any{"observations": said}) != nil {
		return raw, nil
	}
	return out.String(), lost
}

// findings finds the list in what a program printed: the thing itself, or under
// one of the names that answers use, at most so many objects deep.
func findings(v any, depth int) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case map[string]any:
		for _, name := range []string{"claims", "observations", "findings", "results"} {
			if list, ok := v[name].([]any); ok {
				return list, true
			}
		}
		if depth > 1 {
			for _, inner := range v {
				if object, ok := inner.(map[string]any); ok && len(v) == 1 {
					return findings(object, depth-1)
				}
			}
		}
	}
	return nil, false
}
