// Package mcptool calls the tools of an MCP server that runs as a program of
// its own and speaks over standard input and output.
//
// What the server prints beside its messages is dropped and counted; its end,
// its silence and its exit code become a *tool.Failure, never an answer.
package mcptool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/internal/process"
	"sooth/tool"
)

// Options say which server is started, and how.
type Options struct {
	Command []string // program and arguments, never read by a shell
	Dir     string   // it is run in; empty: the current one
	Environ []string // all that it is given; see process.Environment
	Version string   // of sooth, told to the server
	// Connect bounds the start until the server has answered the first message;
	// 0: 30 s. Grace is how long it may take to end after its input was closed;
	// 0: 5 s. Then its process group is killed.
	Connect, Grace time.Duration
}

// About is what a server says of itself.
type About struct {
	Name, Version string
	Protocol      string // version that was agreed on
}

// Session is a running server. It is safe for concurrent use.
type Session struct {
	options Options
	command *exec.Cmd
	input   *os.File
	filter  *filter
	stderr  *process.Tail
	session *mcp.ClientSession
	ended   chan struct{} // closed when the program has ended
	about   About
	killed  atomic.Bool // by us
}

// Start starts a server and agrees on a version of the protocol, the newest
// first. The error is a *tool.Failure unless ctx ended. The session outlives ctx; Close ends it.
func Start(ctx context.Context, o Options) (*Session, error) {
	if len(o.Command) == 0 {
		return nil, &tool.Failure{Word: tool.NotStarted, Reason: "no command is given"}
	}
	if o.Connect == 0 {
		o.Connect = 30 * time.Second
	}
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	s := &Session{options: o, stderr: &process.Tail{Most: 8 << 10}, ended: make(chan struct{})}
	if err := s.start(); err != nil {
		return nil, &tool.Failure{Word: tool.NotStarted, Reason: fmt.Sprintf("%q: %v", o.Command[0], err)}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "sooth", Version: o.Version}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	deadline, cancel := context.WithTimeout(ctx, o.Connect)
	defer cancel()
	var err error
	s.session, err = client.Connect(deadline, &mcp.IOTransport{Reader: s.filter, Writer: s.input, MaxLineLength: maxLine}, nil)
	if err != nil {
		if deadline.Err() == nil {
			s.await(time.Second) // its exit code may be known a moment later than its silence
		}
		reason := "the server ended before it answered the first message"
		if s.Alive() {
			reason = "the server did not answer the first message: " + clause(err)
		}
		failure := s.failure(tool.NotStarted, reason)
		if errors.Is(deadline.Err(), context.DeadlineExceeded) && ctx.Err() == nil {
			failure.Reason = fmt.Sprintf("the server did not answer the first message within %v", o.Connect)
		}
		s.end(0)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, failure
	}
	if r := s.session.InitializeResult(); r != nil {
		s.about.Protocol = r.ProtocolVersion
		if r.ServerInfo != nil {
			s.about.Name, s.about.Version = r.ServerInfo.Name, r.ServerInfo.Version
		}
	}
	return s, nil
}

// start starts the program with pipes of our own: those of exec.Cmd are closed
// by Wait, which would take away what the server said last.
func (s *Session) start() error {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return errors.Join(err, inRead.Close(), inWrite.Close())
	}
	c := exec.Command(s.options.Command[0], s.options.Command[1:]...)
	c.Dir, c.Env = s.options.Dir, s.options.Environ
	if c.Env == nil {
		c.Env = []string{} // nil would be all of ours
	}
	c.Stdin, c.Stdout, c.Stderr = inRead, outWrite, s.stderr
	c.SysProcAttr = process.Group()
	c.WaitDelay = time.Second // a child that keeps standard error open
	err = c.Start()
	inRead.Close()
	outWrite.Close()
	if err != nil {
		inWrite.Close()
		outRead.Close()
		return err
	}
	s.command, s.input, s.filter = c, inWrite, newFilter(outRead)
	go func() {
		c.Wait() // the state is read from ProcessState
		close(s.ended)
	}()
	return nil
}

// About returns what the server says of itself.
func (s *Session) About() About { return s.about }

// Noise returns how many lines on standard output were no messages, and the
// first of them.
func (s *Session) Noise() (lines int, first string) {
	if p := s.filter.first.Load(); p != nil {
		first = strings.ToValidUTF8(*p, "\uFFFD")
	}
	return int(s.filter.noise.Load()), first
}

// Stderr returns the end of what the server said on standard error.
func (s *Session) Stderr() string { return s.stderr.String() }

// Tools lists the tools of the server, all pages of them.
func (s *Session) Tools(ctx context.Context) ([]tool.Definition, error) {
	const most = 10_000
	var list []tool.Definition
	for t, err := range s.session.Tools(ctx, nil) {
		if err != nil {
			return nil, s.explain(ctx, err)
		}
		if len(list) == most {
			return nil, s.failure(tool.Protocol, fmt.Sprintf("more than %d tools", most))
		}
		schema, err := json.Marshal(t.InputSchema)
		if err != nil {
			return nil, s.failure(tool.Protocol, fmt.Sprintf("the schema of tool %q: %v", t.Name, err))
		}
		list = append(list, tool.Definition{Name: t.Name, Description: t.Description, Input: schema})
	}
	slices.SortFunc(list, func(a, b tool.Definition) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Call calls one tool.
func (s *Session) Call(ctx context.Context, name string, arguments any) (tool.Result, error) {
	answer, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		return tool.Result{}, s.explain(ctx, err)
	}
	r := tool.Result{IsError: answer.IsError}
	var texts []string
	for _, c := range answer.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	r.Text = strings.Join(texts, "\n")
	if answer.StructuredContent != nil {
		if r.Structured, err = json.Marshal(answer.StructuredContent); err != nil {
			return tool.Result{}, s.failure(tool.Protocol, fmt.Sprintf("the structured answer of tool %q: %v", name, err))
		}
	}
	return r, nil
}

// Alive says whether the server still runs.
func (s *Session) Alive() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// Close closes the server's input, waits for its end and, where that does not
// come, kills its process group.
func (s *Session) Close() error {
	s.end(s.options.Grace)
	return nil
}

// Kill ends the server at once.
func (s *Session) Kill() { s.end(0) }

// await waits for the program's end, at most so long.
func (s *Session) await(most time.Duration) {
	select {
	case <-s.ended:
	case <-time.After(most):
	}
}

// end ends the program within the time given and gives everything back.
func (s *Session) end(grace time.Duration) {
	s.input.Close()
	if grace > 0 {
		s.await(grace)
	}
	if s.Alive() {
		s.killed.Store(true)
	}
	process.Kill(s.command.Process) // children that outlived it as well
	<-s.ended
	s.filter.Close()
	if s.session != nil {
		s.session.Close()
	}
}
