package cli

import (
	"context"
	"errors"
	"fmt"
	goversion "go/version"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/generate"
	"sooth/internal/git"
	"sooth/internal/ground"
	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
	"sooth/lang/goapi"
	"sooth/oracle/behave"
	"sooth/question"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	n        int
	seed     uint64
	kinds    []string
	execute  bool
	coverage bool
	out      string
	format   string
	sandbox  string

	arms    []generate.Arm        // nil: the usual ones
	primary string                // of arms: the one that the primary comparison is about
	leftOut func(arm, why string) // told of each arm that has no text for some question, and is left out; nil: none is
	told    io.Writer             // what is told of the questions; nil: the standard output
}

const generateLong = `Generate makes a suite of questions out of a Go tree, or out of a module that it downloads (MODULE@VERSION, through the module proxy, checked
by its sum): where things are declared, who calls whom, what implements what, what packages import and export, and more. The answers are
known by machine: by go/types and git, each checked by a second route that shares no code with the first. Where they do not agree,
the question is dropped and told. Questions with yes or no come in pairs, as many true as false. Nothing of the tree is run, unless --execute is said.

Same tree, seed and number: the same suite, byte for byte.`

// generateQuestions makes the suite that generate was asked for.
func (p *program) generateQuestions(ctx context.Context, argument string, f generateFlags) error {
	o := generate.Options{N: f.n, Seed: f.seed, Coverage: f.coverage}
	switch {
	case f.n < 1 || f.n > generate.MaxQuestions:
		return usage(fmt.Errorf("-n must be from 1 to %d, not %d", generate.MaxQuestions, f.n))
	case f.out == "":
		return usage(errors.New("no suite to write; hint: -o suite.yaml"))
	}
	if err := knownFormat(f.format, "", "text", "json"); err != nil {
		return err
	}
	folder := f.out
	if base := filepath.Base(f.out); strings.HasSuffix(base, ".yaml") || strings.HasSuffix(base, ".yml") {
		if base != "suite.yaml" {
			return usage(fmt.Errorf("a suite is a folder with suite.yaml in it, not %q; hint: -o %s", base, filepath.Join(strings.TrimSuffix(f.out, filepath.Ext(f.out)), "suite.yaml")))
		}
		folder = filepath.Dir(f.out)
	}
	var err error
	if o.Kinds, err = kindsNamed(f.kinds, f.execute); err != nil {
		return err
	}
	g, err := p.toolchain(ctx)
	if err != nil && !errors.Is(err, toolchain.ErrNotFound) {
		return err
	}
	c, err := p.generateCorpus(ctx, argument, folder, g)
	if err != nil {
		return err
	}
	dir := c.dir
	facts, closing, err := p.known(ctx, dir)
	if err != nil {
		return err
	}
	defer closing()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	o.Facts, o.Root = facts, root.FS()
	if err := p.generateHistory(ctx, &o, c); err != nil {
		return err
	}
	if f.execute {
		if o.Observer, err = p.observer(ctx, g, f.sandbox); err != nil {
			return err
		}
	}
	level := ""
	if g != nil {
		o.Goroot = os.DirFS(g.Root)
		if cache := g.Setting("GOMODCACHE"); cache != "" {
			o.Modules = os.DirFS(cache)
		}
		if o.API, err = goapi.Load(g.Root); err != nil {
			p.say("note: since when the standard library has a name is not asked: %v", err)
		}
		level = goversion.Lang(g.Version)
	}
	if f.arms == nil {
		f.arms, f.primary = generate.Arms(), "smart"
	}
	r, err := generate.Run(ctx, o)
	if errors.Is(err, generate.ErrNothing) {
		return usage(fmt.Errorf("%s: %w; hint: sooth index %s says what could be read", argument, err, dir))
	}
	if err != nil {
		return err
	}
	if n := len(r.Questions); n < f.n {
		p.say("note: %d questions and not %d: there is no more to ask about %s", n, f.n, argument)
	}
	if f.leftOut != nil {
		if err := f.leaveOut(ctx, ground.Options{Facts: facts, Dir: dir, Label: argument}, r.Questions); err != nil {
			return err
		}
	}
	head := generate.Head{
		Name: suiteName(argument, c), Toolchain: level, Corpus: c.Corpus, Seed: f.seed,
		Description: fmt.Sprintf("%d questions about %s, made by sooth generate with seed %d", len(r.Questions), c.about(argument), f.seed),
		Arms:        f.arms, Primary: f.primary,
	}
	if o.Git != nil {
		if head.Corpus.Commit, err = o.Git.Head(ctx); err != nil {
			return err
		}
	}
	if err := generate.Write(folder, head, r); err != nil {
		return err
	}
	out := f.told
	if out == nil {
		out = p.out
	}
	if f.format == "json" {
		return writeJSON(out, r.Report)
	}
	return tellGenerated(out, r.Report, folder)
}

