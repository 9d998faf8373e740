// Package extractrun asks prompts and programs what they extract from fixtures,
// through the same runner and store as any other run, and measures what they
// said.
package extractrun

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sooth/extract/fixture"
	"sooth/internal/nearest"
	"sooth/internal/perturb"
	"sooth/suite"
)

// Options say what is asked.
type Options struct {
	Suite      *suite.Extract
	Arms       []string // names; nil: all that can be asked
	Models     []string // of arms of kind prompt; nil: those of the recorded answers
	Fixtures   []string // ids; nil: all reviewed ones
	Categories []string // names; nil: all
	Most       int      // fixtures at most, the first in the seeded order; 0: all
	Repeats    int      // 0: as the suite says
	Kinds      []perturb.Kind
	Parsers    Parsers
}

// Parsers are the languages' own parsers that are at hand, by name of the
// language, preferred to what is built in. It is called only where there are
// variants; nil: there are none.
type Parsers func(ctx context.Context) map[string]perturb.Parser

// Plan is what a run asks.
type Plan struct {
	Trials   []suite.Trial
	Arms     []suite.ExtractArm // those that are asked, in order of the suite
	Models   []string           // of arms of kind prompt
	Fixtures []fixture.Fixture  // in order of id
	Skipped  []string           // what is not asked, and why
}

// Unknown is the error of a name that the suite does not have, or of a number
// that it cannot have: the caller must change the command.
type Unknown struct{ Message string }

// Error returns the message.
func (e *Unknown) Error() string { return e.Message }

// NewPlan lists what is asked: rounds of repeats, in each the fixtures in seeded
// random order, of each the systems side by side, and the variants behind their
// original. The random order is that of the SHA-256 over seed and round (eight
// bytes each, big endian) and id, so that leaving fixtures out does not move the others.
func NewPlan(ctx context.Context, o Options) (*Plan, error) {
	p := &Plan{}
	var err error
	if p.Fixtures, err = chosen(o); err != nil {
		return nil, err
	}
	if err := p.systems(o); err != nil {
		return nil, err
	}
	repeats := o.Repeats
	if repeats == 0 {
		repeats = o.Suite.Repeats
	}
	if repeats < 1 || repeats > 1000 {
		return nil, &Unknown{fmt.Sprintf("repeats must be from 1 to 1000, not %d", repeats)}
	}
	texts, err := variants(ctx, p.Fixtures, o.Kinds, o.Parsers)
	if err != nil {
		return nil, err
	}
	for round := range repeats {
		for _, f := range shuffled(p.Fixtures, o.Suite.Seed, round) {
			for _, a := range p.Arms {
				models := p.Models
				if a.Kind == suite.CommandArm {
					models = []string{""}
				}
				for _, m := range models {
					add := func(task, content string) {
						t := suite.Trial{Order: len(p.Trials), Task: task, Arm: a.Name, Model: m, Repeat: round, System: a.System, Prompt: content}
						if a.Kind == suite.PromptArm {
							t.Prompt = o.Suite.Prompt(a, f.Language, content)
						}
						p.Trials = append(p.Trials, t)
					}
					add(f.ID, f.Content)
					for _, v := range texts[f.ID] {
						if v.Skipped == "" && !v.Same {
							add(f.ID+suite.VariantSeparator+string(v.Kind), v.Text)
						}
					}
				}
			}
		}
	}
	return p, p.affordable(o.Suite)
}

// chosen returns the fixtures that are asked about, in order of id.
func chosen(o Options) ([]fixture.Fixture, error) {
	all := o.Suite.Corpus.Reviewed()
	var ids, categories []string
	for _, f := range o.Suite.Corpus.Fixtures {
		ids = append(ids, f.ID)
		if !slices.Contains(categories, f.Category) {
			categories = append(categories, f.Category)
		}
	}
	for _, id := range o.Fixtures {
		if !slices.Contains(ids, id) {
			return nil, &Unknown{fmt.Sprintf("unknown fixture %q; hint: %s", id, nearest.Hint(id, ids))}
		}
	}
	for _, c := range o.Categories {
		if !slices.Contains(categories, c) {
			return nil, &Unknown{fmt.Sprintf("unknown category %q; hint: %s", c, nearest.Hint(c, categories))}
		}
	}
	var list []fixture.Fixture
	for _, f := range all {
		if (o.Fixtures == nil || slices.Contains(o.Fixtures, f.ID)) && (o.Categories == nil || slices.Contains(o.Categories, f.Category)) {
			list = append(list, f)
		}
	}
	if o.Most > 0 && len(list) > o.Most {
		list = shuffled(list, o.Suite.Seed, 0)[:o.Most]
		slices.SortFunc(list, func(a, b fixture.Fixture) int { return strings.Compare(a.ID, b.ID) })
	}
	if len(list) == 0 {
		return nil, &Unknown{"no reviewed fixture is left; hint: a draft never counts, and --fixture and --category narrow further"}
	}
	return list, nil
}

