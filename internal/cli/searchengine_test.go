package cli_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// searchEngineVariable makes a process of the test binary the search engine.
const searchEngineVariable = "SOOTH_TEST_SEARCHENGINE"

func init() {
	if os.Getenv(searchEngineVariable) != "" && os.Getenv(commandVariable) == "" {
		searchEngine()
		os.Exit(0)
	}
}

// searchEngine is a small search engine of scripts: searchengine INDEX QUERY K.
// It ranks the lines "id<tab>title" of an index by how many words of the query stand in the
// title, and prints one id a line. An index whose name begins with "slow" takes
// 20 ms and notes in the file "asked" what it was asked; one that begins with
// "html" answers with HTML, one with "dead" ends with 7.
func searchEngine() {
	index, query := os.Args[1], os.Args[2]
	k, err := strconv.Atoi(os.Args[3])
	if err != nil {
		os.Exit(2)
	}
	text, err := os.ReadFile(index)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	switch {
	case strings.HasPrefix(index, "slow"):
		time.Sleep(20 * time.Millisecond)
		f, err := os.OpenFile("asked", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			os.Exit(1)
		}
		fmt.Fprintln(f, query)
		f.Close()
	case strings.HasPrefix(index, "html"):
		fmt.Println("<html>service unavailable</html>")
		return
	case strings.HasPrefix(index, "dead"):
		fmt.Fprintln(os.Stderr, "index is locked")
		os.Exit(7)
	}
	type hit struct {
		id    string
		score int
	}
	var hits []hit
	for line := range strings.Lines(string(text)) {
		id, title, _ := strings.Cut(strings.TrimSpace(line), "\t")
		h := hit{id: id}
		for word := range strings.FieldsSeq(strings.ToLower(query)) {
			h.score += strings.Count(strings.ToLower(title), word)
		}
		if h.score > 0 {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return b.score - a.score })
	for _, h := range hits[:min(k, len(hits))] {
		fmt.Printf("hit %s %d\n", h.id, h.score)
	}
	if len(hits) == 0 {
		fmt.Println("nothing found")
	}
}
