package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/query"
)

// engine is an open index.
type engine struct{ bleve.Index }

func open(dir string) (*engine, error) {
	index, err := bleve.OpenUsing(dir, map[string]any{"read_only": true})
	if err != nil {
		return nil, fmt.Errorf("%q: %w", dir, err)
	}
	return &engine{index}, nil
}

// answer is what every face of the engine prints.
type answer struct {
	Hits []hit `json:"hits"`
}

type hit struct {
	ID    string  `json:"id"`
	Title string  `json:"title"`
	Score float64 `json:"score"`
}

// search asks all fields, the name counting most. Equal scores stand in order of id.
func (e *engine) search(ctx context.Context, text string, k int) (answer, error) {
	var fields []query.Query
	for _, f := range []struct {
		name  string
		boost float64
	}{{"name", 4}, {"idText", 3}, {"signature", 1}, {"doc", 1}} {
		q := bleve.NewMatchQuery(text)
		q.SetField(f.name)
		q.SetBoost(f.boost)
		fields = append(fields, q)
	}
	request := bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(fields...), k, 0, false)
	request.Fields = []string{"signature"}
	request.SortBy([]string{"-_score", "_id"})
	result, err := e.SearchInContext(ctx, request)
	if err != nil {
		return answer{}, err
	}
	a := answer{Hits: []hit{}}
	for _, h := range result.Hits {
		title, _ := h.Fields["signature"].(string)
		a.Hits = append(a.Hits, hit{ID: h.ID, Title: title, Score: h.Score})
	}
	return a, nil
}

func (e *engine) print(ctx context.Context, w io.Writer, text string, k int) error {
	a, err := e.search(ctx, text, k)
	if err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(a)
}

// serveHTTP answers GET /search?q=…&k=… until ctx ends; the address is printed
// first.
func (e *engine) serveHTTP(ctx context.Context, address string, out io.Writer) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /search", func(w http.ResponseWriter, r *http.Request) {
		k, err := strconv.Atoi(r.FormValue("k"))
		if err != nil || k < 1 || k > 1000 {
			k = 10
		}
		a, err := e.search(r.Context(), r.FormValue("q"), k)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(a)
	})
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "http://%s/search\n", listener.Addr())
	server := &http.Server{Handler: mux}
	context.AfterFunc(ctx, func() { server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
