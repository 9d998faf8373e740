package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sooth/agent/batch"
	"sooth/suite"
)

func (p *program) promptsCommand() *cobra.Command {
	f := &runFlags{}
	format := ""
	c := &cobra.Command{
		Use:   "prompts SUITE",
		Short: "write the prompts of a suite, for a provider's batch or for hands",
		Long: `Prompts writes what a run would ask, one JSON object a line, so that a batch interface or somebody without a connection can
answer it. sooth answers import reads what comes back.`,
		Example: "  sooth prompts examples/go-api --arms none > prompts.jsonl\n  sooth prompts examples/go-api --format anthropic --model claude-haiku-4-5 > batch.jsonl",
		Args:    exactly("SUITE"),
		RunE: func(c *cobra.Command, args []string) error {
			sent, err := f.sent()
			if err != nil {
				return err
			}
			delete(sent, "max_tokens")
			if len(f.models) > 1 {
				return usage(errors.New("one --model at a time: every provider has its own batches"))
			}
			model := strings.Join(f.models, "")
			plan, err := p.prompts(c.Context(), args[0], f, model)
			if err != nil {
				return err
			}
			if err := batch.Write(p.out, plan, batch.Request{Format: format, Model: model, MaxTokens: f.maxTokens, Parameters: sent}); err != nil {
				if errors.Is(err, errPipe) {
					return err
				}
				return usage(err)
			}
			return nil
		},
	}
	flags := c.Flags()
	f.narrow(flags)
	flags.StringVar(&format, "format", "jsonl", "`format`: "+strings.Join(batch.Formats(), ", "))
	f.maxTokens = defaultMaxTokens
	flags.Var((*positive)(&f.maxTokens), "max-tokens", "tokens of one answer at most, a `number`")
	flags.StringArrayVar(&f.parameters, "param", nil, "`name=value` in every request; may be repeated")
	return c
}

func (p *program) answersCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "answers",
		Short:   "take in answers that were given elsewhere",
		Example: "  sooth answers import examples/go-api results.jsonl",
		Args:    known,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.answersImportCommand())
	return c
}

func (p *program) answersImportCommand() *cobra.Command {
	f := &runFlags{}
	c := &cobra.Command{
		Use:   "import SUITE FILE",
		Short: "record, grade and tell of answers to prompts that were written",
		Long: `Import reads the results of a batch, or rows of id and answer, holds each against the prompt that the suite asks today, records
them as a run, and tells of it as run does. FILE - is standard input.`,
		Example: "  sooth answers import examples/go-api results.jsonl --model claude-haiku-4-5",
		Args:    exactly("SUITE", "FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			f.mode = "import"
			if len(f.models) > 1 {
				return usage(errors.New("one --model at a time: a file holds the answers of one"))
			}
			return p.importAnswers(c.Context(), args[0], args[1], f)
		},
	}
	flags := c.Flags()
	f.narrow(flags)
	flags.Float64Var(&f.tolerance, "tolerance", 0, "`share` of trials, 0 to 1, that may be without a result and without exit code 4")
	f.output.add(flags)
	f.judging.add(flags)
	f.extractFlags.margin(flags)
	return c
}

func (p *program) importAnswers(ctx context.Context, dir, file string, f *runFlags) error {
	if suite.KindOf(dir) != suite.ExtractKind {
		if err := errors.Join(f.extractFlags.unused(dir), f.check()); err != nil {
			return err
		}
	} else if err := f.checkExtract(); err != nil {
		return err
	}
	in := p.in
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return usage(err)
		}
		defer opened.Close()
		in = opened
	}
	results, problems := batch.Read(file, in)
	if len(problems) > 0 {
		return usage(first(problems))
	}
	model := strings.Join(f.models, "")
	if model == "" {
		var err error
		if model, err = answered(file, results); err != nil {
			return usage(err)
		}
	}
	if suite.KindOf(dir) == suite.ExtractKind {
		return p.importExtract(ctx, dir, file, results, model, f)
	}
	s, plan, err := p.planned(ctx, dir, f, model)
	if err != nil {
		return err
	}
	a, problems := batch.New(file, results, plan)
	if len(problems) > 0 {
		return usage(first(problems))
	}
	return p.execute(ctx, s, dir, plan, f, a, &live{})
}

// answered is the model that a file of results says has answered. Two are two
// experiments.
func answered(file string, results []batch.Result) (string, error) {
	model, first := "", 0
	for _, r := range results {
		switch name := r.Answer.Model; {
		case name == "" || name == model:
		case model == "":
			model, first = name, r.Line
		default:
			return "", fmt.Errorf("%s:%d: model %q answered, and in line %d model %q; hint: a file for each, or --model names one for all", file, r.Line, name, first, model)
		}
	}
	if model == "" {
		return "", fmt.Errorf("%s does not say which model answered; hint: --model names it", file)
	}
	return model, nil
}

// planned loads a suite and plans it for one model.
func (p *program) planned(ctx context.Context, dir string, f *runFlags, model string) (*suite.Suite, []suite.Trial, error) {
	s, err := suite.Load(dir)
	if err != nil {
		return nil, nil, err
	}
	if model == "" {
		model = "any"
	}
	arms, err := p.writable(s, f.arms)
	if err != nil {
		return nil, nil, err
	}
	if err := p.ground(ctx, s, arms); err != nil {
		return nil, nil, err
	}
	plan, err := suite.Plan(s, suite.PlanOptions{Arms: arms, Models: []string{model}, Repeats: f.repeats})
	if err != nil {
		return nil, nil, usage(err)
	}
	return s, plan, nil
}

// writable are the arms, of those that were chosen (nil: all), whose prompts can
// be answered elsewhere. An answer to the prompt of an arm with tools, but
// without them, would be a plain answer under another name.
func (p *program) writable(s *suite.Suite, chosen []string) ([]string, error) {
	arms := chosen
	for _, a := range s.Arms {
		switch {
		case chosen == nil && a.Offers():
			p.say("arm %s is left out: it offers tools, which a file of prompts cannot", a.Name)
		case chosen == nil:
			arms = append(arms, a.Name)
		case a.Offers() && slices.Contains(chosen, a.Name):
			return nil, usage(fmt.Errorf("arm %q offers tools, which a file of prompts cannot; hint: --arms without it; sooth run asks a model with tools", a.Name))
		}
	}
	if len(arms) == 0 {
		return nil, usage(fmt.Errorf("every arm of suite %q offers tools, which a file of prompts cannot; hint: sooth run asks a model with tools", s.Name))
	}
	return arms, nil
}

// first joins the first few of many problems.
func first(problems []error) error {
	const most = 5
	if n := len(problems); n > most {
		return fmt.Errorf("%w\nand %d more", errors.Join(problems[:most]...), n-most)
	}
	return errors.Join(problems...)
}
