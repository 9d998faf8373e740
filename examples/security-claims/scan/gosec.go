package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/securego/gosec/v2"
	"github.com/securego/gosec/v2/analyzers"
	"github.com/securego/gosec/v2/rules"
)

// gosecFindings has gosec read one file as a package of its own module.
func gosecFindings(_ context.Context, path string) ([]finding, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "scan-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module input\n\ngo 1.26\n"), 0o600); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "input.go"), content, 0o600); err != nil {
		return nil, err
	}
	analyzer := gosec.NewAnalyzer(gosec.NewConfig(), true, false, false, 1, log.New(io.Discard, "", 0))
	analyzer.LoadRules(rules.Generate(false).RulesInfo())
	analyzer.LoadAnalyzers(analyzers.Generate(false).AnalyzersInfo())
	if err := analyzer.Process(nil, dir); err != nil {
		return nil, fmt.Errorf("gosec: %w", err)
	}
	issues, _, wrong := analyzer.Report()
	for _, file := range slices.Sorted(maps.Keys(wrong)) {
		return nil, fmt.Errorf("gosec: %s: %s", filepath.Base(file), wrong[file][0].Err)
	}
	var list []finding
	for _, i := range issues {
		first, last, ranged := strings.Cut(i.Line, "-")
		line, err := strconv.Atoi(first)
		end := line
		if ranged && err == nil {
			end, err = strconv.Atoi(last)
		}
		if err != nil {
			return nil, fmt.Errorf("gosec: line %q", i.Line)
		}
		list = append(list, finding{Rule: i.RuleID, Line: line, Confidence: confidence(i.Confidence.String()),
			severity: i.Severity.String(), message: i.What, code: linesOf(content, line, end)})
	}
	return list, nil
}

// linesOf returns lines of a text, first and last among them.
func linesOf(content []byte, first, last int) []string {
	lines := strings.Split(string(content), "\n")
	if first < 1 || first > len(lines) {
		return []string{""}
	}
	return lines[first-1 : max(first, min(last, len(lines)))]
}
