package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sooth/agent/chat"
	"sooth/internal/ground"
	"sooth/suite"
	"sooth/tool"
	"sooth/tool/facttool"
)

// ground makes the texts that the chosen arms (nil: all) give from facts.
func (p *program) ground(ctx context.Context, s *suite.Suite, chosen []string) (err error) {
	bases := p.codeBases(s)
	defer func() { err = errors.Join(err, bases.close()) }()
	defer p.clear()
	return ground.Texts(ctx, s, chosen, p.progress, func(ctx context.Context, t *suite.Task) (*ground.Corpus, error) {
		base, err := bases.of(ctx, t)
		if err != nil {
			return nil, err
		}
		return base.corpus, nil
	})
}

// maxDonors bounds the tasks that a sham of tools takes its results from.
const maxDonors = 8

// boxes are the tools over facts that arms of a plan offer, by arm, with their
// digests. The code bases stay open until they are closed.
func (c *codeBases) boxes(ctx context.Context, plan []suite.Trial) (map[string]chat.Toolbox, map[string]string, error) {
	boxes, digests := map[string]chat.Toolbox{}, map[string]string{}
	for _, a := range c.suite.Arms {
		if a.Kind == "mcp" || !a.Offers() || !slices.ContainsFunc(plan, func(t suite.Trial) bool { return t.Arm == a.Name }) {
			continue
		}
		box := chat.Toolbox{ByTask: map[string]tool.Caller{}, Offered: a.Tools, Text: a.Protocol == "text"}
		seen := map[string]bool{}
		for i := range c.suite.Tasks {
			t := &c.suite.Tasks[i]
			tools, digest, err := c.tools(ctx, t)
			if err != nil {
				return nil, nil, err
			}
			box.ByTask[t.ID] = tools
			if a.Kind == "sham" {
				var donors []facttool.Donor
				others := c.suite.Donors(t.ID)
				for _, d := range others[:min(len(others), maxDonors)] {
					lent, _, err := c.tools(ctx, d)
					if err != nil {
						return nil, nil, err
					}
					donors = append(donors, facttool.Donor{Tools: lent, Query: d.Prompt})
				}
				box.ByTask[t.ID] = facttool.NewSham(tools, donors)
			}
			box.Caller = box.ByTask[t.ID]
			seen[digest] = true
		}
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%q", Version(), slices.Sorted(maps.Keys(seen))))
		boxes[a.Name], digests[a.Name] = box, hex.EncodeToString(sum[:])
	}
	return boxes, digests, nil
}

// tools are the tools over the code base of a task.
func (c *codeBases) tools(ctx context.Context, t *suite.Task) (*facttool.Tools, string, error) {
	base, err := c.of(ctx, t)
	if err != nil {
		return nil, "", err
	}
	return facttool.New(base.corpus, facttool.Options{}), base.digest, nil
}
