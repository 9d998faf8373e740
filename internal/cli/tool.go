package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"sooth/tool"
	"sooth/tool/mcpreach"
	"sooth/tool/mcprecord"
	"sooth/tool/mcptool"
)

func (p *program) toolCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "tool",
		Short: "record what an MCP server answers, and answer from a recording",
		Long: `Tool stands where an MCP server stands: in the key server of an arm or of a search engine, or in the configuration of any other client.
Record hands every call on to the server and writes down how it ended; replay answers from such a file, without the server and its keys, and
can be slow, silent, damaged or crash on purpose. The format is docs/format/toolrecording.md.`,
		Example: "  sooth tool record docs.jsonl -- gopls mcp\n  sooth tool replay docs.jsonl",
		Args:    known,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.toolRecordCommand(), p.toolReplayCommand())
	return c
}

func (p *program) toolRecordCommand() *cobra.Command {
	f := &serverFlags{}
	c := &cobra.Command{
		Use:   "record FILE -- SERVER [ARG...]",
		Short: "hand calls on to an MCP server and write down how each ended",
		Long: `Record is an MCP server on standard input and output that hands every call of a tool on to another server, and adds the call and its
end to FILE at once. A file that is there goes on, if it is one of the same server with the same tools. SERVER is given the whole environment of
record; a server over HTTP is named by --url. Secrets in headers are taken out of what is written.`,
		Example: "  sooth tool record docs.jsonl -- gopls mcp\n  sooth tool record docs.jsonl --url https://docs.example/mcp --header 'Authorization=Bearer {env.DOCS_TOKEN}'",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return exactly("FILE")(c, args)
			}
			return p.toolRecord(c.Context(), args[0], args[1:], f)
		},
	}
	c.Flags().StringVar(&f.server, "url", "", "`URL` of a server over HTTP, in place of SERVER")
	c.Flags().StringArrayVar(&f.headers, "header", nil, "with --url: `NAME=VALUE` sent with each request, {env.NAME} is a variable of the environment; may be repeated")
	return c
}

func (p *program) toolRecord(ctx context.Context, file string, server []string, f *serverFlags) error {
	headers, err := headerFlags(f.headers)
	switch {
	case err != nil:
		return err
	case f.server == "" && len(server) == 0:
		return usage(errors.New("no server is named; hint: sooth tool record FILE -- SERVER ARG..., or --url"))
	case f.server != "" && len(server) > 0:
		return usage(errors.New("both a URL and a program are named"))
	case f.server == "" && len(headers) > 0:
		return usage(errors.New("--header goes with --url"))
	}
	options, err := p.reach(mcpreach.Server{Command: server, URL: f.server, Headers: headers})
	if err != nil {
		return usage(err)
	}
	options.Environ = p.environ // it stands where the server would stand
	s, err := mcptool.Start(ctx, options)
	if err != nil {
		return &failure{code: exitSurroundings, err: err}
	}
	defer s.Close()
	err = mcprecord.Record(ctx, s, file, p.now, p.in, p.out)
	if text := s.Stderr(); text != "" && !p.quiet {
		fmt.Fprintln(p.err, text)
	}
	return surroundings(err)
}

func (p *program) toolReplayCommand() *cobra.Command {
	var faults mcprecord.Faults
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "be the MCP server of a recording",
		Long: `Replay is an MCP server on standard input and output that answers from a recording. The same call gets the recorded answers in their order, and
the last one after that. A call that is not recorded is an error, which ends the trial as infra_error and not as an answer. The flags make it go wrong on
purpose; which calls they concern is a function of the seed and the call.`,
		Example: "  sooth tool replay docs.jsonl\n  sooth tool replay docs.jsonl --delay 200ms --drop 0.05 --crash 0.01",
		Args:    exactly("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := faults.Check(); err != nil {
				return usage(err)
			}
			f, err := os.Open(args[0])
			if err != nil {
				return usage(fmt.Errorf("%w; hint: sooth tool record %s -- SERVER makes a recording", err, args[0]))
			}
			defer f.Close()
			recording, err := mcprecord.Read(args[0], f)
			if err != nil {
				return usage(err)
			}
			if recording.Cut {
				p.say("warning: the last line of %q is not whole and is left out", args[0])
			}
			return surroundings(mcprecord.Replay(c.Context(), recording, faults, p.in, p.out))
		},
	}
	flags := c.Flags()
	flags.DurationVar(&faults.Delay, "delay", 0, "`time` before each answer")
	flags.Float64Var(&faults.Drop, "drop", 0, "`share` of calls that are never answered")
	flags.Float64Var(&faults.Corrupt, "corrupt", 0, "`share` of calls of whose answers half is sent")
	flags.Float64Var(&faults.Crash, "crash", 0, "`share` of calls at which the server ends with exit code 1")
	flags.Uint64Var(&faults.Seed, "seed", 0, "a `number` that decides which calls go wrong")
	return c
}

// surroundings makes the end of a server an error of the surroundings.
func surroundings(err error) error {
	if err == nil {
		return nil
	}
	var ended *tool.Failure
	if errors.As(err, &ended) {
		return &failure{code: exitSurroundings, err: fmt.Errorf("the server that is recorded: %w", err)}
	}
	return &failure{code: exitSurroundings, err: err}
}
