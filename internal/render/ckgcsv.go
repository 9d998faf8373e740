package render

import (
	"encoding/csv"
	"io"
	"strconv"

	"sooth/claim"
	"sooth/internal/report"
	"sooth/score"
)

// ckgColumns are the columns of the table of results that CKG writes, in its
// order: the answer stands last.
func ckgColumns() []string {
	return []string{"task_id", "baseline", "run_idx", "user_prompt_bytes", "input_tokens", "output_tokens", "cached_tokens", "score", "latency_ms",
		"num_tool_calls", "stale", "hallucination_total", "hallucination_count", "hallucination_rate", "raw_output"}
}

// ckgRows writes a row for each trial, in order of task, arm and repeat. What is
// not known is empty: a trial without an answer has no score, and an answer that
// names nothing has no rate. With several models the arm is followed by the
// model, so that runs of two never look like repeats of one.
func ckgRows(w io.Writer, r *report.Report) error {
	c := csv.NewWriter(w)
	if err := c.Write(ckgColumns()); err != nil {
		return err
	}
	for _, task := range r.Tasks {
		for _, t := range task.Trials {
			name := t.Arm
			if len(r.Suite.Models) > 1 {
				name = arm(t.Arm, t.Model)
			}
			total, refuted := symbols(t)
			rate := ""
			if total > 0 {
				rate = strconv.FormatFloat(float64(refuted)/float64(total), 'f', 4, 64)
			}
			row := []string{task.ID, name, strconv.Itoa(t.Repeat), strconv.Itoa(t.Effort.PromptBytes), count(t.Effort.InputTokens), count(t.Effort.OutputTokens),
				count(t.Effort.CachedTokens), points4(t), strconv.FormatInt(t.Effort.LatencyMS, 10), strconv.Itoa(t.ToolCalls), "false",
				strconv.Itoa(total), strconv.Itoa(refuted), rate, t.Answer}
			for i := range row {
				row[i] = cell(row[i])
			}
			if err := c.Write(row); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// points4 is the score of a trial: what its task expects, else 1 or 0 for an
// outcome of pass or fail.
func points4(t report.Trial) string {
	if e, ok := t.Criteria[score.Expected]; ok && e.Value != nil && t.State == score.Answered {
		return strconv.FormatFloat(*e.Value, 'f', 4, 64)
	}
	if _, ok := t.Criteria[score.Expected]; !ok && t.State == score.Answered {
		switch t.Outcome {
		case score.Pass:
			return "1"
		case score.Fail:
			return "0"
		}
	}
	return ""
}

// symbols counts the statements about symbols that were decided, and those of
// them that are refuted.
func symbols(t report.Trial) (total, refuted int) {
	for _, v := range t.Verdicts {
		if v.Claim.Kind != claim.Symbol {
			continue
		}
		switch v.Outcome {
		case "verified":
			total++
		case "refuted":
			total++
			refuted++
		}
	}
	return total, refuted
}
