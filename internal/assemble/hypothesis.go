package assemble

import (
	"fmt"
	"slices"

	"sooth/internal/gate"
	"sooth/internal/report"
	"sooth/score"
	"sooth/suite"
)

// hypotheses decides what the suite declared before the run, for each model.
func (in Input) hypotheses(r *report.Report) {
	for _, h := range in.Suite.Hypotheses {
		for _, model := range r.Suite.Models {
			arm, whyArm := in.values(h, h.Arm, model)
			base, whyBase := in.values(h, h.Base, model)
			missing := whyArm
			if missing == "" {
				missing = whyBase
			}
			var tasks []string
			for _, t := range in.Suite.Tasks {
				tasks = append(tasks, t.ID)
			}
			decided := gate.Hypothesis(h, arm, base, tasks, missing)
			if len(r.Suite.Models) > 1 {
				decided.Model = model
			}
			r.Hypotheses = append(r.Hypotheses, decided)
		}
	}
}

// values are the means over repeats of a measure under one arm, by task. Of a
// criterion only what was decided counts, of a quantity only what was
// answered. missing says why there are none.
func (in Input) values(h suite.Hypothesis, arm, model string) (means map[string]float64, missing string) {
	sums, counts := map[string]float64{}, map[string]float64{}
	asked := false
	for _, t := range in.Suite.Tasks {
		for _, trial := range in.Graded.Trials[t.ID] {
			if trial.Arm != arm || trial.Model != model {
				continue
			}
			asked = true
			if v, ok := value(trial, h.Measure); ok {
				sums[t.ID] += v
				counts[t.ID]++
			}
		}
	}
	means = map[string]float64{}
	for task, n := range counts {
		means[task] = sums[task] / n
	}
	switch {
	case !asked:
		return means, fmt.Sprintf("the run did not ask arm %s", arm)
	case len(means) == 0:
		return means, fmt.Sprintf("no trial under %s has %s", arm, h.Measure)
	}
	return means, ""
}

// value is a measure of one trial; false: it has none.
func value(t report.Trial, measure string) (float64, bool) {
	if t.State != score.Answered {
		return 0, false
	}
	if c, ok := t.Criteria[measure]; ok && !slices.Contains(suite.Quantities(), measure) {
		switch {
		case c.Value != nil:
			return *c.Value, true
		case c.Outcome == score.Pass:
			return 1, true
		case c.Outcome == score.Fail:
			return 0, true
		}
		return 0, false
	}
	number := func(n *int) (float64, bool) {
		if n == nil {
			return 0, false
		}
		return float64(*n), true
	}
	switch measure {
	case "prompt_bytes":
		return float64(t.Effort.PromptBytes), true
	case "input_tokens":
		return number(t.Effort.InputTokens)
	case "output_tokens":
		return number(t.Effort.OutputTokens)
	case "latency_ms":
		return float64(t.Effort.LatencyMS), true
	case "tool_calls":
		return float64(t.ToolCalls), true
	case "cost_usd":
		if t.Effort.CostUSD != nil {
			return *t.Effort.CostUSD, true
		}
	}
	return 0, false
}
