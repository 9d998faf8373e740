package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sooth/internal/compare"
	"sooth/internal/gate"
	"sooth/internal/report"
	"sooth/suite"
)

// parseGates reads what was given with --gate.
func parseGates(texts []string) ([]gate.Gate, error) {
	var list []gate.Gate
	for _, text := range texts {
		g, err := gate.Parse(text)
		if err != nil {
			return nil, usage(err)
		}
		list = append(list, g)
	}
	return list, nil
}

// failedGates is the error of gates that did not pass: exit code 3.
func failedGates(gates []report.Gate) error {
	var lines []string
	for _, g := range gates {
		if !g.Passed {
			lines = append(lines, fmt.Sprintf("gate %s (%s): %s", g.Gate, g.Where, g.Sentence))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return &failure{code: exitFound, err: errors.New(strings.Join(lines, "\n"))}
}

// fit refuses, before anything is asked, gates that no comparison of a run of
// the plan can fit.
func (o *output) fit(s *suite.Suite, plan []suite.Trial) error {
	criteria := compare.FromSuite(s).Criteria
	for _, g := range o.demands {
		if !slices.Contains(criteria, g.Name) {
			return usage(fmt.Errorf("gate %q: there is no criterion %q; hint: the criteria are %s", g.Text, g.Name, strings.Join(criteria, ", ")))
		}
		for _, label := range []string{"base", "arm"} {
			name, ok := g.Label(label)
			if ok && !slices.ContainsFunc(plan, func(t suite.Trial) bool { return t.Arm == name }) {
				return usage(fmt.Errorf("gate %q: no trial of the plan is under an arm %q", g.Text, name))
			}
		}
	}
	return nil
}
