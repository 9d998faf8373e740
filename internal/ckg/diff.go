package ckg

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// apply applies a unified diff. A hunk stands where its lines are found nearest
// to the line that it names; lines are compared without blanks at their ends.
func (c *change) apply(tree Tree, diff string) error {
	name := ""
	var hunk []string
	start, done := 0, 0
	flush := func() error {
		if len(hunk) == 0 {
			return nil
		}
		defer func() { hunk = nil }()
		if name == "" {
			return fmt.Errorf("a hunk before any file is named")
		}
		done++
		return c.hunk(tree, name, start, hunk)
	}
	for line := range strings.SplitSeq(strings.TrimRight(diff, "\n"), "\n") {
		at, head := hunkHead(line)
		switch {
		case strings.HasPrefix(line, "--- ") && !head:
			if err := flush(); err != nil {
				return err
			}
			start = 0
			name = diffName(line[4:], name)
		case strings.HasPrefix(line, "+++ "):
			name = diffName(line[4:], name)
			if !inside(name) {
				return fmt.Errorf("path %q leaves the tree", name)
			}
		case head:
			if err := flush(); err != nil {
				return err
			}
			start = max(at, 1)
		case start > 0 && (line == "" || strings.ContainsRune(" +-", rune(line[0]))):
			if line == "" {
				line = " "
			}
			hunk = append(hunk, line)
		}
	}
	if err := flush(); err != nil {
		return err
	}
	if done == 0 {
		return fmt.Errorf("it has no hunk")
	}
	return nil
}

// diffName is the path of a head of a diff; /dev/null keeps the one before.
func diffName(text, before string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(text), "\t")
	if name == "/dev/null" {
		return before
	}
	for _, prefix := range []string{"a/", "b/"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return path.Clean(rest)
		}
	}
	return path.Clean(name)
}

// hunk applies one hunk.
func (c *change) hunk(tree Tree, name string, start int, lines []string) error {
	if !inside(name) {
		return fmt.Errorf("path %q leaves the tree", name)
	}
	var before, after []string
	for _, l := range lines {
		if l[0] != '+' {
			before = append(before, strings.TrimRight(l[1:], " \t\r"))
		}
		if l[0] != '-' {
			after = append(after, l[1:])
		}
	}
	current := c.current(tree, name)
	text := strings.Split(strings.TrimSuffix(current, "\n"), "\n")
	if current == "" {
		text = nil
	}
	at := -1
	for distance := 0; distance <= len(text) && at < 0; distance++ {
		for _, i := range []int{start - 1 - distance, start - 1 + distance} {
			if i >= 0 && i+len(before) <= len(text) && slices.EqualFunc(text[i:i+len(before)], before, func(a, b string) bool { return strings.TrimRight(a, " \t\r") == b }) {
				at = i
				break
			}
		}
	}
	if at < 0 {
		return fmt.Errorf("%s: the lines of the hunk at line %d are not in the file", name, start)
	}
	text = slices.Concat(text[:at], after, text[at+len(before):])
	c.put(tree, name, strings.Join(text, "\n"))
	return nil
}
