package mcptool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/tool"
	"sooth/tool/mcptool"
)

// secret is what no answer and no message may hold.
const secret = "tok-0123456789"

// remote is a server over HTTP that is written by hand from the specification of
// 2025-03-26 and shares no code with the client: a session by a header, answers as
// JSON or as events. It misbehaves as the text of a call says.
type remote struct {
	mutex    sync.Mutex
	began    int
	sessions map[string]bool
	refuse   http.HandlerFunc // nil: it answers
}

func (s *remote) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.refuse != nil {
		s.refuse(w, r)
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+secret {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if r.Method == http.MethodDelete {
		s.mutex.Lock()
		delete(s.sessions, r.Header.Get("Mcp-Session-Id"))
		s.mutex.Unlock()
		return
	}
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct {
			Name      string
			Arguments struct{ Text string }
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil || r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	s.mutex.Lock()
	known := s.sessions[r.Header.Get("Mcp-Session-Id")]
	s.mutex.Unlock()
	answer := func(part string) string { return `{"jsonrpc":"2.0","id":` + string(m.ID) + `,` + part + `}` }
	reply := func(part string) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, answer(part))
	}
	switch {
	case m.Method == "initialize":
		s.mutex.Lock()
		s.began++
		id := fmt.Sprint("session-", s.began)
		s.sessions[id] = true
		s.mutex.Unlock()
		w.Header().Set("Mcp-Session-Id", id)
		reply(`"result":{"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"remote","version":"7"}}`)
	case m.Method == "server/discover":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, answer(`"error":{"code":-32601,"message":"no such method"}`))
	case !known:
		w.WriteHeader(http.StatusNotFound)
	case len(m.ID) == 0:
		w.WriteHeader(http.StatusAccepted)
	case m.Method == "tools/list":
		reply(`"result":{"tools":[{"name":"say","inputSchema":{"type":"object"}}]}`)
	case m.Params.Name != "say":
		reply(`"error":{"code":-32602,"message":"no tool of that name"}`)
	default:
		s.say(w, r, m.Params.Arguments.Text, answer, reply)
	}
}

// say answers a call as its text wants it.
func (s *remote) say(w http.ResponseWriter, r *http.Request, text string, answer func(string) string, reply func(string)) {
	result := `"result":{"content":[{"type":"text","text":"you said ` + text + `"}]}`
	events := func(body string) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, body)
	}
	switch text {
	case "events":
		events("event: message\ndata: " + answer(result) + "\n\n")
	case "echo":
		reply(`"result":{"content":[{"type":"text","text":"you sent ` + r.Header.Get("Authorization") + `"}],"structuredContent":{"k":"` + secret + `"}}`)
	case "no events":
		events("")
	case "half an event":
		events("event: message\ndata: {\"jsonrpc\":\"2.0\"")
	case "half":
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":`)
	case "cut":
		w.Header().Set("Content-Length", "1000")
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0"`)
		panic(http.ErrAbortHandler)
	case "drop":
		panic(http.ErrAbortHandler)
	case "hang":
		<-r.Context().Done()
	case "large", "large events":
		body := answer(`"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", 2<<20) + `"}]}`)
		if text == "large" {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, body)
			return
		}
		events("data: " + body + "\n\n")
	case "page":
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<html>Sign in "+secret+"</html>")
	case "plain":
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, "ok")
	case "moved":
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere?"+secret)
		w.WriteHeader(http.StatusTemporaryRedirect)
	case "forgotten":
		w.WriteHeader(http.StatusNotFound)
	case "401", "403", "429", "500", "503":
		var status int
		fmt.Sscan(text, &status)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, answer(`"error":{"code":-32602,"message":"told as bad arguments"}`))
	default:
		reply(result)
	}
}

// far starts such a server.
func far(t *testing.T) (*remote, mcptool.Options) {
	t.Helper()
	s := &remote{sessions: map[string]bool{}}
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return s, mcptool.Options{
		URL: server.URL + "/mcp", Header: http.Header{"Authorization": {"Bearer " + secret}}, Secrets: map[string]string{"TOKEN": secret},
		Version: "test", Limit: 1 << 20,
	}
}

