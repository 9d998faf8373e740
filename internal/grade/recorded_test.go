package grade

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sooth/agent"
	"sooth/internal/report"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// TestRecorded: beside an answer stands what its arm gave and what its calls
// returned, bounded and cut between characters, with the sizes of the whole.
func TestRecorded(t *testing.T) {
	s := &suite.Suite{Arms: []suite.Arm{{Name: "topk", Kind: "topk", Template: "Hits:\n{context}\n\n{prompt}"}, {Name: "tools", Kind: "tools", Template: "{prompt}"}}}
	task := &suite.Task{ID: "t", Prompt: "Who calls F?"}
	hits := strings.Repeat("ä", 3000) // 6,000 bytes
	got := recorded(s, task, trial.Record{Task: "t", Arm: "topk", State: score.Answered, Prompt: "Hits:\n" + hits + "\n\nWho calls F?"})
	if got.Given == nil || got.Given.Bytes != 6000 || got.Given.Text != hits[:4096] {
		t.Errorf("given: %+v", got.Given)
	}
	got = recorded(s, task, trial.Record{Task: "t", Arm: "tools", State: score.Answered, Prompt: "Who calls F?", ToolCalls: []agent.ToolCall{
		{Tool: "find", Arguments: `{"name":"F"}`, Excerpt: "a.go:1", Bytes: 6, Latency: 1500 * time.Microsecond},
		{Tool: "find", Arguments: `{"name":"` + strings.Repeat("x", 5000), Error: "not valid JSON", Bytes: 14},
		{Tool: "find", Arguments: "{}", Bytes: 9000, Empty: true, Cached: true}, // of a run that kept no results
	}})
	want := []report.Call{
		{Tool: "find", Arguments: `{"name":"F"}`, Result: report.Excerpt{Text: "a.go:1", Bytes: 6}, LatencyMS: 1},
		{Tool: "find", Arguments: `{"name":"` + strings.Repeat("x", 1024-9), Result: report.Excerpt{Text: "not valid JSON", Bytes: 14}, Failed: true},
		{Tool: "find", Arguments: "{}", Result: report.Excerpt{Bytes: 9000}, Empty: true, Cached: true},
	}
	if d := cmp.Diff(want, got.Calls); d != "" || got.ToolCalls != 3 || got.Given != nil {
		t.Errorf("given %+v, %d calls, -want +got:\n%s", got.Given, got.ToolCalls, d)
	}
}
