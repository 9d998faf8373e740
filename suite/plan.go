package suite

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"sooth/internal/nearest"
)

// PlanOptions narrows or widens a plan. The zero value plans the whole suite.
type PlanOptions struct {
	Arms    []string // names; nil: all
	Tasks   []string // ids; nil: all
	Models  []string // nil: the models of the recorded answers, in order of their first row
	Repeats int      // 0: as the suite says
	Seed    *uint64  // nil: as the suite says
}

// Plan returns the trials of a run in the order in which they are to be asked.
//
// A plan is rounds of repeats; within a round the tasks stand in seeded random
// order; within a task the models, and within a model the arms, ungrounded
// first. So the arms of a task are asked side by side, and any prefix of a run
// is a fair sample of the tasks. The random order is that of the SHA-256 over
// seed and round (eight bytes each, big endian) and the task's id: it is the
// same for ever, and leaving tasks out does not move the others.
func Plan(s *Suite, o PlanOptions) ([]Trial, error) {
	arms, err := choose("arm", o.Arms, s.Arms, func(a Arm) string { return a.Name })
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(arms, func(a, b Arm) int { return cmp.Compare(rank(a.Kind != "none"), rank(b.Kind != "none")) })
	tasks, err := choose("task", o.Tasks, s.Tasks, Task.id)
	if err != nil {
		return nil, err
	}
	models := slices.Clone(o.Models)
	if o.Models == nil {
		for _, r := range s.Recorded {
			if !slices.Contains(models, r.Model) {
				models = append(models, r.Model)
			}
		}
	}
	if len(models) == 0 {
		return nil, fmt.Errorf("suite %q has no recorded answers and no model is named; hint: name one with --model", s.Name)
	}
	for i, m := range models {
		if m == "" || slices.Contains(models[:i], m) {
			return nil, fmt.Errorf("model %q is named twice or empty", m)
		}
	}
	repeats, seed := o.Repeats, s.Seed
	if repeats == 0 {
		repeats = max(s.Repeats, 1)
	}
	if repeats < 0 || repeats > maxRepeats {
		return nil, fmt.Errorf("repeats must be from 1 to %d, not %d", maxRepeats, repeats)
	}
	if o.Seed != nil {
		seed = *o.Seed
	}
	type wording struct {
		task, arm string
		n         int
	}
	prompts := map[wording]string{} // each made once: contexts are long
	for _, t := range tasks {
		for _, a := range arms {
			for n := range t.wordings(repeats) {
				prompts[wording{t.ID, a.Name, n}] = a.Prompt(t.Asked(n))
			}
		}
	}
	var plan []Trial
	for round := range repeats {
		for _, t := range Shuffled(tasks, Task.id, seed, round) {
			for _, m := range models {
				for _, a := range arms {
					plan = append(plan, Trial{
						Order: len(plan), Task: t.ID, Arm: a.Name, Model: m, Repeat: round,
						System: s.System, Prompt: prompts[wording{t.ID, a.Name, round % t.wordings(repeats)}], Ungrounded: t.Ungrounded[a.Name],
					})
				}
			}
		}
	}
	return plan, nil
}

func (t Task) id() string { return t.ID }

// Shuffled returns items in the random order of a round, which depends on the
// seed and on the names of the items alone, not on how they stand.
func Shuffled[T any](items []T, name func(T) string, seed uint64, round int) []T {
	type ticket struct {
		sum  [sha256.Size]byte
		name string
		item T
	}
	tickets := make([]ticket, len(items))
	for i, item := range items {
		b := binary.BigEndian.AppendUint64(nil, seed)
		b = binary.BigEndian.AppendUint64(b, uint64(round))
		tickets[i] = ticket{sha256.Sum256(append(b, name(item)...)), name(item), item}
	}
	slices.SortStableFunc(tickets, func(a, b ticket) int {
		return cmp.Or(bytes.Compare(a.sum[:], b.sum[:]), cmp.Compare(a.name, b.name))
	})
	order := make([]T, len(items))
	for i, t := range tickets {
		order[i] = t.item
	}
	return order
}

// rank sorts what is last behind what is not.
func rank(last bool) int {
	if last {
		return 1
	}
	return 0
}

// choose returns the items with these names, in the order of the suite.
func choose[T any](what string, wanted []string, all []T, name func(T) string) ([]T, error) {
	if wanted == nil {
		if len(all) == 0 {
			return nil, fmt.Errorf("the suite has no %ss", what)
		}
		return slices.Clone(all), nil
	}
	var known []string
	for _, item := range all {
		known = append(known, name(item))
	}
	for i, w := range wanted {
		if !slices.Contains(known, w) {
			return nil, fmt.Errorf("unknown %s %q; hint: %s", what, w, nearest.Hint(w, known))
		}
		if slices.Contains(wanted[:i], w) {
			return nil, fmt.Errorf("%s %q is named twice", what, w)
		}
	}
	if len(wanted) == 0 {
		return nil, fmt.Errorf("no %s is named; hint: %s", what, nearest.Hint("", known))
	}
	var chosen []T
	for _, item := range all {
		if slices.Contains(wanted, name(item)) {
			chosen = append(chosen, item)
		}
	}
	return chosen, nil
}
