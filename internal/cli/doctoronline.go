package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"sooth/llm"
	"sooth/llm/all"
)

// onlineFlags say which models are asked for a few tokens.
type onlineFlags struct {
	online bool
	models []string
}

func (f *onlineFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.online, "online", false, "ask each provider whose key is in the environment for a few tokens of its cheapest known model")
	flags.StringSliceVar(&f.models, "model", nil, "with --online: these `models` instead, as in ollama/llama3.2; may be repeated")
}

// onlineTokens bounds one answer: models that think before they speak need some.
const onlineTokens = 64

// doctorOnline asks each provider once for a few tokens, and says what came
// back. It is never asked twice: what is wrong at the first try is what is told.
func (p *program) doctorOnline(ctx context.Context, f *onlineFlags, format string) error {
	prices, err := llm.BuiltIn()
	if err != nil {
		return err
	}
	var list []finding
	models := f.models
	if len(models) == 0 {
		for _, a := range all.Accounts(p.environ) {
			switch model := cheapest(prices, a.Provider); {
			case !a.Keyed:
				list = append(list, finding{a.Provider, "missing", "no key", "export " + a.Variable + "=…"})
			case model == "":
				list = append(list, finding{a.Provider, "ok", "there is a key; which model to ask is not known", fmt.Sprintf("sooth doctor --online --model %s/MODEL", a.Provider)})
			default:
				models = append(models, a.Provider+"/"+model)
			}
		}
	}
	failed := 0
	for _, model := range models {
		driver, id, err := all.Open(model, p.environ, all.Options{Timeout: time.Minute})
		if err != nil {
			return usage(err)
		}
		found := p.ask(ctx, driver, id, prices)
		if found.Name = model; found.State == "broken" {
			failed++
		}
		list = append(list, found)
	}
	if err := p.findings(list, format); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failed > 0:
		return &failure{code: exitSurroundings, err: fmt.Errorf("%d of %d models did not answer; see above", failed, len(models))}
	case len(models) == 0:
		return &failure{code: exitSurroundings, err: errors.New("nobody was asked: there is no key in the environment; see above")}
	}
	return nil
}

// ask asks one model for a word.
func (p *program) ask(ctx context.Context, driver llm.Driver, id string, prices llm.Prices) finding {
	if prober, ok := driver.(llm.Prober); ok {
		if err := prober.Probe(ctx, id); err != nil {
			return broken("", err)
		}
	}
	began := p.now()
	r, err := driver.Complete(ctx, llm.Request{Model: id, MaxTokens: onlineTokens, Messages: []llm.Message{{Role: llm.User, Text: "Answer with the one word ok."}}})
	if err != nil {
		return broken("", err)
	}
	var said []string
	said = append(said, fmt.Sprintf("model %q answered %q after %s, stopped: %s", r.Model, short(r.Text), milliseconds(p.now().Sub(began)), r.Stop))
	if r.Usage.Input != nil && r.Usage.Output != nil {
		said = append(said, fmt.Sprintf("%d tokens in, %d out", *r.Usage.Input, *r.Usage.Output))
	}
	if cost, _ := prices.Cost(driver.Provider(), id, r.Usage); cost != nil {
		said = append(said, fmt.Sprintf("$%.6f", *cost))
	} else {
		said = append(said, "cost not known")
	}
	f := finding{State: "ok", Detail: strings.Join(said, ", ")}
	if r.Stop != llm.End && r.Stop != llm.Length {
		f.State = "warning"
	}
	return f
}

// short bounds what a model said.
func short(text string) string {
	const most = 60
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + " …"
	}
	return text
}

// cheapest is the model of a provider whose answers cost least, the first by
// name of several; empty: none is known.
func cheapest(prices llm.Prices, provider string) string {
	var found []llm.Model
	for _, m := range prices.Models {
		if m.Provider == provider && m.Price.Output != nil {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b llm.Model) int {
		if *a.Price.Output != *b.Price.Output {
			if *a.Price.Output < *b.Price.Output {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Model, b.Model)
	})
	if len(found) == 0 {
		return ""
	}
	return found[0].Model
}
