package assemble

import (
	"sooth/internal/report"
	"sooth/score"
)

// effort are the means of what the answered trials of an arm took; nil: none
// was answered. Sums are made in the order of tasks and trials.
func (in Input) effort(arm string) *report.ArmEffort {
	e := &report.ArmEffort{}
	var input, output float64
	for _, task := range in.Suite.Tasks {
		for _, t := range in.Graded.Trials[task.ID] {
			if t.Arm != arm || t.State != score.Answered {
				continue
			}
			e.Trials++
			e.PromptBytes += float64(t.Effort.PromptBytes)
			e.SentBytes += float64(t.Effort.SentBytes)
			e.ToolCalls += float64(t.ToolCalls)
			e.LatencyMS += float64(t.Effort.LatencyMS)
			if t.Effort.InputTokens != nil && t.Effort.OutputTokens != nil {
				e.Counted++
				input += float64(*t.Effort.InputTokens)
				output += float64(*t.Effort.OutputTokens)
			}
		}
	}
	if e.Trials == 0 {
		return nil
	}
	for _, sum := range []*float64{&e.PromptBytes, &e.SentBytes, &e.ToolCalls, &e.LatencyMS} {
		*sum /= float64(e.Trials)
	}
	if n := float64(e.Counted); n > 0 {
		input, output = input/n, output/n
		e.InputTokens, e.OutputTokens = &input, &output
	}
	return e
}
