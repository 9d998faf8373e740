package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sooth/agent/command"
	"sooth/llm/all"
	"sooth/suite"
)

// commands are the programs of a suite that answer prompts.
func commands(s *suite.Suite) []command.Config {
	var list []command.Config
	for _, c := range s.Commands {
		if name := c.Command[0]; strings.Contains(name, "/") && !filepath.IsAbs(name) {
			c.Command = append([]string{filepath.Join(s.Dir, filepath.FromSlash(name))}, c.Command[1:]...)
		}
		list = append(list, command.Config{
			Name: c.Name, Command: c.Command, System: c.System, Model: c.Model, Environment: c.Environment, Timeout: c.Timeout,
			Answer: command.Answer{
				Format: c.Format, Text: c.Paths["text"], Stop: c.Paths["stop"], Failed: c.Paths["failed"], Message: c.Paths["message"], Models: c.Paths["models"],
				CostUSD: c.Paths["cost_usd"], Input: c.Paths["input"], Output: c.Paths["output"], CacheRead: c.Paths["cache_read"], CacheWrite: c.Paths["cache_write"],
			},
		})
	}
	return list
}

// programsNow identifies the programs that a plan asks as models, as far as they
// are here.
func (p *program) programsNow(ctx context.Context, s *suite.Suite, plan []suite.Trial) map[string]string {
	list := map[string]string{}
	for _, model := range models(plan) {
		driver, id, err := all.Open(model, p.environ, all.Options{Commands: commands(s)})
		if err != nil {
			continue
		}
		if d, ok := driver.(*command.Driver); ok {
			_ = d.Probe(ctx, id) // a version that is refused is known, too
			if now := d.Program(); now != "" {
				list[model] = now
			}
		}
	}
	return list
}

// programs refuses a program for arms whose tools it cannot be given.
func programs(model string, s *suite.Suite, plan []suite.Trial) error {
	if !strings.HasPrefix(model, "command:") {
		return nil
	}
	for _, arm := range s.Arms {
		if arm.Offers() && arm.Protocol != "text" && slices.ContainsFunc(plan, func(t suite.Trial) bool { return t.Arm == arm.Name && t.Model == model }) {
			return fmt.Errorf("arm %q offers tools, which %q cannot be given; hint: protocol: text in the arm, or --arms without it", arm.Name, model)
		}
	}
	return nil
}
