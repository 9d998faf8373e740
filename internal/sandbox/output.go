package sandbox

import (
	"io"
	"sync"
)

// stream keeps the beginning of what is written to it and drops the rest.
type stream struct {
	limit   int64
	kept    []byte
	total   int64
	flooded func() // called once when total goes far beyond limit
	once    sync.Once
}

// Write takes all, so that the writer never waits.
func (s *stream) Write(p []byte) (int, error) {
	if room := s.limit - int64(len(s.kept)); room > 0 {
		s.kept = append(s.kept, p[:min(int64(len(p)), room)]...)
	}
	s.total += int64(len(p))
	if s.total/patience > s.limit {
		s.once.Do(s.flooded)
	}
	return len(p), nil
}

// read reads r to its end or its deadline.
func (s *stream) read(r io.Reader) {
	_, _ = io.CopyBuffer(struct{ io.Writer }{s}, struct{ io.Reader }{r}, make([]byte, 64<<10))
}

// truncated reports whether output was dropped.
func (s *stream) truncated() bool { return s.total > int64(len(s.kept)) }
