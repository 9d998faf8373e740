package llmtest

import "maps"

// Counts is what the server was asked, by its own count.
type Counts struct {
	Requests int         // completions that were asked for
	Distinct int         // of them, different ones
	MostSeen int         // how often the most frequent one came
	Highest  int         // calls that were in flight at once, at most
	Early    int         // requests that came before the end of a Retry-After of theirs
	ByStatus map[int]int // responses; 0: none was sent
}

// Counts returns the counts of this moment.
func (s *Server) Counts() Counts {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	c := s.counts
	c.Distinct, c.ByStatus = len(s.seen), maps.Clone(c.ByStatus)
	for _, n := range s.seen {
		c.MostSeen = max(c.MostSeen, n)
	}
	return c
}

// enter counts a call that begins.
func (s *Server) enter(c *Call) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	c.Try = s.seen[c.Hash]
	s.seen[c.Hash]++
	s.counts.Requests++
	s.inFlight++
	s.counts.Highest = max(s.counts.Highest, s.inFlight)
	if s.o.Now().Before(s.notBefore[c.Hash]) {
		s.counts.Early++
	}
}

// leave counts a call that ends.
func (s *Server) leave() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.inFlight--
}

// count counts a response.
func (s *Server) count(status int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.counts.ByStatus == nil {
		s.counts.ByStatus = map[int]int{}
	}
	s.counts.ByStatus[status]++
}
