package cache

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"sooth/internal/sqlite"
)

// Open opens the cache at path and makes it where it is missing. A corrupt
// file is put aside under the name path.damaged, and a new one is made. A file
// of a newer version, of another program, or in a place that cannot be written
// is left alone; the cache then keeps nothing, and Warn is told why. The error
// is ctx's only.
func Open(ctx context.Context, path string, o Options) (*Cache, error) {
	if o.Limit == 0 {
		o.Limit = 512 << 20
	}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Cache{o: o}
	err := c.open(ctx, path)
	if damaged(err, path) {
		if err2 := aside(path); err2 != nil {
			err = errors.Join(err, err2)
		} else {
			o.Warn(fmt.Errorf("the cache is made again: %w", err))
			err = c.open(ctx, path)
		}
	}
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), c.Close())
	}
	if err != nil {
		o.Warn(fmt.Errorf("nothing is cached: %w", err))
	}
	return c, nil
}

// open opens the file and reads its size. c.db is nil after an error.
func (c *Cache) open(ctx context.Context, path string) (err error) {
	c.db, err = sqlite.Open(ctx, path, sqlite.Options{ApplicationID: applicationID, Migrations: migrations(), Wait: c.o.Wait})
	if err != nil {
		c.db = nil
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(c.db.Explain(err), c.db.Close())
			c.db = nil
		}
	}()
	size, err := c.measure(ctx)
	if err != nil {
		return err
	}
	c.size.Store(size)
	if c.get, err = c.db.Reader().PrepareContext(ctx, "SELECT number, used, sum, value FROM cache WHERE key = ?"); err != nil {
		return err
	}
	c.put, err = c.db.Prepare(ctx, "INSERT INTO cache (key, used, size, sum, value) VALUES (?, ?, ?, ?, ?)"+
		" ON CONFLICT (key) DO UPDATE SET used = excluded.used, size = excluded.size, sum = excluded.sum, value = excluded.value")
	return err
}

// measure returns the bytes of all entries.
func (c *Cache) measure(ctx context.Context) (size int64, err error) {
	err = c.db.Reader().QueryRowContext(ctx, "SELECT coalesce(sum(size), 0) FROM cache").Scan(&size)
	return size, err
}

// damaged says whether the file is one of ours, or was, and worth nothing now.
func damaged(err error, path string) bool {
	if errors.Is(err, sqlite.ErrCorrupt) {
		return true
	}
	if !errors.Is(err, sqlite.ErrForeign) {
		return false
	}
	// Garbage may stand where the header was; a sound database of somebody
	// else must not be touched.
	head := make([]byte, 16)
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	n, _ := f.ReadAt(head, 0)
	return string(head[:n]) != "SQLite format 3\x00"
}

// aside moves a damaged file out of the way and removes its logs, which would
// be read into the next file of that name.
func aside(path string) error {
	if err := os.Rename(path, path+".damaged"); err != nil {
		return err
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
