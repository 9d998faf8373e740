package suite

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"

	"sooth/internal/nearest"
)

// fromFacts are the kinds of arms that stand on the facts of a task's code base,
// those with a text first.
func fromFacts() []string { return []string{"files", "graph", "topk", "smart", "tools"} }

// Grounded reports whether the arm needs the facts of the task's code base.
func (a Arm) Grounded() bool { return slices.Contains(fromFacts(), a.Kind) || a.Of != "" }

// Offers reports whether the arm offers tools.
func (a Arm) Offers() bool { return a.Kind == "mcp" || a.Kind == "tools" || a.offers }

// hasText reports whether the arm puts a text into the prompt, whoever makes it.
func (a Arm) hasText() bool {
	return a.injects() || !a.Offers() && (a.Of != "" || slices.Contains(fromFacts(), a.Kind))
}

// readGround reads how much of the facts an arm may give, and what a sham
// imitates.
func (l *loader) readGround(arm *Arm, m mapping, known bool) {
	fits := map[string][]string{
		"budget": {"files", "graph", "topk", "smart"}, "top": {"files", "topk"}, "of": {"sham"}, "protocol": {"mcp", "tools", "sham"},
	}
	for _, key := range []string{"budget", "top", "of", "protocol"} {
		if known && m.has(key) && !slices.Contains(fits[key], arm.Kind) {
			l.problems.add(m.place(key), "take it out", "arm %q is of kind %s and has the key %q", arm.Name, arm.Kind, key)
		}
	}
	if n, ok := m.number("budget", 100, 2_000_000); ok {
		arm.Budget = int(n)
	}
	if n, ok := m.number("top", 1, 1000); ok {
		arm.Top = int(n)
	}
	arm.Of = m.text("of")
	l.of[arm.Name] = m.place("of")
	if m.has("of") && m.has("context") {
		l.problems.add(m.place("of"), "keep one of them", "arm %q has both a context and an arm that it imitates", arm.Name)
	}
	arm.Protocol = m.text("protocol")
	if words := []string{"native", "text"}; arm.Protocol != "" && !slices.Contains(words, arm.Protocol) {
		l.problems.add(m.place("protocol"), nearest.Hint(arm.Protocol, words), "unknown protocol %q", arm.Protocol)
	}
	if arm.Kind == "tools" {
		for _, e := range m.list("tools") {
			arm.Tools = append(arm.Tools, e.text)
		}
	}
}

// checkShams resolves the arms that shams imitate.
func (l *loader) checkShams() {
	var known []string
	for _, a := range l.suite.Arms {
		if a.Kind != "none" && a.Kind != "sham" && a.Kind != "mcp" && a.Kind != "recorded" {
			known = append(known, a.Name)
		}
	}
	for i := range l.suite.Arms {
		sham := &l.suite.Arms[i]
		if sham.Of == "" {
			continue
		}
		j := slices.IndexFunc(l.suite.Arms, func(a Arm) bool { return a.Name == sham.Of })
		switch {
		case j < 0 && !l.noArms:
			l.problems.add(l.of[sham.Name], nearest.Hint(sham.Of, known), "unknown arm %q", sham.Of)
		case j >= 0 && !slices.Contains(known, sham.Of):
			l.problems.add(l.of[sham.Name], nearest.Hint(sham.Of, known), "arm %q is of kind %s, which a sham cannot imitate", sham.Of, l.suite.Arms[j].Kind)
		case j >= 0:
			sham.offers = l.suite.Arms[j].Kind == "tools"
			sham.Tools = l.suite.Arms[j].Tools
			sham.Protocol = cmp.Or(sham.Protocol, l.suite.Arms[j].Protocol)
		}
	}
}

// Donors returns, for a task, the other tasks in the order in which a sham takes
// their texts in the place of the task's own: that of the SHA-256 over the words
// "sham", the seed and both ids. It is the same for ever.
func (s *Suite) Donors(id string) []*Task {
	type ticket struct {
		sum  [sha256.Size]byte
		task *Task
	}
	var list []ticket
	for i := range s.Tasks {
		if t := &s.Tasks[i]; t.ID != id {
			list = append(list, ticket{sha256.Sum256(fmt.Appendf(nil, "sham\n%d\n%q\n%q", s.Seed, id, t.ID)), t})
		}
	}
	slices.SortFunc(list, func(a, b ticket) int {
		return cmp.Or(bytes.Compare(a.sum[:], b.sum[:]), cmp.Compare(a.task.ID, b.task.ID))
	})
	out := make([]*Task, len(list))
	for i, t := range list {
		out[i] = t.task
	}
	return out
}
