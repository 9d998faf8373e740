package runner_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"sooth/agent"
	"sooth/internal/runner"
	"sooth/suite"
	"sooth/trial"
)

// TestChanged: a run that was left half done is gone on with only by a command
// that would ask the same; every other difference is named, and nothing is asked.
func TestChanged(t *testing.T) {
	plan, _ := recorded(t, 6)
	asked := 0
	model := "m-1"
	var cancel context.CancelFunc
	a := reply(func(context.Context, agent.Request) (agent.Answer, error) {
		if asked++; asked == 2 && cancel != nil {
			cancel()
		}
		return agent.Answer{Text: "x", Model: model}, nil
	})
	options := func(s *trial.Store, change func(*runner.Options)) runner.Options {
		o := runner.Options{
			Store: s, Agent: a, Plan: slices.Clone(plan), Jobs: 1, Careful: true, Run: trial.Run{Suite: "s", SuiteHash: "00", Mode: "live", Toolchain: "go1.26"},
			Definitions: map[string]string{plan[0].Arm: "none"}, Parameters: map[string]string{"seed": "1"}, Servers: map[string]string{plan[0].Arm: "aa"},
			Programs: map[string]string{plan[0].Model: "2.1"},
		}
		change(&o)
		return o
	}
	arm := plan[0].Arm
	for _, c := range []struct {
		name   string
		change func(*runner.Options)
		want   []string // nil: the run goes on
	}{
		{"nothing", func(*runner.Options) {}, nil},
		{"system", func(o *runner.Options) {
			for i := range o.Plan {
				o.Plan[i].System = "other"
			}
		}, []string{"the system prompt"}},
		{"parameters", func(o *runner.Options) { o.Parameters = map[string]string{"seed": "2", "top_p": "1"} },
			[]string{`parameter seed: "1" then, "2" now`, `parameter top_p: not set then, "1" now`}},
		{"server", func(o *runner.Options) { o.Servers = map[string]string{arm: "bb"} }, []string{`the server of arm "` + arm + `"`}},
		{"program", func(o *runner.Options) { o.Programs = map[string]string{plan[0].Model: "2.2"} },
			[]string{`the program of model "` + plan[0].Model + `": 2.1 then, 2.2 now`}},
		{"arm", func(o *runner.Options) { o.Definitions = map[string]string{arm: "other"} }, []string{`the definition of arm "` + arm + `"`}},
		{"description or tests", func(o *runner.Options) { o.Run.SuiteHash = "11" }, nil},
		{"toolchain", func(o *runner.Options) { o.Run.Toolchain = "go1.27" }, []string{"the toolchain: go1.26 then, go1.27 now"}},
	} {
		s := open(t, filepath.Join(t.TempDir(), "runs.db"))
		asked, model = 0, "m-1"
		var ctx context.Context
		ctx, cancel = context.WithCancel(background)
		first, err := runner.Run(ctx, options(s, func(*runner.Options) {}))
		if err != nil || first.Run.End != trial.Interrupted || first.Counts.Recorded() != 2 {
			t.Fatalf("%s: %+v, %v", c.name, first, err)
		}
		cancel = nil
		second, err := runner.Run(background, options(s, c.change))
		var changed *runner.ChangedError
		switch {
		case c.want == nil && (err != nil || second.Run.ID != first.Run.ID || asked != 6):
			t.Errorf("%s: %+v, %v, %d asked", c.name, second, err, asked)
		case c.want != nil && (!errors.As(err, &changed) || !slices.Equal(changed.Differences, c.want) || changed.Run != first.Run.ID || changed.Recorded != 2 || asked != 2):
			t.Errorf("%s: %v, %d asked, want %q", c.name, err, asked, c.want)
		case c.want != nil:
			fresh, err := runner.Run(background, options(s, func(o *runner.Options) { c.change(o); o.Fresh = true }))
			if err != nil || fresh.Run.ID == first.Run.ID || asked != 8 {
				t.Errorf("%s, begun anew: %+v, %v, %d asked", c.name, fresh, err, asked)
			}
		}
	}
}

