package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// server is a running gopls, spoken to over its standard input and output.
type server struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	dir    string
	number int
	opened map[string]bool
}

// startServer starts gopls on a folder.
func startServer(ctx context.Context, command, dir string) (*server, error) {
	cmd := exec.CommandContext(ctx, command, "serve")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("gopls: %w; hint: make truth-labels installs it", err)
	}
	s := &server{cmd: cmd, in: in, out: bufio.NewReader(out), dir: dir, opened: map[string]bool{}}
	root := map[string]any{"processId": nil, "rootUri": address(dir), "capabilities": map[string]any{},
		"workspaceFolders": []any{map[string]any{"uri": address(dir), "name": "module"}}}
	if err := s.call("initialize", root, nil); err != nil {
		return nil, err
	}
	return s, s.send(map[string]any{"jsonrpc": "2.0", "method": "initialized", "params": map[string]any{}})
}

func address(name string) string { return (&url.URL{Scheme: "file", Path: name}).String() }

func (s *server) send(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(text), text)
	return err
}

// message is any message of the protocol.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

func (s *server) receive() (message, error) {
	var m message
	length := 0
	for {
		line, err := s.out.ReadString('\n')
		if err != nil {
			return m, err
		}
		line = strings.TrimSpace(line)
		if line == "" {
			break
		}
		if v, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			length, _ = strconv.Atoi(v)
		}
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(s.out, text); err != nil {
		return m, err
	}
	return m, json.Unmarshal(text, &m)
}

// call asks and waits for the answer; what the server asks meanwhile gets an
// answer of nothing.
func (s *server) call(method string, params, result any) error {
	s.number++
	id := strconv.Itoa(s.number)
	if err := s.send(map[string]any{"jsonrpc": "2.0", "id": s.number, "method": method, "params": params}); err != nil {
		return err
	}
	for {
		m, err := s.receive()
		if err != nil {
			return fmt.Errorf("gopls: %s: %w", method, err)
		}
		switch {
		case m.Method != "" && m.ID != nil:
			var answer any
			if m.Method == "workspace/configuration" {
				answer = []any{nil}
			}
			if err := s.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": answer}); err != nil {
				return err
			}
		case string(m.ID) == id && m.Error != nil:
			return fmt.Errorf("gopls: %s: %s", method, m.Error.Message)
		case string(m.ID) == id:
			if result == nil {
				return nil
			}
			return json.Unmarshal(m.Result, result)
		}
	}
}

// callee is where a function that is called is declared.
type callee struct {
	name, file string // file is absolute
	line       int    // of the name, from 1
}

// callees returns what the function whose name stands at a place calls.
func (s *server) callees(file string, text []byte, line, column int) ([]callee, error) {
	name := filepath.Join(s.dir, file)
	if !s.opened[file] {
		s.opened[file] = true
		open := map[string]any{"textDocument": map[string]any{"uri": address(name), "languageId": "go", "version": 1, "text": string(text)}}
		if err := s.send(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": open}); err != nil {
			return nil, err
		}
	}
	var items []json.RawMessage
	at := map[string]any{"textDocument": map[string]any{"uri": address(name)}, "position": map[string]any{"line": line - 1, "character": column - 1}}
	if err := s.call("textDocument/prepareCallHierarchy", at, &items); err != nil || len(items) != 1 {
		return nil, err
	}
	var calls []struct {
		To struct {
			Name, URI      string
			SelectionRange struct{ Start struct{ Line int } }
		}
	}
	if err := s.call("callHierarchy/outgoingCalls", map[string]any{"item": items[0]}, &calls); err != nil {
		return nil, err
	}
	var out []callee
	for _, c := range calls {
		u, err := url.Parse(c.To.URI)
		if err != nil {
			return nil, err
		}
		last := c.To.Name[strings.LastIndexByte(c.To.Name, '.')+1:]
		out = append(out, callee{last, u.Path, c.To.SelectionRange.Start.Line + 1})
	}
	return out, nil
}

// stop ends the server.
func (s *server) stop() {
	s.in.Close()
	s.cmd.Process.Kill()
	s.cmd.Wait()
}
