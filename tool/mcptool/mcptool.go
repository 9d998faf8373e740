// Package mcptool calls the tools of an MCP server: a program of its own that
// speaks over standard input and output, or an address that is asked over
// streamable HTTP.
//
// What a program prints beside its messages is dropped and counted; its end,
// its silence and its exit code, a page of HTML, a status, a broken connection
// become a *tool.Failure, never an answer.
package mcptool

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/tool"
)

// Options say which server is asked, and how: Command or URL, never both.
type Options struct {
	Command []string // program and arguments, never read by a shell
	Dir     string   // it is run in; empty: the current one
	Environ []string // all that it is given; see process.Environment

	URL     string            // of a server that speaks streamable HTTP
	Header  http.Header       // sent with every request to it
	Secrets map[string]string // by name: what is taken out of everything that comes back

	Version string // of sooth, told to the server
	// Connect bounds the start until the server has answered the first message;
	// 0: 30 s. Grace is how long it may take to end after its input was closed;
	// 0: 5 s. Then its process group is killed.
	Connect, Grace time.Duration
	Limit          int64 // bytes of one message of the server; 0: 16 MiB
}

// About is what a server says of itself.
type About struct {
	Name, Version string
	Protocol      string // version that was agreed on
}

// link is what a session runs over.
type link interface {
	transport() mcp.Transport
	alive() bool
	lost(ctx context.Context, err error) *tool.Failure                   // an error that is no answer
	refused(err error) *tool.Failure                                     // why there is no session
	describe(word tool.Word, reason string) *tool.Failure                // with what is known of the server
	hide(text string) string                                             // without secrets
	noise() (lines int, first string)                                    // beside the messages
	stderr() string                                                      // the end of it
	end(grace time.Duration, session *mcp.ClientSession) (byItself bool) // gives everything back
}

// Session is a session with a server. It is safe for concurrent use.
type Session struct {
	options Options
	link    link
	session *mcp.ClientSession
	about   About
	forced  atomic.Bool
}

// Start starts a server, or connects to one, and agrees on a version of the
// protocol, the newest first. The error is a *tool.Failure unless ctx ended. The
// session outlives ctx; Close ends it.
func Start(ctx context.Context, o Options) (*Session, error) {
	o.Connect, o.Grace, o.Limit = cmp.Or(o.Connect, 30*time.Second), cmp.Or(o.Grace, 5*time.Second), cmp.Or(o.Limit, 16<<20)
	s := &Session{options: o}
	switch {
	case o.URL != "" && len(o.Command) > 0:
		return nil, &tool.Failure{Word: tool.NotStarted, Reason: "both a command and a URL are given"}
	case o.URL != "":
		e, err := dial(o)
		if err != nil {
			return nil, &tool.Failure{Word: tool.NotStarted, Reason: err.Error()}
		}
		s.link = e
	case len(o.Command) == 0:
		return nil, &tool.Failure{Word: tool.NotStarted, Reason: "no command is given"}
	default:
		p, err := launch(o)
		if err != nil {
			return nil, &tool.Failure{Word: tool.NotStarted, Reason: fmt.Sprintf("%q: %v", o.Command[0], err)}
		}
		s.link = p
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "sooth", Version: o.Version}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	deadline, cancel := context.WithTimeout(ctx, o.Connect)
	defer cancel()
	var err error
	s.session, err = client.Connect(deadline, s.link.transport(), nil)
	if err != nil {
		late := errors.Is(deadline.Err(), context.DeadlineExceeded) && ctx.Err() == nil
		var failure *tool.Failure
		if late {
			failure = s.link.describe(tool.NotStarted, fmt.Sprintf("the server did not answer the first message within %v", o.Connect))
		} else {
			failure = s.link.refused(err)
		}
		s.link.end(0, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, failure
	}
	if r := s.session.InitializeResult(); r != nil {
		s.about.Protocol = r.ProtocolVersion
		if r.ServerInfo != nil {
			s.about.Name, s.about.Version = s.link.hide(r.ServerInfo.Name), s.link.hide(r.ServerInfo.Version)
		}
	}
	return s, nil
}

// About returns what the server says of itself.
func (s *Session) About() About { return s.about }

// Noise returns how many lines on standard output were no messages, and the
// first of them.
func (s *Session) Noise() (lines int, first string) { return s.link.noise() }

// Stderr returns the end of what the server said on standard error.
func (s *Session) Stderr() string { return s.link.stderr() }

// Tools lists the tools of the server, all pages of them.
func (s *Session) Tools(ctx context.Context) ([]tool.Definition, error) {
	const most = 10_000
	var list []tool.Definition
	for t, err := range s.session.Tools(ctx, nil) {
		if err != nil {
			return nil, s.explain(ctx, err)
		}
		if len(list) == most {
			return nil, s.link.describe(tool.Protocol, fmt.Sprintf("more than %d tools", most))
		}
		schema, err := json.Marshal(t.InputSchema)
		if err != nil {
			return nil, s.link.describe(tool.Protocol, fmt.Sprintf("the schema of tool %q: %v", t.Name, err))
		}
		list = append(list, tool.Definition{Name: t.Name, Description: t.Description, Input: schema})
	}
	slices.SortFunc(list, func(a, b tool.Definition) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Call calls one tool.
func (s *Session) Call(ctx context.Context, name string, arguments any) (tool.Result, error) {
	answer, err := s.call(ctx, name, arguments)
	if err != nil {
		return tool.Result{}, err
	}
	r := tool.Result{IsError: answer.IsError}
	var texts []string
	for _, c := range answer.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	r.Text = s.link.hide(strings.Join(texts, "\n"))
	if answer.StructuredContent != nil {
		structured, err := json.Marshal(answer.StructuredContent)
		if err != nil {
			return tool.Result{}, s.link.describe(tool.Protocol, fmt.Sprintf("the structured answer of tool %q: %v", name, err))
		}
		r.Structured = json.RawMessage(s.link.hide(string(structured)))
	}
	return r, nil
}

// Exchange calls one tool and returns the result as the protocol has it, as
// JSON: pictures and all, for who hands it on.
func (s *Session) Exchange(ctx context.Context, name string, arguments any) (json.RawMessage, error) {
	answer, err := s.call(ctx, name, arguments)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, s.link.describe(tool.Protocol, fmt.Sprintf("the answer of tool %q: %v", name, err))
	}
	return json.RawMessage(s.link.hide(string(text))), nil
}

func (s *Session) call(ctx context.Context, name string, arguments any) (*mcp.CallToolResult, error) {
	answer, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		return nil, s.explain(ctx, err)
	}
	return answer, nil
}

// Alive says whether the server still runs, or the session is still good.
func (s *Session) Alive() bool { return s.link.alive() }

// Close closes the server's input, waits for its end and, where that does not
// come, kills its process group. A session over HTTP is told to end.
func (s *Session) Close() error {
	s.forced.Store(!s.link.end(s.options.Grace, s.session))
	return nil
}

// Forced says whether Close had to kill the server.
func (s *Session) Forced() bool { return s.forced.Load() }

// Kill ends the server at once.
func (s *Session) Kill() { s.link.end(0, s.session) }