// TestAlias: a run whose answers came from two models under one name is not gone
// on with.
func TestAlias(t *testing.T) {
	plan, _ := recorded(t, 6)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	ctx, cancel := context.WithCancel(background)
	asked, stop := 0, 2
	run := func() (runner.Outcome, error) {
		return runner.Run(ctx, runner.Options{Store: s, Plan: plan, Jobs: 1, Careful: true, Run: trial.Run{Mode: "live"},
			Agent: reply(func(context.Context, agent.Request) (agent.Answer, error) {
				if asked++; asked == stop {
					cancel()
				}
				return agent.Answer{Text: "x", Model: []string{"", "m-1", "m-1", "m-2", "m-2", "m-2", "m-2"}[asked]}, nil
			})})
	}
	if o, err := run(); err != nil || o.Run.End != trial.Interrupted {
		t.Fatal(o, err)
	}
	ctx, cancel = context.WithCancel(background)
	defer cancel()
	stop = 6
	for range 2 { // told by its first answer, and of the records afterwards
		var changed *runner.ChangedError
		if _, err := run(); !errors.As(err, &changed) || len(changed.Differences) != 1 || changed.Differences[0] != `model "`+plan[0].Model+`" answered as m-1 and as m-2` || asked != 3 || changed.Recorded != 3 {
			t.Errorf("%v, %d asked", err, asked)
		}
	}
}

// TestMended: a task whose words were mended is asked again, and no other; so is
// one that was added. The run goes on beside the one that was left. Where no
// prompt of an arm is what it was, that is no mended task, and nothing is asked.
func TestMended(t *testing.T) {
	plan, _ := recorded(t, 6)
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	ctx, cancel := context.WithCancel(background)
	var asked []string
	run := func(ctx context.Context, plan []suite.Trial) runner.Outcome {
		t.Helper()
		asked = nil
		return execute(t, ctx, runner.Options{Store: s, Plan: plan, Jobs: 1, Careful: true, Run: trial.Run{Suite: "s", Mode: "live"},
			Agent: reply(func(_ context.Context, r agent.Request) (agent.Answer, error) {
				if asked = append(asked, r.Task+"/"+r.Arm); len(asked) == 4 {
					cancel()
				}
				return agent.Answer{Text: r.Prompt}, nil
			})})
	}
	name := func(i int) string { return plan[i].Task + "/" + plan[i].Arm }
	first := run(ctx, plan[:5])
	if first.Run.End != trial.Interrupted || first.Counts.Recorded() != 4 {
		t.Fatalf("%+v", first)
	}
	mended := slices.Clone(plan)
	for i := range mended {
		if mended[i].Arm == plan[1].Arm {
			mended[i].Prompt += "!"
		}
	}
	var changed *runner.ChangedError
	_, err := runner.Run(background, runner.Options{Store: s, Plan: mended, Careful: true, Run: trial.Run{Suite: "s", Mode: "live"}, Agent: reply(nil)})
	if want := `the prompt of 2 of its trials, first task "` + plan[1].Task + `" under "` + plan[1].Arm + `"`; !errors.As(err, &changed) || !slices.Equal(changed.Differences, []string{want}) {
		t.Fatalf("%v, want %q", err, want)
	}
	if _, tasks, err := runner.Mended(background, s, trial.Run{Suite: "s", Mode: "live"}, mended); err != nil || len(tasks) > 0 {
		t.Errorf("what all tasks share was changed: %q, %v", tasks, err)
	}
	mended = slices.Clone(plan)
	mended[2].Prompt += "!"
	named := func(plan []suite.Trial, want ...string) {
		t.Helper()
		left, tasks, err := runner.Mended(background, s, trial.Run{Suite: "s", Mode: "live"}, plan)
		if err != nil || (left == first.Run.ID) != (want != nil) || !slices.Equal(tasks, want) {
			t.Errorf("mended since run %q: %q, %v, want %q", left, tasks, err, want)
		}
	}
	named(mended, plan[2].Task)
	second := run(background, mended)
	if want := []string{name(2), name(4), name(5)}; !slices.Equal(asked, want) || second.Run.ID == first.Run.ID || second.Run.End != trial.Completed || second.Resumed != 3 {
		t.Errorf("asked %q, want %q: %+v", asked, want, second)
	}
	for r, err := range s.Records(background, second.Run.ID) {
		if err != nil || r.Answer != mended[r.Order].Prompt {
			t.Errorf("place %d: answered %q to %q, %v", r.Order, r.Answer, mended[r.Order].Prompt, err)
		}
	}
	named(plan) // nothing is left
}
