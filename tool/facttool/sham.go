package facttool

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"

	"sooth/internal/ground"
	"sooth/tool"
)

// Donor is another task and the tools over its code base.
type Donor struct {
	Tools *Tools
	Query string // the task's prompt
}

// Sham offers the same tools and answers with what they say of other tasks, in
// as many bytes as the true answer has: what is left of a grounding when all
// that it says is beside the question. What a call is refused for, it is
// refused for here too.
type Sham struct {
	tools  *Tools
	donors []Donor
}

// NewSham returns the sham of tools. The donors are used in their order.
func NewSham(t *Tools, donors []Donor) *Sham { return &Sham{t, donors} }

// Tools lists the tools that it pretends to be.
func (s *Sham) Tools(ctx context.Context) ([]tool.Definition, error) { return s.tools.Tools(ctx) }

// maxDonors bounds the tasks that one result is made of.
const maxDonors = 3

// Call answers with other tasks' results.
func (s *Sham) Call(ctx context.Context, name string, given any) (tool.Result, error) {
	real, err := s.tools.Call(ctx, name, given)
	if err != nil {
		return real, err
	}
	text, err := json.Marshal(given)
	if err != nil {
		return tool.Result{}, tool.Refuse("the arguments are not JSON: %v", err)
	}
	sum := sha256.Sum256(append([]byte(name+"\n"), text...))
	turn := int(binary.BigEndian.Uint32(sum[:4]) % 1024)
	var others []string
	used := 0
	for _, d := range s.donors {
		if used == maxDonors {
			break
		}
		list, err := d.results(ctx, name)
		if err != nil {
			return tool.Result{}, err
		}
		if len(list) > 0 {
			k := turn % len(list) // equal calls are answered alike, others differently
			others = append(others, append(append([]string{}, list[k:]...), list[:k]...)...)
			used++
		}
	}
	fake := ground.Sham(len(real.Text), others...)
	if fake == "" && real.Text != "" {
		return tool.Result{}, &tool.Failure{Word: tool.NotStarted, Reason: "no other task has a result of " + name + " that a sham could give"}
	}
	return tool.Result{Text: fake, Empty: real.Empty}, nil
}

// results are what the donor's tools say to calls that its own task would make.
func (d Donor) results(ctx context.Context, name string) ([]string, error) {
	var calls []map[string]any
	items, err := d.Tools.corpus.Seeds(ctx, d.Query, 5)
	if err != nil {
		return nil, nil // a task about nothing lends nothing
	}
	for _, i := range items {
		switch name {
		case "search_text":
			calls = append(calls, map[string]any{"query": i.Symbol})
		case "get_context_for_task":
			calls = append(calls, map[string]any{"task_description": d.Query})
		case "read_file":
			calls = append(calls, map[string]any{"path": i.File, "first_line": i.Line})
		default:
			calls = append(calls, map[string]any{"name": i.Symbol})
		}
	}
	var list []string
	for _, c := range calls {
		r, err := d.Tools.Call(ctx, name, c)
		if err != nil {
			return nil, err
		}
		list = append(list, r.Text)
	}
	return list, nil
}
