package mcpserver

import (
	"context"
	"encoding/json"

	"sooth/tool/facttool"
)

// addFacts offers the tools over facts: those that arms of suites give to models,
// with the context for a task among them.
func (s *server) addFacts() {
	options := facttool.Options{Context: true}
	for _, d := range facttool.Definitions(options) {
		s.add(d, func(ctx context.Context, base *Base, arguments json.RawMessage) (string, error) {
			r, err := facttool.New(base.Corpus, options).Call(ctx, d.Name, arguments)
			return r.Text, err
		})
	}
}
