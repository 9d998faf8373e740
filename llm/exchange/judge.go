package exchange

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"strings"

	"sooth/llm"
)

// failure classifies an exchange in which no response came.
func (c *Client) failure(ctx context.Context, err error) *llm.Error {
	var (
		authority x509.UnknownAuthorityError
		hostname  x509.HostnameError
		invalid   x509.CertificateInvalidError
		verify    *tls.CertificateVerificationError
		record    tls.RecordHeaderError
		alert     tls.AlertError
		dns       *net.DNSError
		timeout   net.Error
	)
	e := &llm.Error{Kind: llm.Connection, Message: oneLine(c.secret.Replace(cause(err).Error()))}
	var op *net.OpError
	e.MaybePaid = !errors.As(err, &op) || op.Op != "dial" // a request that was under way
	switch {
	case errors.As(err, &authority), errors.As(err, &hostname), errors.As(err, &invalid), errors.As(err, &verify),
		errors.As(err, &record), errors.As(err, &alert), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		e.Kind, e.MaybePaid = llm.TLS, false
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		e.Kind = llm.Timeout
		e.Message = fmt.Sprintf("no answer from %s within %v", c.base.Host, c.o.Timeout)
	case errors.As(err, &dns):
		e.Message = fmt.Sprintf("host %q: %s", dns.Name, dns.Err)
		e.Final = dns.IsNotFound
	}
	return e
}

// cause takes the method and the URL off an error of net/http.
func cause(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		var op *net.OpError
		if errors.As(err, &op) {
			return op
		}
		err = inner
	}
}

// judge looks at a response before its JSON is: kind is "" if that is what it
// holds. A status that tells of an error counts before the form of its body,
// which is often not the provider's own but that of a proxy before it.
func (c *Client) judge(ctx context.Context, r *http.Response, text []byte, readErr error) (kind llm.Kind, message string, cause error) {
	page := isPage(r.Header, text)
	switch {
	case r.StatusCode >= 300 && r.StatusCode < 400:
		return llm.Redirect, "to " + c.location(r), nil
	case readErr != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return llm.Timeout, fmt.Sprintf("the answer was not complete within %v", c.o.Timeout), nil
	case int64(len(text)) > c.o.Limit:
		return llm.TooLarge, fmt.Sprintf("more than %d bytes", c.o.Limit), errTooLarge
	}
	if kind := KindOf(r.StatusCode); kind != "" && (page || readErr != nil || !json.Valid(text)) {
		what := "its body is not JSON"
		if page {
			what = "its body is a web page"
		}
		return kind, what, nil
	}
	switch {
	case readErr != nil:
		return llm.Truncated, fmt.Sprintf("the connection ended after %d bytes", len(text)), nil
	case page:
		return llm.Page, oneLine(title(text)), nil
	}
	if err := validate(text); err != nil {
		if len(text) == 0 {
			return llm.Truncated, "empty", err
		}
		if strings.Contains(err.Error(), "unexpected end of JSON input") {
			return llm.Truncated, fmt.Sprintf("JSON ends after %d bytes", len(text)), err
		}
		return llm.NotJSON, oneLine(err.Error()), err
	}
	return "", "", nil
}

// validate returns the error of text that is not JSON.
func validate(text []byte) error {
	var raw json.RawMessage
	return json.Unmarshal(text, &raw)
}

// location is where a redirect points, without what may be secret in it.
func (c *Client) location(r *http.Response) string {
	to, err := r.Location()
	if err != nil {
		return "nowhere"
	}
	to.RawQuery, to.Fragment, to.User = "", "", nil
	return c.secret.Replace(to.String())
}

// isPage reports whether a body is HTML.
func isPage(h http.Header, text []byte) bool {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	start := strings.ToLower(strings.TrimSpace(string(text[:min(len(text), 200)])))
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html") ||
		(kind == "text/html" || kind == "application/xhtml+xml") && strings.HasPrefix(start, "<")
}

// title is the title of a page.
func title(text []byte) string {
	_, rest, found := strings.Cut(string(text), "<title>")
	inner, _, closed := strings.Cut(rest, "</title>")
	if !found || !closed {
		return "without a title"
	}
	return fmt.Sprintf("%q", strings.TrimSpace(inner))
}

// KindOf returns the kind of error that a status of HTTP stands for, "" for a
// success. 529 is what Anthropic says when it is overloaded.
func KindOf(status int) llm.Kind {
	switch {
	case status >= 200 && status < 300:
		return ""
	case status == http.StatusTooManyRequests:
		return llm.RateLimited
	case status == http.StatusServiceUnavailable, status == 529:
		return llm.Overloaded
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusProxyAuthRequired:
		return llm.Auth
	case status == http.StatusPaymentRequired:
		return llm.Quota
	case status == http.StatusNotFound:
		return llm.NotFound
	case status == http.StatusRequestTimeout, status == http.StatusGatewayTimeout:
		return llm.Timeout
	case status == http.StatusConflict, status == http.StatusTooEarly, status >= 500:
		return llm.ServerError
	}
	return llm.BadRequest
}
