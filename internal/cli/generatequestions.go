package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	goversion "go/version"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/corpora"
	"sooth/internal/generate"
	"sooth/internal/git"
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

	arms, more []string  // lines of suite.yaml beside those of every generated suite; nil: its usual ones
	told       io.Writer // what is told of the questions; nil: the standard output
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
	case !slices.Contains([]string{"text", "json"}, f.format):
		return usage(fmt.Errorf("unknown format %q; hint: text or json", f.format))
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
		f.arms = generate.Arms()
		f.more = generate.Compared(f.arms, "smart")
	}
	r, err := generate.Run(ctx, o)
	if errors.Is(err, generate.ErrNothing) {
		return usage(fmt.Errorf("%s: %w; hint: sooth index %s says what could be read", argument, err, dir))
	}
	if err != nil {
		return err
	}
	head := generate.Head{
		Name: suiteName(argument, c), Toolchain: level, Corpus: c.Corpus, Seed: f.seed,
		Description: fmt.Sprintf("%d questions about %s, made by sooth generate with seed %d", len(r.Questions), c.about(argument), f.seed),
		Arms:        f.arms, More: f.more,
	}
	if o.Git != nil {
		if head.Corpus.Commit, err = o.Git.Head(ctx); err != nil {
			return err
		}
	}
	if err := writeGenerated(folder, head, r); err != nil {
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

// corpus is what is asked about.
type corpus struct {
	generate.Corpus
	dir string // where it lies
}

// generateCorpus finds the tree that an argument means: a folder, or a module at
// a version, which is downloaded.
func (p *program) generateCorpus(ctx context.Context, argument, folder string, g *toolchain.Go) (corpus, error) {
	if info, err := os.Stat(argument); err == nil && info.IsDir() {
		rel, err := between(folder, argument)
		return corpus{dir: argument, Corpus: generate.Corpus{Dir: rel}}, err
	}
	module, version, ok := strings.Cut(argument, "@")
	if !ok {
		return corpus{}, usage(fmt.Errorf("%q is no folder; hint: a folder, or MODULE@VERSION", argument))
	}
	if g == nil {
		return corpus{}, toolchain.ErrNotFound
	}
	f, err := corpora.Fetch(ctx, g, corpora.Pin{Module: module, Version: version}, filepath.Join(p.db, "corpora"))
	if err != nil {
		return corpus{}, err
	}
	if f.Open != "" {
		p.say("note: some dependencies are missing, so that less can be asked: %s", oneLine(f.Open))
	}
	return corpus{dir: f.Dir, Corpus: generate.Corpus{Module: module, Version: f.Version, Sum: f.Sum}}, nil
}

// about names the corpus for people.
func (c corpus) about(argument string) string {
	if c.Module != "" {
		return c.Module + "@" + c.Version
	}
	return filepath.ToSlash(filepath.Clean(argument))
}

// between is the way from a folder to another, slash-separated.
func between(from, to string) (string, error) {
	a, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	b, err := filepath.Abs(to)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(a, b)
	return filepath.ToSlash(rel), err
}

// suiteName is a plain name for a suite about something.
func suiteName(argument string, c corpus) string {
	name := c.Module + "-" + c.Version
	if c.Module == "" {
		abs, err := filepath.Abs(argument)
		if err != nil {
			abs = argument
		}
		name = filepath.Base(abs)
	}
	name = regexp.MustCompile(`[^A-Za-z0-9._-]+`).ReplaceAllString(name, "-")
	return "generated-" + strings.Trim(name[:min(len(name), 80)], ".-_")
}

// writeGenerated writes a suite. Prompts that are there already stay: somebody may
// have changed them.
func writeGenerated(folder string, h generate.Head, r generate.Result) error {
	if err := os.MkdirAll(filepath.Join(folder, "prompts"), 0o755); err != nil {
		return err
	}
	var head, questions, told bytes.Buffer
	if err := errors.Join(generate.WriteHead(&head, h), generate.WriteQuestions(&questions, r.Questions), writeJSON(&told, r.Report)); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		text []byte
		keep bool
	}{
		{generate.SystemFile, []byte(generate.System), true}, {generate.TemplateFile, []byte(generate.Template), true},
		{generate.GroundedFile, []byte(generate.Grounded), true},
		{generate.QuestionsFile, questions.Bytes(), false}, {generate.ReportFile, told.Bytes(), false}, {"suite.yaml", head.Bytes(), false},
	} {
		name := filepath.Join(folder, filepath.FromSlash(f.name))
		if f.keep && exists(name) {
			continue
		}
		if err := os.WriteFile(name, f.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// tellGenerated prints what was made, for people.
func tellGenerated(w io.Writer, r generate.Report, folder string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d questions in %s (%d asked for)\n", r.Questions, folder, r.Wanted)
	fmt.Fprintf(&b, "%-18s %9s %6s %6s %7s %13s %8s\n", "kind", "questions", "true", "false", "tried", "contradicted", "unknown")
	for _, k := range r.Kinds {
		unknown := 0
		for _, n := range k.Unknown {
			unknown += n
		}
		fmt.Fprintf(&b, "%-18s %9d %6s %6s %7d %13d %8d\n", k.Kind, k.Questions, countOr(k.True), countOr(k.False), k.Tried, k.Contradicted, unknown)
	}
	d := r.Diversity
	fmt.Fprintf(&b, "patterns: %d of %d; subjects: %d; packages: %d of %d", d.Patterns, d.Available, d.Subjects, d.Packages, d.Of)
	if d.Evenness != nil {
		fmt.Fprintf(&b, "; evenness of patterns %.3f", *d.Evenness)
	}
	fmt.Fprintf(&b, "\ndifficulty: %d easy, %d medium, %d hard\n", r.Difficulty["easy"], r.Difficulty["medium"], r.Difficulty["hard"])
	for _, c := range r.Coverage {
		fmt.Fprintf(&b, "facts of kind %s: %d, askable %d (%.1f %%), asked %d\n", c.Kind, c.Facts, c.Askable, 100*float64(c.Askable)/float64(c.Facts), c.Asked)
	}
	for _, a := range r.Absent {
		fmt.Fprintf(&b, "%s: %s\n", a.Pattern, plain(a.Reason))
	}
	for _, x := range r.Dropped {
		fmt.Fprintf(&b, "dropped, the routes do not agree: %s %s %s: %s\n", x.Kind, plain(x.Subject), plain(x.Object), oneLine(x.Reason))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func countOr(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
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
