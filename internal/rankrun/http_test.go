package rankrun_test

import (
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sooth/search"
)

const services = `schema: sooth.suite/1
name: services
kind: search
queries: queries.tsv
timeout: 600ms
systems:
  elastic:
    kind: http
    preset: elasticsearch
    url: http://ADDRESS/docs
    headers: {Authorization: "ApiKey {env.SEARCH_TOKEN}"}
    warmup: 2
    rate: 200
  solr: {kind: http, preset: solr, url: http://ADDRESS/solr/docs}
  typesense: {kind: http, preset: typesense, url: "http://ADDRESS/collections/docs?query_by=title"}
  meili: {kind: http, preset: meilisearch, url: http://ADDRESS/indexes/docs}
  own:
    kind: http
    method: POST
    url: http://ADDRESS/indexes/docs/search
    body: {q: "{query}", limit: "{k}", note: "{{query}}"}
    hits: {json: hits, id: id, title: title, score: _rankingScore}
`

// TestServices asks a server of our own that speaks the formats of four engines,
// over a real connection.
func TestServices(t *testing.T) {
	handler := serveHTTP(corpus)
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	faults := []string{"html", "status", "redirect", "hang", "cut"}
	queries := "id\tclass\tquery\tpattern\nq1\tA\tapple & pie\t^b$\nq2\tA\tred wine\t^c$\nq3\tA\tnothing\t^e$\n"
	for _, f := range append(faults, "partial") {
		queries += f + "\tA\t" + f + "\t^a$\n"
	}
	dir := write(t, map[string]string{
		"suite.yaml":  strings.ReplaceAll(services, "ADDRESS", server.Listener.Addr().String()),
		"queries.tsv": queries,
	})
	r := run(t, options(t, dir))
	if asked < 9*5+2 {
		t.Errorf("%d requests", asked)
	}
	for _, y := range r.Systems {
		for query, want := range map[string]string{"q1": "b d a", "q2": "c a", "q3": ""} {
			a := answer(t, r, query, y.Name)
			if a.State != "answered" || ids(a) != want {
				t.Errorf("%s, %s: %q (%s %s), want %q", y.Name, query, ids(a), a.State, a.Reason, want)
			}
		}
		if a := answer(t, r, "q1", y.Name); a.Hits[0].Title != "green apple pie" || a.Hits[0].Score == nil {
			t.Errorf("%s: %+v", y.Name, a.Hits[0])
		}
		for i, word := range []search.Word{search.Rubbish, search.Refused, search.Refused, search.TimedOut, search.Disconnects} {
			if a := answer(t, r, faults[i], y.Name); a.State != "infra_error" || a.Failure != word {
				t.Errorf("%s, %s: %s %s %q, want %s", y.Name, faults[i], a.State, a.Failure, a.Reason, word)
			}
		}
	}
	if a := answer(t, r, "partial", "elastic"); a.Failure != search.Refused || !strings.Contains(a.Reason, "timed_out is true") {
		t.Errorf("%+v", a)
	}
	if a := answer(t, r, "status", "elastic"); !strings.Contains(a.Reason, "401") || !strings.Contains(a.Reason, "{env.SEARCH_TOKEN}") {
		t.Errorf("%q", a.Reason)
	}
	for _, q := range r.Queries { // the others were not given it, and cannot know it
		if text, err := json.Marshal(q.Answers[0]); err != nil || strings.Contains(string(text), "s3cret") {
			t.Errorf("%v %s", err, text)
		}
	}
}

// TestSecretsAreInNoRecord: neither what is stored nor what is said holds them.
func TestSecretsAreInNoRecord(t *testing.T) {
	server := httptest.NewServer(serveHTTP(corpus))
	defer server.Close()
	dir := write(t, map[string]string{
		"suite.yaml":  strings.ReplaceAll(services[:strings.Index(services, "  solr:")], "ADDRESS", server.Listener.Addr().String()),
		"queries.tsv": "id\tclass\tquery\tpattern\nq1\tA\tapple\t^b$\nstatus\tA\tstatus\t^a$\n",
	})
	o := options(t, dir)
	r := run(t, o)
	n := 0
	for record, err := range o.Store.Records(t.Context(), r.Run.ID) {
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		n++
		if strings.Contains(string(text), "s3cret") || !strings.Contains(record.System, "{env.SEARCH_TOKEN}") {
			t.Errorf("%s", text)
		}
	}
	if n != 2 {
		t.Errorf("%d records", n)
	}
}

// TestRate: queries are held back as the suite says, and the time of waiting is
// not the engine's.
func TestRate(t *testing.T) {
	server := httptest.NewServer(serveHTTP(corpus))
	defer server.Close()
	text := strings.ReplaceAll(services[:strings.Index(services, "  solr:")], "ADDRESS", server.Listener.Addr().String())
	text = strings.Replace(strings.Replace(text, "rate: 200", "rate: 20", 1), "warmup: 2", "warmup: 0", 1)
	queries := "id\tclass\tquery\tpattern\n"
	for _, id := range strings.Fields("a b c d e f g h") {
		queries += id + "\tA\tapple\t^b$\n"
	}
	dir := write(t, map[string]string{"suite.yaml": text, "queries.tsv": queries})
	o := options(t, dir)
	began := time.Now()
	r := run(t, o)
	if took := time.Since(began); took < 340*time.Millisecond {
		t.Errorf("8 queries at 20 a second took %v", took)
	}
	if l := r.Systems[0].Latency; l.N != 8 || l.P50 >= 40 {
		t.Errorf("%+v: the waiting was counted", l)
	}
}

// TestAServiceThatGoesAway: what answered stays, what did not is not_started.
func TestAServiceThatGoesAway(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	handler := serveHTTP(corpus)
	n := 0
	server := &http.Server{}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 2 {
			listener.Close()
			w.Header().Set("Connection", "close")
		}
		handler.ServeHTTP(w, r)
	})
	server.SetKeepAlivesEnabled(false)
	go server.Serve(listener)
	defer server.Close()
	text := strings.ReplaceAll(services[:strings.Index(services, "systems:")], "ADDRESS", "") + "systems:\n  solr: {kind: http, preset: solr, url: http://" + listener.Addr().String() + "/solr/docs}\n"
	dir := write(t, map[string]string{"suite.yaml": text, "queries.tsv": "id\tclass\tquery\tpattern\na\tA\tapple\t^b$\nb\tA\tapple\t^b$\nc\tA\tapple\t^b$\nd\tA\tapple\t^b$\n"})
	r := run(t, options(t, dir))
	if y := r.Systems[0]; y.Answered != 2 || y.Failures[search.NotStarted] != 2 {
		t.Errorf("%+v", y)
	}
}
