package perturb

import (
	"regexp"
	"strings"
)

// blocks makes one literal of each block scalar of a YAML text: all of its
// lines are data, also those that look like comments.
func blocks(text string, parts []part) []part {
	header := regexp.MustCompile(`(^|[\s:-])[|>][-+0-9]{0,2}[ \t]*(#.*)?$`)
	var found []part
	at, start, depth := 0, -1, 0
	for _, l := range strings.SplitAfter(text, "\n") {
		bare := strings.TrimRight(l, "\n")
		indent := len(bare) - len(strings.TrimLeft(bare, " "))
		blank := strings.TrimSpace(bare) == ""
		if start >= 0 && !blank && indent <= depth {
			found = append(found, part{start, at, literal})
			start = -1
		}
		if start < 0 && header.MatchString(bare) && !strings.HasPrefix(strings.TrimSpace(bare), "#") {
			start, depth = at+len(l), indent
		}
		at += len(l)
	}
	if start >= 0 && start < len(text) {
		found = append(found, part{start, len(text), literal})
	}
	return over(parts, found)
}

// over lays parts over others.
func over(parts, top []part) []part {
	var list []part
	for _, p := range parts {
		for len(top) > 0 && top[0].end <= p.start {
			list, top = append(list, top[0]), top[1:]
		}
		for _, t := range top {
			if t.start >= p.end {
				break
			}
			if p.start < t.start {
				list = append(list, part{p.start, t.start, p.class})
			}
			p.start = min(p.end, t.end)
			if p.start < p.end || t.end == p.end {
				list = append(list, t)
				top = top[1:]
			}
		}
		if p.start < p.end {
			list = append(list, p)
		}
	}
	return append(list, top...)
}
