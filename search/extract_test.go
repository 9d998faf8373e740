package search

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHits reads hits out of what engines print. The two shapes of a
// documentation search and its noise are constructed from their description.
func TestHits(t *testing.T) {
	two := Extraction{JSON: []string{"candidates", "."}, ID: []string{"uri", "identifier", "id"}, Title: []string{"title"}, Score: []string{"score"}}
	text := Extraction{Pattern: `^\s*URI: (?P<id>\S+)`, None: `No results found`}
	for _, c := range []struct {
		name, output string
		e            Extraction
		want         string // ids between blanks; "!": rubbish
		noise        int
	}{
		{"list", `[{"uri":"a"},{"uri":"b"}]`, two, "a b", 0},
		{"fan-out", `{"candidates":[{"identifier":"a"},{"id":7}],"contributingSources":["x"],"question":"q"}`, two, "a 7", 0},
		{"empty list", `[]`, two, "", 0},
		{"empty fan-out", `{"candidates":null,"question":"q"}`, two, "", 0},
		{"null", "null\n", two, "", 0},
		{"null behind a log line", "[info] opening\nnull\n", two, "", 1},
		{"null in a line", "the answer is null\n", two, "!", 0},
		{"log lines before", "[2026-01-02 10:00:00] opening\n[12] started\n2026 {x\n[{\"uri\":\"a\"}]\n", two, "a", 3},
		{"time stamp in the same line", "2026-01-02T10:00:00Z [{\"uri\":\"a\"}]\n", two, "a", 1},
		{"log line that is JSON", "{\"level\":\"info\"}\n[\n  {\"uri\": \"a\"}\n]\n", two, "a", 1},
		{"lines behind", "[{\"uri\":\"a\"}]\ndone in 3 ms\n", two, "a", 1},
		{"cut off", "[\n  {\"uri\": \"a\", \"tags\": []\n", two, "!", 0},
		{"cut off, an inner list in a line of its own", "[\n{\"uri\":\"a\"},\n[]\n", two, "!", 0},
		{"broken, an inner list in a line of its own", "{\"uri\": \"a\" \"b\",\n  \"tags\":\n  []\n}\n", two, "!", 0},
		{"cut off in a string", `[{"uri":"a"},{"uri":"b`, two, "!", 0},
		{"inner list", "oops {\"uri\": \"a\",\n \"tags\": []\n}\n]\n", two, "!", 0},
		{"HTML", "<!DOCTYPE html>\n<html><script>var x = [];\n</script>", two, "!", 0},
		{"empty", "", two, "!", 0},
		{"without the list", `{"error":"no such index"}`, two, "!", 0},
		{"hit without id", `[{"uri":"a"},{"title":"b"}]`, two, "!", 0},
		{"hit with empty id", `[{"uri":" "}]`, two, "!", 0},
		{"zero byte", "[{\"uri\":\"a\x00\"}]", two, "!", 0},
		{"text", "[1] View\n  Source: apple-docs | Framework: swiftui\n  URI: apple-docs://swiftui/view\n\n[2] init(_:)\n  URI: apple-docs://swiftui/init(_:)\n", text, "apple-docs://swiftui/view apple-docs://swiftui/init(_:)", 0},
		{"text without hits", "_No results found_\n", text, "", 0},
		{"none in the second line", "Parsed Query: x\nExactly 0 matches\nMSet:", Extraction{Pattern: `^id=(?P<id>\S+)`, None: `^Exactly 0 matches`}, "", 0},
		{"HTML for text", "<html><body>502 Bad Gateway</body></html>", text, "!", 0},
		{"nothing where none is known", "\n", text, "!", 0},
		{"nothing where none is not known", "\n", Extraction{Pattern: `^(?P<id>\S+)$`}, "", 0},
		{"words where none is not known", "no such thing", Extraction{Pattern: `^(?P<id>\S+)$`}, "!", 0},
		{"stripped", "12:00:01 [\n12:00:01 {\"uri\":\"a\"}\n12:00:02 ]\n", Extraction{JSON: two.JSON, ID: two.ID, Strip: `^[\d:]+ `}, "a", 0},
		{"rewritten", `[{"uri":"doc/a.html#x"},{"uri":"doc/b.html"}]`, Extraction{JSON: two.JSON, ID: two.ID, Rewrite: []Rewrite{{`^doc/(.*)\.html.*$`, "$1"}}}, "a b", 0},
		{"excluded", `[{"uri":"the query"},{"uri":"b"}]`, Extraction{JSON: two.JSON, ID: two.ID, Exclude: []string{"{query}"}}, "b", 0},
		{"nested paths", `{"hits":{"hits":[{"_id":"a","_source":{"name.raw":"n"}}]}}`, Extraction{JSON: []string{"hits.hits"}, ID: []string{"_source.name.raw"}}, "n", 0},
		{"lists of lists", `{"groups":[{"docs":[{"id":"a"},{"id":"b"}]},{"docs":[{"id":"c"}]}]}`, Extraction{JSON: []string{"groups.*.docs"}, ID: []string{"id"}}, "a b c", 0},
		{"index", `{"results":[{"hits":[{"id":"a"}]}]}`, Extraction{JSON: []string{"results.0.hits"}, ID: []string{"id"}}, "a", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := c.e.Compile()
			if err != nil {
				t.Fatal(err)
			}
			hits, noise, err := x.Hits([]byte(c.output), Values{Query: Query{ID: "1", Text: "the query"}})
			var failure *Failure
			if c.want == "!" {
				if !errors.As(err, &failure) || failure.Word != Rubbish {
					t.Fatalf("got hits %v and error %v, want rubbish", hits, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			ids := []string{}
			for _, h := range hits {
				ids = append(ids, h.ID)
			}
			if got := strings.Join(ids, " "); got != c.want || noise != c.noise {
				t.Errorf("got %q with %d lines of noise, want %q with %d", got, noise, c.want, c.noise)
			}
		})
	}
}

func TestHitsKeepTitleAndScore(t *testing.T) {
	x, err := Extraction{Pattern: `^(?P<score>[\d.]+)\t(?P<id>\S+)\t(?P<title>.*)$`}.Compile()
	if err != nil {
		t.Fatal(err)
	}
	hits, _, err := x.Hits([]byte("1.5\ta\tThe A\nx\n"), Values{})
	if err != nil {
		t.Fatal(err)
	}
	half := 1.5
	if diff := cmp.Diff([]Hit{{ID: "a", Title: "The A", Score: &half}}, hits); diff != "" {
		t.Error(diff)
	}
}

func TestCompileRefuses(t *testing.T) {
	for want, e := range map[string]Extraction{
		`neither "json" nor "pattern"`: {},
		`both "json" and "pattern"`:    {JSON: []string{"."}, Pattern: "(?P<id>x)"},
		`without "id"`:                 {JSON: []string{"."}},
		`no group "id"`:                {Pattern: "x"},
		`"pattern": error parsing`:     {Pattern: "(?P<id>x"},
		`"none": error parsing`:        {Pattern: "(?P<id>x)", None: "("},
		`"rewrite": error parsing`:     {Pattern: "(?P<id>x)", Rewrite: []Rewrite{{Pattern: "("}}},
		`are paths in JSON`:            {Pattern: "(?P<id>x)", ID: []string{"id"}},
	} {
		if _, err := e.Compile(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", e, err, want)
		}
	}
}

func TestDistinctBeforeTheCut(t *testing.T) {
	r := Ranking{Hits: []Hit{{ID: "a"}, {ID: "a"}, {ID: "b"}, {ID: "a"}, {ID: "c"}, {ID: "d"}}}.Distinct(3)
	if diff := cmp.Diff([]Hit{{ID: "a"}, {ID: "b"}, {ID: "c"}}, r.Hits); diff != "" || r.Duplicates != 2 || r.Cut != 1 {
		t.Errorf("%s duplicates %d, cut %d; want 2 and 1", diff, r.Duplicates, r.Cut)
	}
}

func TestExpand(t *testing.T) {
	v := Values{K: 5, Query: Query{ID: "q1", Text: `say "{k}"`, Tool: "find", Arguments: map[string]any{"qname": "a.B", "depth": json.Number("2")}},
		Env: func(name string) string { return "secret of " + name }}
	for template, want := range map[string]string{
		"{query}":                   `say "{k}"`,
		"--limit={k}":               "--limit=5",
		"{{query}} {{k}}":           "{query} {k}",
		"{}":                        "{}",
		"{ query }":                 "{ query }",
		`{"q":"{query}"}`:           `{"q":"say "{k}""}`,
		"{arg.qname}/{arg.depth}":   "a.B/2",
		"{args}":                    `{"depth":2,"qname":"a.B"}`,
		"{tool} {id} {class}|":      "find q1 |",
		"{env.KEY}":                 "secret of KEY",
		`^URI: (?P<x>\S{2,3})`:      "!",
		"{unknown}":                 "!",
		"{arg.none}":                "!",
		"func() { return {{k}} } {": "func() { return {k} } {",
	} {
		got, err := v.Expand(template, nil)
		if want == "!" {
			if template == `^URI: (?P<x>\S{2,3})` {
				if err != nil || got != template {
					t.Errorf("%q: %q, %v", template, got, err)
				}
			} else if err == nil {
				t.Errorf("%q: %q, want an error", template, got)
			}
			continue
		}
		if err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", template, got, err, want)
		}
	}
	tree := map[string]any{"q": "{query}", "size": "{k}", "all": "{args}", "list": []any{"{arg.depth}", "k={k}", true}}
	got, err := v.ExpandJSON(tree)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"all":{"depth":2,"qname":"a.B"},"list":[2,"k=5",true],"q":"say \"{k}\"","size":5}`; string(text) != want {
		t.Errorf("got %s\nwant %s", text, want)
	}
}
