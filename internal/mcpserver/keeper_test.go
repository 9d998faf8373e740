package mcpserver

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// slow is a code base that takes a second to look at.
type slow struct {
	mutex  sync.Mutex
	looks  int
	cut    int // looks whose context ended
	fails  bool
	now    *Base
	closed map[*Base]bool
}

func (s *slow) change() *Base {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	b := &Base{}
	b.Close = func() error {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		if s.closed[b] {
			panic("closed twice")
		}
		s.closed[b] = true
		return nil
	}
	s.now = b
	return b
}

func (s *slow) look(ctx context.Context) (*Base, error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.looks++
	if ctx.Err() != nil {
		s.cut++
		return nil, ctx.Err()
	}
	if s.fails {
		return nil, errors.New("no")
	}
	return s.now, nil
}

func (s *slow) state() (looks, closed, cut int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.looks, len(s.closed), s.cut
}

// TestKeeper: who asks gets the code base as it is then; what is in use stays open;
// callers at one time share a look; a look that nobody waits for any more goes on.
func TestKeeper(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{closed: map[*Base]bool{}}
		first := s.change()
		k := newKeeper(t.Context(), s.look)
		hold := func() (*Base, func()) {
			t.Helper()
			b, release, err := k.hold(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return b, release
		}
		time.Sleep(500 * time.Millisecond)
		if looks, _, _ := s.state(); looks != 0 {
			t.Fatalf("%d looks", looks)
		}
		b, release := hold()
		second := s.change()
		c, releaseSecond := hold()
		if b != first || c != second {
			t.Fatal("a change is not seen")
		}
		if synctest.Wait(); s.closed[first] {
			t.Fatal("it is closed while it is in use")
		}
		release()
		if synctest.Wait(); !s.closed[first] || s.closed[second] {
			t.Fatal("what is not in use any more stays open")
		}

		before, _, _ := s.state()
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { _, release := hold(); release() })
		}
		all.Wait()
		if looks, _, _ := s.state(); looks-before != 1 && looks-before != 2 {
			t.Errorf("%d looks for 50 callers at one time", looks-before)
		}

		short, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, _, err := k.hold(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		time.Sleep(2 * time.Second)
		if _, _, cut := s.state(); cut != 0 {
			t.Error("the look ended with its caller")
		}

		s.fails = true
		if _, _, err := k.hold(t.Context()); err == nil {
			t.Error("an error is lost")
		}
		s.fails = false
		_, releaseAgain := hold()
		releaseSecond()

		ended := make(chan bool)
		go func() { k.close(); close(ended) }()
		if synctest.Wait(); s.closed[second] {
			t.Error("it is closed while it is in use")
		}
		releaseAgain()
		<-ended
		if _, closed, _ := s.state(); closed != 2 {
			t.Errorf("%d closed, want 2", closed)
		}
		if _, _, err := k.hold(t.Context()); err == nil {
			t.Error("a keeper that is closed answers")
		}
	})
}

// TestKeeperEnds: a server that is told to end does not wait for a look.
func TestKeeperEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{closed: map[*Base]bool{}}
		s.change()
		k := newKeeper(t.Context(), s.look)
		began := time.Now()
		k.close()
		if looks, closed, cut := s.state(); time.Since(began) != 0 || looks > 1 || cut != looks || closed != 0 {
			t.Errorf("after %v, %d looks, %d of them cut, %d closed", time.Since(began), looks, cut, closed)
		}
	})
}
