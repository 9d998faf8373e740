package cache

import (
	"slices"
	"sync"
)

// spareLimit bounds the bytes that a process keeps in memory when the file
// takes no more.
const spareLimit = 256 << 20

// spare keeps in memory what the file did not take: whoever put a value in may
// count on it until the process ends, whatever the disk does. The oldest
// entries go first. It is safe for concurrent use.
type spare struct {
	mutex  sync.Mutex
	values map[string][]byte
	order  []string
	size   int
}

// get returns the value of key and whether there is one.
func (s *spare) get(key string) ([]byte, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	value, ok := s.values[key]
	return value, ok
}

// drop forgets a key: the file has a newer value.
func (s *spare) drop(key string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	value, ok := s.values[key]
	if !ok {
		return
	}
	s.size -= len(key) + len(value)
	delete(s.values, key)
	s.order = slices.DeleteFunc(s.order, func(k string) bool { return k == key })
}

// put keeps a value. What is larger than all may be is not kept.
func (s *spare) put(key string, value []byte) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(key)+len(value) > spareLimit {
		return
	}
	if s.values == nil {
		s.values = map[string][]byte{}
	}
	if old, twice := s.values[key]; twice {
		s.size -= len(old)
	} else {
		s.order, s.size = append(s.order, key), s.size+len(key)
	}
	s.values[key], s.size = append([]byte{}, value...), s.size+len(value)
	for s.size > spareLimit {
		first := s.order[0]
		s.size -= len(first) + len(s.values[first])
		delete(s.values, first)
		s.order = s.order[1:]
	}
}
