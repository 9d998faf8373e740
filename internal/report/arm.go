package report

// Arm describes an arm and how its trials ended.
type Arm struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	Trials     int    `json:"trials"`
	Answered   int    `json:"answered"`
	NoAnswer   int    `json:"no_answer"`
	InfraError int    `json:"infra_error"`
	Retried    int    `json:"retried"` // trials of which a request was sent again after it had failed
	// Effort are means over the answered trials; null where there are none.
	Effort *ArmEffort `json:"effort,omitempty"`
}

// ToolUse is what the trials of one arm did with one tool. Its first row, with
// an empty Tool, is about all tools of the arm together.
type ToolUse struct {
	Arm    string `json:"arm"`
	Tool   string `json:"tool"`
	Trials int    `json:"trials"` // that called it; of the first row: that were recorded
	Never  int    `json:"never"`  // of the first row: trials that were offered tools and called none
	Calls  int    `json:"calls"`  // repeated equal calls of a trial included
	Cached int    `json:"cached"` // of them answered from the first one
	Errors int    `json:"errors"` // of them refused or failed
	Empty  int    `json:"empty"`  // of them found nothing
	Bytes  int    `json:"bytes"`  // of results, as the model was shown them
}

// ArmEffort is what the answered trials of an arm took, as means. Tokens are
// means over the trials of which they are known, null where of none.
type ArmEffort struct {
	Trials       int      `json:"trials"` // answered
	PromptBytes  float64  `json:"prompt_bytes"`
	SentBytes    float64  `json:"sent_bytes"`
	ToolCalls    float64  `json:"tool_calls"`
	Counted      int      `json:"counted"` // trials whose tokens are known
	InputTokens  *float64 `json:"input_tokens"`
	OutputTokens *float64 `json:"output_tokens"`
	LatencyMS    float64  `json:"latency_ms"`
}
