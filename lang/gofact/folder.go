package gofact

import "context"

// Folder returns the absolute folder of a package without reading it; empty: it
// is not here.
func (p *Packages) Folder(ctx context.Context, path string) (string, error) {
	at, err := p.locate(ctx, path, false)
	if err != nil || len(at.dirs) == 0 {
		return "", err
	}
	return at.dirs[0].dir, nil
}
