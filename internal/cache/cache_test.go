package cache_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sooth/internal/cache"
)

func open(t *testing.T, path string, o cache.Options) *cache.Cache {
	t.Helper()
	if o.Warn == nil {
		o.Warn = func(err error) { t.Errorf("unexpected warning: %v", err) }
	}
	c, err := cache.Open(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func get(t *testing.T, c *cache.Cache, key string) (string, bool) {
	t.Helper()
	value, ok, err := c.Get(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	return string(value), ok
}

func put(t *testing.T, c *cache.Cache, key, value string) {
	t.Helper()
	if err := c.Put(context.Background(), key, []byte(value)); err != nil {
		t.Fatal(err)
	}
}

func TestKeepsAndReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder?#%", "cache.db")
	c := open(t, path, cache.Options{})
	if _, ok := get(t, c, "a"); ok {
		t.Error("an empty cache has a value")
	}
	put(t, c, "a", "one")
	put(t, c, "a", "two\x00\xff")
	put(t, c, "", "")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = open(t, path, cache.Options{})
	if v, ok := get(t, c, "a"); !ok || v != "two\x00\xff" {
		t.Errorf("got %q, %v", v, ok)
	}
	if v, ok := get(t, c, ""); !ok || v != "" {
		t.Errorf("got %q, %v", v, ok)
	}
}

func TestLeastRecentlyUsedGoesFirst(t *testing.T) {
	now := time.Unix(1e9, 0)
	c := open(t, filepath.Join(t.TempDir(), "cache.db"), cache.Options{Limit: 10_000, Now: func() time.Time { return now }})
	value := strings.Repeat("v", 996)
	for i := range 10 {
		now = now.Add(2 * time.Hour)
		put(t, c, fmt.Sprintf("k%03d", i), value)
	}
	now = now.Add(2 * time.Hour)
	if _, ok := get(t, c, "k000"); !ok { // used now: it must stay
		t.Fatal("k000 is gone before the limit is reached")
	}
	now = now.Add(2 * time.Hour)
	put(t, c, "k010", value) // 11,000 bytes: two must go to reach 9,000
	for i := range 11 {
		_, ok := get(t, c, fmt.Sprintf("k%03d", i))
		if want := i != 1 && i != 2; ok != want {
			t.Errorf("k%03d is there: %v, want %v", i, ok, want)
		}
	}
	put(t, c, "large", strings.Repeat("v", 10_001))
	if _, ok := get(t, c, "large"); !ok {
		t.Error("a value larger than the limit was lost at once")
	}
	if _, ok := get(t, c, "k010"); !ok {
		t.Error("a value larger than the limit drove the others out")
	}
}

func TestConcurrent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache.db")
	caches := []*cache.Cache{open(t, path, cache.Options{Limit: 50_000}), open(t, path, cache.Options{Limit: 50_000})}
	var workers sync.WaitGroup
	for w := range 4 {
		workers.Go(func() {
			for i := range 100 {
				c, key := caches[w%2], fmt.Sprintf("%d", i%30)
				want := bytes.Repeat([]byte(key+" "), 1000)
				if err := c.Put(context.Background(), key, want); err != nil {
					t.Error(err)
				}
				got, ok, err := c.Get(context.Background(), key)
				if err != nil || ok && !bytes.Equal(got, want) {
					t.Errorf("%s: %v, %d bytes", key, err, len(got))
				}
			}
		})
	}
	workers.Wait()
}

// TestDamage damages a cache in every way; it must be made again, say so, and
// never give a wrong value.
func TestDamage(t *testing.T) {
	want := make([]byte, 100_000)
	rand.Read(want)
	for name, damage := range map[string]func([]byte) []byte{
		"garbage":      func(b []byte) []byte { rand.Read(b); return b },
		"short":        func(b []byte) []byte { return b[:50] },
		"truncated":    func(b []byte) []byte { return b[:len(b)/2] },
		"flipped page": func(b []byte) []byte { rand.Read(b[4096*2 : 4096*4]); return b },
		"flipped bit in a value": func(b []byte) []byte {
			at := bytes.Index(b, want[40_000:40_016])
			if at < 0 {
				t.Fatal("the value is not in the file")
			}
			b[at] ^= 1
			return b
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cache.db")
			c := open(t, path, cache.Options{})
			put(t, c, "key", string(want))
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(b), 0o644); err != nil {
				t.Fatal(err)
			}
			var warned []error
			o := cache.Options{Warn: func(err error) { warned = append(warned, err) }}
			c = open(t, path, o)
			if v, ok := get(t, c, "key"); ok {
				t.Errorf("got a value of %d bytes, equal: %v", len(v), v == string(want))
			}
			put(t, c, "key", string(want))
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			if len(warned) == 0 {
				t.Error("no warning")
			}
			c = open(t, path, cache.Options{Warn: func(error) {}}) // a damaged page may be met at this start only
			put(t, c, "key", string(want))
			if v, ok := get(t, c, "key"); !ok || v != string(want) {
				t.Errorf("it was not made again: %d bytes, %v; warnings: %v", len(v), ok, warned)
			}
		})
	}
}

// TestForeignAndNewer: what is not ours to delete stays, byte for byte.
func TestForeignAndNewer(t *testing.T) {
	for name, statement := range map[string]string{
		"foreign": "CREATE TABLE precious (x); INSERT INTO precious VALUES (1)",
		"newer":   "CREATE TABLE cache (x); PRAGMA application_id = 1936671585; PRAGMA user_version = 7",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cache.db")
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(statement); err != nil {
				t.Fatal(err)
			}
			db.Close()
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var warned string
			c := open(t, path, cache.Options{Warn: func(err error) { warned += err.Error() }})
			put(t, c, "key", "value")
			if _, ok := get(t, c, "key"); !ok {
				t.Error("a value was lost while the process lives")
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			after, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
			if want := map[string]string{"foreign": "not a database of sooth", "newer": "schema 7"}[name]; !strings.Contains(warned, want) {
				t.Errorf("warning %q does not say %q", warned, want)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "cache.db"), cache.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := c.Put(ctx, "k", nil); err != context.Canceled {
		t.Error(err)
	}
	if _, _, err := c.Get(ctx, "k"); err != context.Canceled {
		t.Error(err)
	}
}

func BenchmarkCache(b *testing.B) {
	c, err := cache.Open(b.Context(), filepath.Join(b.TempDir(), "cache.db"), cache.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	value := make([]byte, 200_000)
	rand.Read(value)
	n := 0
	b.Run("put 200 kB", func(b *testing.B) {
		b.SetBytes(int64(len(value)))
		for b.Loop() {
			n++
			if err := c.Put(b.Context(), fmt.Sprint(n%100), value); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("get 200 kB", func(b *testing.B) {
		b.SetBytes(int64(len(value)))
		for b.Loop() {
			if _, ok, err := c.Get(b.Context(), "1"); err != nil || !ok {
				b.Fatal(ok, err)
			}
		}
	})
}
