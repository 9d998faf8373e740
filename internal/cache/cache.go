// Package cache keeps what can be made again: export data, verdicts. Losing
// it costs time and nothing else.
package cache

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
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
// absent, and what a file cannot take (a full disk, no place to write) is kept
// in memory until the process ends.
type Cache struct {
	o     Options
	db    *sqlite.DB // nil: there is no file
	spare spare
	get   *sql.Stmt
	put   *sql.Stmt
	size  atomic.Int64
	ended atomic.Bool // a fault of the file was met: it is not used any more
	prune sync.Mutex
}

// Get returns the value of key and whether there is one. The error is ctx's
// only.
func (c *Cache) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	if value, ok := c.spare.get(key); ok || c.off() {
		return value, ok, nil
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
// than the whole cache may be is kept for this process only. The error is ctx's
// only.
func (c *Cache) Put(ctx context.Context, key string, value []byte) error {
	size := int64(len(key) + len(value))
	if err := ctx.Err(); err != nil {
		return err
	}
	if value == nil {
		value = []byte{}
	}
	if c.off() || size > c.o.Limit {
		c.spare.put(key, value)
		return nil
	}
	err := c.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Stmt(c.put).Exec(key, c.o.Now().Unix(), size, checksum(key, value), value)
		return err
	})
	if err != nil {
		c.spare.put(key, value)
		return c.fault(ctx, err)
	}
	c.spare.drop(key)
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
