package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/generate"
	"sooth/tool/mcptool"
)

func (p *program) suiteNewCommand() *cobra.Command {
	reach := serverFlags{}
	f := generateFlags{n: 50, seed: 1, format: "text"}
	about := "."
	c := &cobra.Command{
		Use:   "new FOLDER --from-server CMD",
		Short: "write a suite that asks whether an MCP server makes answers truer",
		Long: `New writes a suite of questions about a code base, with machine-made answers, that is asked without grounding and with the tools of an MCP
server. The server is started once and its tools are written down, with their descriptions and schemas: a run is refused when it offers others.`,
		Example: "  sooth suite new questions --from-server 'gopls mcp' --about . -n 50\n  sooth suite new questions --from-server https://mcp.example.com/mcp --header 'Authorization=Bearer {env.TOKEN}' --about github.com/alitto/pond/v2@v2.7.1",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			f.out = args[0]
			return p.suiteNew(c.Context(), about, f, reach, args[1:])
		},
	}
	flags := c.Flags()
	flags.StringVar(&reach.server, "from-server", "", "the MCP server: a `command` (words between blanks, no shell reads it; what stands after -- is added) or the URL of one over HTTP")
	reach.addReach(flags)
	flags.StringVar(&about, "about", about, "the code base: a folder, or a module at a version (`DIR|MODULE@VERSION`)")
	flags.IntVarP(&f.n, "number", "n", f.n, "`number` of questions")
	flags.Uint64Var(&f.seed, "seed", f.seed, "`seed` that decides which are drawn")
	return c
}

// suiteNew asks the server what it offers, then makes the questions.
func (p *program) suiteNew(ctx context.Context, about string, f generateFlags, reach serverFlags, rest []string) error {
	if reach.server == "" {
		return usage(errors.New("no server is named; hint: --from-server 'gopls mcp'; sooth generate makes a suite without one"))
	}
	if exists(filepath.Join(f.out, "suite.yaml")) {
		return usage(fmt.Errorf("%q is there already, and nothing was written; hint: name another folder", filepath.Join(f.out, "suite.yaml")))
	}
	e, err := reach.endpoint(rest)
	if err != nil {
		return err
	}
	options, err := p.reach(e)
	if err != nil {
		return usage(err)
	}
	s, err := mcptool.Start(ctx, options)
	if err != nil {
		return err
	}
	tools, err := s.Tools(ctx)
	server := s.About()
	s.Close()
	if err != nil {
		return err
	}
	if len(tools) == 0 {
		return usage(fmt.Errorf("the server %q offers no tools", server.Name))
	}
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	text, err := mcptool.WriteSnapshot(tools)
	if err != nil {
		return err
	}
	f.primary = "server"
	f.arms = []generate.Arm{{Name: f.primary, Kind: "mcp", Template: generate.TemplateFile, Server: e, Tools: names, Snapshot: text}}
	if err := p.generateQuestions(ctx, about, f); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "arm server: %q %q with %d tools: %s\nnext: sooth run %s --plan --model claude-haiku-4-5 says what it costs to ask a model\n",
		server.Name, server.Version, len(names), strings.Join(names, ", "), f.out)
	return nil
}
