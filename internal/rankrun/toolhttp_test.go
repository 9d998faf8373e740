package rankrun_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/internal/rankrun"
)

// TestToolOverHTTP: the tool of a server at an address ranks as that of the same
// server as a program does; the token that it wants comes from the environment
// and stands in no record.
func TestToolOverHTTP(t *testing.T) {
	inner := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return toolServer(corpus) }, nil)
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer s3cret-token" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	defer func() {
		host.CloseClientConnections()
		host.Close()
	}()
	const suite = `schema: sooth.suite/1
name: tools
kind: search
k: 3
queries: queries.tsv
systems:
  program:
    kind: tool
    server: ["{self}", mcp]
    environment: [SOOTH_TEST_ENGINE]
    tool: search
    arguments: {query: "{query}", limit: "{k}"}
    hits: {pattern: '^### .(?P<id>\w+).', none: '^_No documents'}
  address:
    kind: tool
    url: ADDRESS/mcp
    headers: {Authorization: "Bearer {env.SEARCH_TOKEN}"}
    files: [documents.tsv]
    tool: search
    arguments: {query: "{query}", limit: "{k}"}
    hits: {pattern: '^### .(?P<id>\w+).', none: '^_No documents'}
`
	files := map[string]string{
		"suite.yaml":  strings.ReplaceAll(suite, "ADDRESS", host.URL),
		"queries.tsv": "id\tclass\tquery\tpattern\nq1\tA\tapple pie\t^b$\nq2\tA\tred wine\t^c$\nq3\tA\tnothing\t^e$\n",
	}
	o := options(t, write(t, files))
	r := run(t, o)
	for _, query := range []string{"q1", "q2", "q3"} {
		by, at := answer(t, r, query, "program"), answer(t, r, query, "address")
		if at.State != "answered" || ids(at) != ids(by) || by.State != "answered" || query != "q3" && ids(at) == "" {
			t.Errorf("%s: %q (%s %s), the program %q (%s %s)", query, ids(at), at.State, at.Reason, ids(by), by.State, by.Reason)
		}
	}
	if y := r.Systems[1]; y.Server["name"] != "documents" || len(y.Files) != 1 || y.Changed || !strings.Contains(y.Definition, "{env.SEARCH_TOKEN}") {
		t.Errorf("%+v", y)
	}
	n := 0
	for record, err := range o.Store.Records(t.Context(), r.Run.ID) {
		text, fault := json.Marshal(record)
		if n++; err != nil || fault != nil || strings.Contains(string(text), "s3cret") {
			t.Errorf("%s, %v", text, err)
		}
	}
	if n != 6 {
		t.Errorf("%d records", n)
	}
	o.Around.Environ = nil
	if _, err := rankrun.Check(t.Context(), o); err == nil || !strings.Contains(err.Error(), "the environment has no SEARCH_TOKEN, which the header \"Authorization\" needs") {
		t.Errorf("without the token: %v", err)
	}
}
