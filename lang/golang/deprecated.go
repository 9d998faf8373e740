package golang

import (
	"context"

	"sooth/lang"
)

// deprecation adds the deprecation of a symbol.
func (c *check) deprecation(ctx context.Context, r *lang.Reference) {
	rec := c.recordOf(ctx, r.Package)
	if rec == nil {
		return
	}
	p, ok := rec.Deprecated[r.Symbol]
	if !ok {
		return
	}
	r.Deprecated = p.Text
	r.Replacement = p.Replacement
}
