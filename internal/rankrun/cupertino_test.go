package rankrun_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sooth/search"
)

// cupertinoVariable makes this test binary print what cupertino's evaluation
// describes: outputs constructed from that description, of no real cupertino.
const cupertinoVariable = "SOOTH_TEST_CUPERTINO"

// page is a page of a documentation, constructed.
type page struct{ uri, title, source string }

func pages() []page {
	return []page{
		{"apple-docs://swift/hashable", "Hashable", "apple-docs"},
		{"apple-docs://foundation/urlsession", "URLSession", "apple-docs"},
		{"apple-docs://foundation/nsurlsession", "NSURLSession", "apple-docs"},
		{"apple-docs://foundation/url", "URL", "apple-docs"},
		{"apple-docs://foundation/nsurl", "NSURL", "apple-docs"},
		{"apple-docs://swiftui", "SwiftUI", "apple-docs"},
		{"apple-docs://swiftui/view", "View SwiftUI", "apple-docs"},
		{"apple-docs://swiftui/view/init(_:)", "init(_:) View SwiftUI", "apple-docs"},
		{"apple-docs://combine", "Combine", "apple-docs"},
		{"hig://buttons", "Buttons", "hig"},
	}
}

// cupertino is the constructed program: build "old" prints a time stamp and a list
// and uses the key uri; build "new" prints a mapping with candidates and uses identifier.
func cupertino(build string, arguments []string) {
	query := strings.ToLower(arguments[1])
	asJSON := slices.Contains(arguments, "json")
	switch query {
	case "nfc":
		if build == "old" {
			fmt.Fprintln(os.Stderr, "Fatal error: schema version 17, expected 18")
			os.Exit(133)
		}
	case "bluetooth":
		fmt.Println("2026-01-02T10:00:00+0100 [search] opening ~/.cupertino/search.db")
		os.Exit(0)
	}
	var found []page
	for _, p := range pages() {
		for word := range strings.FieldsSeq(query) {
			if strings.Contains(strings.ToLower(p.title), word) {
				found = append(found, p, p) // it repeats itself
				break
			}
		}
	}
	if build == "new" {
		slices.SortStableFunc(found, func(a, b page) int { return len(a.uri) - len(b.uri) })
	}
	if !asJSON {
		for i, p := range found {
			fmt.Printf("[%d] %s\n    Source: %s | Framework: %s\n    URI: %s\n\n", i+1, p.title, p.source, "x", p.uri)
		}
		if len(found) == 0 {
			fmt.Println("_No results found_")
		}
		return
	}
	list := []map[string]any{}
	for i, p := range found {
		key := map[string]string{"old": "uri", "new": "identifier"}[build]
		list = append(list, map[string]any{key: p.uri, "title": p.title, "score": -10.5 + float64(i)})
	}
	text, _ := json.MarshalIndent(list, "", "  ")
	if build == "new" {
		text, _ = json.MarshalIndent(map[string]any{"candidates": list, "contributingSources": []string{"apple-docs"}, "question": query}, "", "  ")
		fmt.Println(string(text))
		return
	}
	fmt.Printf("2026-01-02T10:00:00+0100 [12] %s\n", text)
}

// TestCupertino runs examples/search-cupertino as it is, against a program of
// ours that prints outputs constructed from the shapes of cupertino.
func TestCupertino(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: the program is started by a shell script")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/search-cupertino")); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, build := range []string{"old", "new"} {
		for name, text := range map[string]string{
			"cupertino":             fmt.Sprintf("#!/bin/sh\n%s=%s exec %q \"$@\"\n", cupertinoVariable, build, self),
			"cupertino.config.json": `{"baseDirectory":"~/.cupertino"}`,
			"search.db":             "constructed",
		} {
			path := filepath.Join(dir, build, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	r := run(t, options(t, dir))
	if len(r.Systems) != 4 || len(r.Queries) != 15 {
		t.Fatalf("%d systems, %d queries", len(r.Systems), len(r.Queries))
	}
	for query, want := range map[string][2]string{
		"a-hashable":  {"apple-docs://swift/hashable", "apple-docs://swift/hashable"},
		"a-view":      {"apple-docs://swiftui apple-docs://swiftui/view apple-docs://swiftui/view/init(_:)", "apple-docs://swiftui apple-docs://swiftui/view apple-docs://swiftui/view/init(_:)"},
		"e-url":       {"apple-docs://foundation/urlsession apple-docs://foundation/nsurlsession apple-docs://foundation/url apple-docs://foundation/nsurl", "apple-docs://foundation/url apple-docs://foundation/nsurl apple-docs://foundation/urlsession apple-docs://foundation/nsurlsession"},
		"n-invented":  {"", ""},
		"a-lazyvgrid": {"", ""},
	} {
		for i, build := range []string{"old", "new"} {
			for _, system := range []string{build, build + "-text"} {
				if a := answer(t, r, query, system); a.State != "answered" || ids(a) != want[i] {
					t.Errorf("%s, %s: %q (%s %s), want %q", system, query, ids(a), a.State, a.Reason, want[i])
				}
			}
		}
	}
	// A crash and a log line without an answer are errors, where cupertino's own
	// evaluation had RR 0.
	for _, system := range []string{"old", "old-text"} {
		if a := answer(t, r, "c-nfc", system); a.Failure != search.Exited || !strings.Contains(a.Reason, "schema version 17") {
			t.Errorf("%s: %+v", system, a)
		}
	}
	for _, y := range r.Systems {
		if a := answer(t, r, "c-bluetooth", y.Name); a.Failure != search.Rubbish {
			t.Errorf("%s: %+v", y.Name, a)
		}
		if len(y.Files) != 3 || y.Changed || y.Duplicates == 0 {
			t.Errorf("%s: files %v, %d duplicates", y.Name, y.Files, y.Duplicates)
		}
	}
	if row, c := cell(t, r, "E", search.PreferenceMeasure, "new"); row.N != 2 || *c.Mean != 1 {
		t.Errorf("%+v %+v", row, c)
	}
	if a := answer(t, r, "f-buttons", "old"); *a.FirstRelevant != 1 {
		t.Errorf("%+v", a)
	}
}
