package exchange_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sooth/llm"
	"sooth/llm/exchange"
)

const key = "sk-0123456789-secret"

// client returns a client of a server.
func client(t *testing.T, o exchange.Options) *exchange.Client {
	t.Helper()
	o.Provider, o.Key = "p", key
	o.Authorize = func(h http.Header, key string) { h.Set("X-Api-Key", key) }
	c, err := exchange.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// handle starts a server.
func handle(t *testing.T, f http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	return s
}

// kind returns the error of an exchange as what it must be.
func kind(t *testing.T, err error) *llm.Error {
	t.Helper()
	var e *llm.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no *llm.Error", err)
	}
	if strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %q", err)
	}
	return e
}

// TestTLS: certificates that are not trusted, for another host, or not there.
func TestTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	plain := handle(t, http.NotFound)
	for name, c := range map[string]struct {
		base string
		trip http.RoundTripper
	}{
		"not trusted":  {s.URL, nil},
		"another host": {strings.Replace(s.URL, "127.0.0.1", "localhost", 1), s.Client().Transport},
		"no TLS":       {strings.Replace(plain.URL, "http:", "https:", 1), nil},
	} {
		_, err := client(t, exchange.Options{BaseURL: c.base, Transport: c.trip}).Do(t.Context(), "/x", []byte("{}"))
		if e := kind(t, err); e.Kind != llm.TLS || e.Passing() || e.MaybePaid {
			t.Errorf("%s: %v, %+v", name, err, e)
		}
	}
}

// TestNobodyThere: a refused connection may pass, a host without an address does
// not.
func TestNobodyThere(t *testing.T) {
	s := handle(t, http.NotFound)
	s.Close()
	begun := time.Now()
	_, err := client(t, exchange.Options{BaseURL: s.URL}).Do(t.Context(), "/x", []byte("{}"))
	if e := kind(t, err); e.Kind != llm.Connection || !e.Passing() || e.MaybePaid || !strings.Contains(err.Error(), "connection refused") {
		t.Errorf("%v, %+v", err, e)
	}
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "nowhere.invalid", IsNotFound: true}}
	}}
	_, err = client(t, exchange.Options{BaseURL: "https://nowhere.invalid", Transport: transport}).Do(t.Context(), "/x", []byte("{}"))
	if e := kind(t, err); e.Kind != llm.Connection || e.Passing() || !strings.Contains(err.Error(), `host "nowhere.invalid": no such host`) {
		t.Errorf("%v, %+v", err, e)
	}
	if d := time.Since(begun); d > 10*time.Second {
		t.Errorf("it took %v to say so", d)
	}
}

// TestRedirect: the key does not go where a redirect points.
func TestRedirect(t *testing.T) {
	reached := false
	thief := handle(t, func(http.ResponseWriter, *http.Request) { reached = true })
	for _, status := range []int{301, 302, 307, 308} {
		s := handle(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, thief.URL+"/take?key="+r.Header.Get("X-Api-Key"), status)
		})
		_, err := client(t, exchange.Options{BaseURL: s.URL}).Do(t.Context(), "/x", []byte("{}"))
		if e := kind(t, err); e.Kind != llm.Redirect || e.Passing() || !strings.Contains(err.Error(), "to "+thief.URL+"/take;") {
			t.Errorf("%v", err)
		}
	}
	if reached {
		t.Error("a redirect was followed")
	}
}

