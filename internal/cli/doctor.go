package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

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
	State  string `json:"state"` // ok, missing, broken
	Detail string `json:"detail"`
	Hint   string `json:"hint,omitempty"`
}

func (p *program) doctorCommand() *cobra.Command {
	format := "text"
	c := &cobra.Command{
		Use:   "doctor",
		Short: "say what is in force and what is missing",
		Long: `Doctor prints the toolchain, the sandbox and the state that are in force, and for what is missing the command that installs
it. It exits with 1 when something is missing without which nothing can be graded.`,
		Example: "  sooth doctor",
		Args:    exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			if !slices.Contains([]string{"text", "json"}, format) {
				return usage(fmt.Errorf("unknown format %q; hint: text or json", format))
			}
			return p.doctor(c.Context(), format)
		},
	}
	c.Flags().StringVar(&format, "format", format, "`format`: text or json")
	return c
}

func (p *program) doctor(ctx context.Context, format string) error {
	list := []finding{{Name: "sooth", State: "ok", Detail: Version()}}
	fatal := false
	g, err := toolchain.Find(ctx, p.environ)
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
	if format == "json" {
		e := json.NewEncoder(p.out)
		e.SetIndent("", "  ")
		if err := e.Encode(list); err != nil {
			return err
		}
	} else {
		for _, f := range list {
			fmt.Fprintf(p.out, "%-8s %-8s %s\n", f.Name, f.State, f.Detail)
			if f.Hint != "" {
				fmt.Fprintf(p.out, "%-17s hint: %s\n", "", f.Hint)
			}
		}
	}
	if fatal {
		return &failure{code: exitSurroundings, err: errors.New("nothing can be graded here yet; see above")}
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
