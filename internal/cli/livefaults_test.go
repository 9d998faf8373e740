package cli_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sooth/llm"
	"sooth/llm/llmtest"
)

// liveKey is long enough to be a secret.
const liveKey = "sk-live-key-0123456789"

// asked runs the suite tiny against an address, in a process of its own.
func asked(t *testing.T, environ []string, args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	out, errs, exit := sooth(t, environ, append([]string{"run", "testdata/tiny", "--db", t.TempDir()}, args...)...)
	if strings.Contains(out+errs, liveKey) {
		t.Errorf("the key is shown: %s%s", out, errs)
	}
	return out, errs, exit
}

// providerEnvironment points the drivers of all three wire formats at an address.
func providerEnvironment(address, key string) []string {
	return []string{
		"ANTHROPIC_BASE_URL=" + address, "ANTHROPIC_API_KEY=" + key,
		"OPENAI_BASE_URL=" + address + "/v1", "OPENAI_API_KEY=" + key,
		"GEMINI_BASE_URL=" + address + "/v1beta", "GEMINI_API_KEY=" + key,
		"HTTP_PROXY=", "HTTPS_PROXY=", "http_proxy=", "https_proxy=",
	}
}

// providerModels are a model of each wire format, all with prices.
var providerModels = []string{"claude-haiku-4-5", "gpt-5-mini", "gemini-2.5-flash"}

// counting is a handler with the number of its requests that could cost money.
type counting struct {
	http.Handler
	paid atomic.Int64
}

func (c *counting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		c.paid.Add(1)
	}
	c.Handler.ServeHTTP(w, r)
}

// listen serves a handler on loopback.
func listen(t *testing.T, h http.HandlerFunc) (*httptest.Server, *counting) {
	t.Helper()
	c := &counting{Handler: h}
	s := httptest.NewServer(c)
	t.Cleanup(s.Close)
	return s, c
}

// fixed answers everything with one status, kind and body.
func fixed(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

const portal = "<!DOCTYPE html>\n<html><head><title>Sign in to the network</title></head><body>…</body></html>\n"

// TestLiveWrongAddress: an address at which somebody else answers, or nobody, is
// found before the first paid call, with each of the three wire formats: exit
// code 2 where the caller gave something wrong, 1 where the surroundings are in
// trouble, no state left behind.
func TestLiveWrongAddress(t *testing.T) {
	selfSigned := httptest.NewUnstartedServer(http.NotFoundHandler())
	selfSigned.Config.ErrorLog = log.New(io.Discard, "", 0)
	selfSigned.StartTLS()
	t.Cleanup(selfSigned.Close)
	right := serve(t, llmtest.Options{Key: liveKey, Models: []string{"another-model"}})
	for _, c := range []struct {
		name    string
		address string           // or
		handler http.HandlerFunc // what answers there
		key     string           // "": the right one
		exit    int
		message string
	}{
		{name: "wrong key", address: right.URL(), key: "sk-wrong-0123456789", exit: 2, message: "hint: check the key in the environment"},
		{name: "unknown model", address: right.URL(), exit: 2, message: "hint: check the model's name and the base URL"},
		{name: "https to a plain port", address: strings.Replace(right.URL(), "http:", "https:", 1), exit: 2, message: "TLS"},
		{name: "self-signed certificate", address: selfSigned.URL, exit: 2, message: "x509: "},
		{name: "plain http to a TLS port", address: strings.Replace(selfSigned.URL, "https:", "http:", 1), exit: 2, message: "(400)"},
		{name: "page of a portal", handler: fixed(200, "text/html", portal), exit: 2, message: `a web page instead of an answer (200): "Sign in to the network"; hint: check the base URL and the proxy`},
		{name: "redirect to a portal", handler: func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/login?key="+liveKey, http.StatusFound)
		}, exit: 2, message: "redirect"},
		{name: "page of a gateway", handler: fixed(502, "text/html", portal), exit: 1, message: "(502)"},
		{name: "no JSON", handler: fixed(200, "application/json", "\x00\xff this is no JSON"), exit: 2, message: "not JSON"},
		{name: "another service", handler: fixed(200, "application/json", `"it works"`), exit: 2, message: "another shape"},
		{name: "proxy wants a password", handler: fixed(407, "text/html", portal), exit: 2, message: "(407)"},
		{name: "in trouble", handler: fixed(500, "application/json", `{"error":{"type":"api_error","message":"down"}}`), exit: 1, message: "server error (500"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var paid *counting
			if c.handler != nil {
				s, count := listen(t, c.handler)
				c.address, paid = s.URL, count
			}
			if c.key == "" {
				c.key = liveKey
			}
			args := []string{"--jobs", "2"}
			for _, m := range providerModels {
				args = append(args, "--model", m)
			}
			db := filepath.Join(t.TempDir(), "state")
			begun := time.Now()
			_, errs, exit := asked(t, providerEnvironment(c.address, c.key), append(args, "--db", db)...)
			if exit != c.exit || strings.Count(errs, c.message) != len(providerModels) || !strings.Contains(errs, "nothing was asked") {
				t.Errorf("exit %d, want %d with %q once a model: %s", exit, c.exit, c.message, errs)
			}
			if took := time.Since(begun); took > 10*time.Second {
				t.Errorf("said after %v", took)
			}
			if paid != nil && paid.paid.Load() > 0 {
				t.Errorf("%d requests that could be paid for", paid.paid.Load())
			}
			if _, err := os.Stat(db); err == nil {
				t.Error("state was left behind")
			}
		})
	}
	if n := right.Counts().Requests; n > 0 {
		t.Errorf("%d completions were asked for", n)
	}
}

