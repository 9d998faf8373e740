package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sooth/extract"
	"sooth/extract/fixture"
	"sooth/internal/editor"
	"sooth/internal/sample"
	"sooth/suite"
)

func (p *program) suiteReviewCommand() *cobra.Command {
	reviewer := ""
	c := &cobra.Command{
		Use:   "review DIR",
		Short: "go through the drafts of fixtures: accept, edit, reject",
		Long: `Review shows each draft of an extraction suite, or of a folder of fixtures, with its lines numbered and those that are expected
marked, and asks what to do: accept (it counts from now on, with the reviewer's name in it), edit (in $VISUAL or $EDITOR, and then asks
again), reject (it is moved to ` + sample.Rejected + `, with the name), skip, or quit. What was decided is written at once.`,
		Example: "  sooth suite review examples/security-claims --reviewer \"A. Reader\"",
		Args:    exactly("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if reviewer = strings.TrimSpace(reviewer); reviewer == "" {
				return usage(errors.New("nobody is named as reviewer; hint: --reviewer \"A. Reader\""))
			}
			if reviewer == sample.Generator {
				return usage(fmt.Errorf("%q has made the drafts; hint: name another reviewer", reviewer))
			}
			return p.review(c.Context(), args[0], reviewer)
		},
	}
	c.Flags().StringVar(&reviewer, "reviewer", p.getenv("USER", ""), "`name` of who reviews; without it $USER")
	return c
}

// review is a walk through the drafts of a corpus.
type review struct {
	*program
	dir      string // of the corpus
	reviewer string
	answers  *bufio.Reader

	accepted, rejected, skipped int
}

func (p *program) review(ctx context.Context, dir, reviewer string) error {
	if suite.KindOf(dir) == suite.ExtractKind {
		s, err := suite.LoadExtract(dir)
		if err != nil {
			return err
		}
		dir = filepath.Join(s.Dir, filepath.FromSlash(s.Fixtures))
	}
	corpus, err := fixture.Load(dir)
	if err != nil {
		return usage(err)
	}
	v := &review{program: p, dir: dir, reviewer: reviewer, answers: bufio.NewReader(p.in)}
	var drafts []fixture.Fixture
	for _, f := range corpus.Fixtures {
		if f.Status == fixture.Draft {
			drafts = append(drafts, f)
		}
	}
	for i, f := range drafts {
		if err := ctx.Err(); err != nil {
			return err
		}
		fmt.Fprintf(p.out, "\n[%d/%d] ", i+1, len(drafts))
		done, err := v.one(ctx, f)
		if err != nil {
			return err
		}
		if done {
			v.skipped += len(drafts) - i
			break
		}
	}
	fmt.Fprintf(p.out, "\n%d drafts: %d accepted, %d rejected, %d left\n", len(drafts), v.accepted, v.rejected, v.skipped)
	return nil
}

// one shows a draft and does as is answered; true: enough.
func (v *review) one(ctx context.Context, f fixture.Fixture) (bool, error) {
	v.show(f)
	for {
		fmt.Fprint(v.out, "accept (a), edit (e), reject (r), skip (s), quit (q)? ")
		answer, err := v.answers.ReadString('\n')
		if err != nil && answer == "" {
			fmt.Fprintln(v.out)
			if errors.Is(err, io.EOF) {
				return true, nil
			}
			return true, err
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "a", "accept":
			if err := v.accept(f); err != nil {
				fmt.Fprintf(v.out, "not accepted: %v\n", err)
				continue
			}
			v.accepted++
			return false, nil
		case "e", "edit":
			if f, err = v.edit(ctx, f); err != nil {
				return true, err
			}
			v.show(f)
		case "r", "reject":
			v.rejected++
			return false, v.reject(f)
		case "s", "skip":
			v.skipped++
			return false, nil
		case "q", "quit":
			return true, nil
		default:
			fmt.Fprintf(v.out, "%q is none of them\n", strings.TrimSpace(answer))
		}
	}
}

