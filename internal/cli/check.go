package cli

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/render"
	"sooth/internal/report"
	"sooth/internal/triage"
	"sooth/oracle"
)

// checkFlags are the flags of check.
type checkFlags struct {
	repo     string
	changed  string
	baseline string
	write    string // --write-baseline
	format   string
	annotate bool
	fences   bool
	execute  bool
	failOn   string
	verbose  bool
}

func (p *program) checkCommand() *cobra.Command {
	f := &checkFlags{}
	c := &cobra.Command{
		Use:   "check [FILE|-]...",
		Short: "judge what texts say about a code base",
		Long: `Check reads texts (answers of models, Markdown, descriptions of changes; - or a pipe is stdin) and judges each statement that
they make about a code base: cited files and lines, names, signatures, who calls, imports, implements, embeds or returns what,
blocks of code. What is false is told with its line, the reason and the nearest true name; what cannot be decided is counted.
It exits with 3 if something is refuted.

The code base is --repo; without it, the repository around the working directory. Reading it runs none of its code; with --execute
the tests and functions of which something is said are run in the sandbox.`,
		Example: `  sooth check answer.md
  pbpaste | sooth check
  sooth check README.md docs/*.md --baseline .sooth-baseline.json
  sooth check --changed origin/main --format sarif > check.sarif
  sooth check --annotate answer.md > marked.md`,
		RunE: func(c *cobra.Command, args []string) error { return p.check(c.Context(), args, f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.repo, "repo", "", "`folder` of the code base (default: the repository around the working directory)")
	flags.StringVar(&f.changed, "changed", "", "only what was added since the `revision`; without files: in all Markdown that changed")
	flags.StringVar(&f.baseline, "baseline", "", "`file` of known refutations, which are counted and not told")
	flags.StringVar(&f.write, "write-baseline", "", "write all that is refuted now to `file`, for --baseline")
	flags.StringVar(&f.format, "format", "text", "`format`: "+strings.Join(render.CheckFormats(), ", "))
	flags.BoolVar(&f.annotate, "annotate", false, "print the text with what is refuted as [unverified: X]")
	flags.BoolVar(&f.annotate, "filter", false, "the same as --annotate")
	flags.BoolVar(&f.fences, "fences", false, "with --annotate: in blocks of code too")
	flags.BoolVar(&f.execute, "execute", false, "execute, in the sandbox, what texts say that tests and functions of the code base do")
	flags.StringVar(&f.failOn, "fail-on", "refuted", "`outcome` to exit with 3 for: refuted, or undecided for both")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "tell what is undecided too")
	return c
}

// verify refuses flags that make no sense, alone or together.
func (f *checkFlags) verify(args []string) error {
	if err := knownFormat(f.format, "", render.CheckFormats()...); err != nil {
		return err
	}
	switch {
	case f.failOn != "refuted" && f.failOn != "undecided":
		return fmt.Errorf("unknown --fail-on %q; hint: refuted or undecided", f.failOn)
	case f.fences && !f.annotate:
		return fmt.Errorf("--fences says where --annotate marks; hint: add --annotate")
	case f.annotate && f.format != "text":
		return fmt.Errorf("--annotate prints the text, not --format %s; hint: two commands", f.format)
	case f.annotate && (len(args) > 1 || len(args) == 0 && f.changed != ""):
		return fmt.Errorf("--annotate prints one text; hint: one command for each file")
	case f.baseline != "" && f.write != "":
		return fmt.Errorf("--baseline and --write-baseline exclude each other; hint: --write-baseline brings a file up to date")
	case f.write != "" && f.changed != "":
		return fmt.Errorf("--write-baseline needs whole texts, not what --changed leaves of them; hint: leave --changed out")
	}
	return nil
}

// checked is one text on its way.
type checked struct {
	input
	verdicts []oracle.Verdict
	added    *triage.Lines
}

func (p *program) check(ctx context.Context, args []string, f *checkFlags) error {
	if err := f.verify(args); err != nil {
		return usage(err)
	}
	dir, err := repository(f.repo)
	if err != nil {
		return usage(err)
	}
	baseline, err := readBaseline(f.baseline)
	if err != nil {
		return usage(err)
	}
	since, err := p.changes(ctx, dir, f.changed)
	if err != nil {
		return err
	}
	texts, err := p.texts(ctx, args, dir, since)
	if err != nil {
		return err
	}
	notes, err := p.judgeTexts(ctx, dir, texts, f.execute)
	if err != nil {
		return err
	}
	o := triage.Options{Baseline: baseline, Undecided: f.failOn == "undecided"}
	c := triaged(texts, o)
	if f.write != "" {
		if o.Baseline, err = p.writeBaseline(f.write, dir, texts, c); err != nil {
			return err
		}
		c = triaged(texts, o)
	}
	c.Stale = o.Baseline.Stale(func(file string) bool { return gone(dir, file) })
	c.Notes = notes
	p.clear()
	if f.annotate {
		err = p.annotate(texts[0], c, f.fences)
	} else {
		err = render.Check(p.out, c, f.format, render.Options{Colour: p.colours(p.out), Verbose: f.verbose})
	}
	if err == nil && c.Counts.Fails(o.Undecided) > 0 {
		err = &failure{code: exitFound, err: fmt.Errorf("%d claims %s", c.Counts.Fails(o.Undecided), f.failOn), silent: true}
	}
	return err
}

// texts reads the texts that the caller names, each once: without any, those
// that a change adds to.
func (p *program) texts(ctx context.Context, args []string, dir string, since *change) ([]checked, error) {
	all := len(args) == 0 && since != nil
	var err error
	if all {
		args, err = since.markdown(ctx)
	} else {
		args, err = p.named(args)
	}
	if err != nil {
		return nil, err
	}
	var texts []checked
	for _, arg := range args {
		in, err := p.input(arg, dir)
		if err != nil {
			return nil, err
		}
		added, err := since.added(ctx, in)
		if err != nil {
			return nil, err
		}
		if all && added.Empty() || slices.ContainsFunc(texts, func(c checked) bool { return c.source == in.source }) {
			continue
		}
		texts = append(texts, checked{input: in, added: added})
	}
	return texts, nil
}

// judgeTexts has all claims of the texts judged, and returns what a reader must
// know of the code base.
func (p *program) judgeTexts(ctx context.Context, dir string, texts []checked, execute bool) (notes []string, err error) {
	if len(texts) == 0 {
		return nil, nil
	}
	state := p.stateFolder(dir)
	options := treeOptions{facts: state, cache: state}
	if execute {
		tools, err := p.toolchain(ctx)
		if err != nil {
			return nil, err
		}
		if options.behave, err = p.isolate(ctx, &instruments{go_: tools}, judging{}, nil); err != nil {
			return nil, err
		}
	}
	g, err := p.grounds(ctx, dir, options)
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, g.close()) }()
	var said []string
	for _, t := range texts {
		said = append(said, t.text)
	}
	if err := g.judge.Prepare(ctx, said); err != nil {
		return nil, err
	}
	for i := range texts {
		t := &texts[i]
		if t.verdicts, err = g.judge.Check(ctx, t.called(), t.text); err != nil {
			return nil, fmt.Errorf("%s: %w", t.source, err)
		}
		if isTerminal(p.err) {
			p.progress("checked", i+1, len(texts))
		}
	}
	return g.notes, nil
}