// TestLiveDeadHost: a host that refuses, is silent, or has no address is said
// within three seconds, exit code 1.
func TestLiveDeadHost(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var held sync.Map
	go func() {
		for { // accepts, and never says a word
			c, err := silent.Accept()
			if err != nil {
				return
			}
			held.Store(c, true)
		}
	}()
	t.Cleanup(func() {
		silent.Close()
		held.Range(func(c, _ any) bool { return c.(net.Conn).Close() == nil })
	})
	for name, address := range map[string]string{
		"refuses":    "http://127.0.0.1:1",
		"silent":     "http://" + silent.Addr().String(),
		"silent TLS": "https://" + silent.Addr().String(),
		"no address": "http://no-such-host.invalid",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			_, errs, exit := asked(t, providerEnvironment(address, liveKey), "--model", "claude-haiku-4-5")
			took := time.Since(begun)
			t.Logf("exit %d after %v", exit, took.Round(time.Millisecond))
			// Three seconds, and what a busy machine takes to start a process.
			if exit != 1 || took > 5*time.Second || !strings.Contains(errs, "nothing was asked") {
				t.Errorf("exit %d after %v: %s", exit, took, errs)
			}
		})
	}
}

// TestLiveProxy: the page of a proxy on the way to a provider is not taken for
// an answer.
func TestLiveProxy(t *testing.T) {
	proxy, paid := listen(t, fixed(200, "text/html", portal))
	_, errs, exit := asked(t, append(providerEnvironment("http://provider.invalid", liveKey), "HTTP_PROXY="+proxy.URL, "http_proxy="+proxy.URL), "--model", "claude-haiku-4-5")
	if exit != 2 || !strings.Contains(errs, "Sign in to the network") || paid.paid.Load() > 0 {
		t.Errorf("exit %d, %d paid for: %s", exit, paid.paid.Load(), errs)
	}
}

// described answers the probe of Anthropic's driver, and hands the paid calls on.
func described(paid http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fixed(200, "application/json", `{"type":"model","id":"claude-haiku-4-5"}`)(w, r)
			return
		}
		paid(w, r)
	}
}

// TestLiveFaultsLater: what goes wrong after the probe is an infra_error of each
// trial with its words, exit code 4, never a failed answer.
func TestLiveFaultsLater(t *testing.T) {
	limited := func(after func(w http.ResponseWriter)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			after(w)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusTooManyRequests)
			fmt.Fprint(w, `{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}`)
		}
	}
	dated := func(date, until string) http.HandlerFunc {
		return limited(func(w http.ResponseWriter) {
			w.Header()["Date"] = nil // none
			if date != "" {
				w.Header().Set("Date", date)
			}
			w.Header().Set("Retry-After", until)
		})
	}
	for _, c := range []struct {
		name     string
		handler  http.HandlerFunc
		message  string
		attempts int64 // of each of the four trials
	}{
		{"page of a portal", fixed(200, "text/html", portal), "a web page instead of an answer", 1},
		{"no JSON", fixed(200, "application/json", "\x00\xff this is no JSON"), "body is not JSON", 3},
		{"another service", fixed(200, "application/json", `{"status":"ok"}`), "body of another shape", 3},
		{"key withdrawn", fixed(401, "application/json", `{"type":"error","error":{"type":"authentication_error","message":"revoked"}}`), "key refused", 1},
		// A clock that is wrong: a date long past asks for no wait, so that the
		// usual pauses are made; one far ahead is not waited for.
		{"Retry-After long past", dated("", "Sat, 01 Jan 2000 00:00:00 GMT"), "rate limited", 3},
		{"Retry-After far ahead", dated("", "Fri, 31 Dec 2100 00:00:00 GMT"), "beyond the deadline", 1},
		{"Retry-After no date", dated("", "soon"), "rate limited", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, paid := listen(t, described(c.handler))
			out, errs, exit := asked(t, providerEnvironment(s.URL, liveKey), "--model", "claude-haiku-4-5", "--format", "json")
			var r struct {
				Run struct {
					End string `json:"end"`
				} `json:"run"`
				Tasks []struct {
					Trials []struct{ State, Reason, Solved string }
				}
			}
			if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 4 || r.Run.End != "errors_above_tolerance" {
				t.Fatalf("exit %d, end %q, %v: %s", exit, r.Run.End, err, errs)
			}
			trials := 0
			for _, task := range r.Tasks {
				for _, trial := range task.Trials {
					trials++
					if trial.State != "infra_error" || !strings.Contains(trial.Reason, c.message) || trial.Solved == "fail" {
						t.Errorf("%+v, want an infra_error with %q", trial, c.message)
					}
				}
			}
			if trials != 4 || paid.paid.Load() != 4*c.attempts {
				t.Errorf("%d trials, %d requests; want 4 and %d", trials, paid.paid.Load(), 4*c.attempts)
			}
		})
	}
}

