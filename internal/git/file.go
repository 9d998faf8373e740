package git

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path"
	"strings"
)

// Tracked returns the files of the index below the folder, in order. What lies
// in submodules is not among them.
func (r *Repository) Tracked(ctx context.Context) ([]string, error) {
	return r.list(ctx, "ls-files", "-z", "--cached")
}

// Files returns the files of a revision below the folder, in order.
func (r *Repository) Files(ctx context.Context, revision string) ([]string, error) {
	id, err := r.Resolve(ctx, revision)
	if err != nil {
		return nil, err
	}
	return r.list(ctx, "ls-tree", "-r", "-z", "--name-only", "--end-of-options", id)
}

func (r *Repository) list(ctx context.Context, args ...string) ([]string, error) {
	var list []string
	err := r.stream(ctx, nil, func(b *bufio.Reader) error {
		for {
			name, err := token(b)
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return fmt.Errorf("git %s: %w", args[0], err)
			}
			if len(list) == 0 || list[len(list)-1] != name { // a conflict lists its sides
				list = append(list, name)
			}
		}
	}, args...)
	if err == nil {
		err = ctx.Err()
	}
	return list, err
}

// maxShown bounds a file that is shown.
const maxShown = 64 << 20

// Show returns a file as it was at a revision, without any filter. The error
// for a file that was not there is ErrNoFile.
func (r *Repository) Show(ctx context.Context, revision, name string) ([]byte, error) {
	id, err := r.Resolve(ctx, revision)
	if err != nil {
		return nil, err
	}
	missing := fmt.Errorf("%q: %w %q", name, ErrNoFile, revision)
	if !local(name) {
		return nil, missing
	}
	// A mode of 12 or 16 would be a link or a submodule, a tree no file.
	entry, err := r.output(ctx, 1<<20, "ls-tree", "-z", "--end-of-options", id, name)
	if err != nil {
		return nil, err
	}
	meta, listed, _ := strings.Cut(strings.TrimSuffix(string(entry), "\x00"), "\t")
	fields := strings.Fields(meta)
	if len(fields) != 3 || fields[1] != "blob" || !strings.HasPrefix(fields[0], "100") || listed != name || !isID(fields[2]) {
		return nil, missing
	}
	return r.output(ctx, maxShown, "cat-file", "blob", fields[2])
}

// local says whether name is a clean path that stays below the folder.
func local(name string) bool {
	return name != "" && name != "." && !strings.HasPrefix(name, "/") && path.Clean(name) == name && name != ".." && !strings.HasPrefix(name, "../") && !strings.ContainsAny(name, "\x00")
}
