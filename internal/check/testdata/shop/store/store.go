// Package store keeps things.
package store

import "sync"

// Keeper keeps notes.
type Keeper interface {
	Keep(note string)
	Forget(note string) bool
}

// Cache is a cache that forgets nothing.
type Cache struct {
	mu    sync.Mutex
	notes map[string]bool
}

// Lookup reports whether a note is there.
func (c *Cache) Lookup(note string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.notes[note]
}

// Memory is a Keeper in memory.
type Memory struct{ notes []string }

// NewMemory returns an empty Memory.
func NewMemory() *Memory { return &Memory{} }

// Keep implements Keeper.
func (m *Memory) Keep(note string) { m.notes = append(m.notes, note) }

// Forget implements Keeper.
func (m *Memory) Forget(note string) bool { return false }

// Config is how a store is set up.
type Config struct {
	Path     string `yaml:"storage_path"`
	Interval int    `yaml:"flush_interval,omitempty"`
}

const (
	namespace = "shop"
	prefix    = "__meta_shop_"
)

func metricName() string { return namespace + "_" + "store" + "_" + "writes_total" }

func label(name string) string { return prefix + name }

var labels = []string{label("region"), label("zone")}
