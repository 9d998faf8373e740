package sooth_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCoverage holds docs/coverage.md against itself and the tree: every
// requirement has one row, its state is from the closed list, a row that claims
// something says how to see it, and the files, packages and tests that it names exist.
func TestCoverage(t *testing.T) {
	text, err := os.ReadFile("docs/coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	states := []string{"works", "partly", "not yet", "departs"}
	missing := map[string]bool{}
	for prefix, n := range map[string]int{"AH": 30, "SQ": 20, "K": 15, "P": 22, "L": 14} {
		for i := range n {
			missing[fmt.Sprintf("%s%d", prefix, i+1)] = true
		}
	}
	if len(missing) != 101 {
		t.Fatalf("%d requirements", len(missing))
	}
	rows := regexp.MustCompile(`(?m)^\| ([A-Z]+[0-9]+) \|(.*)\|$`).FindAllStringSubmatch(string(text), -1)
	if len(rows) != 101 {
		t.Errorf("%d rows, want 101", len(rows))
	}
	for _, row := range rows {
		number, cells := row[1], strings.Split(row[2], "|")
		if !missing[number] {
			t.Errorf("%s is no requirement or stands there twice", number)
		}
		delete(missing, number)
		if len(cells) != 3 {
			t.Errorf("%s has %d cells", number, len(cells))
			continue
		}
		what, state, how := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])
		if what == "" || !slices.Contains(states, state) {
			t.Errorf("%s: what %q, state %q", number, what, state)
		}
		if state != "not yet" && how == "" {
			t.Errorf("%s is said to be %q, but not how to see it", number, state)
		}
		for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(how, -1) {
			seen(t, number, quoted[1])
		}
	}
	for number := range missing {
		t.Errorf("%s has no row", number)
	}
}

// seen checks that what a row names is in the tree.
func seen(t *testing.T, number, name string) {
	t.Helper()
	if words := strings.Fields(name); len(words) >= 3 && words[0] == "go" && words[1] == "test" {
		folder := strings.TrimPrefix(words[2], "./")
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Errorf("%s: %v", number, err)
			return
		}
		if len(words) == 5 && words[3] == "-run" {
			for _, e := range entries {
				if text, err := os.ReadFile(folder + "/" + e.Name()); err == nil && strings.HasSuffix(e.Name(), "_test.go") &&
					regexp.MustCompile(`(?m)^func Test\w*`+strings.TrimPrefix(words[4], "Test")).Match(text) {
					return
				}
			}
			t.Errorf("%s: no test %s in %s", number, words[4], folder)
		}
		return
	}
	if strings.Contains(name, "/") {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%s: %v", number, err)
		}
	}
}
