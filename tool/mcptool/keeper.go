package mcptool

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"

	"sooth/tool"
)

// Keeper is a server that is there when it is called: it is started with the
// first call, and anew with the next one after it has ended. A call in which it
// ends fails all the same: what it would have said is not known. It is safe for
// concurrent use.
type Keeper struct {
	options Options
	mutex   sync.Mutex // guards what follows
	session *Session   // nil: not started yet
	starts  int
	noise   int // lines of the sessions that have ended
	closed  bool
}

var _ tool.Caller = (*Keeper)(nil)

// Keep returns a keeper of a server. Nothing is started yet.
func Keep(o Options) *Keeper { return &Keeper{options: o} }

// running returns the session that is running, starting one where there is none.
func (k *Keeper) running(ctx context.Context) (*Session, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.closed {
		return nil, &tool.Failure{Word: tool.NotStarted, Reason: "it was closed"}
	}
	if k.session != nil && k.session.Alive() {
		return k.session, nil
	}
	k.retire()
	s, err := Start(ctx, k.options)
	if err != nil {
		return nil, err
	}
	k.session = s
	k.starts++
	return s, nil
}

// retire gives back a session that has ended. The caller holds the mutex.
func (k *Keeper) retire() {
	if k.session == nil {
		return
	}
	k.session.Close()
	lines, _ := k.session.Noise()
	k.noise += lines
	k.session = nil
}

// Tools lists the tools of the server, starting it where it does not run.
func (k *Keeper) Tools(ctx context.Context) ([]tool.Definition, error) {
	s, err := k.running(ctx)
	if err != nil {
		return nil, err
	}
	return s.Tools(ctx)
}

// Call calls one tool, starting the server where it does not run.
func (k *Keeper) Call(ctx context.Context, name string, arguments any) (tool.Result, error) {
	s, err := k.running(ctx)
	if err != nil {
		return tool.Result{}, err
	}
	return s.Call(ctx, name, arguments)
}

// Starts returns how often the server was started, and how many lines it has
// printed that were no messages.
func (k *Keeper) Starts() (starts, noise int) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	noise = k.noise
	if k.session != nil {
		lines, _ := k.session.Noise()
		noise += lines
	}
	return k.starts, noise
}

// Digest identifies the server by what it is and what it offers: the SHA-256,
// in hex, over the bytes of its program, its arguments, what it says of itself
// and its tools. Files that it reads are not part of it.
func (k *Keeper) Digest(ctx context.Context) (string, error) {
	s, err := k.running(ctx)
	if err != nil {
		return "", err
	}
	tools, err := s.Tools(ctx)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	program, err := k.Program()
	if err != nil {
		return "", err
	}
	h.Write([]byte(program))
	rest, err := json.Marshal([]any{k.options.Command[1:], s.About(), tools})
	if err != nil {
		return "", err
	}
	h.Write(rest)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Program returns the SHA-256, in hex, of the bytes of the server's program as
// they are now.
func (k *Keeper) Program() (string, error) {
	path, err := exec.LookPath(k.options.Command[0])
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("%q: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Close ends the server.
func (k *Keeper) Close() error {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.closed = true
	k.retire()
	return nil
}
