// Package exchange makes one HTTP exchange with a provider of language models:
// bounded in size and time, with keys kept out of everything it returns, and
// with a typed error for whatever else than JSON comes back.
package exchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sooth/llm"
)

// Options say where a provider is and how it is asked. Drivers take them as well:
// Provider and BaseURL are then theirs where they are empty, Authorize and Header
// always.
type Options struct {
	// Provider names whom one asks in errors, records and the price table.
	Provider string
	BaseURL  string // "https://api.anthropic.com", with a path or without
	Key      string // secret; "": none is sent
	// Authorize puts the key into a header.
	Authorize func(h http.Header, key string)
	// Header is sent with every request.
	Header http.Header
	// Timeout of one exchange; 0: 10 minutes, as long as providers keep a request
	// that is not streamed.
	Timeout time.Duration
	// Limit is how many bytes of a response are read; 0: 32 MiB.
	Limit int64
	// Transport carries the requests; nil: one of its own, which goes through
	// the proxy that the environment names.
	Transport http.RoundTripper
	Now       func() time.Time // nil: time.Now
}

// Client exchanges. It is safe for concurrent use.
type Client struct {
	o      Options
	base   *url.URL
	http   *http.Client
	secret *strings.Replacer
}

// New returns a client, or an error for a base URL that is none or that holds a
// secret itself.
func New(o Options) (*Client, error) {
	base, err := url.Parse(o.BaseURL)
	switch {
	case err != nil: // the text may hold a password
		return nil, fmt.Errorf("%s: the base URL cannot be read; hint: it looks like https://host/v1", o.Provider)
	case base.Scheme != "https" && base.Scheme != "http" || base.Host == "":
		return nil, fmt.Errorf("%s: base URL %q, want http:// or https:// and a host", o.Provider, base.Redacted())
	case base.User != nil || base.RawQuery != "" || base.Fragment != "":
		return nil, fmt.Errorf("%s: the base URL of host %q has a user, a query or a fragment; hint: keys belong into the environment", o.Provider, base.Host)
	case strings.ContainsAny(o.Key, "\r\n\x00 "):
		return nil, fmt.Errorf("%s: the key has blanks or line breaks in it; hint: it was perhaps pasted with its surroundings", o.Provider)
	}
	base.Path = strings.TrimRight(base.Path, "/")
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Minute
	}
	if o.Limit == 0 {
		o.Limit = 32 << 20
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Transport == nil {
		own := http.DefaultTransport.(*http.Transport).Clone()
		own.MaxIdleConns, own.MaxIdleConnsPerHost = 0, 256 // as many as are asked at once
		o.Transport = own
	}
	return &Client{
		o: o, base: base, secret: hider(o.Key),
		http: &http.Client{
			Transport: o.Transport,
			// A header with a key is not taken to another place.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Provider names whom the client asks.
func (c *Client) Provider() string { return c.o.Provider }

// Host is where the client asks.
func (c *Client) Host() string { return c.base.Host }

// Reply is a response whose body is JSON.
type Reply struct {
	Status    int
	Body      []byte // JSON, without the key
	RequestID string
	wait      time.Duration
	final     bool
	sent      []byte
}

// Do sends a body (nil: a GET) to a path below the base URL and returns the
// response, whatever its status, if its body is JSON. Everything else is an
// [*llm.Error], or ctx's error.
func (c *Client) Do(ctx context.Context, path string, body []byte) (*Reply, error) {
	attempt, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	fail := func(e *llm.Error) (*Reply, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.Provider, e.Sent = c.o.Provider, body
		return nil, e
	}
	request, err := c.request(attempt, path, body)
	if err != nil {
		return fail(&llm.Error{Kind: llm.BadRequest, Message: c.secret.Replace(err.Error())})
	}
	response, err := c.http.Do(request)
	if err != nil {
		e := c.failure(attempt, err)
		e.MaybePaid = e.MaybePaid && body != nil
		return fail(e)
	}
	defer response.Body.Close()
	e := &llm.Error{
		Status:    response.StatusCode,
		RequestID: c.secret.Replace(requestID(response.Header)),
		Wait:      retryAfter(response.Header, c.o.Now()),
		Final:     strings.EqualFold(response.Header.Get("X-Should-Retry"), "false"),
	}
	text, readErr := io.ReadAll(io.LimitReader(response.Body, c.o.Limit+1))
	text = c.hide(text)
	e.Received = text
	if kind, message, cause := c.judge(attempt, response, text, readErr); kind != "" {
		e.Kind, e.Message, e.Err = kind, message, cause
		e.MaybePaid = body != nil && KindOf(e.Status) == "" && kind != llm.Page
		return fail(e)
	}
	return &Reply{
		Status: e.Status, Body: text, RequestID: e.RequestID, wait: e.Wait, final: e.Final, sent: body,
	}, nil
}

// request makes the request.
func (c *Client) request(ctx context.Context, path string, body []byte) (*http.Request, error) {
	method, reader := http.MethodGet, io.Reader(nil)
	if body != nil {
		method, reader = http.MethodPost, bytes.NewReader(body)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base.String()+path, reader)
	if err != nil {
		return nil, err
	}
	for name, values := range c.o.Header {
		request.Header[name] = values
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "sooth")
	if c.o.Key != "" && c.o.Authorize != nil {
		c.o.Authorize(request.Header, c.o.Key)
	}
	return request, nil
}

// Fail makes an error out of a reply whose body is the provider's account of
// one.
func (c *Client) Fail(r *Reply, kind llm.Kind, word, message string) *llm.Error {
	return &llm.Error{
		Kind: kind, Provider: c.o.Provider, Status: r.Status, Type: oneLine(word), Message: oneLine(message),
		RequestID: r.RequestID, Wait: r.wait, Final: r.final, Sent: r.sent, Received: r.Body,
		MaybePaid: kind == llm.Shape && r.sent != nil,
	}
}

// Sent returns the body of the request that a reply answers.
func (r *Reply) Sent() []byte { return r.sent }

// oneLine shortens a provider's message to one line.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	const most = 400
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + " …"
	}
	return s
}

// errTooLarge is the cause of a [llm.TooLarge].
var errTooLarge = errors.New("response body over the limit")

// Refuse makes the error of a request that is not sent.
func (c *Client) Refuse(err error) *llm.Error {
	return &llm.Error{Kind: llm.BadRequest, Provider: c.o.Provider, Message: err.Error(), Err: err}
}
