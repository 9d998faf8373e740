package suite

import (
	"slices"
	"strings"
)

// Sent is a prompt that was sent under an arm, taken apart by the suite as it is
// now.
type Sent struct {
	Context string // what the arm put beside the task's prompt; empty: nothing, or the suite no longer tells where
	// Reworded says that the task was asked in other words than it is now. A
	// template that has changed rewords no task.
	Reworded bool
}

// Sent takes apart a prompt that asked the task under the arm.
func (a Arm) Sent(t Task, prompt string) Sent {
	before, after, found := a.frame(t)
	switch {
	case !found && prompt == before:
		return Sent{}
	case found && len(prompt) >= len(before)+len(after) && strings.HasPrefix(prompt, before) && strings.HasSuffix(prompt, after):
		return Sent{Context: prompt[len(before) : len(prompt)-len(after)]}
	}
	return Sent{Reworded: a.fits(prompt) || !strings.Contains(prompt, t.Prompt)}
}

// frame is the prompt of a task before and after the arm's context; not found:
// the arm has none, and before is the whole prompt.
func (a Arm) frame(t Task) (before, after string, found bool) {
	values := map[string]string{"prompt": t.Prompt}
	for _, p := range placeholders(a.Template) {
		if p.name == "context" && !p.literal {
			return render(a.Template[:p.start], values), render(a.Template[p.end:], values), true
		}
	}
	return render(a.Template, values), "", false
}

// fits reports whether a prompt may be made of the arm's template: it has all
// that stands around the placeholders.
func (a Arm) fits(prompt string) bool {
	at := 0
	var around []string
	for _, p := range placeholders(a.Template) {
		if !p.literal {
			around = append(around, render(a.Template[at:p.start], nil))
			at = p.end
		}
	}
	around = append(around, render(a.Template[at:], nil))
	lacking := slices.ContainsFunc(around, func(text string) bool { return !strings.Contains(prompt, text) })
	return !lacking && strings.HasPrefix(prompt, around[0]) && strings.HasSuffix(prompt, around[len(around)-1])
}
