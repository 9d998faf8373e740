package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sooth/internal/generate"
	"sooth/internal/mcpfiles"
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
	f.arms = append([]string{
		"smart: {kind: smart, template: " + generate.GroundedFile + "}",
		"tools: {kind: tools, template: " + generate.TemplateFile + "}",
	}, arms...)
	f.more = generate.Compared(f.arms, "smart")
	f.told = io.Discard
	if err := p.generateQuestions(ctx, dir, f); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "wrote %s: questions about this code base, asked without grounding (none), with what an index knows (smart), with tools over it (tools)\n", f.out)
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
func serverArms(servers []mcpfiles.Server) (arms, told []string) {
	taken := []string{"none", "smart", "tools", "reference", "planted"}
	for _, s := range servers {
		name := plainArm(s.Name)
		for n := 2; slices.Contains(taken, name); n++ {
			name = fmt.Sprintf("%s-%d", plainArm(s.Name), n)
		}
		taken = append(taken, name)
		arm := fmt.Sprintf("%s: {kind: mcp, template: %s", name, generate.TemplateFile)
		if s.URL != "" {
			arm += ", url: " + quoted(s.URL)
			var headers []string
			for _, h := range slices.Sorted(maps.Keys(s.Headers)) {
				headers = append(headers, quoted(h)+": "+quoted(s.Headers[h]))
			}
			if len(headers) > 0 {
				arm += ", headers: {" + strings.Join(headers, ", ") + "}"
			}
		} else {
			arm += ", server: " + quoted(s.Command)
			if len(s.Environment) > 0 {
				arm += ", environment: " + quoted(s.Environment)
			}
		}
		arms = append(arms, arm+"}")
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

// quoted writes a value as YAML takes it on one line.
func quoted(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return `""`
	}
	return strings.TrimSpace(b.String())
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
	if err := os.WriteFile(name, []byte(workflow), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "wrote %s: runs the suite without a key, tells below a pull request what became worse and better, and checks what it writes about the code\n", name)
	return nil
}

// workflow is what CI does. The program's place is the reader's to say: a release
// is wherever it was put.
const workflow = `# What is said about this code base, checked by machine. SOOTH_URL is a variable of the repository: the address of
# the static binary for linux and amd64 out of a release of sooth.
name: sooth
on: [push, pull_request]
permissions:
  contents: read
  pull-requests: write # the comment below a pull request
jobs:
  sooth:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-go@v5
        with:
          go-version-file: go.mod
      - name: Install sooth
        run: curl -fsSL --retry 3 -o "$RUNNER_TEMP/sooth" "$SOOTH_URL" && chmod +x "$RUNNER_TEMP/sooth" && echo "$RUNNER_TEMP" >> "$GITHUB_PATH"
        env:
          SOOTH_URL: ${{ vars.SOOTH_URL }}
      - name: Earlier runs, those of the branch that the change goes to
        uses: actions/cache@v4
        with:
          path: .sooth
          key: sooth-${{ github.ref_name }}-${{ github.run_id }}
          restore-keys: sooth-${{ github.base_ref || github.ref_name }}-
      - name: The suite is whole
        run: sooth suite validate sooth
      - name: The suite runs (machine-made answers; a model needs --model and its key as a secret)
        run: sooth run sooth --mode mock --quiet --output sooth.html
      - name: What became worse and better, what is new and gone
        run: sooth report last --against previous --format comment --output comment.md && cat comment.md >> "$GITHUB_STEP_SUMMARY"
      - name: The same below the pull request
        if: github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository
        run: gh pr comment "$NUMBER" --edit-last --create-if-none --body-file comment.md
        env:
          GH_TOKEN: ${{ github.token }}
          NUMBER: ${{ github.event.number }}
      - uses: actions/upload-artifact@v4
        with:
          name: sooth
          path: sooth.html
      - name: What this change adds to the documentation is true
        if: github.event_name == 'pull_request'
        run: sooth check --changed "origin/$BASE"
        env:
          BASE: ${{ github.base_ref }}
`

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
