package cli_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/llm/llmtest"
)

// hosted is the documentation over HTTP, for who has the token. From the call
// number failing on it answers calls with status 500; 0: never.
func hosted(t *testing.T, token string, failing int64) *httptest.Server {
	t.Helper()
	var calls atomic.Int64
	server := documentation("")
	inner := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		switch {
		case r.Header.Get("Authorization") != "Bearer "+token:
			w.WriteHeader(http.StatusUnauthorized)
		case bytes.Contains(body, []byte(`"tools/call"`)) && failing > 0 && calls.Add(1) >= failing:
			w.WriteHeader(http.StatusInternalServerError)
		default:
			inner.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() {
		host.CloseClientConnections()
		host.Close()
	})
	return host
}

// TestServerArmHTTP: an arm whose server is reached over HTTP, with a token from the
// environment that stands in nothing that is kept.
func TestServerArmHTTP(t *testing.T) {
	const token = "tok-5f1c0a7be2"
	host := hosted(t, token, 0)
	s := serve(t, llmtest.Options{Behave: curious})
	dir := armed(t, `url: "`+host.URL+`/mcp", headers: {Authorization: "Bearer {env.DOCS_TOKEN}"}, timeout: 20s, tools: [document]`)
	environ := func(token string) []string {
		return []string{"ANTHROPIC_BASE_URL=" + s.URL(), "ANTHROPIC_API_KEY=k", "DOCS_TOKEN=" + token}
	}
	db := t.TempDir()
	args := []string{"run", dir, "--model", "claude-haiku-4-5", "--yes", "--format", "json", "--db"}
	for _, c := range []struct {
		name, token, message string
		exit                 int
	}{
		{"no token", "", "the environment has no DOCS_TOKEN", 2},
		{"wrong token", "tok-wrong-0123", "401 Unauthorized", 1},
	} {
		_, errs, exit := sooth(t, environ(c.token), append(args, t.TempDir())...)
		if exit != c.exit || !strings.Contains(errs, c.message) || !strings.Contains(errs, `arm "docs"`) || c.token != "" && strings.Contains(errs, c.token) {
			t.Errorf("%s: exit %d: %s", c.name, exit, errs)
		}
	}
	if n := s.Counts().Requests; n != 0 {
		t.Fatalf("%d completions were asked for", n)
	}
	out, errs, exit := sooth(t, environ(token), append(args, db)...)
	if exit != 0 || s.Counts().Requests != 6 || strings.Contains(out+errs, token) {
		t.Fatalf("exit %d, %d requests: %s", exit, s.Counts().Requests, errs)
	}
	exported, _, _ := sooth(t, nil, "runs", "export", "last", "--db", db)
	var head struct {
		Run struct {
			Servers map[string]struct {
				Name, Version, Protocol string
				Tools                   int
				Offered                 []struct{ Name, Hash string }
			}
		}
	}
	if err := json.Unmarshal([]byte(strings.SplitN(exported, "\n", 2)[0]), &head); err != nil {
		t.Fatal(err)
	}
	if got := head.Run.Servers["docs"]; got.Name != "documentation" || got.Version != "1" || got.Protocol != "2025-11-25" || got.Tools != 1 || len(got.Offered) != 1 || len(got.Offered[0].Hash) != 64 {
		t.Errorf("the run keeps of the server %+v", head.Run)
	}
	files, err := filepath.Glob(filepath.Join(db, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if text, err := os.ReadFile(name); err != nil || strings.Contains(string(text), token) {
			t.Errorf("%s holds the token, %v", name, err)
		}
	}
}

// TestServerArmHTTPFails: a server that answers with a status in mid-run costs
// its own trials only.
func TestServerArmHTTPFails(t *testing.T) {
	host := hosted(t, "t0k", 2)
	s := serve(t, llmtest.Options{Behave: curious})
	dir := armed(t, `url: "`+host.URL+`", headers: {Authorization: "Bearer {env.DOCS_TOKEN}"}`)
	out, errs, exit := sooth(t, []string{"ANTHROPIC_BASE_URL=" + s.URL(), "ANTHROPIC_API_KEY=k", "DOCS_TOKEN=t0k"},
		"run", dir, "--model", "claude-haiku-4-5", "--yes", "--jobs", "1", "--db", t.TempDir())
	if exit != 4 || !strings.Contains(errs, "1 of 4 trials ended as infra_error") || !strings.Contains(out, "infra_error") {
		t.Errorf("exit %d: %s\n%s", exit, errs, out)
	}
}
