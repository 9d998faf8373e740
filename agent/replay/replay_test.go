package replay_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sooth/agent"
	"sooth/agent/replay"
	"sooth/score"
	"sooth/suite"
)

// sample makes a plan of two tasks and two arms, and its answers.
func sample() ([]suite.Trial, replay.Source) {
	source := replay.Source{File: "s/answers.jsonl", Tasks: []string{"parse-flags", "read-lines"}, Arms: []string{"none", "context"}}
	var plan []suite.Trial
	for _, task := range source.Tasks {
		for _, arm := range source.Arms {
			p := suite.Trial{Order: len(plan), Task: task, Arm: arm, Model: "claude", System: "S\n", Prompt: task + " " + arm}
			plan = append(plan, p)
			source.Recorded = append(source.Recorded, suite.Recorded{
				Task: task, Arm: arm, Model: "claude", PromptSHA256: replay.PromptHash(p.System, p.Prompt),
				Answer: "answer to " + p.Prompt, Line: len(plan), Time: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC),
			})
		}
	}
	return plan, source
}

func request(p suite.Trial) agent.Request {
	return agent.Request{Task: p.Task, Arm: p.Arm, Model: p.Model, Repeat: p.Repeat, System: p.System, Prompt: p.Prompt}
}

func TestAnswers(t *testing.T) {
	plan, source := sample()
	source.Recorded = source.Recorded[:3]
	a, problems := replay.New(source, plan)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, p := range plan[:3] {
		got, err := a.Answer(context.Background(), request(p))
		want := agent.Answer{Text: "answer to " + p.Prompt, Model: "claude", Recorded: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Error(d, err)
		}
	}
	repeat := plan[0]
	repeat.Repeat = 1
	for _, p := range []suite.Trial{plan[3], repeat} {
		_, err := a.Answer(context.Background(), request(p))
		var failure *agent.Failure
		if !errors.As(err, &failure) || *failure != (agent.Failure{State: score.InfraError, Reason: "no recorded answer"}) {
			t.Errorf("a missing answer: %v", err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.Answer(ctx, request(plan[0])); err != context.Canceled {
		t.Error(err)
	}
}

// TestProblems: all problems are told at once, each with its line.
func TestProblems(t *testing.T) {
	plan, source := sample()
	hash := replay.PromptHash(plan[1].System, plan[1].Prompt)
	r := source.Recorded
	r[1].PromptSHA256 = strings.Repeat("0", 64)
	bad := []suite.Recorded{r[2], r[0], r[0], r[0]}
	bad[1].Task, bad[2].Arm, bad[3].Task = "pars-flags", "contxt", "weather"
	for i := range bad {
		bad[i].Line = len(r) + 1 + i
	}
	source.Recorded = append(r, bad...)
	a, problems := replay.New(source, plan)
	if a != nil {
		t.Error("there is an agent in spite of problems")
	}
	var got []string
	for _, p := range problems {
		got = append(got, p.Error())
	}
	want := []string{
		`s/answers.jsonl:2: the answer for task "parse-flags", arm "context", model "claude", repeat 0 was given to another prompt: prompt_sha256 is "` +
			strings.Repeat("0", 64) + `", the suite would ask "` + hash + `"; hint: restore the prompt, or record the answer anew`,
		`s/answers.jsonl:5: second answer for task "read-lines", arm "none", model "claude", repeat 0; the first is in line 3; hint: remove one of them`,
		`s/answers.jsonl:6: answer for unknown task "pars-flags"; hint: did you mean ` + "`parse-flags`?",
		`s/answers.jsonl:7: answer for unknown arm "contxt"; hint: did you mean ` + "`context`?",
		`s/answers.jsonl:8: answer for unknown task "weather"; hint: known are: parse-flags, read-lines`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestSubset: with a part of the plan the other answers are left aside, but
// still may not name what the suite does not have.
func TestSubset(t *testing.T) {
	plan, source := sample()
	source.Recorded[3].PromptSHA256 = "of an arm that is not asked"
	if _, problems := replay.New(source, plan[:3]); len(problems) > 0 {
		t.Error(problems)
	}
	if _, problems := replay.New(source, plan); len(problems) != 1 {
		t.Errorf("with the whole plan: %v", problems)
	}
	source.Recorded[3].Arm = "other"
	if _, problems := replay.New(source, plan[:1]); len(problems) != 1 {
		t.Errorf("an unknown arm: %v", problems)
	}
}

// TestPromptHash holds the hash against the recorded ones of a real suite: the
// prompts are put together here from the files, as its README says.
func TestPromptHash(t *testing.T) {
	const dir = "../../examples/go-api/"
	read := func(name string) string {
		b, err := os.ReadFile(dir + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	system, grounded := read("prompts/system.txt"), strings.TrimSuffix(read("prompts/grounded.txt"), "\n")
	n := 0
	for line := range strings.Lines(read("answers.jsonl")) {
		var r suite.Recorded
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		prompt := taskPrompt(read("tasks/" + r.Task + "/task.yaml"))
		if context := map[string]string{"context": "context.txt", "sham": "sham.txt"}[r.Arm]; context != "" {
			text := strings.TrimRight(read("tasks/"+r.Task+"/"+context), "\n")
			prompt = strings.NewReplacer("{prompt}", prompt, "{context}", text).Replace(grounded)
		}
		if got := replay.PromptHash(system, prompt); got != r.PromptSHA256 {
			t.Errorf("%s, %s: got %s, want %s", r.Task, r.Arm, got, r.PromptSHA256)
		}
		n++
	}
	if n != 138 {
		t.Errorf("%d answers, want 138", n)
	}
}

// taskPrompt reads the block scalar "prompt: |" of a task, without a YAML
// reader: the suite's own is not what is tested here.
func taskPrompt(text string) string {
	var lines []string
	inside := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "prompt:"):
			inside = true
		case inside && (strings.HasPrefix(line, "  ") || strings.TrimSpace(line) == ""):
			lines = append(lines, strings.TrimPrefix(line, "  "))
		default:
			inside = false
		}
	}
	return strings.TrimRight(strings.Join(lines, ""), "\n")
}

func ExampleNew() {
	source := replay.Source{
		File: "answers.jsonl", Tasks: []string{"sum"}, Arms: []string{"none"},
		Recorded: []suite.Recorded{{Line: 1, Task: "sun", Arm: "none"}},
	}
	_, problems := replay.New(source, nil)
	fmt.Println(problems)
	// Output: [answers.jsonl:1: answer for unknown task "sun"; hint: did you mean `sum`?]
}
