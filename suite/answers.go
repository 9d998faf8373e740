package suite

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"sooth/agent"
	"sooth/internal/nearest"
)

// answerKey is what no two recorded answers may share.
type answerKey struct {
	task, arm, model string
	repeat           int
}

// readAnswers reads the recorded answers.
func (l *loader) readAnswers(name string, at place) {
	clean, ok := l.name(name, at)
	if name == "" || !ok {
		return
	}
	lines := map[answerKey]int{}
	arms, tasks := slices.Sorted(maps.Keys(l.arms)), slices.Sorted(maps.Keys(l.tasks))
	keys := fields(reflect.TypeFor[Recorded](), "repeat", "recorded", "sent")
	l.rows(clean, at, true, keys, func(r row, text []byte) {
		a, ok := l.answer(r)
		if r.columns["tool_calls"] > 0 || r.columns["sent"] > 0 {
			calls := struct {
				ToolCalls []agent.ToolCall `json:"tool_calls"`
				Sent      agent.Sent       `json:"sent"`
			}{}
			if err := json.Unmarshal(text, &calls); err != nil {
				l.problems.add(place{r.file, r.line, 1}, "tool_calls is a list of {tool, arguments, result_sha256, bytes}, sent is {sum, peak}", "\"tool_calls\" or \"sent\" is not what it should be")
				ok = false
			}
			a.ToolCalls, a.Sent = calls.ToolCalls, calls.Sent
		}
		if _, known := l.tasks[a.Task]; ok && !known && !l.noTasks {
			l.problems.add(r.at("task"), nearest.Hint(a.Task, tasks), "an answer to an unknown task %q", a.Task)
			ok = false
		}
		if _, known := l.arms[a.Arm]; ok && !known && !l.noArms {
			l.problems.add(r.at("arm"), nearest.Hint(a.Arm, arms), "an answer under an unknown arm %q", a.Arm)
			ok = false
		}
		if !ok {
			return
		}
		k := answerKey{a.Task, a.Arm, a.Model, a.Repeat}
		if before, twice := lines[k]; twice {
			l.problems.add(place{r.file, r.line, 1}, "leave one, or give it another repeat", "a second answer to task %q, arm %q, model %q, repeat %d: the first is on line %d", k.task, k.arm, k.model, k.repeat, before)
			return
		}
		lines[k] = r.line
		l.suite.Recorded = append(l.suite.Recorded, a)
	})
}

// answer reads one row.
func (l *loader) answer(r row) (Recorded, bool) {
	a := Recorded{Line: r.line, column: r.at("prompt_sha256").column}
	ok := true
	for key, into := range map[string]*string{"task": &a.Task, "arm": &a.Arm, "model": &a.Model, "prompt_sha256": &a.PromptSHA256, "recorded": &a.Recorded, "answer": &a.Answer} {
		text, has := r.text(key)
		if *into = text; !has && key != "recorded" || r.values[key].kind != '"' && key == "recorded" && r.columns[key] > 0 {
			ok = false
		}
	}
	if repeat, fine := r.number("repeat", 0, maxRepeats-1); fine {
		a.Repeat = repeat
	} else {
		ok = false
	}
	if !ok {
		return a, false
	}
	if a.Model == "" {
		l.problems.add(r.at("model"), "", `"model" is empty`)
		ok = false
	}
	if len(a.Answer) > maxAnswer {
		l.problems.add(r.at("answer"), "", "the answer is larger than %d MiB", maxAnswer>>20)
		ok = false
	}
	if a.PromptSHA256 = strings.ToLower(a.PromptSHA256); len(a.PromptSHA256) != 64 || strings.Trim(a.PromptSHA256, "0123456789abcdef") != "" {
		l.problems.add(r.at("prompt_sha256"), "", "%q is not a SHA-256 in hex", cut(a.PromptSHA256, 70))
		ok = false
	}
	if a.Recorded != "" {
		var err error
		for _, layout := range []string{time.DateOnly, time.RFC3339} {
			if a.Time, err = time.Parse(layout, a.Recorded); err == nil {
				break
			}
		}
		if err != nil {
			l.problems.add(r.at("recorded"), "", "%q is not a date: write 2026-11-21 or 2026-11-21T10:00:00Z", cut(a.Recorded, 40))
			ok = false
		}
	}
	return a, ok
}
