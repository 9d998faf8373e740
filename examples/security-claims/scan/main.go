// Command scan runs the scanner that belongs to the language of a file and
// prints its findings as sooth reads them: gosec for Go, bandit for Python,
// ESLint with its security rules for TypeScript. For other languages there
// is no scanner, and so there are no findings.
//
//	scan [--config scanners.json] FILE
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

// finding is what a scanner says of one place.
type finding struct {
	Rule       string  `json:"rule"` // of the scanner; behind a slash what refine.json makes of it
	Line       int     `json:"line"` // starting at 1
	Confidence float64 `json:"confidence"`
	Value      any     `json:"value,omitempty"`

	severity string // low, medium, high
	message  string
	code     []string // lines that it is about, the first is Line
}

// config is a file of settings; what it leaves out is told.
type config struct {
	Exclude  []string `json:"exclude"`  // rules, as the scanners name them
	Severity string   `json:"severity"` // the least that is told: low, medium, high
}

func readConfig(name string) (config, error) {
	c := config{Severity: "low"}
	if name == "" {
		return c, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return c, err
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return c, fmt.Errorf("%s: %w", name, err)
	}
	if level(c.Severity) < 0 {
		return c, fmt.Errorf("%s: severity %q is none of low, medium, high", name, c.Severity)
	}
	return c, nil
}

// confidence is what the words of scanners stand for here.
func confidence(word string) float64 {
	switch strings.ToLower(word) {
	case "high":
		return 0.9
	case "medium":
		return 0.7
	}
	return 0.4
}

func level(severity string) int {
	return slices.Index([]string{"low", "medium", "high"}, strings.ToLower(severity))
}

// scanner returns what scans a file, nil if nothing does.
func scanner(path string) func(context.Context, string) ([]finding, error) {
	switch filepath.Ext(path) {
	case ".go":
		return gosecFindings
	case ".py":
		return banditFindings
	case ".ts":
		return eslintFindings
	}
	return nil
}

func run(ctx context.Context, path string, c config) ([]finding, error) {
	scan := scanner(path)
	if scan == nil {
		return []finding{}, nil
	}
	found, err := scan(ctx, path)
	if err != nil {
		return nil, err
	}
	table, err := refinements()
	if err != nil {
		return nil, err
	}
	kept := []finding{}
	for _, f := range found {
		if level(f.severity) < level(c.Severity) || slices.Contains(c.Exclude, f.Rule) {
			continue
		}
		table.apply(&f)
		kept = append(kept, f)
	}
	slices.SortStableFunc(kept, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule))
	})
	return kept, nil
}

func main() {
	name := flag.String("config", "", "`file` with the settings")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "scan: one file, please")
		os.Exit(2)
	}
	c, err := readConfig(*name)
	var found []finding
	if err == nil {
		found, err = run(ctx, flag.Arg(0), c)
	}
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(map[string]any{"findings": found})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "scan:", err)
		os.Exit(1)
	}
}
