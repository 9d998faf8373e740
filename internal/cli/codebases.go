package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sooth/fact"
	"sooth/internal/ground"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/golang"
	"sooth/suite"
)

// codeBases are the code bases that the tasks of a suite are about, each opened
// once, as arms are given them.
type codeBases struct {
	program *program
	suite   *suite.Suite
	open    map[string]*codeBase   // by source
	copies  map[string]fact.Reader // facts of unchanged copies, by source
	closers
}

// codeBase is one of them.
type codeBase struct {
	corpus *ground.Corpus
	digest string // of what its facts were read from, and by which readers
}

// source says where the sources of a task's code base are.
type source struct {
	dir     string // a folder; empty: of the module
	module  string
	version string
}

func (s source) key() string {
	if s.dir != "" {
		return s.dir
	}
	return s.module + "@" + s.version
}

// sourceOf finds what a task is about.
func sourceOf(s *suite.Suite, t *suite.Task) source {
	tree := t.Tree
	if tree == "" && t.ModulePath == "" {
		tree = s.Tree
	}
	switch {
	case tree == "":
		return source{module: t.ModulePath, version: t.ModuleVer}
	case filepath.IsAbs(tree):
		return source{dir: filepath.Clean(tree)}
	}
	return source{dir: filepath.Join(s.Dir, filepath.FromSlash(tree))}
}

func (p *program) codeBases(s *suite.Suite) *codeBases {
	return &codeBases{program: p, suite: s, open: map[string]*codeBase{}, copies: map[string]fact.Reader{}}
}

// sources are the sources of a task's code base.
type sources struct {
	dir   string
	facts string // folder of state where its facts are kept
	label string // for a reader: "github.com/spf13/cobra v1.10.1"
}

// treeState is the folder of state where the facts of a folder are kept.
func (p *program) treeState(abs string) string {
	sum := sha256.Sum256([]byte(abs))
	return filepath.Join(p.db, "trees", hex.EncodeToString(sum[:6]))
}

// sources finds the sources of a task's code base, which are downloaded where
// they are a module's.
func (p *program) sources(ctx context.Context, s *suite.Suite, t *suite.Task) (sources, error) {
	from := sourceOf(s, t)
	switch {
	case from.dir != "":
		abs, err := filepath.Abs(from.dir)
		if err != nil {
			return sources{}, err
		}
		if info, err := os.Stat(abs); err != nil || !info.IsDir() {
			return sources{}, usage(fmt.Errorf("task %q: there is no folder %q; hint: tree is written from the suite's folder", t.ID, from.dir))
		}
		return sources{abs, p.treeState(abs), filepath.Base(abs)}, nil
	case from.module == "":
		return sources{}, usage(fmt.Errorf("task %q is about no code base; hint: name a module with its version in the task, or a tree in suite.yaml", t.ID))
	}
	g, err := p.toolchain(ctx)
	if err != nil {
		return sources{}, err
	}
	if s.Kind == suite.QuestionsKind {
		return p.corpus(ctx, s, t, g)
	}
	if err := golang.Download(ctx, g, []lang.Module{t.Module}); err != nil {
		return sources{}, err
	}
	dir := moduleFolder(g, from)
	if dir == "" {
		return sources{}, fmt.Errorf("task %q: the sources of %s were not downloaded; hint: require it in the go.mod beside %s", t.ID, from.key(), filepath.Join(s.Dir, filepath.FromSlash(t.Path)))
	}
	return sources{dir, filepath.Join(p.db, "modules", strings.ReplaceAll(from.key(), "/", "+")), from.module + " " + from.version}, nil
}

// of opens the code base of a task: its facts are brought up to date in the
// folder of state.
func (c *codeBases) of(ctx context.Context, t *suite.Task) (*codeBase, error) {
	key := sourceOf(c.suite, t).key()
	if found := c.open[key]; found != nil {
		return found, nil
	}
	from, err := c.program.sources(ctx, c.suite, t)
	if err != nil {
		return nil, err
	}
	made, err := c.read(ctx, from.dir, from.facts, from.label)
	if err != nil {
		return nil, fmt.Errorf("task %q: the facts of %s: %w", t.ID, from.label, err)
	}
	c.open[key] = made
	return made, nil
}

// moduleFolder is where the sources of a module lie; empty: nowhere.
func moduleFolder(g *toolchain.Go, s source) string {
	if s.module != "std" {
		return golang.Folder(g, s.module, s.version)
	}
	return filepath.Join(g.Root, "src")
}

// read opens one code base.
func (c *codeBases) read(ctx context.Context, dir, facts, label string) (*codeBase, error) {
	p := c.program
	t, err := p.tree(ctx, dir, treeOptions{facts: facts, cache: p.db})
	if err != nil {
		return nil, err
	}
	c.add(t.close)
	for _, n := range t.notes {
		p.say("%s: %s", label, n)
	}
	result, err := t.update(ctx)
	if err != nil {
		return nil, err
	}
	snapshot, err := t.store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	c.add(snapshot.Close)
	corpus, err := ground.Open(ctx, ground.Options{Facts: snapshot, Dir: dir, Label: label})
	if err != nil {
		return nil, err
	}
	c.add(corpus.Close)
	stamps, err := t.store.Stamps(ctx)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%q\n", label, result.State.Readers)
	for _, s := range stamps {
		fmt.Fprintf(h, "%q %d %d\n", s.Path, s.Size, s.Modified)
	}
	return &codeBase{corpus, hex.EncodeToString(h.Sum(nil))}, nil
}