// generateHistory opens the history of a tree, or says why there is none.
func (p *program) generateHistory(ctx context.Context, o *generate.Options, c corpus) error {
	if c.Module != "" {
		o.NoHistory = "not available: no history (a module's files come without it)"
		return nil
	}
	r, err := git.Open(ctx, c.dir, p.environ)
	if err == nil {
		var shallow bool
		var head string
		if head, err = r.Head(ctx); err == nil && head == "" {
			o.NoHistory = "not available: no history (nothing is committed)"
			return nil
		}
		if shallow, err = r.IsShallow(ctx); err == nil && shallow {
			o.NoHistory = "not available: the history is cut off (a shallow clone); hint: git fetch --unshallow"
			return nil
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		o.NoHistory = "not available: no history (" + err.Error() + ")"
		return nil
	}
	o.Git = r
	return nil
}

// observer executes what questions of behaviour are made of, in a sandbox.
func (p *program) observer(ctx context.Context, g *toolchain.Go, name string) (generate.Observer, error) {
	if g == nil {
		return nil, toolchain.ErrNotFound
	}
	box, err := sandbox.Named(ctx, name, p.environ)
	if err != nil {
		return nil, fmt.Errorf("nothing is executed without a sandbox: %w", err)
	}
	if name == "none" {
		p.say("warning: --sandbox=none: the tree's code is executed on this machine without any isolation")
	}
	return behave.New(behave.Options{Go: g, Sandbox: box}), nil
}

// kindsNamed reads --kinds; nil: all that run no code.
func kindsNamed(names []string, execute bool) ([]question.Kind, error) {
	read, executed := generate.Kinds()
	all := slices.Concat(read, executed)
	if len(names) == 0 {
		if execute {
			return nil, nil
		}
		return read, nil
	}
	var list []question.Kind
	for _, n := range names {
		k := question.Kind(n)
		if !slices.Contains(all, k) {
			var known []string
			for _, k := range all {
				known = append(known, string(k))
			}
			return nil, usage(fmt.Errorf("unknown kind %q; hint: %s", n, strings.Join(known, ", ")))
		}
		if slices.Contains(executed, k) && !execute {
			return nil, usage(fmt.Errorf("questions of kind %q run code; hint: --execute", n))
		}
		list = append(list, k)
	}
	return list, nil
}

// questionFlags puts the flags of questions on generate.
func (p *program) questionFlags(c *cobra.Command, f *generateFlags) {
	flags := c.Flags()
	flags.IntVarP(&f.n, "number", "n", 200, "`number` of questions")
	flags.Uint64Var(&f.seed, "seed", 1, "`seed` that decides which are drawn")
	flags.StringSliceVar(&f.kinds, "kinds", nil, "`kinds` of questions, separated by commas (default: all that run no code)")
	flags.BoolVar(&f.execute, "execute", false, "also ask what tests and calls do: they are run in the sandbox")
	flags.BoolVar(&f.coverage, "coverage", true, "tell which share of the facts can be asked for")
	flags.StringVarP(&f.out, "output", "o", "", "`folder` of the suite, or suite.yaml in it")
	flags.StringVar(&f.sandbox, "sandbox", "", "none: execute without isolation; only for code that you trust")
	flags.StringVar(&f.format, "format", "text", "`format` of what is told: text or json")
}
