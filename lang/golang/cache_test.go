package golang

import (
	"context"
	"testing"
)

func TestMemoryCache(t *testing.T) {
	ctx := context.Background()
	c := NewMemoryCache(1 << 20)
	if _, ok, err := c.Get(ctx, "a"); ok || err != nil {
		t.Errorf("an empty cache has a value: %v", err)
	}
	keys := []string{"a", "../../b", "c\x00d", ""}
	for _, key := range keys {
		if err := c.Put(ctx, key, []byte("value of "+key)); err != nil {
			t.Error(err)
		}
	}
	for _, key := range keys {
		if v, ok, err := c.Get(ctx, key); !ok || err != nil || string(v) != "value of "+key {
			t.Errorf("%q: got %q, %v, %v", key, v, ok, err)
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