func TestHTTP(t *testing.T) {
	server, o := far(t)
	s, err := mcptool.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if a := s.About(); a != (mcptool.About{Name: "remote", Version: "7", Protocol: "2025-03-26"}) {
		t.Errorf("%+v", a)
	}
	if tools, err := s.Tools(t.Context()); err != nil || len(tools) != 1 || tools[0].Name != "say" {
		t.Errorf("%+v, %v", tools, err)
	}
	for _, text := range []string{"héllo", "events"} {
		if r, err := s.Call(t.Context(), "say", echo(text)); err != nil || r.Text != "you said "+text {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	}
	if r, err := s.Call(t.Context(), "say", echo("echo")); err != nil || r.Text != "you sent Bearer {env.TOKEN}" || string(r.Structured) != `{"k":"{env.TOKEN}"}` {
		t.Errorf("a secret that is repeated: %+v, %v", r, err)
	}
	var failure *tool.Failure
	if _, err := s.Call(t.Context(), "none", nil); !errors.As(err, &failure) || failure.Word != tool.Protocol || !s.Alive() {
		t.Errorf("%v", err)
	}
	s.Close()
	if server.mutex.Lock(); len(server.sessions) != 0 {
		t.Errorf("sessions are left: %v", server.sessions)
	}
	server.mutex.Unlock()
}

// TestHTTPWithTheSDK: another server, that of the SDK, in each version of the protocol that it
// has and with and without sessions.
func TestHTTPWithTheSDK(t *testing.T) {
	for _, c := range []struct {
		name     string
		options  mcp.StreamableHTTPOptions
		protocol string
	}{
		{"sessions", mcp.StreamableHTTPOptions{}, "2025-11-25"},
		{"stateless", mcp.StreamableHTTPOptions{Stateless: true}, "2026-07-28"},
		{"json", mcp.StreamableHTTPOptions{JSONResponse: true}, "2025-11-25"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := mcp.NewServer(&mcp.Implementation{Name: "sdk", Version: "1"}, nil)
			mcp.AddTool(server, &mcp.Tool{Name: "echo"}, func(_ context.Context, _ *mcp.CallToolRequest, in echoInput) (*mcp.CallToolResult, any, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: in.Text}}}, nil, nil
			})
			host := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &c.options))
			defer host.Close()
			defer host.CloseClientConnections()
			s, err := mcptool.Start(t.Context(), mcptool.Options{URL: host.URL})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if s.About().Protocol != c.protocol {
				t.Errorf("agreed on %q, want %q", s.About().Protocol, c.protocol)
			}
			if r, err := s.Call(t.Context(), "echo", echo("a")); err != nil || r.Text != "a" {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// TestHTTPFailures: what is no answer is a failure with its word, soon, without the
// secret, and the next call goes to a new session.
func TestHTTPFailures(t *testing.T) {
	cases := []struct {
		say    string
		word   tool.Word
		reason string
	}{
		{"no events", tool.Disconnected, "the server ended the answer before it was whole"},
		{"half an event", tool.Disconnected, ""},
		{"half", tool.Disconnected, ""},
		{"cut", tool.Disconnected, ""},
		{"drop", tool.Disconnected, "EOF"},
		{"hang", tool.TimedOut, "no answer in time"},
		{"large", tool.TooLarge, "a message of more than 1 MiB"},
		{"large events", tool.TooLarge, "a message of more than 1 MiB"},
		{"page", tool.Disconnected, "the server answered with a page of HTML and status 200 OK, which is no MCP"},
		{"plain", tool.Disconnected, `unsupported content type "text/plain"`},
		{"moved", tool.Disconnected, "the server sends on to http://127.0.0.1:1/elsewhere, which is not followed"},
		{"forgotten", tool.Disconnected, "the server has ended the session"},
		{"401", tool.Disconnected, "the server answered with status 401 Unauthorized"},
		{"403", tool.Disconnected, "the server answered with status 403 Forbidden"},
		{"429", tool.Disconnected, "the server answered with status 429 Too Many Requests"},
		{"500", tool.Disconnected, "the server answered with status 500 Internal Server Error"},
		{"503", tool.Disconnected, "the server answered with status 503 Service Unavailable"},
	}
	for _, c := range cases {
		t.Run(c.say, func(t *testing.T) {
			t.Parallel()
			server, o := far(t)
			k := mcptool.Keep(o)
			defer k.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			began := time.Now()
			_, err := k.Call(ctx, "say", echo(c.say))
			var failure *tool.Failure
			if !errors.As(err, &failure) || failure.Word != c.word || !strings.Contains(failure.Reason, c.reason) {
				t.Fatalf("got %v, want %s: %s", err, c.word, c.reason)
			}
			if took := time.Since(began); took > 3*time.Second {
				t.Errorf("took %v", took)
			}
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the secret is told: %v", err)
			}
			if r, err := k.Call(t.Context(), "say", echo("again")); err != nil || r.Text != "you said again" {
				t.Errorf("after that: %+v, %v", r, err)
			}
			if server.began != 2 {
				t.Errorf("%d sessions were begun, want 2", server.began)
			}
		})
	}
}

