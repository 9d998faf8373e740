package golang

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sooth/internal/toolchain"
	"sooth/lang"
)

// agreementVariable says how many snippets TestAgreement compares with the
// compiler: at least 2,000 for the published figure, which takes some minutes.
const agreementVariable = "SOOTH_AGREEMENT"

// TestAgreement cuts packages out of the standard library, changes one token of
// each, and compares our verdict with that of the compiler. Every difference is
// printed; those whose cause is known are in testdata/agreement.txt, by cause.
func TestAgreement(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(agreementVariable))
	if n == 0 {
		if testing.Short() {
			t.Skip("short")
		}
		n = 40
		t.Logf("%d snippets; set %s=2000 for the published figure", n, agreementVariable)
	}
	g := goTool(t)
	compiler := newCompiler(t, g)
	packages := compiler.plain(t)
	if len(packages) < 20 {
		t.Fatalf("only %d packages to cut from", len(packages))
	}
	c := newChecker(t, sharedCache)
	random := rand.New(rand.NewPCG(1, 2))
	type snippet struct {
		program lang.Program
		change  string
	}
	work := make(chan snippet)
	var (
		mu                    sync.Mutex
		same, bad, place      int
		compiled, differences int
		unknown               []string
		wait                  sync.WaitGroup
	)
	known := knownDifferences(t)
	for range 2 {
		wait.Go(func() {
			for s := range work {
				r, err := c.Check(context.Background(), s.program)
				if err != nil {
					t.Errorf("%s: %v", s.change, err)
					continue
				}
				first, err := compiler.compile(s.program)
				if err != nil {
					t.Errorf("%s: %v", s.change, err)
					continue
				}
				problems := counted(r)
				mu.Lock()
				compiled++
				if first != "" {
					bad++
				}
				if (first == "") == (len(problems) == 0) {
					same++
					if first != "" && slices.ContainsFunc(problems, func(p lang.Problem) bool {
						return strings.HasPrefix(first, p.Span.File+":"+strconv.Itoa(p.Span.Line)+":")
					}) {
						place++
					}
				} else {
					differences++
					line := fmt.Sprintf("%s: the compiler says %q, we say %q", s.change, first, said(problems))
					if !slices.ContainsFunc(known, func(k *regexp.Regexp) bool { return k.MatchString(line) }) {
						unknown = append(unknown, line)
					} else {
						t.Log(line)
					}
				}
				mu.Unlock()
			}
		})
	}
	for i := range n {
		p := packages[random.IntN(len(packages))]
		program, change := mutate(random, p)
		work <- snippet{program, fmt.Sprintf("%d %s", i, change)}
	}
	close(work)
	wait.Wait()
	t.Logf("%d snippets, %d refused by the compiler; same verdict %d; differences %d; the compiler's first error on a line of ours %d of %d", compiled, bad, same, differences, place, bad)
	if bad*5 < compiled || bad == compiled {
		t.Errorf("%d of %d snippets are wrong: the comparison says little", bad, compiled)
	}
	slices.Sort(unknown)
	for _, u := range unknown {
		t.Errorf("difference without a known cause: %s", u)
	}
}

func said(problems []lang.Problem) string {
	if len(problems) == 0 {
		return ""
	}
	return problems[0].Span.String() + ": " + problems[0].Message
}

// knownDifferences reads testdata/agreement.txt: after each cause the patterns
// of the lines that it explains.
func knownDifferences(t *testing.T) []*regexp.Regexp {
	text, err := os.ReadFile("testdata/agreement.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []*regexp.Regexp
	for line := range strings.Lines(string(text)) {
		if p, ok := strings.CutPrefix(strings.TrimSpace(line), "pattern: "); ok {
			list = append(list, regexp.MustCompile(p))
		}
	}
	return list
}

// compiler runs the real compiler against the export data of the standard
// library.
type compiler struct {
	g      *toolchain.Go
	config string // -importcfg
	dir    string
	listed []*listed
	n      int
	mu     sync.Mutex
}

func newCompiler(t *testing.T, g *toolchain.Go) *compiler {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module solution\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := g.Run(context.Background(), dir, nil, "list", "-export", "-json=ImportPath,Dir,Name,Export,GoFiles,Imports,SFiles", "std")
	if err != nil {
		t.Fatal(err)
	}
	c := &compiler{g: g, dir: dir, config: filepath.Join(dir, "importcfg")}
	var config bytes.Buffer
	d := json.NewDecoder(bytes.NewReader(out))
	for {
		var p struct {
			listed
			Export string
			SFiles []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Export != "" {
			fmt.Fprintf(&config, "packagefile %s=%s\n", p.ImportPath, p.Export)
		}
		if len(p.SFiles) == 0 {
			c.listed = append(c.listed, &p.listed)
		}
	}
	if err := os.WriteFile(c.config, config.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return c
}

// plain returns the packages of the standard library that a module of its own
// could hold: without internal packages, assembly and tricks of the linker.
func (c *compiler) plain(t *testing.T) []lang.Program {
	var list []lang.Program
	for _, p := range c.listed {
		if _, internal := internalTo(p.ImportPath); internal || strings.HasPrefix(p.ImportPath, "vendor/") || p.ImportPath == "unsafe" || p.Name == "main" {
			continue
		}
		if slices.ContainsFunc(p.Imports, func(i string) bool {
			_, internal := internalTo(i)
			return internal || i == "C" || strings.HasPrefix(i, "golang.org/")
		}) {
			continue
		}
		program := lang.Program{
			Module: lang.Module{Files: []lang.File{{Name: "go.mod", Text: "module solution\n\ngo 1.26\n"}}},
			Target: lang.Target{Language: "go", Version: "1.26"},
		}
		size, plain := 0, true
		for _, name := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			size += len(text)
			plain = plain && !bytes.Contains(text, []byte("//go:linkname")) && !bytes.Contains(text, []byte("//go:embed"))
			program.Files = append(program.Files, lang.File{Name: name, Text: string(text)})
		}
		if plain && size < 120_000 {
			list = append(list, program)
		}
	}
	return list
}

// compile returns the compiler's first error about a program of one package as
// "file:line:col: message"; empty: there is none.
func (c *compiler) compile(p lang.Program) (string, error) {
	c.mu.Lock()
	c.n++
	dir := filepath.Join(c.dir, "snippet"+strconv.Itoa(c.n))
	c.mu.Unlock()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	args := []string{"tool", "compile", "-e", "-complete", "-p", "solution", "-lang", "go" + p.Target.Version, "-importcfg", c.config, "-o", "out.a"}
	for _, f := range p.Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o644); err != nil {
			return "", err
		}
		args = append(args, f.Name)
	}
	out, err := c.g.Run(context.Background(), dir, nil, args...)
	if err == nil {
		return "", nil
	}
	var failure *toolchain.Error
	if !errors.As(err, &failure) {
		return "", err
	}
	lines := strings.Split(string(out)+failure.Stderr, "\n")
	slices.SortStableFunc(lines, func(x, y string) int { return 0 })
	for _, line := range lines {
		if strings.Contains(line, ".go:") {
			return line, nil
		}
	}
	return strings.Join(lines, "\n"), nil
}