// TestHeaders: what is sent, and what of Retry-After is understood.
func TestHeaders(t *testing.T) {
	for _, c := range []struct {
		name, value, date string
		want              time.Duration
	}{
		{"Retry-After", "3", "", 3 * time.Second},
		{"Retry-After", " 1.5 ", "", 1500 * time.Millisecond},
		{"Retry-After", "0", "", 0}, {"Retry-After", "-1", "", 0}, {"Retry-After", "NaN", "", 0}, {"Retry-After", "soon", "", 0},
		{"Retry-After", "1e300", "", 365 * 24 * time.Hour}, {"Retry-After", "+Inf", "", 365 * 24 * time.Hour},
		{"Retry-After-Ms", "250", "", 250 * time.Millisecond},
		// The server's clock is years behind ours: its own Date counts.
		{"Retry-After", "Wed, 21 Oct 2015 07:28:10 GMT", "Wed, 21 Oct 2015 07:28:00 GMT", 10 * time.Second},
		{"Retry-After", "Wed, 21 Oct 2015 07:28:10 GMT", "Wed, 21 Oct 2015 07:29:00 GMT", 0},
		{"Retry-After", "Wed, 21 Oct 2015 07:28:10 GMT", "none", 9 * time.Second},
	} {
		s := handle(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Api-Key") != key || r.Header.Get("Content-Type") != "application/json" || r.Header.Get("X-Extra") != "1" {
				t.Errorf("headers %v", r.Header)
			}
			w.Header().Set(c.name, c.value)
			switch c.date {
			case "none":
				w.Header()["Date"] = nil
			case "":
			default:
				w.Header().Set("Date", c.date)
			}
			w.WriteHeader(429)
		})
		o := exchange.Options{BaseURL: s.URL + "/", Header: http.Header{"X-Extra": {"1"}}, Now: func() time.Time {
			return time.Date(2015, 10, 21, 7, 28, 1, 0, time.UTC)
		}}
		_, err := client(t, o).Do(t.Context(), "/x", []byte("{}"))
		if e := kind(t, err); e.Kind != llm.RateLimited || e.Wait != c.want {
			t.Errorf("%s: %q at %q: wait %v, want %v", c.name, c.value, c.date, e.Wait, c.want)
		}
	}
}

// TestFinal: a provider may say that asking again is useless.
func TestFinal(t *testing.T) {
	s := handle(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Should-Retry", "false")
		w.WriteHeader(500)
	})
	_, err := client(t, exchange.Options{BaseURL: s.URL}).Do(t.Context(), "/x", []byte("{}"))
	if e := kind(t, err); e.Kind != llm.ServerError || e.Passing() {
		t.Errorf("%v", err)
	}
}

// TestLimits: neither a body without end nor one that trickles holds a client.
func TestLimits(t *testing.T) {
	s := handle(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
	})
	_, err := client(t, exchange.Options{BaseURL: s.URL, Limit: 10_000}).Do(t.Context(), "/x", []byte("{}"))
	if e := kind(t, err); e.Kind != llm.TooLarge || len(e.Received) > 10_001 {
		t.Errorf("%v, %d bytes", err, len(e.Received))
	}
	s = handle(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			w.Write([]byte(" "))
			http.NewResponseController(w).Flush()
			time.Sleep(5 * time.Millisecond)
		}
	})
	_, err = client(t, exchange.Options{BaseURL: s.URL, Timeout: 200 * time.Millisecond}).Do(t.Context(), "/x", []byte("{}"))
	if e := kind(t, err); e.Kind != llm.Timeout || !e.MaybePaid {
		t.Errorf("%v", err)
	}
}

// TestRefusedOptions: what cannot be right is refused before anything is sent,
// and secrets are not repeated.
func TestRefusedOptions(t *testing.T) {
	for _, c := range []struct{ base, key, want string }{
		{"api.example.com", "", "want http:// or https://"}, {"ftp://h", "", "want http:// or https://"}, {"https://", "", "and a host"},
		{"https://user:" + key + "@h", "", "has a user"}, {"https://h?key=" + key, "", "has a user, a query"}, {"https://h/%zz" + key, "", "cannot be read"},
		{"https://h", key + "\n", "blanks or line breaks"}, {"https://h", "Bearer " + key, "blanks or line breaks"},
	} {
		_, err := exchange.New(exchange.Options{Provider: "p", BaseURL: c.base, Key: c.key})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), key) {
			t.Errorf("%q: %v", c.base, err)
		}
	}
}

// TestBody: parameters go where they belong, and nothing is written twice.
func TestBody(t *testing.T) {
	names := map[string]string{"temperature": "config.t", "seed": "", "stop": "stops"}
	b := exchange.Body{"model": "m"}
	unsent, err := b.Parameters(map[string]string{
		"temperature": "0", "seed": "3", "stop": `["a","b"]`, "effort.level": "high", "flag": "true", "text": "<0>", "list": `[1]`,
	}, names, "model", "messages")
	if err != nil || len(unsent) != 1 || unsent[0] != "seed" {
		t.Fatal(unsent, err)
	}
	got, err := b.Bytes()
	want := `{"config":{"t":0},"effort":{"level":"high"},"flag":true,"list":[1],"model":"m","stops":["a","b"],"text":"<0>"}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
	for _, bad := range []map[string]string{{"model": "x"}, {"messages.0": "x"}, {"": "x"}, {"a.": "x"}, {"config": "1", "temperature": "0"}, {"flag.x": "1"}} {
		b := exchange.Body{"model": "m", "flag": true}
		if _, err := b.Parameters(bad, names, "model", "messages"); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}
