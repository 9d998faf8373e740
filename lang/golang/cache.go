package golang

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
)

// Cache keeps values under keys. What it returns is what was put there, or
// nothing: values are never changed under a key, and losing one costs time
// only. It is safe for concurrent use.
type Cache interface {
	Get(ctx context.Context, key string) (value []byte, ok bool, err error)
	Put(ctx context.Context, key string, value []byte) error
}

// memoryCacheSize bounds the cache of a checker that was given none, in bytes.
const memoryCacheSize = 256 << 20

// MemoryCache is a Cache in memory that drops what was not asked for longest.
type MemoryCache struct {
	mu      sync.Mutex
	limit   int // bytes
	size    int
	entries map[string]*list.Element
	order   *list.List // of *memoryEntry, most recently used first
}

type memoryEntry struct {
	key   string
	value []byte
}

// NewMemoryCache returns an empty cache of at most limit bytes of values.
func NewMemoryCache(limit int) *MemoryCache {
	return &MemoryCache{limit: limit, entries: map[string]*list.Element{}, order: list.New()}
}

// Get implements Cache.
func (m *MemoryCache) Get(_ context.Context, key string) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[key]
	if !ok {
		return nil, false, nil
	}
	m.order.MoveToFront(e)
	return e.Value.(*memoryEntry).value, true, nil
}

// Put implements Cache.
func (m *MemoryCache) Put(_ context.Context, key string, value []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[key]; ok {
		entry := e.Value.(*memoryEntry)
		m.size += len(value) - len(entry.value)
		entry.value = value
		m.order.MoveToFront(e)
	} else {
		m.entries[key] = m.order.PushFront(&memoryEntry{key, value})
		m.size += len(value)
	}
	for m.size > m.limit && m.order.Len() > 1 {
		last := m.order.Back()
		entry := m.order.Remove(last).(*memoryEntry)
		delete(m.entries, entry.key)
		m.size -= len(entry.value)
	}
	return nil
}

// digest returns the hash of parts, each with its length, so that no two lists
// of parts share a hash.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}
