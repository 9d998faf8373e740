package mcpserver

import (
	"context"
	"sync"
	"sync/atomic"

	"sooth/internal/ground"
)

// Base is a code base as it was at one moment.
type Base struct {
	Corpus *ground.Corpus
	Check  func(ctx context.Context, text Text) (string, error) // judges a text and tells of it
	Close  func() error
}

// keeper keeps the code base as it was last looked at, for all who ask about it.
type keeper struct {
	look func(ctx context.Context) (*Base, error)
	ctx  context.Context // of the server: a look that a caller gave up waiting for goes on
	stop context.CancelFunc

	asked   atomic.Uint64 // numbers those who ask
	turn    chan struct{} // holds one value while somebody looks; guards what follows
	covered uint64        // who asked up to this number is served by the last look
	now     *held
	closing sync.WaitGroup
}

// held is a code base with those who use it.
type held struct {
	base  *Base
	users sync.WaitGroup
}

// newKeeper returns a keeper that looks for the first time at once. Close it.
func newKeeper(ctx context.Context, look func(ctx context.Context) (*Base, error)) *keeper {
	k := &keeper{look: look, turn: make(chan struct{}, 1)}
	k.ctx, k.stop = context.WithCancel(ctx)
	k.closing.Go(k.warm)
	return k
}

// hold returns the code base as it is now, and what gives it back.
func (k *keeper) hold(ctx context.Context) (base *Base, release func(), err error) {
	type answer struct {
		held *held
		err  error
	}
	number, ready := k.asked.Add(1), make(chan answer)
	k.closing.Go(func() {
		h, err := k.current(number)
		select {
		case ready <- answer{h, err}:
		case <-ctx.Done():
			if err == nil {
				h.users.Done()
			}
		}
	})
	select {
	case a := <-ready:
		if a.err != nil {
			return nil, nil, a.err
		}
		return a.held.base, a.held.users.Done, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// current looks at the code base, unless somebody has done so since the caller
// asked, and counts the caller as a user.
func (k *keeper) current(number uint64) (*held, error) {
	k.turn <- struct{}{}
	defer func() { <-k.turn }()
	if err := k.ctx.Err(); err != nil {
		return nil, err // it is closed
	}
	if number > k.covered {
		covers := k.asked.Load()
		base, err := k.look(k.ctx)
		if err != nil {
			return nil, err
		}
		if k.now == nil || k.now.base != base {
			k.retire()
			k.now = &held{base: base}
		}
		k.covered = covers
	}
	k.now.users.Add(1)
	return k.now, nil
}

// retire closes the code base when its last user is done.
func (k *keeper) retire() {
	if old := k.now; old != nil {
		k.closing.Go(func() {
			old.users.Wait()
			old.base.Close()
		})
	}
}

// warm looks for the first time.
func (k *keeper) warm() {
	if _, release, err := k.hold(k.ctx); err == nil {
		release()
	}
}

// close ends the looking, and returns when nothing is in use any more.
func (k *keeper) close() {
	k.stop()
	k.turn <- struct{}{}
	k.retire()
	k.now = nil
	<-k.turn
	k.closing.Wait()
}