// TestHTTPRefused: addresses, headers and hosts that cannot be used are said at the start.
func TestHTTPRefused(t *testing.T) {
	server, good := far(t)
	for _, c := range []struct {
		name   string
		change func(*mcptool.Options)
		refuse http.HandlerFunc
		reason string
	}{
		{"no scheme", func(o *mcptool.Options) { o.URL = "localhost/mcp" }, nil, "is no URL of http or https"},
		{"password", func(o *mcptool.Options) { o.URL = "http://user:" + secret + "@h/mcp" }, nil, "a user or password"},
		{"unreadable", func(o *mcptool.Options) { o.URL = "http://h:" + secret + "x/\x7f" }, nil, "cannot be read"},
		{"fragment", func(o *mcptool.Options) { o.URL = "http://h/mcp#x" }, nil, "a fragment"},
		{"both", func(o *mcptool.Options) { o.Command = []string{"x"} }, nil, "both"},
		{"protocol's header", func(o *mcptool.Options) { o.Header = http.Header{"mcp-session-id": {"1"}} }, nil, "belongs to the protocol"},
		{"bad header", func(o *mcptool.Options) { o.Header = http.Header{"a b": {"1"}} }, nil, "is no name of a header"},
		{"line break", func(o *mcptool.Options) { o.Header = http.Header{"A": {"1\n2"}} }, nil, "line break"},
		{"wrong key", func(o *mcptool.Options) { o.Header = nil }, nil, "401 Unauthorized"},
		{"dead host", func(o *mcptool.Options) { o.URL = "http://127.0.0.1:1/mcp" }, nil, "connection refused"},
		{"no MCP", func(*mcptool.Options) {}, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html></html>") }, "a page of HTML"},
		{"not found", func(*mcptool.Options) {}, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, "Not Found"},
		{"silent", func(o *mcptool.Options) { o.Connect = 200 * time.Millisecond }, func(_ http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, "within 200ms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server.refuse = c.refuse
			o := good
			c.change(&o)
			_, err := mcptool.Start(t.Context(), o)
			var failure *tool.Failure
			if !errors.As(err, &failure) || failure.Word != tool.NotStarted || !strings.Contains(failure.Reason, c.reason) || strings.Contains(failure.Reason, secret) {
				t.Errorf("got %v, want %q", err, c.reason)
			}
		})
	}
}

// TestDigestOfURL: an address has a digest, of what it says and offers; it has no program.
func TestDigestOfURL(t *testing.T) {
	_, o := far(t)
	var all []string
	for _, path := range []string{"", "", "?b"} {
		c := o
		c.URL += path
		k := mcptool.Keep(c)
		d, err := k.Digest(t.Context())
		if program, err := k.Program(t.Context()); program != "" || err != nil {
			t.Errorf("%q, %v", program, err)
		}
		k.Close()
		if err != nil || len(d) != 64 {
			t.Fatal(d, err)
		}
		all = append(all, d)
	}
	if all[0] != all[1] || slices.Contains(all[:2], all[2]) {
		t.Error(all)
	}
}
