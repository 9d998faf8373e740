package cli

import (
	"errors"
	"fmt"
	"strings"

	"sooth/internal/gate"
	"sooth/internal/report"
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
