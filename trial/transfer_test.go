package trial_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sooth/agent"
	"sooth/score"
	"sooth/trial"
)

func export(t testing.TB, s *trial.Store, run string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Export(background, run, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// drawRecord makes any record that may be stored.
func drawRecord(t *rapid.T, run string, order int) trial.Record {
	text := rapid.String() // valid UTF-8 of every kind
	moment := rapid.Custom(func(t *rapid.T) time.Time {
		return time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC()
	})
	r := trial.Record{
		Schema: trial.Schema, Run: run, Key: trial.Key(trial.Visible{Prompt: text.Draw(t, "key")}),
		Task: "t" + text.Draw(t, "task"), Arm: "a" + text.Draw(t, "arm"), Model: text.Draw(t, "model"),
		Repeat: rapid.IntRange(0, 3).Draw(t, "repeat"), Order: order,
		State:  rapid.SampledFrom([]score.State{score.Answered, score.NoAnswer, score.InfraError}).Draw(t, "state"),
		Reason: "r" + text.Draw(t, "reason"), System: text.Draw(t, "system"), Prompt: text.Draw(t, "prompt"), Answer: text.Draw(t, "answer"),
		Returned: text.Draw(t, "returned"), Stop: text.Draw(t, "stop"), Agent: text.Draw(t, "agent"),
		Attempts: rapid.IntRange(0, 9).Draw(t, "attempts"),
		Started:  moment.Draw(t, "started"), Finished: moment.Draw(t, "finished"),
	}
	if rapid.Bool().Draw(t, "recorded?") {
		r.Recorded = moment.Draw(t, "recorded")
	}
	if rapid.Bool().Draw(t, "cost?") {
		cost := rapid.Float64Range(0, 1e12).Draw(t, "cost")
		r.CostUSD = &cost
	}
	for _, to := range []**int{&r.Usage.Input, &r.Usage.Output, &r.Usage.CacheRead, &r.Usage.CacheWrite} {
		if rapid.Bool().Draw(t, "usage?") {
			n := rapid.Int().Draw(t, "tokens")
			*to = &n
		}
	}
	if p := rapid.MapOfN(text, text, 0, 3).Draw(t, "parameters"); len(p) > 0 {
		r.Parameters = p
	}
	for range rapid.IntRange(0, 2).Draw(t, "calls") {
		r.ToolCalls = append(r.ToolCalls, agent.ToolCall{
			Tool: text.Draw(t, "tool"), Arguments: text.Draw(t, "arguments"), Result: text.Draw(t, "result"),
			Bytes: rapid.Int().Draw(t, "bytes"), Latency: time.Duration(rapid.Int64().Draw(t, "latency")),
			Error: text.Draw(t, "error"), Cached: rapid.Bool().Draw(t, "cached"),
		})
	}
	return r
}

// TestRoundTrip: an exported run, imported elsewhere, is the same run, and is
// exported again as the same bytes.
func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	from, to := open(t, filepath.Join(dir, "from.db"), trial.Options{}), open(t, filepath.Join(dir, "to.db"), trial.Options{})
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		id := fmt.Sprintf("run-%d", n)
		want := map[string]trial.Record{}
		var list []trial.Record
		for i := range rapid.IntRange(0, 4).Draw(rt, "records") {
			r := drawRecord(rt, id, i)
			name := fmt.Sprintf("%q %q %q %d", r.Task, r.Arm, r.Model, r.Repeat)
			if _, twice := want[name]; !twice {
				want[name] = r
				list = append(list, r)
			}
		}
		begin(t, from, run(id, 5))
		if rapid.Bool().Draw(rt, "finished?") {
			if err := from.Finish(background, id, trial.Completed, time.Unix(2e9, 1)); err != nil {
				rt.Fatal(err)
			}
		}
		mustPut(t, from, list...)
		exported := export(t, from, id)
		ids, err := to.Import(background, "export", bytes.NewReader(exported))
		if err != nil || len(ids) != 1 || ids[0] != id {
			rt.Fatal(ids, err)
		}
		if d := cmp.Diff(list, records(t, to, id)); d != "" {
			rt.Error(d)
		}
		before, _ := from.Run(background, id)
		after, err := to.Run(background, id)
		if err != nil || !cmp.Equal(before, after) {
			rt.Errorf("run %+v became %+v, %v", before, after, err)
		}
		if again := export(t, to, id); !bytes.Equal(exported, again) {
			rt.Errorf("exported again:\n%s\nfirst:\n%s", again, exported)
		}
	})
	if n == 0 {
		t.Error("nothing was tried")
	}
}

