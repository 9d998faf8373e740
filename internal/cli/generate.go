package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sooth/extract"
	"sooth/extract/fixture"
	"sooth/internal/sample"
)

func (p *program) generateCommand() *cobra.Command {
	f := generateFlags{}
	c := &cobra.Command{
		Use:     "generate [DIR|MODULE@VERSION]",
		Short:   "make questions with machine-made answers, or fixtures, out of a tree",
		Long:    generateLong,
		Example: "  sooth generate github.com/google/jsonschema-go@v0.4.3 -n 200 --seed 1 -o questions/suite.yaml\n  sooth generate . -n 60 --kinds calls,callers -o questions\n  sooth generate fixtures ../shop -o fixtures",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return p.generateQuestions(c.Context(), args[0], f)
		},
	}
	p.questionFlags(c, &f)
	c.AddCommand(p.generateFixturesCommand())
	return c
}

func (p *program) generateFixturesCommand() *cobra.Command {
	o := sample.Options{}
	out := ""
	c := &cobra.Command{
		Use:   "fixtures DIR",
		Short: "draw files of a tree as drafts of fixtures",
		Long: `Fixtures draws files of a tree as drafts of fixtures for an extraction suite: those with signs of a weakness, by language and category in
proportion to how many there are, and some without any. The signs are a table of patterns: what a draft expects is a guess, and
no draft counts before somebody has read it. sooth suite review goes through them. Files that are there already, or were rejected, are left as they are.`,
		Example: "  sooth generate fixtures ../shop --sample-size 50 --seed 1 -o fixtures\n  sooth suite review fixtures --reviewer \"A. Reader\"",
		Args:    exactly("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case out == "":
				return usage(errors.New("no folder to write to; hint: -o fixtures"))
			case o.Size < 1 || o.Size > 100_000:
				return usage(fmt.Errorf("--sample-size must be from 1 to 100000, not %d", o.Size))
			case !(o.Negative >= 0 && o.Negative <= 1):
				return usage(fmt.Errorf("--negative-share must be from 0 to 1, not %v", o.Negative))
			case o.Lines < 10:
				return usage(fmt.Errorf("--lines must be 10 or more, not %d", o.Lines))
			}
			o.Created = p.now().UTC().Format("2006-01-02")
			return p.generateFixtures(c.Context(), args[0], out, o)
		},
	}
	flags := c.Flags()
	flags.IntVar(&o.Size, "sample-size", 50, "`number` of drafts, at most")
	flags.Uint64Var(&o.Seed, "seed", 1, "`seed` that decides which are drawn")
	flags.Float64Var(&o.Negative, "negative-share", 0.2, "`share` of files without any sign, from 0 to 1")
	flags.IntVar(&o.Lines, "lines", 200, "lines of one draft, at most, a `number`")
	flags.StringVarP(&out, "output", "o", "", "`folder` of the corpus; its vocabulary.toml, if it has one, decides what can be expected")
	return c
}

func (p *program) generateFixtures(ctx context.Context, dir, out string, o sample.Options) error {
	tree, err := os.OpenRoot(dir)
	if err != nil {
		return usage(fmt.Errorf("%w; hint: give the folder of a project", err))
	}
	defer tree.Close()
	o.Skip = inside(dir, out)
	if o.Vocabulary, err = vocabularyOf(out); err != nil {
		return err
	}
	r, err := sample.Draw(ctx, tree.FS(), o)
	if err != nil {
		if ctx.Err() == nil {
			err = usage(fmt.Errorf("%s: %w", dir, err))
		}
		return err
	}
	written, kept, err := sample.Write(out, r.Drafts)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "language\tcategory\tfound\tdrawn\n")
	for _, s := range r.Strata {
		fmt.Fprintf(p.out, "%s\t%s\t%d\t%d\n", s.Language, s.Category, s.Found, s.Drawn)
	}
	fmt.Fprintf(p.out, "%d files read, %d not; %d drafts drawn, %d written to %s, %d there already or rejected\n", r.Files, r.Unread, len(r.Drafts), written, out, kept)
	if r.Outside > 0 {
		fmt.Fprintf(p.out, "%d lines with a sign left out: the vocabulary has no words for them\n", r.Outside)
	}
	if _, err := fixture.Load(out); err != nil {
		return usage(fmt.Errorf("the corpus cannot be read now: %w", err))
	}
	p.say("drafts count nowhere; hint: sooth suite review %s", out)
	return nil
}

// inside returns where a folder lies in another, slash-separated; empty if it
// does not.
func inside(dir, folder string) string {
	top, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	below, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(top, below)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// vocabularyOf reads the vocabulary of a corpus; nil if it has none.
func vocabularyOf(dir string) (*extract.Normaliser, error) {
	name := filepath.Join(dir, fixture.VocabularyFile)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	n, err := fixture.ParseVocabulary(data, name)
	if err != nil {
		return nil, usage(err)
	}
	return n, nil
}
