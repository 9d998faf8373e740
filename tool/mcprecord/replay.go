package mcprecord

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"sooth/tool"
)

// Faults are what a replayed server does wrong on purpose. Which calls it
// concerns is a function of the seed, the call and how often it was made before.
type Faults struct {
	Delay   time.Duration // before each answer
	Drop    float64       // share of calls, 0 to 1, that are never answered
	Corrupt float64       // share of which half of the answer is sent
	Crash   float64       // share at which the server ends
	Seed    uint64
}

// Check says what is wrong with faults.
func (f Faults) Check() error {
	for _, share := range []float64{f.Drop, f.Corrupt, f.Crash, f.Drop + f.Corrupt + f.Crash} {
		if !(share >= 0 && share <= 1) {
			return fmt.Errorf("the shares of calls that go wrong are from 0 to 1 together, not %v", share)
		}
	}
	if f.Delay < 0 {
		return fmt.Errorf("the delay is %v, want 0 or more", f.Delay)
	}
	return nil
}

// unrecorded is the code of the error of a call that the recording does not
// hold; the client in tool/mcptool knows it.
const unrecorded = -32077

// errCrash is why a server ends on purpose.
var errCrash = errors.New("ended on purpose, as --crash wants it")

// replayer answers from a recording.
type replayer struct {
	recording *Recording
	faults    Faults
	mutex     sync.Mutex
	seen      map[string]int    // how often a call was made
	answers   map[string][]Call // by call, in the order of the file
}

// Replay answers a client, at in and out, from a recording. The first call with a
// tool and arguments gets the first recorded answer to them, the next one the next, and all
// after the last the last. A call that is not in the recording is an error of the
// protocol with a code of its own, which sooth takes for a failure of the surroundings.
func Replay(ctx context.Context, recording *Recording, f Faults, in io.Reader, out io.Writer) error {
	if err := f.Check(); err != nil {
		return err
	}
	r := &replayer{recording: recording, faults: f, seen: map[string]int{}, answers: map[string][]Call{}}
	for _, c := range recording.Calls {
		key, err := keyOf(c.Tool, c.Arguments)
		if err != nil {
			return err
		}
		r.answers[key] = append(r.answers[key], c)
	}
	return serve(ctx, r, in, out)
}

func keyOf(name string, arguments json.RawMessage) (string, error) {
	text, err := canonical(arguments)
	return name + "\x00" + text, err
}

// about adds the digest of the recording to the version: another recording is
// another server.
func (r *replayer) about() (string, string) {
	return r.recording.Head.Name, r.recording.Head.Version + " (recorded, " + r.recording.Digest[:12] + ")"
}

func (r *replayer) tools(context.Context) ([]tool.Definition, error) {
	return r.recording.Head.Tools, nil
}

// call answers one call.
func (r *replayer) call(ctx context.Context, name string, arguments json.RawMessage) (reply, error) {
	key, err := keyOf(name, arguments)
	if err != nil {
		return reply{failed: &Error{-32602, err.Error()}}, nil
	}
	r.mutex.Lock()
	nth := r.seen[key]
	r.seen[key]++
	list := r.answers[key]
	r.mutex.Unlock()
	if len(list) == 0 {
		text, _ := canonical(arguments)
		if len(text) > 200 {
			text = text[:200] + " …"
		}
		return reply{failed: &Error{unrecorded, fmt.Sprintf("the recording holds no call of %q with %s; hint: record it with sooth tool record", name, text)}}, nil
	}
	if r.faults.Delay > 0 {
		wait := time.NewTimer(r.faults.Delay)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-ctx.Done():
			return reply{silent: true}, nil
		}
	}
	draw := r.draw(key, nth)
	c := list[min(nth, len(list)-1)]
	out := reply{result: c.Result, failed: c.Error}
	switch {
	case draw < r.faults.Crash:
		return reply{}, errCrash
	case draw < r.faults.Crash+r.faults.Drop || c.Failure == tool.TimedOut:
		<-ctx.Done()
		return reply{silent: true}, nil
	case draw < r.faults.Crash+r.faults.Drop+r.faults.Corrupt:
		out.corrupt = true
	case c.Failure != "":
		return reply{}, fmt.Errorf("as recorded: %s: %s", c.Failure, c.Reason)
	}
	return out, nil
}

// draw is a number from 0 to 1, 1 excluded, that depends on the call alone.
func (r *replayer) draw(key string, nth int) float64 {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], r.faults.Seed)
	binary.BigEndian.PutUint64(b[8:], uint64(nth))
	sum := sha256.Sum256(append(b[:], key...))
	return float64(binary.BigEndian.Uint64(sum[:8])>>11) / (1 << 53)
}
