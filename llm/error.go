package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind is what went wrong, in one word.
type Kind string

// The kinds of errors. Those of the first group may pass when one asks again.
const (
	RateLimited Kind = "rate limited"
	Overloaded  Kind = "overloaded"
	ServerError Kind = "server error"
	Connection  Kind = "connection"
	Timeout     Kind = "timeout"
	Truncated   Kind = "truncated body"        // the body ended before its end
	NotJSON     Kind = "body is not JSON"      // and not a page either
	ErrorBody   Kind = "error in a success"    // status 200, an error in the body
	Shape       Kind = "body of another shape" // JSON, but not what the provider documents

	BadRequest Kind = "bad request"
	Auth       Kind = "key refused"
	NotFound   Kind = "not found"
	Quota      Kind = "quota used up" // paid credit or spending limit, not a rate
	TLS        Kind = "TLS"
	Page       Kind = "a web page instead of an answer" // of a proxy, a portal, another service
	Redirect   Kind = "redirect"                        // never followed: the key would go along
	TooLarge   Kind = "body too large"
)

// Passing reports whether asking again may help.
func (k Kind) Passing() bool {
	switch k {
	case RateLimited, Overloaded, ServerError, Connection, Timeout, Truncated, NotJSON, ErrorBody, Shape:
		return true
	}
	return false
}

// hint is what to do about it.
func (k Kind) hint() string {
	switch k {
	case Auth:
		return "check the key in the environment"
	case NotFound:
		return "check the model's name and the base URL"
	case Quota:
		return "waiting does not help; look at the account's credit and limits"
	case TLS:
		return "check the base URL, the machine's clock and its certificates"
	case Page:
		return "check the base URL and the proxy"
	case Redirect:
		return "use the address it points to as the base URL"
	}
	return ""
}

// Error is a completion that did not come to be.
type Error struct {
	Kind      Kind
	Provider  string
	Status    int           // of HTTP; 0: there was no response
	Type      string        // the provider's own word, "overloaded_error"
	Message   string        // the provider's, or what was seen; holds no key
	RequestID string        // the provider's
	Wait      time.Duration // asked for by Retry-After; 0: none
	Final     bool          // the provider says that asking again is useless
	// MaybePaid says that the model may have answered and been paid for its
	// answer, which did not arrive: its cost is not known, and not 0.
	MaybePaid bool
	// Sent and Received are the bodies of the exchange as far as there were any.
	Sent, Received []byte
	Err            error // the cause, nil if it is the provider's answer
}

// Error is one line: provider, kind, status and the provider's words.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Provider, e.Kind)
	switch {
	case e.Status != 0 && e.Type != "":
		fmt.Fprintf(&b, " (%d %s)", e.Status, e.Type)
	case e.Status != 0:
		fmt.Fprintf(&b, " (%d)", e.Status)
	}
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	if hint := e.Kind.hint(); hint != "" {
		b.WriteString("; hint: " + hint)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Passing reports whether asking again may help.
func (e *Error) Passing() bool { return e.Kind.Passing() && !e.Final }

// passing finds the [*Error] of err, if asking again may help. An end of ctx is
// nobody's fault and is never asked again.
func passing(ctx context.Context, err error) (*Error, bool) {
	var e *Error
	if ctx.Err() != nil || !errors.As(err, &e) {
		return nil, false
	}
	return e, e.Passing()
}
