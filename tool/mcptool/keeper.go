package mcptool

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"sync"

	"sooth/internal/fingerprint"
	"sooth/tool"
)

// maxFailedStarts bounds how often in a row a server that does not start is
// tried: after that it is not there for the rest of the run.
const maxFailedStarts = 3

// Keeper is a server that is there when it is called: it is started with the
// first call, and anew with the next one after it has ended, or after a call had no
// answer in time: what hangs may hang for ever. Calls that are under way in a
// session that is given up may still finish; a call that failed is never made again,
// as what it has done is not known. It is safe for concurrent use.
type Keeper struct {
	options Options
	mutex   sync.Mutex // guards what follows
	lease   *lease     // nil: none takes calls
	starts  int
	failed  int   // starts in a row
	last    error // of the last of them
	noise   int   // lines of the sessions that have ended
	closed  bool
	open    sync.WaitGroup // leases
}

// lease is a session and who uses it.
type lease struct {
	session *Session
	calls   int  // under way; guarded by the keeper's mutex
	spent   bool // takes no further calls
}

var _ tool.Caller = (*Keeper)(nil)

// Keep returns a keeper of a server. Nothing is started yet.
func Keep(o Options) *Keeper { return &Keeper{options: o} }

// take returns a session that takes calls, starting one where there is none.
func (k *Keeper) take(ctx context.Context) (*lease, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.closed {
		return nil, &tool.Failure{Word: tool.NotStarted, Reason: "it was closed"}
	}
	if k.lease != nil && !k.lease.session.Alive() {
		k.spend(k.lease)
	}
	if k.lease == nil {
		if k.failed == maxFailedStarts {
			return nil, &tool.Failure{Word: tool.NotStarted, Reason: fmt.Sprintf("it did not start %d times in a row and is not tried again: %v", k.failed, k.last)}
		}
		s, err := Start(ctx, k.options)
		if err != nil {
			if ctx.Err() == nil {
				k.failed++
				k.last = err
			}
			return nil, err
		}
		k.lease, k.failed = &lease{session: s}, 0
		k.starts++
		k.open.Add(1)
	}
	k.lease.calls++
	return k.lease, nil
}

// give takes a session back after a call.
func (k *Keeper) give(l *lease, err error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	l.calls--
	var failure *tool.Failure
	if errors.As(err, &failure) && failure.Word != tool.Protocol && failure.Word != tool.Unrecorded || !l.session.Alive() || l.spent {
		k.spend(l)
	}
}

// spend gives a session up, and back once nobody uses it. The caller holds the
// mutex.
func (k *Keeper) spend(l *lease) {
	l.spent = true
	if k.lease == l {
		k.lease = nil
	}
	if l.calls == 0 {
		l.session.Kill()
		k.retire(l)
	}
}

// retire counts what a session that has ended printed. The caller holds the mutex.
func (k *Keeper) retire(l *lease) {
	lines, _ := l.session.Noise()
	k.noise += lines
	k.open.Done()
}

// Ready starts the server where it does not run: an error before anything is paid for.
func (k *Keeper) Ready(ctx context.Context) error {
	l, err := k.take(ctx)
	if err == nil {
		k.give(l, nil)
	}
	return err
}

// Tools lists the tools of the server, starting it where it does not run.
func (k *Keeper) Tools(ctx context.Context) ([]tool.Definition, error) {
	l, err := k.take(ctx)
	if err != nil {
		return nil, err
	}
	list, err := l.session.Tools(ctx)
	k.give(l, err)
	return list, err
}

// About returns what the server says of itself, starting it where it does not
// run.
func (k *Keeper) About(ctx context.Context) (About, error) {
	l, err := k.take(ctx)
	if err != nil {
		return About{}, err
	}
	defer k.give(l, nil)
	return l.session.About(), nil
}

// Call calls one tool, starting the server where it does not run.
func (k *Keeper) Call(ctx context.Context, name string, arguments any) (tool.Result, error) {
	l, err := k.take(ctx)
	if err != nil {
		return tool.Result{}, err
	}
	r, err := l.session.Call(ctx, name, arguments)
	k.give(l, err)
	return r, err
}

// Starts returns how often the server was started, and how many lines it has
// printed that were no messages.
func (k *Keeper) Starts() (starts, noise int) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	noise = k.noise
	if k.lease != nil {
		lines, _ := k.lease.session.Noise()
		noise += lines
	}
	return k.starts, noise
}

// Digest identifies the server by what it is and what it offers: the SHA-256,
// in hex, over the bytes of its program (or its URL), its arguments, what it says of
// itself and its tools. Files that it reads are not part of it, nor is what runs
// behind a URL.
func (k *Keeper) Digest(ctx context.Context) (string, error) {
	about, err := k.About(ctx)
	if err != nil {
		return "", err
	}
	tools, err := k.Tools(ctx)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	program, err := k.Program(ctx)
	if err != nil {
		return "", err
	}
	h.Write([]byte(program))
	arguments := []string{k.options.URL}
	if k.options.URL == "" {
		arguments = k.options.Command[1:]
	}
	rest, err := json.Marshal([]any{arguments, about, tools})
	if err != nil {
		return "", err
	}
	h.Write(rest)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Program returns the SHA-256, in hex, of the bytes of the server's program as
// they are now; "" for one that is reached by a URL.
func (k *Keeper) Program(ctx context.Context) (string, error) {
	if k.options.URL != "" {
		return "", nil
	}
	path, err := exec.LookPath(k.options.Command[0])
	if err != nil {
		return "", err
	}
	f, err := fingerprint.Sum(ctx, path)
	return f.SHA256, err
}

// Close ends the server, and waits for the calls that are under way in sessions
// that were given up.
func (k *Keeper) Close() error {
	k.mutex.Lock()
	k.closed = true
	l := k.lease
	k.lease = nil
	idle := false
	if l != nil {
		l.spent = true
		idle = l.calls == 0
	}
	k.mutex.Unlock()
	if idle {
		l.session.Close()
		k.mutex.Lock()
		k.retire(l)
		k.mutex.Unlock()
	}
	k.open.Wait()
	return nil
}
