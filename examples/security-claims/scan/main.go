// Command scan runs the scanner that belongs to the language of a file and
// prints its findings as sooth reads them: gosec for Go, bandit for Python,
// ESLint with its security rules for TypeScript. For other languages there
// is no scanner, and so there are no findings.
//
//	scan [--exclude RULE,RULE] [--severity low|medium|high] FILE
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

func run(ctx context.Context, path, exclude, severity string) ([]finding, error) {
	least := level(severity)
	if least < 0 {
		return nil, fmt.Errorf("severity %q is none of low, medium, high", severity)
	}
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
		if level(f.severity) < least || slices.Contains(strings.Split(exclude, ","), f.Rule) {
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
	exclude := flag.String("exclude", "", "`rules` to leave out, with commas between")
	severity := flag.String("severity", "low", "the least `severity` that is told")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "scan: one file, please")
		os.Exit(2)
	}
	found, err := run(ctx, flag.Arg(0), *exclude, *severity)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(map[string]any{"findings": found})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "scan:", err)
		os.Exit(1)
	}
}
