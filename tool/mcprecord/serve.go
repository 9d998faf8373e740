package mcprecord

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"

	"sooth/tool"
)

// responder answers what a client asks.
type responder interface {
	about() (name, version string)
	tools(ctx context.Context) ([]tool.Definition, error)
	// call answers one call; an error ends the server.
	call(ctx context.Context, name string, arguments json.RawMessage) (reply, error)
}

// reply is how a call is answered.
type reply struct {
	result  json.RawMessage
	failed  *Error
	silent  bool // it is not answered at all
	corrupt bool // half of the message is sent
}

// message is one message of a client.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// server speaks the protocol over lines: what of it has to do with tools.
type server struct {
	responder responder
	mutex     sync.Mutex // guards out and running
	out       io.Writer
	running   map[string]context.CancelFunc // by id
	calls     sync.WaitGroup
	stop      context.CancelCauseFunc
}

// serve answers a client until its input ends, ctx ends, or the responder wants
// the server to end.
func serve(ctx context.Context, r responder, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	s := &server{responder: r, out: out, running: map[string]context.CancelFunc{}, stop: stop}
	ended := errors.New("the input has ended")
	go func() {
		err := s.read(ctx, in)
		if err == nil {
			err = ended
		}
		stop(err)
	}()
	<-ctx.Done()
	s.calls.Wait()
	if err := context.Cause(ctx); !errors.Is(err, ended) && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// read reads the messages of a client. What is no message is passed over.
func (s *server) read(ctx context.Context, in io.Reader) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	for {
		line, whole, err := readLine(lines)
		if err != nil {
			return err
		}
		var m message
		if text := bytes.TrimSpace(line); len(text) > 0 && json.Unmarshal(text, &m) == nil && m.Method != "" {
			s.handle(ctx, m)
		}
		if !whole {
			return nil
		}
	}
}

// handle answers one message; calls of tools are answered when they are.
func (s *server) handle(ctx context.Context, m message) {
	switch {
	case m.Method == "notifications/cancelled":
		var which struct {
			ID json.RawMessage `json:"requestId"`
		}
		if json.Unmarshal(m.Params, &which) == nil {
			s.mutex.Lock()
			if cancel := s.running[string(which.ID)]; cancel != nil {
				cancel()
			}
			s.mutex.Unlock()
		}
	case len(m.ID) == 0:
	case m.Method == "initialize":
		s.introduce(m)
	case m.Method == "ping":
		s.send(m.ID, reply{result: json.RawMessage("{}")})
	case m.Method == "tools/list" || m.Method == "tools/call":
		one, cancel := context.WithCancel(ctx)
		s.mutex.Lock()
		s.running[string(m.ID)] = cancel
		s.mutex.Unlock()
		s.calls.Go(func() {
			defer cancel()
			s.answer(one, m)
			s.mutex.Lock()
			delete(s.running, string(m.ID))
			s.mutex.Unlock()
		})
	default:
		s.send(m.ID, reply{failed: &Error{-32601, "method not found: " + m.Method}})
	}
}

// introduce answers the first message.
func (s *server) introduce(m message) {
	var asked struct {
		Version string `json:"protocolVersion"`
	}
	json.Unmarshal(m.Params, &asked)
	known := []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
	if !slices.Contains(known, asked.Version) {
		asked.Version = known[0]
	}
	name, version := s.responder.about()
	s.sendValue(m.ID, map[string]any{
		"protocolVersion": asked.Version, "capabilities": map[string]any{"tools": map[string]any{}},
		"serverInfo": map[string]string{"name": name, "version": version},
	})
}

// answer answers a message about tools.
func (s *server) answer(ctx context.Context, m message) {
	if m.Method == "tools/list" {
		list, err := s.responder.tools(ctx)
		if err != nil {
			if ctx.Err() == nil {
				s.stop(err)
			}
			return
		}
		type definition struct {
			Name        string          `json:"name"`
			Description string          `json:"description,omitempty"`
			Input       json.RawMessage `json:"inputSchema"`
		}
		tools := make([]definition, len(list))
		for i, d := range list {
			tools[i] = definition{d.Name, d.Description, d.Input}
		}
		s.sendValue(m.ID, map[string]any{"tools": tools})
		return
	}
	var call struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(m.Params, &call); err != nil {
		s.send(m.ID, reply{failed: &Error{-32602, "params: " + err.Error()}})
		return
	}
	r, err := s.responder.call(ctx, call.Name, call.Arguments)
	if err != nil {
		s.stop(err)
		return
	}
	s.send(m.ID, r)
}

func (s *server) sendValue(id json.RawMessage, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		s.send(id, reply{failed: &Error{-32603, err.Error()}})
		return
	}
	s.send(id, reply{result: text})
}

// send writes one answer as one line.
func (s *server) send(id json.RawMessage, r reply) {
	if r.silent {
		return
	}
	m := struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result,omitempty"`
		Error   *Error          `json:"error,omitempty"`
	}{"2.0", id, r.result, r.failed}
	line, err := json.Marshal(m)
	if err != nil {
		line, _ = json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": Error{-32603, err.Error()}})
	}
	if r.corrupt {
		line = line[:len(line)/2]
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if _, err := s.out.Write(append(line, '\n')); err != nil {
		s.stop(err)
	}
}
