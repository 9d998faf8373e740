// Package cache keeps what can be made again: export data, verdicts. Losing
// it costs time and nothing else.
package cache

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"sooth/internal/sqlite"
)

// applicationID marks the header of cache.db: "soCa".
const applicationID = 0x736f4361

func migrations() []string {
	return []string{`
CREATE TABLE cache (
	number INTEGER PRIMARY KEY,
	key    TEXT NOT NULL UNIQUE,
	used   INTEGER NOT NULL, -- seconds since 1970, to within freshness
	size   INTEGER NOT NULL, -- bytes of key and value
	sum    INTEGER NOT NULL, -- CRC-32C of key and value
	value  BLOB NOT NULL
) STRICT;
CREATE INDEX cache_used ON cache (used, number, size);
`}
}

// Options say how a cache behaves.
type Options struct {
	// Limit bounds the bytes of all keys and values; what was not used for the
	// longest time goes first. 0: 512 MiB.
	Limit int64
	// Warn is told what went wrong; the cache then does without. nil: nobody.
	Warn func(error)
	Now  func() time.Time // nil: time.Now
	Wait time.Duration    // for a lock of another process; 0: 5 seconds
}

// freshness bounds how often a use is written down, so that reading stays
// reading.
const freshness = time.Hour

// Cache is a bounded map from texts to bytes in a file. It is safe for
// concurrent use, by several processes too.
//
// It never fails for what is wrong with its file: a damaged entry is as good as
// absent, a file that cannot be used makes a cache that keeps nothing.
type Cache struct {
	o     Options
	db    *sqlite.DB // nil: keeps nothing
	get   *sql.Stmt
	put   *sql.Stmt
	size  atomic.Int64
	ended atomic.Bool // a fault of the file was met: it is not used any more
	prune sync.Mutex
}

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

// Get returns the value of key and whether there is one. The error is ctx's
// only.
func (c *Cache) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if err := ctx.Err(); err != nil || c.off() {
		return nil, false, err
	}
	var number, used, sum int64
	var value []byte
	err := c.get.QueryRowContext(ctx, key).Scan(&number, &used, &sum, &value)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false, nil
	case err != nil:
		return nil, false, c.fault(ctx, err)
	}
	if sum != checksum(key, value) {
		c.o.Warn(fmt.Errorf("%s: the entry %q is damaged and is made again", c.db.Path(), key))
		return nil, false, c.fault(ctx, c.db.Write(ctx, func(tx *sql.Tx) error {
			_, err := tx.Exec("DELETE FROM cache WHERE number = ?", number)
			return err
		}))
	}
	if now := c.o.Now().Unix(); now-used > int64(freshness/time.Second) {
		err = c.fault(ctx, c.db.Write(ctx, func(tx *sql.Tx) error {
			_, err := tx.Exec("UPDATE cache SET used = ? WHERE number = ?", now, number)
			return err
		}))
	}
	if value == nil {
		value = []byte{}
	}
	return value, true, err
}

// Put keeps value under key, in place of what was there. A value that is larger
// than the whole cache may be is not kept. The error is ctx's only.
func (c *Cache) Put(ctx context.Context, key string, value []byte) error {
	size := int64(len(key) + len(value))
	if err := ctx.Err(); err != nil || c.off() || size > c.o.Limit {
		return err
	}
	if value == nil {
		value = []byte{}
	}
	err := c.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Stmt(c.put).Exec(key, c.o.Now().Unix(), size, checksum(key, value), value)
		return err
	})
	if err != nil {
		return c.fault(ctx, err)
	}
	if c.size.Add(size) > c.o.Limit { // replaced values count twice until it is measured anew
		return c.fault(ctx, c.shrink(ctx))
	}
	return nil
}

// checksum is the CRC-32C over an entry: the database has no check sums of its
// own, and a cryptographic hash would cost more than the reading.
func checksum(key string, value []byte) int64 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return int64(crc32.Update(crc32.Checksum([]byte(key), table), table, value))
}

// Close closes the file.
func (c *Cache) Close() error {
	if c.db == nil {
		return nil
	}
	return c.db.Close()
}

func (c *Cache) off() bool { return c.db == nil || c.ended.Load() }

// fault reports an error of the file and goes on without it; only ctx's errors
// come back. A lock or a full disk may pass, a damaged file does not heal.
func (c *Cache) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	err = c.db.Explain(err)
	passing := errors.Is(err, sqlite.ErrLocked) || errors.Is(err, sqlite.ErrFull)
	if passing || c.ended.CompareAndSwap(false, true) {
		c.o.Warn(fmt.Errorf("the cache is not used: %w", err))
	}
	return nil
}
