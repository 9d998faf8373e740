package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sooth/internal/process"
	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
	"sooth/lang/ctags"
	"sooth/trial"
)

// finding is one thing that doctor looked at.
type finding struct {
	Name   string `json:"name"`
	State  string `json:"state"` // ok, warning, missing, broken
	Detail string `json:"detail"`
	Hint   string `json:"hint,omitempty"`
}

func (p *program) doctorCommand() *cobra.Command {
	format, server, online := "text", serverFlags{}, onlineFlags{}
	c := &cobra.Command{
		Use:   "doctor [-- ARG...]",
		Short: "say what is in force and what is missing",
		Long: `Doctor prints the toolchain, the sandbox and the state that are in force, and for what is missing the command that installs
it. It exits with 1 when something is missing without which nothing can be graded.

With --server it looks at an MCP server instead, as an arm of kind mcp would use it, without a model and without calling a
tool: its start, the protocol that is agreed on, its tools and their schemas, what it prints beside its messages, how long it takes, how it ends.
With --online it asks each provider whose key is in the environment for a few tokens, which costs a fraction of a cent.`,
		Example: "  sooth doctor\n  sooth doctor --server 'gopls mcp'\n  sooth doctor --server 'gopls mcp' --snapshot gopls.tools.json\n  sooth doctor --server https://docs.example/mcp --header 'Authorization=Bearer {env.DOCS_TOKEN}'\n  sooth doctor --online",
		RunE: func(c *cobra.Command, args []string) error {
			if err := knownFormat(format, "", "text", "json"); err != nil {
				return err
			}
			if c.Flags().Changed("server") {
				return p.doctorServer(c.Context(), &server, args, format)
			}
			if server.snapshot != "" {
				return usage(errors.New("--snapshot goes with --server; hint: sooth doctor --server 'gopls mcp' --snapshot gopls.tools.json"))
			}
			if err := exactly()(c, args); err != nil {
				return err
			}
			if online.online || len(online.models) > 0 {
				return p.doctorOnline(c.Context(), &online, format)
			}
			return p.doctor(c.Context(), format)
		},
	}
	c.Flags().StringVar(&format, "format", format, "`format`: text or json")
	server.add(c.Flags())
	online.add(c.Flags())
	return c
}

func (p *program) doctor(ctx context.Context, format string) error {
	list := []finding{{Name: "sooth", State: "ok", Detail: Version()}}
	fatal := false
	g, err := p.toolchain(ctx)
	switch {
	case errors.Is(err, toolchain.ErrNotFound):
		fatal = true
		list = append(list, finding{"go", "missing", "no go command on PATH", "install Go 1.26 or newer from https://go.dev/dl"})
	case err != nil:
		fatal = true
		list = append(list, finding{"go", "broken", err.Error(), ""})
	default:
		list = append(list, finding{"go", "ok", fmt.Sprintf("%s %s/%s in %s", g.Version, g.OS, g.Arch, g.Root), ""})
	}
	box, err := sandbox.Find(ctx, p.environ)
	if err != nil {
		list = append(list, finding{"sandbox", "missing", err.Error(), "without one, hidden tests are not run and `behaves` is unknown"})
	} else {
		list = append(list, finding{"sandbox", "ok", box.Name(), ""})
	}
	if reader, err := ctags.Find(ctx, p.environ); err != nil {
		list = append(list, finding{"ctags", "missing", err.Error(), "without it, languages other than Go are files with lines: sudo apt install universal-ctags"})
	} else {
		list = append(list, finding{"ctags", "ok", reader.Version(), ""})
	}
	if git, err := process.Find("git", p.getenv("PATH", "")); err != nil {
		list = append(list, finding{"git", "missing", err.Error(), "without it, commits are not known and check --changed cannot be used: sudo apt install git"})
	} else {
		list = append(list, finding{"git", "ok", git, ""})
	}
	list = append(list, p.state(ctx))
	if err := p.findings(list, format); err != nil {
		return err
	}
	if fatal {
		return &failure{code: exitSurroundings, err: errors.New("nothing can be graded here yet; see above")}
	}
	return nil
}

// findings tells what was found.
func (p *program) findings(list []finding, format string) error {
	if format == "json" {
		e := json.NewEncoder(p.out)
		e.SetIndent("", "  ")
		return e.Encode(list)
	}
	width := 8
	for _, f := range list {
		width = max(width, len(f.Name))
	}
	for _, f := range list {
		fmt.Fprintf(p.out, "%-*s %-8s %s\n", width, f.Name, f.State, f.Detail)
		if f.Hint != "" {
			fmt.Fprintf(p.out, "%*s hint: %s\n", width+9, "", f.Hint)
		}
	}
	return nil
}

// state looks at the folder of runs and caches.
func (p *program) state(ctx context.Context) finding {
	file := filepath.Join(p.db, "runs.db")
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		return finding{"state", "ok", fmt.Sprintf("%s is not there yet: no run was made here", file), ""}
	}
	store, err := trial.Open(ctx, file, trial.Options{ReadOnly: true})
	if err != nil {
		return finding{"state", "broken", err.Error(), ""}
	}
	defer store.Close()
	runs, err := store.Runs(ctx)
	if err != nil {
		return finding{"state", "broken", err.Error(), ""}
	}
	return finding{"state", "ok", fmt.Sprintf("%s: %d runs", file, len(runs)), ""}
}
