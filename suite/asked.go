package suite

import "fmt"

// checkAsked holds the recorded answers against the prompts of this suite: an
// answer to another question must not be graded as one to this. Which part of
// the question changed follows from which rows differ.
func (l *loader) checkAsked(file string) {
	s := l.suite
	type pair struct {
		task, arm string
		wording   int
	}
	now := map[pair]string{}
	whose := map[string]pair{}
	arms := map[string]Arm{}
	wordings := map[string]int{}
	for _, a := range s.Arms {
		arms[a.Name] = a
		for _, t := range s.Tasks {
			for n := range t.wordings(maxRepeats) {
				p := pair{t.ID, a.Name, n}
				now[p] = PromptSHA256(s.System, a.Prompt(t.Asked(n)))
				whose[now[p]] = p
			}
			wordings[t.ID] = t.wordings(maxRepeats)
		}
	}
	good, bad := map[string]int{}, map[string]int{} // by "all", "arm x", "task x", "pair x y"
	groups := func(r Recorded) []string {
		return []string{"all", "template " + l.template[r.Arm], "task " + r.Task, "pair " + r.Task + " " + r.Arm}
	}
	var differ []Recorded
	for _, r := range s.Recorded {
		if a := arms[r.Arm]; a.Grounded() && a.hasText() {
			continue // its text is made from facts, which are not read here: the plan tells
		}
		count := good
		if now[pair{r.Task, r.Arm, r.Repeat % max(wordings[r.Task], 1)}] != r.PromptSHA256 {
			count = bad
			differ = append(differ, r)
		}
		for _, g := range groups(r) {
			count[g]++
		}
	}
	// whole says that a group has nothing that still matches, and more than the
	// group inside it: only then does the group explain the row.
	whole := func(group, inside string) bool { return good[group] == 0 && bad[group] > bad[inside] }
	told := map[string]bool{}
	for _, r := range differ {
		g := groups(r)
		at := place{file, r.Line, r.column}
		var cause, hint string
		switch other, known := whose[r.PromptSHA256]; {
		case known:
			cause = fmt.Sprintf("it was asked what task %q is asked under arm %q", other.task, other.arm)
			hint = "mend the row's task or arm"
			g = append(g, fmt.Sprintf("row %d", r.Line))
		case whole(g[0], g[1]) && whole(g[0], g[2]):
			cause = "every row differs, so what they share changed: the system prompt"
			if l.system != "" {
				cause += fmt.Sprintf(" %q", l.system)
			}
			cause += ", or all templates"
			g = g[:1]
		case whole(g[1], g[3]):
			cause = fmt.Sprintf("every row with the template %q differs and others do not, so the template changed", l.template[r.Arm])
			g = g[:2]
		case whole(g[2], g[3]):
			cause = fmt.Sprintf("every row of task %q differs and others do not, so the task's prompt changed", r.Task)
			g = g[:3]
		case good[g[3]] > 0:
			cause = "other answers to the same task and arm match, so this row is of another recording"
			g = append(g, fmt.Sprintf("row %d", r.Line))
		case arms[r.Arm].Kind == "none":
			cause = fmt.Sprintf("the arm gives no context, so the prompt of task %q changed, or the row is of another recording", r.Task)
		case good[g[2]] > 0:
			cause = fmt.Sprintf("task %q matches under another arm, so its context %q changed", r.Task, arms[r.Arm].Context)
		default:
			cause = fmt.Sprintf("it cannot be told whether system prompt, template, the prompt of task %q or its context changed", r.Task)
		}
		if hint == "" {
			hint = "put back what changed, or record the answers anew"
		}
		group := g[len(g)-1]
		if told[group] {
			continue
		}
		told[group] = true
		more := ""
		if n := bad[group]; n > 1 {
			more = fmt.Sprintf(" (one of %d rows)", n)
		}
		l.problems.add(at, hint, "the prompt of task %q, arm %q is not what was asked%s: %s", r.Task, r.Arm, more, cause)
	}
}
