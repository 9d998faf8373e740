package ground

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sooth/suite"
)

// armText is what an arm gives for a task.
type armText struct {
	text    string
	missing string // why there is none; empty: there is
}

// Texts makes the texts that arms of a suite give, for the arms that are chosen
// (nil: all), and puts them into the Contexts of its tasks. One that cannot be made is
// noted in Ungrounded with its reason: its trial ends as infra_error. open opens the
// code base of a task; progress hears how far each arm is.
func Texts(ctx context.Context, s *suite.Suite, chosen []string, progress func(stage string, done, total int), open func(context.Context, *suite.Task) (*Corpus, error)) error {
	wanted := map[string]bool{} // by arm: its text is made
	for _, a := range s.Arms {
		if (chosen == nil || slices.Contains(chosen, a.Name)) && a.Grounded() && !a.Offers() {
			wanted[a.Name] = true
			wanted[a.Of] = true
		}
	}
	made := map[string]map[string]armText{} // by arm, then task
	for _, a := range s.Arms {
		if !wanted[a.Name] || a.Kind == "sham" {
			continue
		}
		made[a.Name] = map[string]armText{}
		for i := range s.Tasks {
			t := &s.Tasks[i]
			if a.Kind == "inject" {
				made[a.Name][t.ID] = armText{text: strings.TrimRight(t.Contexts[a.Name], "\r\n")}
				continue
			}
			progress("context "+a.Name, i, len(s.Tasks))
			corpus, err := open(ctx, t)
			if err != nil {
				return err
			}
			c, err := corpus.Context(ctx, Request{Kind: Kind(a.Kind), Query: t.Prompt, Tokens: a.Budget, Top: a.Top})
			switch {
			case errors.Is(err, ErrNothing):
				made[a.Name][t.ID] = armText{missing: err.Error()}
			case err != nil:
				return fmt.Errorf("task %q, arm %q: %w", t.ID, a.Name, err)
			default:
				made[a.Name][t.ID] = armText{text: c.Text}
			}
		}
	}
	for _, a := range s.Arms {
		if !wanted[a.Name] || a.Kind == "inject" {
			continue
		}
		for i := range s.Tasks {
			t := &s.Tasks[i]
			if a.Of != "" {
				give(t, a.Name, sham(s, t, made[a.Of]))
			} else {
				give(t, a.Name, made[a.Name][t.ID])
			}
		}
	}
	return nil
}

// give puts the text of an arm into a task.
func give(t *suite.Task, arm string, made armText) {
	if t.Contexts == nil {
		t.Contexts = map[string]string{}
	}
	t.Contexts[arm] = made.text
	if made.missing == "" {
		return
	}
	if t.Ungrounded == nil {
		t.Ungrounded = map[string]string{}
	}
	t.Ungrounded[arm] = made.missing
}

// sham makes the text of other tasks that stands in the place of a task's own, in
// as many bytes.
func sham(s *suite.Suite, t *suite.Task, made map[string]armText) armText {
	own := made[t.ID]
	if own.missing != "" {
		return own
	}
	var others []string
	for _, d := range s.Donors(t.ID) {
		if o := made[d.ID].text; o != "" && o != own.text {
			others = append(others, o)
		}
	}
	text := Sham(len(own.text), others...)
	if text == "" {
		return armText{missing: "no other task has another text that a sham could give"}
	}
	return armText{text: text}
}
