package symbol

import (
	"context"
	"strings"

	"sooth/claim"
	"sooth/oracle/world"
)

// resolve finds out what the subject of a claim means. A name without a package
// under a heading, behind an introduction or beside a mention that says one is
// of that package.
func (o *Oracle) resolve(ctx context.Context, c claim.Claim) (world.Meaning, error) {
	m, err := o.world.Resolve(ctx, c.Subject)
	if err != nil || len(m.Symbols) > 0 && !m.Guessed && c.Anchor != "signature" && c.Kind != claim.Signature {
		return m, err
	}
	if c.Kind != claim.Signature && c.Anchor != "signature" && c.Anchor != "listed" {
		return m, nil
	}
	n := world.ParseName(c.Subject)
	if n.Path != "" {
		return m, nil
	}
	subject := strings.Join(n.Parts, ".")
	said := o.text.Beside(c.Offset)
	if c.Within != "" && !strings.ContainsAny(c.Within, " .") {
		said = append(said, world.OfPackage+c.Within)
	}
	for _, s := range said {
		var full string
		switch {
		case strings.HasSuffix(s, "."+subject) && !strings.ContainsAny(s, " (*"):
			full = s
		case strings.HasPrefix(s, world.OfPackage):
			full = strings.TrimPrefix(s, world.OfPackage) + "." + subject
		case strings.Contains(s, "/") && !strings.ContainsAny(s, " ().:"):
			full = s + "." + subject
		default:
			continue
		}
		if paths, err := o.world.Qualified(ctx, strings.TrimSuffix(full, "."+subject)); err != nil {
			return m, err
		} else if len(paths) != 1 {
			continue
		}
		other, err := o.world.Resolve(ctx, full)
		if err != nil {
			return m, err
		}
		if len(other.Symbols) > 0 || other.Missing != nil && len(m.Symbols) == 0 {
			return other, nil
		}
	}
	return m, nil
}