// triaged puts together what is told of the texts.
func triaged(texts []checked, o triage.Options) *report.Check {
	c := &report.Check{Schema: report.CheckSchema, Answers: []report.Checked{}}
	for _, t := range texts {
		a := triage.Triage(triage.Text{Source: t.source, File: t.file, Text: t.text, Verdicts: t.verdicts, Added: t.added}, o)
		c.Answers, c.Counts = append(c.Answers, a), c.Counts.Plus(a.Counts)
	}
	return c
}

// annotate prints a text with what is told of it marked, and on stderr what was
// marked and what could not be.
func (p *program) annotate(t checked, c *report.Check, fences bool) error {
	var told []oracle.Verdict
	for _, f := range c.Answers[0].Verdicts {
		if !f.Silent() {
			told = append(told, f.Verdict)
		}
	}
	text, warnings := oracle.Annotate(t.text, told, oracle.AnnotateOptions{Fences: fences})
	for _, w := range warnings {
		p.say("%s:%d:%d: %s: %s", t.source, w.Claim.Line, w.Claim.Column, render.Line(w.Claim.Text, 80), render.Line(w.Message, 0))
	}
	_, err := p.out.Write([]byte(text))
	return err
}

// relative is the name of a file in a tree, slash-separated; false: it is not
// inside.
func relative(dir, file string) (string, bool) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return "", false
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		abs = filepath.Join(folder, filepath.Base(abs))
	}
	name, err := filepath.Rel(dir, abs)
	if err != nil || !filepath.IsLocal(name) {
		return "", false
	}
	return filepath.ToSlash(name), true
}
