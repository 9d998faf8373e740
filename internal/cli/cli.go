// Package cli is the command line: one file per verb, and the wiring of
// everything below. Results go to stdout, all else to stderr.
//
// Exit codes mean the same in every format: 0 all is well, 1 the surroundings
// failed, 2 the caller must change the command or a file that he named, 3 ran
// and found what it was told to fail on, 4 ended incomplete.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sooth/internal/perturb"
	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
)

// program is one invocation: everything that comes from outside.
type program struct {
	environ []string
	in      io.Reader
	out     io.Writer // results
	err     io.Writer // all else
	now     func() time.Time
	db      string // --db: the folder of runs.db and cache.db
	quiet   bool

	goOnce  sync.Once // finds the go command
	goTools *toolchain.Go
	goErr   error

	parsersOnce sync.Once // finds the parsers of other languages
	ownParsers  map[string]perturb.Parser

	mutex sync.Mutex // guards the progress line
	stage string
	since time.Time // the stage's beginning
	drawn time.Time
	dirty bool // a progress line is unfinished
}

// defaultDB is the folder of what is kept, where the caller names none.
const defaultDB = ".sooth"

// Main runs the command line and returns the exit code.
func Main(args, environ []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if sandbox.Init(args) {
		return 0
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends at once
	p := &program{environ: environ, in: stdin, out: stdout, err: stderr, now: time.Now}
	root := p.command()
	root.SetArgs(args[1:])
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	var f *failure
	if !errors.As(err, &f) {
		f = classify(err)
	}
	if !f.silent {
		fmt.Fprintf(stderr, "sooth: %v\n", f.err)
	}
	return f.code
}

// command is the tree of verbs.
func (p *program) command() *cobra.Command {
	root := &cobra.Command{
		Use:           "sooth",
		Short:         "measure how much of what language models say about code is true",
		Long:          "sooth measures, with machines as the only judges, how much of what language models say about code is true,\nand whether grounding them (search, MCP servers, code graphs, documentation) makes it truer.",
		Example:       "  sooth run examples/go-api        # replay, grade and compare recorded answers",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          known,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentFlags().StringVar(&p.db, "db", p.getenv("SOOTH_DB", defaultDB), "`folder` that keeps runs and caches")
	root.PersistentFlags().BoolVar(&p.quiet, "quiet", false, "no progress on stderr")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage(fmt.Errorf("%w; hint: %s --help", err, c.CommandPath()))
	})
	root.AddCommand(
		p.runCommand(), p.gradeCommand(), p.reportCommand(), p.compareCommand(), p.runsCommand(), p.baselineCommand(),
		p.checkCommand(), p.indexCommand(), p.factsCommand(), p.suiteCommand(), p.initCommand(), p.generateCommand(), p.promptsCommand(), p.answersCommand(), p.rankCommand(), p.mcpCommand(), p.toolCommand(), p.doctorCommand(), p.versionCommand(),
	)
	return root
}

// toolchain finds the go command, once.
func (p *program) toolchain(ctx context.Context) (*toolchain.Go, error) {
	p.goOnce.Do(func() { p.goTools, p.goErr = toolchain.Find(ctx, p.environ) })
	return p.goTools, p.goErr
}

// getenv reads one variable of the caller's environment.
func (p *program) getenv(name, otherwise string) string {
	for i := len(p.environ) - 1; i >= 0; i-- {
		if kv := p.environ[i]; len(kv) > len(name) && kv[len(name)] == '=' && kv[:len(name)] == name {
			return kv[len(name)+1:]
		}
	}
	return otherwise
}

// exactly wants n arguments, each named in the error.
func exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return usage(fmt.Errorf("%s: %s is missing; hint: %s", c.CommandPath(), names[len(args)], c.UseLine()))
		case len(args) > len(names):
			return usage(fmt.Errorf("%s: unexpected argument %q; hint: %s", c.CommandPath(), args[len(names)], c.UseLine()))
		}
		return nil
	}
}

// known refuses a word that is no verb, with those that it may stand for.
func known(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := c.CommandPath() + " --help lists them"
	c.SuggestionsMinimumDistance = 2
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return usage(fmt.Errorf("unknown command %q for %q; hint: %s", args[0], c.CommandPath(), hint))
}
