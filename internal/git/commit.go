package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"
)

// Commit is one commit with the files that it changed.
type Commit struct {
	ID      string // in full
	Parents []string
	Time    time.Time // of the committer
	Subject string    // first line of the message
	// Changes are in order of path, relative to the repository's folder that was
	// opened; a renamed file is one deleted and one added. A merge has none.
	Changes []Change
}

// Change is what a commit did to a file.
type Change struct {
	Status byte // 'A' added, 'M' modified, 'D' deleted, 'T' another type
	Path   string
}

// Resolve returns the full name of the commit that a revision means.
func (r *Repository) Resolve(ctx context.Context, revision string) (string, error) {
	if revision == "" || strings.ContainsAny(revision, "\x00\n") {
		return "", fmt.Errorf("%w %q", ErrNoRevision, revision)
	}
	out, err := r.output(ctx, 1<<10, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	id := strings.TrimSpace(string(out))
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil || !isID(id) {
		return "", fmt.Errorf("%w %q", ErrNoRevision, revision)
	}
	return id, nil
}

// Head returns the newest commit; empty: there is none yet.
func (r *Repository) Head(ctx context.Context) (string, error) {
	id, err := r.Resolve(ctx, "HEAD")
	if errors.Is(err, ErrNoRevision) {
		return "", nil
	}
	return id, err
}

// MergeBase returns the newest commit that both revisions come from.
func (r *Repository) MergeBase(ctx context.Context, a, b string) (string, error) {
	var ids [2]string
	for i, revision := range []string{a, b} {
		var err error
		if ids[i], err = r.Resolve(ctx, revision); err != nil {
			return "", err
		}
	}
	out, err := r.output(ctx, 1<<10, "merge-base", ids[0], ids[1])
	if id := strings.TrimSpace(string(out)); err == nil && isID(id) {
		return id, nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return "", fmt.Errorf("%q and %q have no commit in common; hint: a shallow clone must be deepened (git fetch --unshallow)", a, b)
}

// IsAncestor says whether newer comes from older; both are full names.
func (r *Repository) IsAncestor(ctx context.Context, older, newer string) (bool, error) {
	if !isID(older) || !isID(newer) {
		return false, fmt.Errorf("%w %q", ErrNoRevision, older+".."+newer)
	}
	_, err := r.output(ctx, 1<<10, "merge-base", "--is-ancestor", older, newer)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	// It fails when the answer is no, and when one is not there any more.
	return err == nil, nil
}

// Commits yields the commits that lead to a revision, newest first, without
// those that lead to since (empty: all), at most limit (0: all).
func (r *Repository) Commits(ctx context.Context, since, revision string, limit int) iter.Seq2[Commit, error] {
	return func(yield func(Commit, error) bool) {
		args := []string{"log", "-z", "--no-color", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-notes", "--no-mailmap", "--no-decorate",
			"--no-diff-merges", "--relative", "--ignore-submodules=all", "--name-status", "--encoding=UTF-8", "--format=tformat:%x01%H%x00%P%x00%ct%x00%s"}
		if limit > 0 {
			args = append(args, "--max-count="+strconv.Itoa(limit))
		}
		id, err := r.Resolve(ctx, revision)
		if err == nil && since != "" {
			since, err = r.Resolve(ctx, since)
		}
		if err != nil {
			yield(Commit{}, err)
			return
		}
		args = append(args, "--end-of-options", id)
		if since != "" {
			args = append(args, "^"+since)
		}
		left := false
		err = r.stream(ctx, nil, func(b *bufio.Reader) error {
			return readLog(b, func(c Commit) bool {
				left = !yield(c, nil)
				return !left
			})
		}, args...)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil && !left {
			yield(Commit{}, err)
		}
	}
}

// readLog reads what log printed: for each commit "\x01id", parents, time and
// subject, then a status and a path for each file, all ended by NUL.
func readLog(b *bufio.Reader, yield func(Commit) bool) error {
	var c Commit
	started := false
	for {
		field, err := token(b)
		if err == io.EOF {
			if started {
				yield(c)
			}
			return nil
		}
		if err != nil {
			return err
		}
		field = strings.TrimPrefix(field, "\n")
		if id, ok := strings.CutPrefix(field, "\x01"); ok && isID(id) {
			if started && !yield(c) {
				return nil
			}
			var parents, seconds, subject string
			for _, to := range []*string{&parents, &seconds, &subject} {
				if *to, err = token(b); err != nil {
					return fmt.Errorf("git log: it ends in commit %s", id)
				}
			}
			n, err := strconv.ParseInt(seconds, 10, 64)
			if err != nil {
				return fmt.Errorf("git log: commit %s has the time %q", id, seconds)
			}
			c, started = Commit{ID: id, Parents: strings.Fields(parents), Time: time.Unix(n, 0).UTC(), Subject: subject}, true
			continue
		}
		if !started || len(field) != 1 {
			return fmt.Errorf("git log: unexpected %q", field)
		}
		path, err := token(b)
		if err != nil {
			return fmt.Errorf("git log: it ends in commit %s", c.ID)
		}
		c.Changes = append(c.Changes, Change{Status: field[0], Path: path})
	}
}

// token reads to the next NUL; io.EOF: there is nothing left.
func token(b *bufio.Reader) (string, error) {
	s, err := b.ReadString(0)
	switch {
	case err == nil:
		return s[:len(s)-1], nil
	case err == io.EOF && strings.Trim(s, "\n") != "":
		return "", io.ErrUnexpectedEOF
	}
	return "", err
}

// isID says whether s is the full name of an object: SHA-1 or SHA-256.
func isID(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	return strings.Trim(s, "0123456789abcdef") == ""
}

// IsShallow says whether the history is cut off.
func (r *Repository) IsShallow(ctx context.Context) (bool, error) {
	out, err := r.output(ctx, 1<<10, "rev-parse", "--is-shallow-repository")
	return strings.TrimSpace(string(out)) == "true", err
}
