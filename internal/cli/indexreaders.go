package cli

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"sooth/internal/cache"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/ctags"
	"sooth/lang/gofact"
)

// readers wires the readers of languages that this machine has, and says what
// is missing.
func (p *program) readers(ctx context.Context, state string) (list []lang.Reader, notes []string, closing func() error, err error) {
	closing = func() error { return nil }
	g, err := p.toolchain(ctx)
	switch {
	case errors.Is(err, toolchain.ErrNotFound):
		notes = append(notes, "names of Go are undecided: "+err.Error())
	case err != nil:
		return nil, nil, nil, err
	default:
		later := p.cacheLater(ctx, state)
		closing = later.close
		r, err := gofact.NewReader(gofact.Options{Go: g, Cache: later})
		if err != nil {
			return nil, nil, nil, err
		}
		list = append(list, r)
	}
	tags, err := ctags.Find(ctx, p.environ)
	switch {
	case errors.Is(err, ctags.ErrNotFound):
		notes = append(notes, err.Error())
	case err != nil:
		return nil, nil, nil, errors.Join(err, closing())
	default:
		list = append(list, tags)
	}
	return list, notes, closing, nil
}

// openCache opens the cache in a folder of state.
func (p *program) openCache(ctx context.Context, state string) (*cache.Cache, error) {
	return cache.Open(ctx, filepath.Join(state, "cache.db"), cache.Options{Warn: func(err error) { p.say("warning: %v", err) }})
}

// cacheLater is the cache in a folder of state, not opened yet.
func (p *program) cacheLater(ctx context.Context, state string) *cacheLater {
	return &cacheLater{open: func() (*cache.Cache, error) { return p.openCache(ctx, state) }}
}

// cacheLater opens a cache when it is first asked: a tree that did not change
// does without. It is safe for concurrent use.
type cacheLater struct {
	open  func() (*cache.Cache, error)
	once  sync.Once
	cache *cache.Cache
	err   error
}

func (c *cacheLater) get() error {
	c.once.Do(func() { c.cache, c.err = c.open() })
	return c.err
}

func (c *cacheLater) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if err := c.get(); err != nil {
		return nil, false, err
	}
	return c.cache.Get(ctx, key)
}

func (c *cacheLater) Put(ctx context.Context, key string, value []byte) error {
	if err := c.get(); err != nil {
		return err
	}
	return c.cache.Put(ctx, key, value)
}

func (c *cacheLater) close() error {
	c.once.Do(func() {})
	if c.cache == nil {
		return nil
	}
	return c.cache.Close()
}