// show writes the code with numbers, and what is expected of it.
func (v *review) show(f fixture.Fixture) {
	fmt.Fprintf(v.out, "%s  %s\n%s, %s, %s\n\n", f.ID, strconv.Quote(f.Name), plain(f.File), plain(f.Category), plain(f.Language))
	marked := map[int]bool{}
	for _, e := range f.Must {
		for n := e.FirstLine; n > 0 && n <= max(e.FirstLine, e.LastLine); n++ {
			marked[n] = true
		}
	}
	for i, line := range strings.Split(strings.TrimSuffix(f.Content, "\n"), "\n") {
		mark := " "
		if marked[i+1] {
			mark = ">"
		}
		fmt.Fprintf(v.out, "%s%5d  %s\n", mark, i+1, plain(line))
	}
	fmt.Fprintln(v.out)
	v.list("expected", f.Must)
	v.list("forbidden", f.MustNot)
	if f.Exhaustive {
		fmt.Fprintln(v.out, "exhaustive: anything else is false")
	}
}

func (v *review) list(title string, list []extract.Expectation) {
	if len(list) == 0 {
		fmt.Fprintf(v.out, "%s: nothing\n", title)
	}
	for _, e := range list {
		at := ""
		if e.FirstLine > 0 {
			at = fmt.Sprintf(", line %d", e.FirstLine)
		}
		fmt.Fprintln(v.out, plain(fmt.Sprintf("%s: %s %s = %s%s: %s", title, e.Subject, e.Predicate, e.Value, at, e.Rationale)))
	}
}

func (v *review) path(f fixture.Fixture) string {
	return filepath.Join(v.dir, filepath.FromSlash(f.File))
}

// accept writes the draft as reviewed. What the corpus would not take as that
// is put back.
func (v *review) accept(f fixture.Fixture) error {
	name := v.path(f)
	before, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text, err := sample.Accept(string(before), v.reviewer)
	if err != nil {
		return err
	}
	if err := replace(name, []byte(text)); err != nil {
		return err
	}
	now, err := v.again(f.File)
	if err == nil && (now.Status != fixture.Reviewed || now.Reviewer != v.reviewer) {
		err = errors.New("its status could not be set; hint: write status and reviewer by hand")
	}
	if err != nil {
		return errors.Join(err, replace(name, before))
	}
	return nil
}

// edit gives the draft to the editor and reads it again. A draft that cannot be
// read is told; what the editor wrote stays.
func (v *review) edit(ctx context.Context, f fixture.Fixture) (fixture.Fixture, error) {
	command, err := editor.Command(v.environ)
	if err != nil {
		fmt.Fprintln(v.out, err)
		return f, nil
	}
	var terminal io.Reader // the editor gets the terminal, but no script of answers
	if isTerminal(v.in) {
		terminal = v.in
	}
	if err := editor.Edit(ctx, command, v.path(f), v.environ, terminal, v.out, v.err); err != nil {
		fmt.Fprintln(v.out, err)
		return f, ctx.Err()
	}
	now, err := v.again(f.File)
	if err != nil {
		fmt.Fprintf(v.out, "the corpus cannot be read now:\n%v\n", err)
		return f, nil
	}
	return now, nil
}

// reject puts the draft aside, with who did it.
func (v *review) reject(f fixture.Fixture) error {
	name := v.path(f)
	before, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text, err := sample.Reject(string(before), v.reviewer)
	if err != nil {
		text = "# rejected by " + strings.ReplaceAll(v.reviewer, "\n", " ") + "\n" + string(before)
	}
	aside := filepath.Join(v.dir, sample.Rejected)
	if err := os.MkdirAll(aside, 0o755); err != nil {
		return err
	}
	if err := replace(filepath.Join(aside, filepath.Base(name)), []byte(text)); err != nil {
		return err
	}
	return os.Remove(name)
}

// again reads one fixture of the corpus.
func (v *review) again(file string) (fixture.Fixture, error) {
	corpus, err := fixture.Load(v.dir)
	if err != nil {
		return fixture.Fixture{}, err
	}
	for _, f := range corpus.Fixtures {
		if f.File == file {
			return f, nil
		}
	}
	return fixture.Fixture{}, fmt.Errorf("%s is gone", file)
}
