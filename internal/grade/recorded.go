package grade

import (
	"slices"
	"strings"

	"sooth/internal/report"
	"sooth/suite"
	"sooth/trial"
)

// Bounds of what a report shows of what a trial was given and called. The whole
// stands in the record.
const (
	givenBytes    = 4 << 10
	argumentBytes = 1 << 10
	resultBytes   = 1 << 10
)

// recorded is what a report tells of a trial that needs no judgement: what was
// given, called and answered, and what it took.
func recorded(s *suite.Suite, task *suite.Task, r trial.Record) report.Trial {
	t := report.Trial{
		Arm: r.Arm, Model: r.Model, Repeat: r.Repeat, State: r.State, Reason: r.Reason, Answer: r.Answer,
		ToolCalls: len(r.ToolCalls), Effort: effort(r),
	}
	if i := slices.IndexFunc(s.Arms, func(a suite.Arm) bool { return a.Name == r.Arm }); i >= 0 {
		if context := s.Arms[i].Sent(task.Asked(r.Repeat), r.Prompt).Context; context != "" {
			t.Given = &report.Excerpt{Text: beginning(context, givenBytes), Bytes: len(context)}
		}
	}
	for _, c := range r.ToolCalls {
		call := report.Call{
			Tool: c.Tool, Arguments: beginning(c.Arguments, argumentBytes), Result: report.Excerpt{Text: beginning(c.Excerpt, resultBytes), Bytes: c.Bytes},
			Failed: c.Error != "", Empty: c.Empty, Cached: c.Cached, LatencyMS: c.Latency.Milliseconds(),
		}
		if call.Failed {
			call.Result.Text = beginning(c.Error, resultBytes)
		}
		t.Calls = append(t.Calls, call)
	}
	return t
}

// beginning cuts a text off between two characters.
func beginning(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.Clone(strings.ToValidUTF8(text[:most], "")) // which does not hold the rest in memory
}

// effort is what a trial took.
func effort(r trial.Record) report.Effort {
	e := report.Effort{
		PromptBytes: len(r.Prompt), SentBytes: len(r.System) + len(r.Prompt), InputTokens: r.Usage.Input, OutputTokens: r.Usage.Output,
		CachedTokens: r.Usage.CacheRead, LatencyMS: max(r.Finished.Sub(r.Started).Milliseconds(), 0), CostUSD: r.CostUSD, Retries: r.Retries,
	}
	if r.Sent.Peak > 0 {
		e.SentBytes = r.Sent.Sum
		e.PromptBytes = max(e.PromptBytes, r.Sent.Peak-len(r.System))
	}
	return e
}
