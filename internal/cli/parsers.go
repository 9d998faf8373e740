package cli

import "sooth/internal/perturb"

// parsers are the languages' own parsers that this machine has.
func (p *program) parsers([]perturb.Kind) map[string]perturb.Parser { return nil }
