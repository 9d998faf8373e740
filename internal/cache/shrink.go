package cache

import (
	"context"
	"database/sql"
)

// shrink removes what was not used for the longest time until a tenth of the
// limit is free, so that it is not called for every entry. Pages that become
// free are used again: the file does not grow beyond the limit, nor shrink.
func (c *Cache) shrink(ctx context.Context) error {
	c.prune.Lock()
	defer c.prune.Unlock()
	if c.size.Load() <= c.o.Limit {
		return nil // another goroutine has just done it
	}
	size, err := c.measure(ctx) // other processes write too
	if err != nil {
		return err
	}
	if size <= c.o.Limit {
		c.size.Store(size)
		return nil
	}
	excess := size - c.o.Limit*9/10
	err = c.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`
			DELETE FROM cache WHERE number IN (
				SELECT number FROM (
					SELECT number, sum(size) OVER (ORDER BY used, number) - size AS before FROM cache
				) WHERE before < ?
			)`, excess)
		return err
	})
	if err != nil {
		return err
	}
	if size, err = c.measure(ctx); err == nil {
		c.size.Store(size)
	}
	return err
}
