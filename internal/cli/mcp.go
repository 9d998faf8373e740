package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"sooth/internal/ground"
	"sooth/internal/mcpserver"
	"sooth/internal/render"
	"sooth/internal/triage"
)

func (p *program) mcpCommand() *cobra.Command {
	repo := ""
	c := &cobra.Command{
		Use:   "mcp",
		Short: "be an MCP server that tells agents what is true of a code base",
		Long: `Mcp is an MCP server on standard input and output. Agents ask it for what sooth facts knows of a code base and for one text with all
that a task needs (find_symbol, find_callers, find_callees, get_subgraph, search_text, read_file, get_context_for_task), and have a text judged
as sooth check does it, before they hand it out (check).

The code base is --repo; without it, the repository around the working directory. It is read at the start, and what has changed is read again
before each answer. None of its code is run, no tool writes, and no file outside of it is shown. The server ends when its input ends.`,
		Example: "  sooth mcp --repo .\n  claude mcp add sooth -- sooth mcp --repo .\n  sooth doctor --server 'sooth mcp --repo .'",
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return p.mcp(c.Context(), repo) },
	}
	c.Flags().StringVar(&repo, "repo", "", "`folder` of the code base (default: the repository around the working directory)")
	return c
}

func (p *program) mcp(ctx context.Context, repo string) (err error) {
	dir, err := repository(repo)
	if err != nil {
		return usage(err)
	}
	state := p.stateFolder(dir)
	t, err := p.tree(ctx, dir, treeOptions{facts: state, cache: state})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	if isTerminal(p.in) {
		p.say("waiting for an MCP client that speaks about %s on standard input; Ctrl-C ends it", dir)
	}
	s := served{tree: t}
	if err := mcpserver.Serve(ctx, mcpserver.Options{Version: Version(), Look: s.look}, p.in, p.out); err != nil {
		return fmt.Errorf("%w; hint: an MCP client starts this program and speaks to it; sooth doctor --server tries it", err)
	}
	return nil
}

// served is the code base that agents ask about.
type served struct {
	tree       *tree
	generation int // of base
	base       *mcpserver.Base
}

// look returns the code base as it is now.
func (s *served) look(ctx context.Context) (*mcpserver.Base, error) {
	r, err := s.tree.update(ctx)
	if err != nil {
		return nil, err
	}
	if s.base != nil && s.generation == r.State.Generation {
		return s.base, nil
	}
	g, err := s.tree.grounds(ctx, r)
	if err != nil {
		return nil, err
	}
	label := cmp.Or(r.State.Module, filepath.Base(s.tree.dir))
	corpus, err := ground.Open(ctx, ground.Options{Facts: g.facts, Dir: s.tree.dir, Label: label})
	if err != nil {
		return nil, errors.Join(err, g.close())
	}
	g.add(corpus.Close)
	s.generation, s.base = r.State.Generation, &mcpserver.Base{Corpus: corpus, Check: g.tell, Close: g.close}
	return s.base, nil
}

// tell judges one text and tells of it as an agent reads it.
func (g *grounds) tell(ctx context.Context, t mcpserver.Text) (string, error) {
	in := input{source: cmp.Or(t.Name, "text"), name: t.Name, file: t.Name, text: t.Text}
	verdicts, err := g.judge.Check(ctx, in.name, in.text)
	if err != nil {
		return "", err
	}
	c := triaged([]checked{{input: in, verdicts: verdicts}}, triage.Options{})
	c.Notes = g.notes
	return render.CheckBrief(c, t.Undecided), nil
}
