// Package mcpserver offers what is known of a code base, and the judging of texts
// about it, to agents: as an MCP server on standard input and output. One file for
// each kind of tool.
//
// Every answer is about the code base as it is when the call comes. Nothing is
// written that a caller could name, and nothing of the code base is run.
package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/tool"
)

// The bounds of messages, in bytes.
const (
	maxMessage = 64 << 20 // of the client: a text to check
	maxResult  = 64 << 10 // the text of one answer
)

// Options say what is served.
type Options struct {
	Version string // of sooth
	// Look returns the code base as it is now: the one that it returned before
	// where nothing has changed. It is called by one goroutine at a time.
	Look func(ctx context.Context) (*Base, error)
}

// instructions are what a client may tell its model about the server.
const instructions = "Facts of one code base, read by its compiler's front end, always of the files as they are now. " +
	"Ask find_symbol, find_callers, find_callees or get_subgraph instead of guessing names and lines; get_context_for_task begins a task. " +
	"Give check what you are about to say or write about the code: it says which names, lines, signatures and structural statements in it are false."

// Serve answers a client until its input or ctx ends, or until it sends what is no
// message. The code base is looked at for the first time at once, while the client
// is still introducing itself.
func Serve(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	k := newKeeper(ctx, o.Look)
	defer k.close()
	s := &server{keeper: k, server: mcp.NewServer(&mcp.Implementation{Name: "sooth", Version: o.Version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})}
	s.addFacts()
	s.addCheck()
	err := s.server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: unclosed{out}, MaxLineLength: maxMessage})
	if ctx.Err() != nil {
		return nil // it was told to end
	}
	return err
}

// unclosed is a writer that is not ours to close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

type server struct {
	keeper *keeper
	server *mcp.Server
}

// answer answers one call of a tool with a text.
type answer func(ctx context.Context, base *Base, arguments json.RawMessage) (string, error)

// add offers a tool. What goes wrong is an answer that says so: a model can read
// it and do better.
func (s *server) add(d tool.Definition, answer answer) {
	closed := false
	offered := &mcp.Tool{
		Name: d.Name, Description: d.Description, InputSchema: d.Input,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
	}
	s.server.AddTool(offered, func(ctx context.Context, q *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := s.call(ctx, answer, q.Params.Arguments)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			text = explain(err)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: bounded(text)}}, IsError: err != nil}, nil
	})
}

func (s *server) call(ctx context.Context, answer answer, arguments json.RawMessage) (string, error) {
	base, release, err := s.keeper.hold(ctx)
	if err != nil {
		return "", fmt.Errorf("the code base cannot be read: %w", err)
	}
	defer release()
	return answer(ctx, base, arguments)
}

// explain is an error for a model.
func explain(err error) string {
	var refused *tool.Failure
	if errors.As(err, &refused) {
		return refused.Reason
	}
	return err.Error()
}

// bounded cuts a text that is too long after one of its lines, and says so.
func bounded(text string) string {
	if len(text) <= maxResult {
		return text
	}
	head := strings.ToValidUTF8(text[:maxResult], "")
	if at := strings.LastIndexByte(head, '\n'); at > 0 {
		head = head[:at]
	}
	return fmt.Sprintf("%s\n[the first %d of %d bytes; ask for less at once]", head, len(head), len(text))
}
