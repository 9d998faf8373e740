package mcprecord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"sooth/tool"
	"sooth/tool/mcptool"
)

// recorder hands calls on to a server and writes down how each ended.
type recorder struct {
	session *mcptool.Session
	head    Head
	now     func() time.Time
	mutex   sync.Mutex // guards file
	file    io.Writer
}

// Record stands between a client, at in and out, and a server: what the client
// calls is called there, and written to the file as soon as it has ended. A
// file that is there already goes on, if it is one of the same server with the
// same tools. The session is the caller's to close.
func Record(ctx context.Context, s *mcptool.Session, file string, now func() time.Time, in io.Reader, out io.Writer) error {
	tools, err := s.Tools(ctx)
	if err != nil {
		return err
	}
	about := s.About()
	r := &recorder{session: s, now: now, head: Head{Schema: Schema, Name: about.Name, Version: about.Version, Protocol: about.Protocol, Tools: tools}}
	f, err := begin(file, r.head)
	if err != nil {
		return err
	}
	defer f.Close()
	r.file = f
	if err := serve(ctx, r, in, out); err != nil {
		return err
	}
	return f.Sync()
}

// begin opens a recording for what is to be added.
func begin(name string, head Head) (*os.File, error) {
	want, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	before, err := Read(name, f)
	info, statErr := f.Stat()
	switch {
	case statErr != nil:
		err = statErr
	case info.Size() == 0:
		_, err = f.Write(append(want, '\n'))
	case err != nil:
	default:
		var have []byte
		if have, err = json.Marshal(before.Head); err == nil && !bytes.Equal(have, want) {
			err = fmt.Errorf("%q is a recording of another server: %q %q with %d tools, not %q %q with %d; hint: record into another file",
				name, before.Head.Name, before.Head.Version, len(before.Head.Tools), head.Name, head.Version, len(head.Tools))
		} else if before.Cut {
			err = fmt.Errorf("the last line of %q is not whole; hint: take it out", name)
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (r *recorder) about() (string, string) { return r.head.Name, r.head.Version }

func (r *recorder) tools(context.Context) ([]tool.Definition, error) { return r.head.Tools, nil }

// call hands one call on.
func (r *recorder) call(ctx context.Context, name string, arguments json.RawMessage) (reply, error) {
	c := Call{Tool: name, Arguments: arguments, Started: r.now().UTC()}
	if len(c.Arguments) == 0 {
		c.Arguments = json.RawMessage("{}")
	}
	result, err := r.session.Exchange(ctx, name, c.Arguments)
	c.LatencyMS = float64(r.now().Sub(c.Started)) / float64(time.Millisecond)
	var failure *tool.Failure
	switch {
	case err == nil:
		c.Result = result
	case ctx.Err() != nil: // the client does not wait any longer
		c.Failure, c.Reason = tool.TimedOut, "the client did not wait for the answer"
	case errors.As(err, &failure) && (failure.Word == tool.Protocol || failure.Word == tool.Unrecorded):
		c.Error = &Error{Code: failure.Code, Message: failure.Reason}
	case errors.As(err, &failure):
		if c.Failure = failure.Word; c.Failure != tool.TooLarge {
			c.Failure = tool.Disconnected
		}
		c.Reason = failure.Reason
	default:
		return reply{}, err
	}
	if err := r.write(c); err != nil {
		return reply{}, err
	}
	if c.Failure == tool.TimedOut {
		return reply{silent: true}, nil
	}
	if c.Failure != "" {
		return reply{}, err // the client sees the server end, as it did
	}
	return reply{result: c.Result, failed: c.Error}, nil
}

// write adds one line, in one write.
func (r *recorder) write(c Call) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	_, err = r.file.Write(append(line, '\n'))
	return err
}