// shuffled returns the fixtures in the random order of a round.
func shuffled(list []fixture.Fixture, seed uint64, round int) []fixture.Fixture {
	return suite.Shuffled(list, func(f fixture.Fixture) string { return f.ID }, seed, round)
}

// systems chooses arms and models.
func (p *Plan) systems(o Options) error {
	var known []string
	for _, a := range o.Suite.Arms {
		known = append(known, a.Name)
	}
	for i, name := range o.Arms {
		if !slices.Contains(known, name) {
			return &Unknown{fmt.Sprintf("unknown arm %q; hint: %s", name, nearest.Hint(name, known))}
		}
		if slices.Contains(o.Arms[:i], name) {
			return &Unknown{fmt.Sprintf("arm %q is named twice", name)}
		}
	}
	if p.Models = slices.Clone(o.Models); o.Models == nil {
		for _, r := range o.Suite.Recorded {
			if !slices.Contains(p.Models, r.Model) {
				p.Models = append(p.Models, r.Model)
			}
		}
	}
	for i, m := range p.Models {
		if m == "" || slices.Contains(p.Models[:i], m) {
			return &Unknown{fmt.Sprintf("model %q is named twice or empty", m)}
		}
	}
	for _, a := range o.Suite.Arms {
		if o.Arms != nil && !slices.Contains(o.Arms, a.Name) {
			continue
		}
		if a.Kind == suite.PromptArm && len(p.Models) == 0 {
			why := fmt.Sprintf("arm %q is a prompt without recorded answers: those to all %d fixtures are missing, and no model is named", a.Name, len(p.Fixtures))
			if o.Arms != nil {
				return &Unknown{why + "; hint: --model asks one, sooth prompts and sooth answers import do it by hand"}
			}
			p.Skipped = append(p.Skipped, why)
			continue
		}
		p.Arms = append(p.Arms, a)
	}
	if len(p.Arms) == 0 {
		return &Unknown{"there is nothing to ask: " + strings.Join(p.Skipped, "; ") + "; hint: --model asks one, sooth prompts and sooth answers import do it by hand"}
	}
	return nil
}

// Prompted returns the trials of arms of kind prompt.
func (p *Plan) Prompted() []suite.Trial {
	var list []suite.Trial
	for _, t := range p.Trials {
		if t.Model != "" {
			list = append(list, t)
		}
	}
	return list
}

// tokensOf reckons the tokens of a text: a quarter of its bytes, rounded up.
func tokensOf(text string) int { return (len(text) + 3) / 4 }

// affordable refuses a plan whose prompts alone pass the budget of a run.
func (p *Plan) affordable(s *suite.Extract) error {
	if s.RunTokens == 0 {
		return nil
	}
	sum := 0
	for _, t := range p.Prompted() {
		if n := tokensOf(t.System) + tokensOf(t.Prompt); s.FileTokens == 0 || n <= s.FileTokens {
			sum += n
		}
	}
	if sum > s.RunTokens {
		return &Unknown{fmt.Sprintf("the prompts of this plan have about %d tokens, and budget.run_tokens is %d; hint: --repeats, --category or --max-fixtures ask less, or raise the budget in suite.yaml", sum, s.RunTokens)}
	}
	return nil
}

// variants makes the variants of fixtures, by id.
func variants(ctx context.Context, list []fixture.Fixture, kinds []perturb.Kind, parsers Parsers) (map[string][]perturb.Variant, error) {
	out := map[string][]perturb.Variant{}
	if len(kinds) == 0 {
		return out, nil
	}
	var own map[string]perturb.Parser
	if parsers != nil {
		own = parsers(ctx)
	}
	for _, f := range list {
		v, err := perturb.Variants(ctx, suite.FileName(f.Language), f.Content, kinds, own)
		if err != nil {
			return nil, errors.Join(err, fmt.Errorf("fixture %q: no variants", f.ID))
		}
		out[f.ID] = v
	}
	return out, nil
}

// ParseKinds reads the kinds of variants that --perturb names.
func ParseKinds(names []string) ([]perturb.Kind, error) {
	var all []string
	for _, k := range perturb.Kinds() {
		all = append(all, string(k))
	}
	var out []perturb.Kind
	for _, n := range names {
		switch {
		case n == "all":
			return perturb.Kinds(), nil
		case n == "none" || n == "":
		case !slices.Contains(all, n):
			return nil, &Unknown{fmt.Sprintf("unknown perturbation %q; hint: %s, or all", n, nearest.Hint(n, all))}
		case !slices.Contains(out, perturb.Kind(n)):
			out = append(out, perturb.Kind(n))
		}
	}
	return out, nil
}
