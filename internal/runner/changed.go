package runner

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sooth/trial"
)

// ChangedError says that a run that was left unfinished asked something else
// under the same names than the plan would ask now: going on would mix the two,
// and beginning anew would leave behind what was paid for.
type ChangedError struct {
	Run         string
	Recorded    int      // answers that it has
	Trials      int      // in its plan
	Differences []string // at least one, each a line
}

func (e *ChangedError) Error() string {
	return fmt.Sprintf("run %q was left with %d of %d trials, and this command would not ask what it asked:\n  %s\n"+
		"hint: undo the change to go on with it; --reuse begins one that takes over what is asked as before, --new-run one that asks all anew", e.Run, e.Recorded, e.Trials, strings.Join(e.Differences, "\n  "))
}

// identities is what the arms of a plan are, as runs keep it.
func (o *Options) identities() map[string]trial.Arm {
	list := map[string]trial.Arm{}
	for _, p := range o.Plan {
		if _, known := list[p.Arm]; !known {
			list[p.Arm] = trial.NewArm(o.Definitions[p.Arm], o.Servers[p.Arm])
		}
	}
	return list
}

// changed holds the plan against the run of the suite that was left last; nil:
// it can be gone on with, or a new run can take over what it was answered. What
// answers are judged by is no matter of the run: they are judged anew each time.
func (o *Options) changed(ctx context.Context) error {
	left, found, err := o.Store.Left(ctx, o.Run)
	if err != nil || !found {
		return err
	}
	planned := places(o.Plan)
	d, prompts := differences{}, wordings{}
	for r, err := range o.Store.Records(ctx, left.ID) {
		if err != nil {
			return err
		}
		i, ok := planned[nameOf(r)]
		if !ok {
			continue
		}
		p := o.Plan[i]
		prompts.add(r.Arm, r.Task, r.Prompt == p.Prompt)
		if o.planned(i).Key == r.Key {
			continue
		}
		where := fmt.Sprintf("task %q under %q", r.Task, r.Arm)
		if r.Agent != o.Agent.Name() {
			d.add(fmt.Sprintf("the provider: %s then, %s now", r.Agent, o.Agent.Name()), "")
		}
		if now := o.Programs[p.Model]; r.Program != now {
			d.add(fmt.Sprintf("the program of model %q: %s then, %s now", r.Model, cmp.Or(r.Program, "not known"), cmp.Or(now, "not known")), "")
		}
		if r.System != p.System {
			d.add("the system prompt", "")
		}
		if r.Prompt != p.Prompt {
			d.add(thePrompt, where)
		}
		for _, name := range slices.Sorted(maps.Keys(r.Parameters)) {
			if now, ok := o.Parameters[name]; !ok || now != r.Parameters[name] {
				d.add(fmt.Sprintf("parameter %s: %q then, %q now", name, r.Parameters[name], now), "")
			}
		}
		for _, name := range slices.Sorted(maps.Keys(o.Parameters)) {
			if _, ok := r.Parameters[name]; !ok {
				d.add(fmt.Sprintf("parameter %s: not set then, %q now", name, o.Parameters[name]), "")
			}
		}
	}
	if left.Plan == o.Run.Plan && left.Toolchain != o.Run.Toolchain {
		d.add(fmt.Sprintf("the toolchain: %s then, %s now", left.Toolchain, o.Run.Toolchain), "")
	}
	for _, arm := range slices.Sorted(maps.Keys(left.Arms)) {
		then, now := left.Arms[arm], o.Run.Arms[arm]
		switch {
		case now == (trial.Arm{}): // not asked now
		case then.Definition != now.Definition:
			d.add(fmt.Sprintf("the definition of arm %q", arm), "")
		case then.Server != now.Server:
			d.add(fmt.Sprintf("the server of arm %q", arm), "")
		}
	}
	if slices.Equal(d.lines, []string{thePrompt}) && !prompts.shared() {
		return nil
	}
	return d.error(left)
}

// thePrompt is the line of a prompt that differs.
const thePrompt = "the prompt"

// alias reports an error if the records of a run came from more than one model
// under one name: an alias was pointed elsewhere in the meantime.
func alias(left trial.Summary, returned map[string]map[string]bool) error {
	d := differences{}
	for _, model := range slices.Sorted(maps.Keys(returned)) {
		if ids := slices.Sorted(maps.Keys(returned[model])); len(ids) > 1 {
			d.add(fmt.Sprintf("model %q answered as %s", model, strings.Join(ids, " and as ")), "")
		}
	}
	return d.error(left)
}

// differences are lines, each with how often and where first.
type differences struct {
	lines []string
	times map[string]int
	first map[string]string
}

func (d *differences) add(line, where string) {
	if d.times == nil {
		d.times, d.first = map[string]int{}, map[string]string{}
	}
	if d.times[line] == 0 {
		d.lines, d.first[line] = append(d.lines, line), where
	}
	d.times[line]++
}

func (d *differences) error(left trial.Summary) error {
	if len(d.lines) == 0 {
		return nil
	}
	e := &ChangedError{Run: left.ID, Recorded: left.Counts.Recorded(), Trials: left.Trials}
	for _, line := range d.lines {
		if where := d.first[line]; where != "" {
			line += fmt.Sprintf(" of %d of its trials, first %s", d.times[line], where)
		}
		e.Differences = append(e.Differences, line)
	}
	return e
}
