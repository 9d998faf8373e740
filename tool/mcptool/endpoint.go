package mcptool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/tool"
)

// endpoint is a server that is reached over streamable HTTP.
type endpoint struct {
	options Options
	base    *url.URL
	carrier *http.Transport
	hidden  *strings.Replacer
	once    sync.Once
	ended   chan struct{} // closed when the session is of no use any more
	over    atomic.Bool   // an answer was too large
}

// CheckURL says what is wrong with the address of a server; nil: nothing.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil: // its text may hold a password
		return errors.New("the URL cannot be read; hint: it looks like https://host/mcp")
	case u.Scheme != "https" && u.Scheme != "http" || u.Host == "":
		return fmt.Errorf("%q is no URL of http or https; hint: it looks like https://host/mcp", u.Redacted())
	case u.User != nil:
		return fmt.Errorf("the URL of host %q has a user or password in it; hint: put it into a header", u.Host)
	case u.Fragment != "":
		return fmt.Errorf("the URL of host %q has a fragment, which is never sent; hint: leave out #%s", u.Host, u.Fragment)
	}
	return nil
}

// CheckHeader says what is wrong with the name of a header that a user gives;
// nil: nothing. Those that belong to the protocol are not his to give.
func CheckHeader(name string) error {
	canonical := http.CanonicalHeaderKey(name)
	own := []string{"Accept", "Connection", "Content-Length", "Content-Type", "Host", "Last-Event-Id", "Transfer-Encoding"}
	switch {
	case name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r) }):
		return fmt.Errorf("%q is no name of a header", name)
	case slices.Contains(own, canonical) || strings.HasPrefix(canonical, "Mcp-"):
		return fmt.Errorf("the header %q belongs to the protocol", name)
	}
	return nil
}

func dial(o Options) (*endpoint, error) {
	if err := CheckURL(o.URL); err != nil {
		return nil, err
	}
	for name, values := range o.Header {
		if err := CheckHeader(name); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(values, func(v string) bool { return strings.ContainsAny(v, "\r\n\x00") }) {
			return nil, fmt.Errorf("the header %q has a line break in it; hint: the secret was perhaps pasted with its surroundings", name)
		}
	}
	e := &endpoint{options: o, ended: make(chan struct{}), carrier: http.DefaultTransport.(*http.Transport).Clone()}
	e.base, _ = url.Parse(o.URL)
	names := slices.SortedFunc(maps.Keys(o.Secrets), func(a, b string) int { return len(o.Secrets[b]) - len(o.Secrets[a]) })
	var pairs []string
	for _, name := range names {
		if o.Secrets[name] != "" {
			pairs = append(pairs, o.Secrets[name], "{env."+name+"}")
		}
	}
	e.hidden = strings.NewReplacer(pairs...)
	return e, nil
}

func (e *endpoint) transport() mcp.Transport {
	return &mcp.StreamableClientTransport{
		Endpoint: e.options.URL, HTTPClient: &http.Client{Transport: e}, MaxEventSize: -1, // the whole body is bounded
		MaxRetries: -1, DisableStandaloneSSE: true, // nothing is asked twice, and what a server says unasked is not needed
	}
}

// statusError is a response that is no message of the protocol.
type statusError struct{ reason string }

func (e *statusError) Error() string { return e.reason }

// errTooLarge is the error of a body over the limit.
var errTooLarge = errors.New("the answer is too large")

// RoundTrip sends a request with the headers, and refuses what is no answer of
// an MCP server: the loop that the SDK would make of it hides what happened.
func (e *endpoint) RoundTrip(r *http.Request) (*http.Response, error) {
	sent := r.Clone(r.Context())
	for name, values := range e.options.Header {
		sent.Header[http.CanonicalHeaderKey(name)] = values
	}
	response, err := e.carrier.RoundTrip(sent)
	if err != nil {
		return nil, err
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	status := response.StatusCode
	reason := ""
	switch {
	case status >= 300 && status < 400:
		where := "another address"
		if to, err := response.Location(); err == nil {
			where = to.Scheme + "://" + to.Host + to.Path
		}
		reason = "sends on to " + where + ", which is not followed: headers may hold a secret"
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusProxyAuthRequired || status == http.StatusTooManyRequests || status >= 500:
		reason = "answered with status " + statusText(status)
	case kind == "text/html":
		reason = fmt.Sprintf("answered with a page of HTML and status %s, which is no MCP", statusText(status))
	}
	if reason != "" {
		response.Body.Close()
		return nil, &statusError{reason}
	}
	response.Body = &limited{body: response.Body, left: e.options.Limit, over: &e.over}
	return response, nil
}

func statusText(status int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status)))
}

// limited is a body that fails where it is too large.
type limited struct {
	body io.ReadCloser
	left int64
	over *atomic.Bool
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		var one [1]byte
		if n, err := l.body.Read(one[:]); n == 0 {
			return 0, err
		}
		l.over.Store(true)
		return 0, errTooLarge
	}
	n, err := l.body.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}

func (l *limited) Close() error { return l.body.Close() }

func (e *endpoint) alive() bool {
	select {
	case <-e.ended:
		return false
	default:
		return true
	}
}

// lost explains an error that is not the answer of the server. The session is
// given up: whether the server still knows it cannot be told.
func (e *endpoint) lost(_ context.Context, err error) *tool.Failure {
	e.once.Do(func() { close(e.ended) })
	var status *statusError
	var address *url.Error
	text := clause(err)
	word := tool.Disconnected
	switch {
	case errors.As(err, &status):
		text = "the server " + status.reason
	case errors.Is(err, mcp.ErrSessionMissing):
		text = "the server has ended the session"
	case e.over.Load():
		word, text = tool.TooLarge, fmt.Sprintf("a message of more than %d MiB", e.options.Limit>>20)
	case errors.As(err, &address):
		text = cut(address.Err.Error()) // without the URL
	case ended(err) || strings.Contains(text, "terminated without response"):
		text = "the server ended the answer before it was whole"
	}
	return e.describe(word, text)
}

func (e *endpoint) describe(word tool.Word, reason string) *tool.Failure {
	return &tool.Failure{Word: word, Reason: e.hide(reason)}
}

func (e *endpoint) refused(err error) *tool.Failure {
	f := e.lost(context.Background(), err)
	if f.Word == tool.Disconnected {
		f.Word = tool.NotStarted
	}
	f.Reason = fmt.Sprintf("no session at %s://%s: %s", e.base.Scheme, cmp.Or(e.base.Host, "?"), f.Reason)
	return f
}

// hide takes secrets out of a text: a server may repeat what it was sent.
func (e *endpoint) hide(text string) string { return e.hidden.Replace(text) }

func (e *endpoint) noise() (int, string) { return 0, "" }

func (e *endpoint) stderr() string { return "" }

// end tells the server that the session is over, within the time given.
func (e *endpoint) end(grace time.Duration, session *mcp.ClientSession) bool {
	if session != nil {
		done := make(chan struct{})
		go func() {
			session.Close() // bounded by the SDK as well
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(grace):
		}
	}
	e.once.Do(func() { close(e.ended) })
	e.carrier.CloseIdleConnections()
	return true
}
