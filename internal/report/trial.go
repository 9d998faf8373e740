package report

import (
	"sooth/oracle"
	"sooth/score"
)

// Task is one task with its trials.
type Task struct {
	ID           string   `json:"id"`
	Prompt       string   `json:"prompt"`
	Target       string   `json:"target"` // "go 1.26"
	Module       string   `json:"module,omitempty"`
	SuccessHints []string `json:"success_hints,omitempty"` // for the reader; never scored
	FailureHints []string `json:"failure_hints,omitempty"`
	Discordant   bool     `json:"discordant"` // on the primary comparison's arms, any criterion
	Trials       []Trial  `json:"trials"`
}

// Trial is one graded trial.
type Trial struct {
	Arm       string                  `json:"arm"`
	Model     string                  `json:"model"`
	Repeat    int                     `json:"repeat"`
	State     score.State             `json:"state"`
	Reason    string                  `json:"reason,omitempty"`
	Answer    string                  `json:"answer"`
	Taken     string                  `json:"taken,omitempty"` // which code block was taken and why
	Code      []Code                  `json:"code,omitempty"`  // the files as graded
	Given     *Excerpt                `json:"given,omitempty"` // what the arm put beside the task's prompt
	ToolCalls int                     `json:"tool_calls"`
	Calls     []Call                  `json:"calls,omitempty"` // of tools, in their order
	Effort    Effort                  `json:"effort"`
	Criteria  map[string]score.Result `json:"criteria"`
	Outcome   score.Outcome           `json:"outcome"`
	Solved    score.Outcome           `json:"solved"`
	Verdicts  []oracle.Verdict        `json:"verdicts,omitempty"`
}

// Excerpt is the beginning of a text.
type Excerpt struct {
	Text  string `json:"text"`
	Bytes int    `json:"bytes"` // of the whole text
}

// Call is one call of a tool, as far as a reader needs it.
type Call struct {
	Tool      string  `json:"tool"`
	Arguments string  `json:"arguments"`        // JSON as the model wrote it, its beginning
	Result    Excerpt `json:"result"`           // as the model was shown it; of a run that did not keep its text, the bytes alone
	Failed    bool    `json:"failed,omitempty"` // Result says why
	Empty     bool    `json:"empty,omitempty"`  // nothing was found
	Cached    bool    `json:"cached,omitempty"` // answered from an earlier, equal call of the trial
	LatencyMS int64   `json:"latency_ms"`
}

// Effort is what a trial took.
type Effort struct {
	PromptBytes  int      `json:"prompt_bytes"` // of the user prompt; with tools, of the largest request
	SentBytes    int      `json:"sent_bytes"`   // of all requests together
	InputTokens  *int     `json:"input_tokens,omitempty"`
	OutputTokens *int     `json:"output_tokens,omitempty"`
	CachedTokens *int     `json:"cached_tokens,omitempty"` // read from a cache
	LatencyMS    int64    `json:"latency_ms"`
	CostUSD      *float64 `json:"cost_usd,omitempty"`
	Retries      int      `json:"retries,omitempty"`
}

// Code is one file of an answer as the answer gave it. The spans of
// diagnostics count its lines; FirstLine is the line of the answer on which it
// starts.
type Code struct {
	Name      string `json:"name"`
	Text      string `json:"text"`
	FirstLine int    `json:"first_line"`
}
