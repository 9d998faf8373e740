// Package httpsearch searches with a service that is asked over HTTP.
//
// Secrets come from the environment by name and are put into headers, URL and
// body when a request is made; they are in no record and no message.
package httpsearch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"sooth/search"
)

// Config says which service answers, and how it is asked.
type Config struct {
	Method  string            // empty: POST with a body, else GET
	URL     string            // with placeholders, whose values are escaped
	Headers map[string]string // with placeholders
	Body    any               // a text or a JSON tree, with placeholders; nil: none
	Hits    *search.Extractor
	Partial []string                         // see Preset
	Lookup  func(name string) (string, bool) // of {env.NAME}
}

// Engine is a [search.System].
type Engine struct {
	config  Config
	client  *http.Client
	secrets map[string]string // by name
}

// New makes an engine. The environment is read, nothing is sent: a variable that
// is not set is an error here, not at the first query.
func New(c Config) (*Engine, error) {
	if c.Method == "" {
		c.Method = http.MethodGet
		if c.Body != nil {
			c.Method = http.MethodPost
		}
	}
	e := &Engine{config: c, secrets: map[string]string{}}
	for _, template := range c.templates() {
		for _, name := range search.Placeholders(template) {
			variable, ok := strings.CutPrefix(name, "env.")
			if !ok {
				continue
			}
			value, ok := c.Lookup(variable)
			if !ok || value == "" {
				return nil, fmt.Errorf("the environment has no %s, which the system sends; hint: export %s=…", variable, variable)
			}
			e.secrets[variable] = value
		}
	}
	e.client = &http.Client{
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute},
		// A redirect would take secrets to another host, and hides a wrong URL.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return e, nil
}

// templates returns every text in which placeholders may stand.
func (c Config) templates() []string {
	list := []string{c.URL}
	for _, value := range c.Headers {
		list = append(list, value)
	}
	var walk func(any)
	walk = func(tree any) {
		switch tree := tree.(type) {
		case string:
			list = append(list, tree)
		case []any:
			for _, item := range tree {
				walk(item)
			}
		case map[string]any:
			for _, item := range tree {
				walk(item)
			}
		}
	}
	walk(c.Body)
	return list
}

// Search sends one request. It is not repeated, whatever happens.
func (e *Engine) Search(ctx context.Context, q search.Query, k int) (search.Ranking, error) {
	v := search.Values{Query: q, K: k, Env: func(name string) string { return e.secrets[name] }}
	request, err := e.request(ctx, v)
	if err != nil {
		return search.Ranking{}, e.hide(err)
	}
	began := time.Now()
	response, err := e.client.Do(request)
	if err != nil {
		return search.Ranking{Latency: time.Since(began)}, e.unreached(ctx, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, search.MaxOutput+1))
	latency := time.Since(began)
	body = e.hiddenBytes(body)
	r := search.Ranked(nil, 0, body, latency)
	switch {
	case err != nil && ctx.Err() != nil:
		return r, ctx.Err()
	case err != nil:
		return r, search.Failf(search.Disconnects, "the answer ended after %d bytes: %s", len(body), e.hidden(err.Error()))
	case len(body) > search.MaxOutput:
		return r, search.Failf(search.TooLarge, "more than %d MiB of output", search.MaxOutput>>20)
	case response.StatusCode < 200 || response.StatusCode > 299:
		f := search.Failf(search.Refused, "HTTP status %s: %s", response.Status, excerpt(body))
		f.Status = response.StatusCode
		return r, f
	}
	if what := e.partial(body); what != "" {
		return r, search.Failf(search.Refused, "the answer says that it is not complete: %s", what)
	}
	if r.Hits, r.Noise, err = e.config.Hits.Hits(body, v); err != nil {
		return r, err
	}
	return r, nil
}

// request makes the request of one search.
func (e *Engine) request(ctx context.Context, v search.Values) (*http.Request, error) {
	address, err := v.Expand(e.config.URL, url.QueryEscape)
	if err != nil {
		return nil, err
	}
	var body io.Reader
	if e.config.Body != nil {
		tree, err := v.ExpandJSON(e.config.Body)
		if err != nil {
			return nil, err
		}
		text, isText := tree.(string)
		if !isText {
			var encoded bytes.Buffer
			encoder := json.NewEncoder(&encoded)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(tree); err != nil {
				return nil, err
			}
			text = encoded.String()
		}
		body = strings.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, e.config.Method, address, body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Accept", "application/json")
	for name, template := range e.config.Headers {
		value, err := v.Expand(template, nil)
		if err != nil {
			return nil, err
		}
		request.Header.Set(name, value)
	}
	return request, nil
}

// partial names what says that an answer is not complete; empty: nothing does.
func (e *Engine) partial(body []byte) string {
	if len(e.config.Partial) == 0 {
		return ""
	}
	for _, path := range e.config.Partial {
		value, ok := search.At(body, path)
		if number, isNumber := value.(json.Number); ok && (value == true || isNumber && number != "0") {
			return fmt.Sprintf("%s is %v", path, value)
		}
	}
	return ""
}

// unreached says why there is no answer.
func (e *Engine) unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err // without the URL, in which secrets may stand
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "connection reset") {
		return search.Failf(search.Disconnects, "the service closed the connection")
	}
	return search.Failf(search.NotStarted, "no connection: %s", e.hidden(err.Error()))
}

// hide takes secrets out of an error.
func (e *Engine) hide(err error) error {
	var f *search.Failure
	if errors.As(err, &f) {
		hidden := *f
		hidden.Reason = e.hidden(f.Reason)
		return &hidden
	}
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err
	}
	return errors.New(e.hidden(err.Error()))
}

// hidden takes secrets out of a text, the longest first.
func (e *Engine) hidden(text string) string {
	names := make([]string, 0, len(e.secrets))
	for name := range e.secrets {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return len(e.secrets[b]) - len(e.secrets[a]) })
	for _, name := range names {
		text = strings.ReplaceAll(text, e.secrets[name], "{env."+name+"}")
		text = strings.ReplaceAll(text, url.QueryEscape(e.secrets[name]), "{env."+name+"}")
	}
	return text
}

// hiddenBytes takes secrets out of an answer: a service may repeat what it was sent.
func (e *Engine) hiddenBytes(body []byte) []byte {
	if len(e.secrets) == 0 {
		return body
	}
	return []byte(e.hidden(string(body)))
}

// excerpt is how a body begins, as one line.
func excerpt(body []byte) string {
	const most = 1000
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(body[:min(len(body), most)]), "")), " ")
	if text == "" {
		return "no body"
	}
	return text
}

// Close gives the connections back.
func (e *Engine) Close() error {
	e.client.CloseIdleConnections()
	return nil
}

// Reach says whether anybody listens where the service should be. Nothing is
// asked.
func (e *Engine) Reach(ctx context.Context) error {
	address, err := search.Values{K: 1, Query: search.Query{Arguments: map[string]any{}}, Env: func(name string) string { return e.secrets[name] }}.Expand(e.config.URL, url.QueryEscape)
	if err != nil {
		return nil // it needs an argument of a query
	}
	u, err := url.Parse(address)
	if err != nil {
		return e.hide(err)
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if proxy, err := http.ProxyFromEnvironment(&http.Request{URL: u}); err == nil && proxy != nil {
		return nil // what is behind a proxy is known only by asking
	}
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return fmt.Errorf("nobody answers at %s; hint: start the service, or correct the suite", net.JoinHostPort(u.Hostname(), port))
	}
	return c.Close()
}
