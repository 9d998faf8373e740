package cli

import (
	"context"

	"sooth/internal/parsers"
	"sooth/internal/perturb"
)

// parsers are the languages' own parsers that this machine has, looked for once.
func (p *program) parsers(ctx context.Context) map[string]perturb.Parser {
	p.parsersOnce.Do(func() { p.ownParsers = parsers.Find(ctx, p.environ) })
	return p.ownParsers
}
