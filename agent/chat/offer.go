package chat

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sooth/agent"
	"sooth/internal/nearest"
	"sooth/llm"
)

// Offer lists what an arm offers, in order of name, as a model is told it; nil:
// the arm offers none. What a suite names and the server lacks is an error.
func (a *Agent) Offer(ctx context.Context, arm string) ([]llm.Tool, error) {
	box, ok := a.o.Tools[arm]
	if !ok {
		return nil, nil
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if list, ok := a.lists[arm]; ok {
		return list, nil
	}
	offered, err := box.Caller.Tools(ctx)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, name := range box.Offered {
		wanted[name] = true
	}
	var list []llm.Tool
	for _, d := range offered {
		if len(wanted) > 0 && !wanted[d.Name] {
			continue
		}
		delete(wanted, d.Name)
		list = append(list, llm.Tool{Name: d.Name, Description: d.Description, Schema: d.Input})
		if len(box.Offered) > 0 && len(wanted) == 0 {
			break
		}
	}
	if len(wanted) > 0 {
		var known []string
		for _, d := range offered {
			known = append(known, d.Name)
		}
		lacks := slices.Sorted(maps.Keys(wanted))
		return nil, fmt.Errorf("the server of arm %q does not offer %q; hint: %s", arm, lacks, nearest.Hint(lacks[0], known))
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the server of arm %q offers no tools", arm)
	}
	a.lists[arm] = list
	return list, nil
}

// equip offers the tools of the trial's arm to the model. They are there before the
// model is paid for.
func (t *conversation) equip(ctx context.Context, box Toolbox, r agent.Request) (err error) {
	if t.tools, err = t.agent.Offer(ctx, r.Arm); err != nil {
		return err
	}
	if server, ok := box.Caller.(interface{ Ready(context.Context) error }); ok {
		if err := server.Ready(ctx); err != nil {
			return err
		}
	}
	if box.ByTask != nil {
		if box.Caller = box.ByTask[r.Task]; box.Caller == nil {
			return fmt.Errorf("there are none for task %q", r.Task)
		}
	}
	if t.box = box; !box.Text {
		t.request.Tools = t.tools
		return nil
	}
	if t.request.System != "" {
		t.request.System = strings.TrimRight(t.request.System, "\n") + "\n\n"
	}
	t.request.System += describe(t.tools)
	return nil
}
