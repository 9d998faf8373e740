package rankrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// engineVariable makes this test binary a search engine: a program, or an MCP
// server. It searches the titles in documents.tsv of its working folder.
const engineVariable = "SOOTH_TEST_ENGINE"

func TestMain(m *testing.M) {
	if build := os.Getenv("SOOTH_TEST_CUPERTINO"); build != "" {
		cupertino(build, os.Args[1:])
		return
	}
	if os.Getenv(graphVariable) != "" {
		serveGraph()
		return
	}
	if os.Getenv(engineVariable) != "" {
		engine(os.Args[1:])
		return
	}
	os.Exit(m.Run())
}

type document struct {
	ID    string `json:"uri"`
	Title string `json:"title"`
	Score int    `json:"score"`
}

// documents ranks by how many words of the query stand in a title, then by id.
func documents(text, query string, k int) []document {
	var list []document
	for line := range strings.Lines(text) {
		id, title, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		d := document{ID: id, Title: title}
		for word := range strings.FieldsSeq(strings.ToLower(query)) {
			d.Score += strings.Count(strings.ToLower(title), word)
		}
		if d.Score > 0 {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(a, b document) int { return b.Score - a.Score })
	return list[:min(k, len(list))]
}

// misbehave does what a query asks for by name.
func misbehave(query string) {
	switch query {
	case "crash":
		fmt.Fprintln(os.Stderr, "fatal: index is broken")
		os.Exit(3)
	case "kill":
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		time.Sleep(time.Minute)
	case "hang":
		time.Sleep(time.Minute)
	}
}

func engine(arguments []string) {
	text, err := os.ReadFile("documents.tsv")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if arguments[0] == "mcp" {
		serveMCP(string(text))
		return
	}
	mode, query := arguments[0], arguments[1]
	k, err := strconv.Atoi(arguments[2])
	if err != nil {
		os.Exit(2)
	}
	misbehave(query)
	found := documents(string(text), query, k)
	encode := func(v any) {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		e.Encode(v)
	}
	switch {
	case query == "html":
		fmt.Println("<html><body>502 Bad Gateway</body></html>")
	case query == "write":
		os.WriteFile("documents.tsv", []byte(text), 0o644)
		f, _ := os.OpenFile("documents.tsv", os.O_APPEND|os.O_WRONLY, 0)
		f.WriteString("z\tadded\n")
		f.Close()
		fallthrough
	default:
		switch mode {
		case "list":
			fmt.Println("2026-01-02 10:00:00 [info] opening")
			encode(found)
		case "fanout":
			encode(map[string]any{"candidates": found, "contributingSources": []string{"x"}, "question": query})
		case "fickle": // another order when it is asked again
			mark := "asked " + query
			if _, err := os.Stat(mark); err == nil {
				slices.Reverse(found)
			}
			os.WriteFile(mark, nil, 0o644)
			encode(found)
		case "twice":
			encode(append(found, found...))
		case "text":
			if len(found) == 0 {
				fmt.Println("No results found")
			}
			for i, d := range found {
				fmt.Printf("[%d] %s\n  URI: %s\n\n", i+1, d.Title, d.ID)
			}
		case "grep":
			for _, d := range found {
				fmt.Println(d.ID)
			}
			if len(found) == 0 {
				os.Exit(1)
			}
		case "slow":
			time.Sleep(30 * time.Millisecond)
			encode(found)
		}
	}
}

func serveMCP(text string) {
	fmt.Println("[MCP] started")
	if err := toolServer(text).Run(context.Background(), &mcp.StdioTransport{}); err != nil && !errors.Is(err, io.EOF) {
		os.Exit(1)
	}
}

// toolServer is a server whose tool searches.
func toolServer(text string) *mcp.Server {
	type input struct {
		Query string `json:"query"`
		Limit int    `json:"limit"`
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "documents", Version: "3"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "search"}, func(_ context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
		misbehave(in.Query)
		if in.Query == "refuse" {
			return nil, nil, errors.New("the index is being made")
		}
		found := documents(text, in.Query, in.Limit)
		if len(found) == 0 {
			return nil, nil, errors.New("_No documents found_")
		}
		var b strings.Builder
		fmt.Fprintf(&b, "Found **%d**\n", len(found))
		for _, d := range found {
			fmt.Fprintf(&b, "\n### `%s`\n%s\n", d.ID, d.Title)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: b.String()}}}, nil, nil
	})
	return server
}

// serveHTTP answers as one of the services that presets know.
func serveHTTP(text string) http.Handler {
	mux := http.NewServeMux()
	type source struct {
		Title string `json:"title"`
	}
	answer := func(w http.ResponseWriter, query string, body any) {
		switch query {
		case "html":
			fmt.Fprint(w, "<html>login</html>")
		case "status":
			http.Error(w, "token s3cret-token is not known", http.StatusUnauthorized)
		case "redirect":
			w.Header().Set("Location", "http://127.0.0.1:1/")
			w.WriteHeader(http.StatusFound)
		case "hang":
			time.Sleep(2 * time.Second)
		case "cut":
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"hits":`)
		default:
			json.NewEncoder(w).Encode(body)
		}
	}
	mux.HandleFunc("POST /docs/_search", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Size  int
			Query struct {
				Simple struct{ Query string } `json:"simple_query_string"`
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.Header.Get("Authorization") != "ApiKey s3cret-token" {
			http.Error(w, fmt.Sprint(err, " ", r.Header.Get("Authorization")), http.StatusBadRequest)
			return
		}
		hits := []any{}
		for _, d := range documents(text, in.Query.Simple.Query, in.Size) {
			hits = append(hits, map[string]any{"_id": d.ID, "_score": d.Score, "_source": source{d.Title}})
		}
		answer(w, in.Query.Simple.Query, map[string]any{"timed_out": in.Query.Simple.Query == "partial", "_shards": map[string]int{"failed": 0}, "hits": map[string]any{"hits": hits}})
	})
	mux.HandleFunc("GET /solr/docs/select", func(w http.ResponseWriter, r *http.Request) {
		k, _ := strconv.Atoi(r.FormValue("rows"))
		docs := []any{}
		for _, d := range documents(text, r.FormValue("q"), k) {
			docs = append(docs, map[string]any{"id": d.ID, "title": d.Title, "score": d.Score})
		}
		answer(w, r.FormValue("q"), map[string]any{"responseHeader": map[string]int{"status": 0}, "response": map[string]any{"docs": docs}})
	})
	mux.HandleFunc("GET /collections/docs/documents/search", func(w http.ResponseWriter, r *http.Request) {
		k, _ := strconv.Atoi(r.FormValue("per_page"))
		hits := []any{}
		for _, d := range documents(text, r.FormValue("q"), k) {
			hits = append(hits, map[string]any{"document": map[string]any{"id": d.ID, "title": d.Title}, "text_match": d.Score})
		}
		if r.FormValue("query_by") != "title" {
			http.Error(w, "query_by is required", http.StatusBadRequest)
			return
		}
		answer(w, r.FormValue("q"), map[string]any{"hits": hits})
	})
	mux.HandleFunc("POST /indexes/docs/search", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Q     string
			Limit int
		}
		json.NewDecoder(r.Body).Decode(&in)
		hits := []any{}
		for _, d := range documents(text, in.Q, in.Limit) {
			hits = append(hits, map[string]any{"id": d.ID, "title": d.Title, "_rankingScore": float64(d.Score) / 10})
		}
		answer(w, in.Q, map[string]any{"hits": hits})
	})
	return mux
}
