package cli

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/fact/factmem"
	"sooth/internal/ckg"
	"sooth/internal/index"
	"sooth/score"
	"sooth/suite"
)

// scorer judges answers to tasks of CKG by the code bases, one at a time.
func (c *codeBases) scorer() func(context.Context, *suite.Task, string) (score.Result, error) {
	s := &ckg.Scorer{Tree: c.tree, Patched: c.patched}
	known := map[[sha256.Size]byte]score.Result{} // equal answers to a task are judged once: a patch takes a second
	return func(ctx context.Context, t *suite.Task, answer string) (score.Result, error) {
		sum := sha256.Sum256(fmt.Appendf(nil, "%q\n%s", t.ID, answer))
		if r, ok := known[sum]; ok {
			return r, nil
		}
		r, err := s.Score(ctx, t, answer)
		if err == nil {
			known[sum] = r
		}
		return r, err
	}
}

// tree opens the code base of a task as a scorer sees it.
func (c *codeBases) tree(ctx context.Context, t *suite.Task) (ckg.Tree, error) {
	base, err := c.of(ctx, t)
	if err != nil {
		return ckg.Tree{}, err
	}
	facts := base.corpus.Facts()
	tree := ckg.Tree{Facts: facts, Read: base.corpus.Text}
	for f, err := range facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.File}}) {
		if err != nil {
			return tree, err
		}
		tree.Files = append(tree.Files, f.Subject)
	}
	slices.Sort(tree.Files)
	for f, err := range facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Package}}) {
		if err != nil {
			return tree, err
		}
		if f.Span.File == "." || f.Span.File == "" {
			tree.Package = path.Base(f.Subject)
		}
	}
	for _, name := range tree.Files { // the package's own word, where the path does not end in it
		if path.Dir(name) == "." && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			if text, err := base.corpus.Text(name); err == nil {
				if clause := ckg.PackageOf(text); clause != "" {
					tree.Package = clause
					break
				}
			}
		}
	}
	return tree, nil
}

// patched reads the facts of a code base with files in the place of its own: in
// a copy that is gone afterwards. Nothing of it is run. Without files it is the
// copy alone, which is read once.
func (c *codeBases) patched(ctx context.Context, t *suite.Task, files map[string]string, with func(fact.Reader) error) (err error) {
	key := sourceOf(c.suite, t).key()
	if known := c.copies[key]; known != nil && files == nil {
		return with(known)
	}
	from, err := c.program.sources(ctx, c.suite, t)
	if err != nil {
		return err
	}
	tree, err := c.tree(ctx, t)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sooth-patch-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := copyTree(from.dir, dir, tree.Files); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, text := range files {
		if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return fmt.Errorf("patched file %q: %w", name, err)
		}
		if err := root.WriteFile(name, []byte(text), 0o644); err != nil {
			return fmt.Errorf("patched file %q: %w", name, err)
		}
	}
	readers, _, closing, err := c.program.readers(ctx, c.program.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closing()) }()
	store := factmem.New()
	if _, err := index.Run(ctx, index.Options{Dir: dir, Store: store, Readers: readers, Environ: c.program.environ, NoGit: true, Now: c.program.now()}); err != nil {
		return err
	}
	if files == nil {
		c.copies[key] = store
	}
	return with(store)
}

// copyTree copies files of a tree.
func copyTree(from, to string, files []string) error {
	source, err := os.OpenRoot(from)
	if err != nil {
		return err
	}
	defer source.Close()
	for _, name := range files {
		in, err := source.Open(filepath.FromSlash(name))
		if err != nil {
			continue // what is gone meanwhile is no part of it
		}
		err = func() error {
			defer in.Close()
			target := filepath.Join(to, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
				return err
			}
			out, err := os.Create(target)
			if err != nil {
				return err
			}
			_, err = io.Copy(out, in)
			return errors.Join(err, out.Close())
		}()
		if err != nil {
			return err
		}
	}
	return nil
}
