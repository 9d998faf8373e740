package trial

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"sooth/score"
)

// validate says what is wrong with a record, as far as it can be seen from the
// record alone.
func (r *Record) validate() error {
	if r.Schema != Schema {
		return fmt.Errorf("record has schema %q, want %q", r.Schema, Schema)
	}
	if r.Run == "" || r.Task == "" || r.Arm == "" {
		return errors.New("record without run, task or arm")
	}
	if k, err := hex.DecodeString(r.Key); err != nil || len(k) != 32 {
		return fmt.Errorf("record of task %q has key %q, want 64 hexadecimal digits", r.Task, r.Key)
	}
	if r.Repeat < 0 || r.Order < 0 || r.Attempts < 0 {
		return fmt.Errorf("record of task %q has a negative repeat, order or number of attempts", r.Task)
	}
	switch r.State {
	case score.Answered:
	case score.NoAnswer, score.InfraError:
		if r.Reason == "" {
			return fmt.Errorf("record of task %q is %s without a reason", r.Task, r.State)
		}
	default:
		return fmt.Errorf("record of task %q has state %q, want answered, no_answer or infra_error", r.Task, r.State)
	}
	if c := r.CostUSD; c != nil && (math.IsNaN(*c) || math.IsInf(*c, 0) || *c < 0) {
		return fmt.Errorf("record of task %q costs %v", r.Task, *c)
	}
	for _, t := range []time.Time{r.Started, r.Finished, r.Recorded} {
		if y := t.UTC().Year(); y < 1 || y > 9999 {
			return fmt.Errorf("record of task %q has the year %d", r.Task, y)
		}
	}
	for name, s := range r.strings() {
		if !utf8.ValidString(s) {
			return fmt.Errorf("record of task %q: %s is not valid UTF-8", r.Task, name)
		}
	}
	return nil
}

// strings yields every string of the record with its name. A format of JSON
// texts cannot carry other bytes than UTF-8, and would change them silently.
func (r *Record) strings() func(yield func(name, s string) bool) {
	return func(yield func(name, s string) bool) {
		for _, f := range [...]struct{ name, s string }{
			{"run", r.Run}, {"task", r.Task}, {"arm", r.Arm}, {"model", r.Model}, {"reason", r.Reason}, {"system", r.System},
			{"prompt", r.Prompt}, {"answer", r.Answer}, {"model_returned", r.Returned}, {"stop_reason", r.Stop}, {"agent", r.Agent}, {"program", r.Program},
		} {
			if !yield(f.name, f.s) {
				return
			}
		}
		for name, value := range r.Parameters {
			if !yield("parameters", name) || !yield("parameters", value) {
				return
			}
		}
		for _, c := range r.ToolCalls {
			for _, s := range [...]string{c.Tool, c.Arguments, c.Result, c.Excerpt, c.Error} {
				if !yield("tool_calls", s) {
					return
				}
			}
		}
	}
}

// normal returns r in the one form that is stored: times in UTC and without
// the reading of a monotonic clock, empty lists absent.
func (r Record) normal() Record {
	r.Started, r.Finished, r.Recorded = r.Started.Round(0).UTC(), r.Finished.Round(0).UTC(), r.Recorded.Round(0).UTC()
	if len(r.Parameters) == 0 {
		r.Parameters = nil
	}
	if len(r.ToolCalls) == 0 {
		r.ToolCalls = nil
	}
	return r
}

// validate says what is wrong with a run.
func (r *Run) validate() error {
	switch {
	case r.ID == "" || r.ID == "last" || len(r.ID) > 64:
		return fmt.Errorf("run id %q: want 1 to 64 letters, digits, dots or dashes, and not \"last\"", r.ID)
	case r.Trials < 0:
		return fmt.Errorf("run %q has %d trials", r.ID, r.Trials)
	}
	for _, c := range r.ID {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.') {
			return fmt.Errorf("run id %q: want 1 to 64 letters, digits, dots or dashes, and not \"last\"", r.ID)
		}
	}
	if plan, err := hex.DecodeString(r.Plan); err != nil || len(plan) != 32 || strings.ToLower(r.Plan) != r.Plan {
		return fmt.Errorf("run %q has plan %q, want 64 hexadecimal digits", r.ID, r.Plan)
	}
	switch r.End {
	case Running, Completed, BudgetExceeded, Interrupted, ErrorsTolerance:
	default:
		return fmt.Errorf("run %q has the unknown end state %q", r.ID, r.End)
	}
	texts := []string{r.Suite, r.SuiteDir, r.SuiteHash, r.Toolchain, r.Plan, r.Mode, r.Version}
	for arm, s := range r.Servers {
		texts = append(texts, arm, s.Name, s.Version, s.Protocol)
		for _, o := range s.Offered {
			texts = append(texts, o.Name, o.Hash)
		}
		for _, f := range s.Files {
			texts = append(texts, f.Path, f.SHA256)
		}
	}
	for name, a := range r.Arms {
		texts = append(texts, name, a.Definition, a.Server)
	}
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return fmt.Errorf("run %q: %q is not valid UTF-8", r.ID, s)
		}
	}
	for _, t := range []time.Time{r.Started, r.Finished} {
		if y := t.UTC().Year(); y < 1 || y > 9999 {
			return fmt.Errorf("run %q has the year %d", r.ID, y)
		}
	}
	return nil
}

// normal returns r in the one form that is stored.
func (r Run) normal() Run {
	r.Started, r.Finished = r.Started.Round(0).UTC(), r.Finished.Round(0).UTC()
	return r
}