// TestLiveClockSkew: a provider whose clock is a year ahead, or behind, asks to
// wait by its own date: the wait is what it means, not what our clock makes of it.
func TestLiveClockSkew(t *testing.T) {
	db := t.TempDir() // equal answers are graded once
	for _, skew := range []time.Duration{-365 * 24 * time.Hour, 365 * 24 * time.Hour} {
		s := serve(t, llmtest.Options{
			Now: func() time.Time { return time.Now().Add(skew) },
			Behave: func(c llmtest.Call) llmtest.Behaviour {
				if c.Try == 0 {
					return llmtest.Behaviour{Fault: llmtest.RateLimit, RetryAfter: time.Second, AsDate: true}
				}
				return coder(c)
			},
		})
		begun := time.Now()
		_, errs, exit := asked(t, providerEnvironment(s.URL(), liveKey), "--db", db, "--new-run", "--model", "claude-haiku-4-5")
		counts := s.Counts()
		if exit != 0 || counts.Requests != 8 || counts.Early != 0 || time.Since(begun) < time.Second {
			t.Errorf("clock off by %v: exit %d after %v, %+v: %s", skew, exit, time.Since(begun), counts, errs)
		}
	}
}

// TestLiveFailureRows: what models do instead of answering (AH27): prose without
// code fails to compile with the words for it, code that lacks an import fails with
// the compiler's; a refusal and a truncated answer are no answers and say nothing
// of code that was never written.
func TestLiveFailureRows(t *testing.T) {
	s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		sorted, docs := strings.Contains(c.Prompt, "func Sorted"), !strings.HasPrefix(c.Prompt, "Write")
		switch {
		case !sorted && !docs:
			return llmtest.Behaviour{Text: "I would make it lower case with the standard library."}
		case !sorted:
			return llmtest.Behaviour{Text: "```go\npackage solution\n\nfunc Lower(s string) string { return strings.ToLower(s) }\n```"}
		case !docs:
			return llmtest.Behaviour{Stop: llm.Refusal, Text: "No."}
		}
		return llmtest.Behaviour{Stop: llm.Length, Text: "```go\npackage solution\n\nfunc Sorted("}
	}})
	out, errs, exit := asked(t, providerEnvironment(s.URL(), liveKey), "--model", "claude-haiku-4-5", "--format", "json")
	var r struct {
		Tasks []struct {
			ID     string
			Trials []struct {
				Arm, State, Reason, Solved string
				Criteria                   map[string]struct {
					Outcome, Reason string
					Diagnostics     []struct{ Message string }
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 0 {
		t.Fatalf("exit %d, %v: %s", exit, err, errs)
	}
	want := map[string]struct{ state, reason, compiles, said, solved string }{
		"lower none":  {"answered", "", "fail", "no code produced", "fail"},
		"lower docs":  {"answered", "", "fail", "undefined: strings", "fail"},
		"sorted none": {"no_answer", "refused", "unknown", "", "fail"},
		"sorted docs": {"no_answer", "truncated", "unknown", "", "fail"},
	}
	seen := 0
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			seen++
			w, c := want[task.ID+" "+trial.Arm], trial.Criteria["compiles"]
			said := c.Reason
			for _, d := range c.Diagnostics {
				said += "\n" + d.Message
			}
			if trial.State != w.state || !strings.Contains(trial.Reason, w.reason) || c.Outcome != w.compiles || !strings.Contains(said, w.said) || trial.Solved != w.solved {
				t.Errorf("%s under %s: %+v, want %+v", task.ID, trial.Arm, trial, w)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d trials, want %d", seen, len(want))
	}
}
