package llm

// Usage counts tokens; a count that the provider did not give is nil. The four
// do not overlap, whatever the provider's own counting: Input is what was
// neither read from a cache nor written to one, and Output includes hidden
// reasoning.
type Usage struct {
	Input, Output, CacheRead, CacheWrite *int
}

// Plus returns the sum of two usages. A count that either of them lacks, the sum
// lacks too: what is known of it would pass for the whole.
func (u Usage) Plus(v Usage) Usage {
	plus := func(a, b *int) *int {
		if a == nil || b == nil {
			return nil
		}
		sum := *a + *b
		return &sum
	}
	return Usage{plus(u.Input, v.Input), plus(u.Output, v.Output), plus(u.CacheRead, v.CacheRead), plus(u.CacheWrite, v.CacheWrite)}
}

// PlusDollars returns the sum of two costs; nil where either is not known.
func PlusDollars(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	sum := *a + *b
	return &sum
}

// Uncached is what is left of the tokens of a prompt without those that were read
// from caches or written to them, for a provider that counts them together. It
// is nil where the provider does not tell, or counts in some other way.
func Uncached(prompt *int, cached ...*int) *int {
	if prompt == nil {
		return nil
	}
	rest := *prompt
	for _, n := range cached {
		if n != nil {
			rest -= *n
		}
	}
	if rest < 0 {
		return nil
	}
	return &rest
}
