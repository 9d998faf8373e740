package runner

import (
	"sync"
	"time"
)

// Limit bounds the trials in flight. A fixed one stays; an adaptive one starts
// low, grows while all is well, and gives way once per burst when the provider
// says that it is too much. It is safe for concurrent use.
type Limit struct {
	mutex    sync.Mutex
	free     *sync.Cond
	fixed    bool
	allowed  float64
	most     float64
	inFlight int
	now      func() time.Time
	last     time.Time // when it gave way the last time
}

// The numbers of an adaptive limit: where it starts, how far it goes, what is
// left of it after a burst, and how long a burst lasts: whatever presses within
// that time of the first pressure is the same burst.
const (
	adaptiveStart = Jobs
	adaptiveMost  = 200
	giveWay       = 0.8
	burst         = time.Second
)

// Fixed returns a limit that stays at n.
func Fixed(n int) *Limit {
	l := &Limit{fixed: true, allowed: float64(n), most: float64(n), now: time.Now}
	l.free = sync.NewCond(&l.mutex)
	return l
}

// Adaptive returns a limit that starts at 5 and finds its place by itself,
// between 1 and 200.
func Adaptive(now func() time.Time) *Limit {
	l := &Limit{allowed: adaptiveStart, most: adaptiveMost, now: now}
	l.free = sync.NewCond(&l.mutex)
	return l
}

// Press says that a provider turned a request away because there were too many
// (429, 529). Of one burst only the first counts.
func (l *Limit) Press() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	now := l.now()
	if l.fixed || now.Sub(l.last) < burst {
		return
	}
	l.last = now
	l.allowed = max(1, l.allowed*giveWay)
}

// take waits for a place.
func (l *Limit) take() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for l.inFlight >= int(l.allowed) {
		l.free.Wait()
	}
	l.inFlight++
}

// give gives a place back. A trial that went well while all places were taken
// makes room for a part of another: one more for each full round.
func (l *Limit) give(well bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if well && !l.fixed && l.inFlight >= int(l.allowed) && l.now().Sub(l.last) >= burst {
		l.allowed = min(l.most, l.allowed+1/l.allowed)
	}
	l.inFlight--
	l.free.Broadcast()
}
