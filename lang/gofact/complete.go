package gofact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// needs notes that a package with a fixed key must be in the cache.
func (u *universe) needs(k *pack) {
	if k.fixed && k.key != "" {
		u.direct[k] = true
	}
}

// mark is the key in the cache of the word that it holds all that is needed.
func (u *universe) mark() string {
	h := sha256.New()
	for _, k := range u.order {
		if u.direct[k] {
			fmt.Fprintln(h, k.key)
		}
	}
	return digest("all of", hex.EncodeToString(h.Sum(nil)))
}

// complete sees to it that the cache holds all packages with a fixed key that
// are needed. trusted says that it may be taken at its word.
func (u *universe) complete(ctx context.Context, trusted bool) error {
	mark := u.mark()
	if _, ok, err := u.reader.cache.Get(ctx, mark); err != nil || ok && trusted {
		return err
	}
	missing := map[string]bool{}
	for k := range u.direct {
		ok, err := u.reader.checker.Holds(ctx, k.key)
		if err != nil {
			return err
		}
		if !ok {
			missing[k.listed.ImportPath] = true
		}
	}
	if len(missing) > 0 {
		if err := u.build(ctx, missing); err != nil {
			return err
		}
	}
	return u.reader.cache.Put(ctx, mark, []byte{1})
}

// build reads packages with a fixed key from source into the cache, in a
// universe that is dropped afterwards. Of what they need only what is missing
// itself is kept.
func (u *universe) build(ctx context.Context, missing map[string]bool) error {
	b := u.reader.newUniverse(u.listing, nil)
	b.source = true
	needed := map[*pack]bool{}
	for i := len(b.order) - 1; i >= 0; i-- { // what needs a package comes after it
		if k := b.order[i]; missing[k.listed.ImportPath] || needed[k] {
			needed[k] = true
			for _, d := range k.deps {
				needed[d] = true
			}
		}
	}
	var jobs []*job
	byPack := map[*pack]*job{}
	for _, k := range b.order {
		if !needed[k] || k.key == "" {
			continue
		}
		k.keep = missing[k.listed.ImportPath]
		if !k.keep { // held, and all that it needs too
			ok, err := u.reader.checker.Holds(ctx, k.key)
			if err != nil {
				return err
			}
			for _, d := range k.deps {
				ok = ok && (d.cached || d.key == "")
			}
			k.cached = ok
		}
		j := &job{index: len(jobs), run: func(ctx context.Context) error { return b.load(ctx, k) }}
		for _, d := range k.deps {
			j.after(byPack[d])
		}
		byPack[k] = j
		jobs = append(jobs, j)
	}
	return perform(ctx, jobs, u.reader.jobs)
}