// TestImportRefuses: each fault gets its place and its words, and nothing of
// the file is imported.
func TestImportRefuses(t *testing.T) {
	from := fresh(t)
	begin(t, from, run("one", 3))
	mustPut(t, from, record("one", 0), record("one", 1), record("one", 2))
	begin(t, from, run("two", 3))
	mustPut(t, from, record("two", 0))
	sound := string(export(t, from, "one"))
	lines := strings.SplitAfter(sound, "\n")
	two := string(export(t, from, "two"))
	replace := func(old, new string) string {
		if !strings.Contains(sound, old) {
			t.Fatalf("%q is not in the export", old)
		}
		return strings.Replace(sound, old, new, 1)
	}
	for name, c := range map[string]struct{ text, want string }{
		"nothing":             {"", "x.jsonl: the file is empty"},
		"blank":               {"\n \n", "x.jsonl: the file is empty"},
		"not JSON":            {"run one\n", "x.jsonl:1: "},
		"an array":            {"[]\n", "x.jsonl:1: "},
		"version":             {replace("sooth.trial/1", "sooth.trial/2"), `x.jsonl:1: schema "sooth.trial/2", want "sooth.trial/1"; hint: `},
		"version of a record": {lines[0] + strings.Replace(lines[1], "sooth.trial/1", "sooth.trial/2", 1) + lines[2] + lines[3], `x.jsonl:2: record has schema "sooth.trial/2"`},
		"no first line":       {strings.Join(lines[1:], ""), "x.jsonl:1: "},
		"cut short":           {strings.Join(lines[:3], ""), "x.jsonl:4: the file ends after 2 of 3 records"},
		"cut in a line":       {sound[:len(sound)-9], "x.jsonl:4: unexpected EOF"},
		"one too many":        {sound + lines[1], "x.jsonl:5: "},
		"twice in the file":   {lines[0] + lines[1] + lines[1] + lines[3], "x.jsonl:3: run \"one\" has a record of task"},
		"the run twice":       {sound + sound, "x.jsonl:5: there is a run \"one\" already"},
		"of another run":      {replace(`"run":"one","key"`, `"run":"two","key"`), "x.jsonl:2: a record of run \"two\" among those of run \"one\""},
		"unknown field":       {replace(`"attempts"`, `"atempts"`), `x.jsonl:2: json: unknown field "atempts"`},
		"unknown run field":   {replace(`"suite_dir"`, `"dir"`), `x.jsonl:1: json: unknown field "dir"`},
		"end state":           {replace(`"end":"running"`, `"end":"fine"`), `x.jsonl:1: run "one" has the unknown end state "fine"`},
		"state":               {replace(`"state":"answered"`, `"state":"good"`), `x.jsonl:2: record of task "task-0" has state "good"`},
		"outside the plan":    {replace(`"order":2`, `"order":3`), "x.jsonl:4: a record at place 3 of a plan of 3 trials"},
		"more than the plan":  {replace(`"trials":3`, `"trials":2`), "x.jsonl:1: 3 records of a plan of 2 trials"},
		"invalid UTF-8":       {replace("Write 1", "Write \xff"), "x.jsonl:3: the line is not valid UTF-8"},
		"type":                {replace(`"repeat":0`, `"repeat":"0"`), "x.jsonl:2: "},
		"negative":            {replace(`"records":3`, `"records":-3`), "x.jsonl:1: "},
		"trailing":            {replace("}\n", "}}\n"), "x.jsonl:1: "},
		"second run is bad":   {sound + strings.Replace(two, "answered", "good", 1), "x.jsonl:6: "},
	} {
		t.Run(name, func(t *testing.T) {
			to := fresh(t)
			ids, err := to.Import(background, "x.jsonl", strings.NewReader(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) || ids != nil {
				t.Errorf("got %v, %v, want %q", ids, err, c.want)
			}
			if list, err := to.Runs(background); err != nil || len(list) != 0 {
				t.Errorf("runs %v were imported, %v", list, err)
			}
		})
	}
	to := fresh(t)
	ids, err := to.Import(background, "x", strings.NewReader("\r\n"+strings.ReplaceAll(sound, "\n", "\r\n")+two[:len(two)-1]))
	if d := cmp.Diff([]string{"one", "two"}, ids); err != nil || d != "" {
		t.Error(d, err)
	}
	if _, err := to.Import(background, "x", strings.NewReader(two)); err == nil || !strings.Contains(err.Error(), `x:1: there is a run "two" already; hint:`) {
		t.Errorf("imported twice: %v", err)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := to.Import(ctx, "x", strings.NewReader(two)); err != context.Canceled {
		t.Error(err)
	}
}
