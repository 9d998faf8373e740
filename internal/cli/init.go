package cli

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/generate"
	"sooth/internal/mcpfiles"
	"sooth/tool/mcpreach"
)

// The files that init writes.
const (
	initFolder   = "sooth"
	initWorkflow = ".github/workflows/sooth.yml"
)

func (p *program) initCommand() *cobra.Command {
	f := generateFlags{n: 10, seed: 1, format: "text"}
	c := &cobra.Command{
		Use:   "init [DIR]",
		Short: "write a first suite about a Go repository, with a CI workflow",
		Long: `Init writes a suite of ten questions about the code of a Go repository, with machine-made answers, into its folder sooth: asked without
grounding, with what an index knows, with tools over the index, and with every MCP server that the repository's editor files name. It
writes a workflow for CI, too. No key is needed to try it, nothing that is there is overwritten, no server is started, and no secret is
copied: of environment variables the suite has the names.`,
		Example: "  sooth init\n  sooth run sooth --mode mock\n  ANTHROPIC_API_KEY=… sooth run sooth --model claude-haiku-4-5",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return p.init(c.Context(), dir, f)
		},
	}
	flags := c.Flags()
	flags.IntVarP(&f.n, "number", "n", f.n, "`number` of questions")
	flags.Uint64Var(&f.seed, "seed", f.seed, "`seed` that decides which are drawn")
	return c
}

func (p *program) init(ctx context.Context, dir string, f generateFlags) error {
	f.out = filepath.Join(dir, initFolder)
	if exists(f.out) {
		return usage(fmt.Errorf("%q is there already, and nothing was written; hint: sooth suite validate %s, or remove it first", f.out, f.out))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return usage(fmt.Errorf("%w; hint: give the folder of a Go repository", err))
	}
	defer root.Close()
	servers, err := mcpfiles.OfProject(root.FS())
	if err != nil {
		p.say("note: not read: %s", oneLine(err.Error()))
	}
	arms, told := serverArms(servers)
	for _, a := range generate.Arms() {
		if a.Name != "topk" { // ten questions can tell few arms apart
			f.arms = append(f.arms, a)
		}
	}
	f.arms, f.primary = append(f.arms, arms...), "smart"
	f.told = io.Discard
	asked := "asked without grounding (none), with what an index knows (smart), with tools over it (tools)"
	f.leftOut = func(arm, why string) {
		asked = fmt.Sprintf("asked without grounding (none) and with tools over an index (tools); the arm %s is left out: %s", arm, why)
	}
	if err := p.generateQuestions(ctx, dir, f); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "wrote %s: questions about this code base, %s\n", f.out, asked)
	for _, line := range told {
		fmt.Fprintln(p.out, line)
	}
	if err := p.writeWorkflow(dir); err != nil {
		return err
	}
	p.tellHome(servers)
	fmt.Fprintf(p.out, "next:\n  sooth run %[1]s --mode mock                      tries it with machine-made answers, no key\n"+
		"  sooth run %[1]s --plan --model claude-haiku-4-5  what a model would be asked, what that costs, what it can show\n"+
		"  ANTHROPIC_API_KEY=… sooth run %[1]s --model claude-haiku-4-5\n", f.out)
	return nil
}

// serverArms makes an arm of each server, and says so in lines for people.
func serverArms(servers []mcpfiles.Server) (arms []generate.Arm, told []string) {
	taken := []string{"none", "smart", "tools", "reference", "planted"}
	for _, s := range servers {
		name := plainArm(s.Name)
		for n := 2; slices.Contains(taken, name); n++ {
			name = fmt.Sprintf("%s-%d", plainArm(s.Name), n)
		}
		taken = append(taken, name)
		arms = append(arms, generate.Arm{
			Name: name, Kind: "mcp", Template: generate.TemplateFile,
			Server: mcpreach.Server{Command: s.Command, Environment: s.Environment, URL: s.URL, Headers: s.Headers},
		})
		line := fmt.Sprintf("arm %s: the MCP server %q of %s", name, s.Name, s.File)
		if len(s.Unsaid) > 0 {
			line += fmt.Sprintf("; its headers %s hold values and were left out: put them into the environment, and {env.NAME} into the suite", strings.Join(s.Unsaid, ", "))
		}
		told = append(told, line)
	}
	return arms, told
}

// plainArm makes a name that a suite bears.
func plainArm(name string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.' {
			return r
		}
		return '-'
	}, name), "-_.")
	if name == "" {
		return "server"
	}
	return name[:min(len(name), 60)]
}

// writeWorkflow writes the workflow of CI where there is none.
func (p *program) writeWorkflow(dir string) error {
	name := filepath.Join(dir, filepath.FromSlash(initWorkflow))
	if exists(name) {
		fmt.Fprintf(p.out, "%s is there already and stays as it is\n", name)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	text := workflow
	switch has := func(file string) bool { return exists(filepath.Join(dir, file)) }; {
	case has("go.mod"):
	case has("go.work"):
		text = bytes.Replace(text, []byte("go-version-file: go.mod"), []byte("go-version-file: go.work"), 1)
	default: // modules further down, or none
		text = bytes.Replace(text, []byte("go-version-file: go.mod"), []byte("go-version: stable"), 1)
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "wrote %s: runs the suite without a key, tells below a pull request what became worse and better, and checks what it writes about the code\n", name)
	return nil
}

// workflow is what CI does. The program's place is the reader's to say: a release
// is wherever it was put.
//
//go:embed workflow.yml
var workflow []byte

// tellHome names the servers that a person's own files have beside those of the
// repository. They are no arms: the suite is for everybody.
func (p *program) tellHome(known []mcpfiles.Server) {
	home := p.getenv("HOME", p.getenv("USERPROFILE", ""))
	if home == "" {
		return
	}
	root, err := os.OpenRoot(home)
	if err != nil {
		return
	}
	defer root.Close()
	found, err := mcpfiles.OfHome(root.FS())
	if err != nil {
		p.say("note: not read: %s", oneLine(err.Error()))
	}
	for _, s := range found {
		if !slices.ContainsFunc(known, func(k mcpfiles.Server) bool { return k.Name == s.Name }) {
			fmt.Fprintf(p.out, "not in the suite: the MCP server %q of your own %s; sooth doctor --server looks at one\n", s.Name, s.File)
		}
	}
}
