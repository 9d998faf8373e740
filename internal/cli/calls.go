package cli

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"sooth/agent"
)

// loggedCall is one line of the log of calls.
type loggedCall struct {
	Schema string `json:"schema"` // "sooth.call/1"
	Run    string `json:"run"`
	Task   string `json:"task"`
	Arm    string `json:"arm"`
	Model  string `json:"model"`
	Repeat int    `json:"repeat"` // starting at 0
	Number int    `json:"number"` // of the call in its trial, starting at 1
	agent.ToolCall
}

func (p *program) runsCallsCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "calls RUN",
		Short:   "the log of all calls of tools, as JSON lines",
		Long:    "Calls writes every call of a tool that the models of a run made, one JSON object a line, in the order of the plan. RUN is the beginning of a run's name, or last.",
		Example: "  sooth runs calls last > calls.jsonl",
		Args:    exactly("RUN"),
		RunE: func(c *cobra.Command, args []string) error {
			store, err := p.existing(c.Context(), true)
			if err != nil {
				return err
			}
			defer store.Close()
			run, err := p.find(c.Context(), store, args[0])
			if err != nil {
				return err
			}
			e := json.NewEncoder(p.out)
			e.SetEscapeHTML(false)
			for r, err := range store.Records(c.Context(), run.ID) {
				if err != nil {
					return err
				}
				for i, call := range r.ToolCalls {
					if err := e.Encode(loggedCall{"sooth.call/1", r.Run, r.Task, r.Arm, r.Model, r.Repeat, i + 1, call}); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}
