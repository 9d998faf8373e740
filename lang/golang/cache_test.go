package golang

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestCaches(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	for name, c := range map[string]Cache{"memory": NewMemoryCache(1 << 20), "folder": NewDirCache(filepath.Join(dir, "cache"))} {
		if _, ok, err := c.Get(ctx, "a"); ok || err != nil {
			t.Errorf("%s: an empty cache has a value: %v", name, err)
		}
		for _, key := range []string{"a", "../../b", "c\x00d", ""} {
			if err := c.Put(ctx, key, []byte("value of "+key)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, key := range []string{"a", "../../b", "c\x00d", ""} {
			if v, ok, err := c.Get(ctx, key); !ok || err != nil || string(v) != "value of "+key {
				t.Errorf("%s: %q: got %q, %v, %v", name, key, v, ok, err)
			}
		}
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 1 {
		t.Errorf("a key left its folder: %v", names)
	}
}

// A file that was cut short or changed is as good as none.
func TestDamagedFileIsAbsent(t *testing.T) {
	ctx := context.Background()
	d := NewDirCache(t.TempDir())
	if err := d.Put(ctx, "a", []byte("some value")); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(d.file("a"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		if err := os.WriteFile(d.file("a"), whole[:i], 0o644); err != nil {
			t.Fatal(err)
		}
		if v, ok, err := d.Get(ctx, "a"); ok || err != nil {
			t.Errorf("cut to %d bytes: got %q, %v", i, v, err)
		}
		changed := bytes.Clone(whole)
		changed[i] ^= 1
		if err := os.WriteFile(d.file("a"), changed, 0o644); err != nil {
			t.Fatal(err)
		}
		if v, ok, err := d.Get(ctx, "a"); ok || err != nil {
			t.Errorf("byte %d changed: got %q, %v", i, v, err)
		}
	}
}

// A memory cache stays within its limit and drops what was not asked for longest.
func TestMemoryCacheIsBounded(t *testing.T) {
	ctx := context.Background()
	m := NewMemoryCache(30)
	for _, key := range []string{"a", "b", "c"} {
		m.Put(ctx, key, make([]byte, 10))
	}
	m.Get(ctx, "a")
	m.Put(ctx, "d", make([]byte, 10))
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if _, ok, _ := m.Get(ctx, key); ok != want {
			t.Errorf("%s: there %v, want %v", key, ok, want)
		}
	}
}
