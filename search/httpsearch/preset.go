package httpsearch

import (
	"slices"
	"strings"

	"sooth/search"
)

// Preset is how a known engine is asked and answers. All of it may be
// overridden, but for Partial.
type Preset struct {
	Method string
	Path   string // appended to the URL, which names the index or collection
	Query  string // appended to the query string
	Body   any
	Hits   search.Extraction
	// Partial are paths of values that say that the answer is not complete where
	// they are true or greater than 0: such an answer is a failure.
	Partial []string
}

// Named returns a preset, from the documentation of each engine's search API.
func Named(name string) (Preset, bool) {
	switch name {
	case "elasticsearch", "opensearch":
		return Preset{
			Method: "POST", Path: "/_search",
			Body: map[string]any{
				"query": map[string]any{"simple_query_string": map[string]any{"query": "{query}"}},
				"size":  "{k}", "_source": []any{"title"},
			},
			Hits:    search.Extraction{JSON: []string{"hits.hits"}, ID: []string{"_id"}, Title: []string{"_source.title"}, Score: []string{"_score"}},
			Partial: []string{"timed_out", "_shards.failed"},
		}, true
	case "meilisearch":
		return Preset{
			Method: "POST", Path: "/search",
			Body: map[string]any{"q": "{query}", "limit": "{k}", "showRankingScore": true},
			Hits: search.Extraction{JSON: []string{"hits"}, ID: []string{"id"}, Title: []string{"title"}, Score: []string{"_rankingScore"}},
		}, true
	case "typesense":
		return Preset{
			Method: "GET", Path: "/documents/search", Query: "q={query}&per_page={k}",
			Hits:    search.Extraction{JSON: []string{"hits"}, ID: []string{"document.id"}, Title: []string{"document.title"}, Score: []string{"text_match"}},
			Partial: []string{"search_cutoff"},
		}, true
	case "solr":
		return Preset{
			Method: "GET", Path: "/select", Query: "q={query}&defType=edismax&rows={k}&wt=json&fl=id,title,score",
			Hits:    search.Extraction{JSON: []string{"response.docs"}, ID: []string{"id"}, Title: []string{"title"}, Score: []string{"score"}},
			Partial: []string{"responseHeader.partialResults"},
		}, true
	}
	return Preset{}, false
}

// Apply fills what a configuration leaves open from a preset.
func (p Preset) Apply(c Config) Config {
	if c.Method == "" {
		c.Method = p.Method
	}
	address, query, _ := strings.Cut(c.URL, "?")
	if p.Path != "" && !strings.HasSuffix(address, p.Path) {
		address = strings.TrimSuffix(address, "/") + p.Path
	}
	if p.Query != "" {
		var own []string
		for pair := range strings.SplitSeq(query, "&") {
			name, _, _ := strings.Cut(pair, "=")
			own = append(own, name)
		}
		for pair := range strings.SplitSeq(p.Query, "&") {
			if name, _, _ := strings.Cut(pair, "="); !slices.Contains(own, name) {
				query = strings.TrimPrefix(query+"&"+pair, "&")
			}
		}
	}
	c.URL = address
	if query != "" {
		c.URL += "?" + query
	}
	if c.Body == nil {
		c.Body = p.Body
	}
	c.Partial = append(c.Partial, p.Partial...)
	return c
}
