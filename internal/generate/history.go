package generate

import "context"

// History is what git knows, asked in two ways that share nothing but git's
// objects.
type History interface {
	// Commits returns the commits that lead to the head, newest first, those with
	// one parent or none and without merges before them in doubt, at most limit.
	Commits(ctx context.Context, limit int) ([]Change, error)
	// Last returns the newest commit that changed a file, by the history of that
	// file alone.
	Last(ctx context.Context, file string) (string, error)
	// LastLines returns the newest commit that changed a range of lines of a file.
	LastLines(ctx context.Context, file string, first, last int) (string, error)
	// Files returns the files that differ between a commit and its parent.
	Files(ctx context.Context, commit string) ([]string, error)
	// Show returns a file as it was at a commit; nil: it was not there.
	Show(ctx context.Context, commit, file string) ([]byte, error)
}

// Change is one commit with the files that it changed.
type Change struct {
	ID    string
	Files []string
	Merge bool
}

func (m *maker) historyForms() []*form { return nil }
