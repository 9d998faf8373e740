package factfilter

import (
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "the filter is empty",
		"implements":                     `"implements" is no term`,
		"=x":                             `"=x" is no term`,
		"implements=":                    `"implements=" is no term`,
		"implement=io.Writer":            "unknown key \"implement\"; hint: did you mean `implements`?",
		"returns=a||b":                   "has an empty value",
		"exported=yes":                   `exported is "yes"; hint: true or false`,
		"or name=x":                      "is empty",
		"name=x or":                      "is empty",
		"name=x or or name=y":            "is empty",
		"deprecated!=maybe":              "true or false",
		"!=x":                            `unknown key ""`,
		"  name=x   or\tpackage=y  ":     "",
		"takes=*a/b.C|[]byte name!=...x": "",
	} {
		f, err := Parse(text)
		switch {
		case want == "" && (err != nil || f.String() != strings.Join(strings.Fields(text), " ")):
			t.Errorf("%q: %v, written %q", text, err, f)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func TestWild(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"net/http", "net/http", true}, {"net/http", "net/http/cgi", false},
		{"net/...", "net", true}, {"net/...", "net/http", true}, {"net/...", "netip", false},
		{"...", "", true}, {"...", "a/b", true},
		{".../internal/...", "a/internal", true}, {".../internal/...", "a/internal/b", true},
		{".../internal/...", "internal/b", false}, {".../internal/...", "a/internals", false},
		{"New...", "NewReader", true}, {"New...", "renew", false},
		{"...Context", "WithContext", true}, {"a...b...c", "a1b2c", true}, {"a...b...c", "a1c2b", false}, {"a...a", "a", false},
	} {
		if got := wild(c.pattern, c.text); got != c.want {
			t.Errorf("%q and %q: got %v", c.pattern, c.text, got)
		}
	}
}

func TestGeneric(t *testing.T) {
	for typ, want := range map[string]string{
		"iter.Seq[V]": "iter.Seq", "a.M[K, b.N[V]]": "a.M", "[]a.S[T]": "[]a.S", "map[string]a.S[T]": "map[string]a.S",
		"[4]int": "[4]int", "*a.S": "*a.S", "xmap[K]": "xmap", "func(a.S[T]) map[K]V": "func(a.S) map[K]V", "a.S[": "a.S",
	} {
		if got := generic(typ); got != want {
			t.Errorf("%q: got %q, want %q", typ, got, want)
		}
	}
}

func TestCutType(t *testing.T) {
	for typ, want := range map[string][3]string{
		"net/http.Client": {"", "net/http", "Client"}, "*net/http.Client": {"*", "net/http", "Client"}, "[]*gopkg.in/yaml.v3.Node": {"[]*", "gopkg.in/yaml.v3", "Node"},
		"error": {"", "", "error"}, "...string": {"...", "", "string"}, "io.Reader": {"", "io", "Reader"},
	} {
		before, pkg, name := cutType(typ)
		if got := [3]string{before, pkg, name}; got != want {
			t.Errorf("%q: got %q", typ, got)
		}
	}
}

func TestParameters(t *testing.T) {
	for detail, want := range map[string][]string{
		"func F(a, b int, c ...*x.Y) error":           {"int", "...*x.Y"},
		"func (c *Client) Do(req *Request) string":    {"*Request"},
		"func Keys[Map ~map[K]V, K, V any](m Map)":    nil,
		"func (s *Set[T]) Add(v T, w Other)":          {"Other"},
		"func (m M[K, V]) Put(k K, v V, c io.Closer)": {"io.Closer"},
		"Read(p []byte) (n int, err error)":           {"[]byte"},
		"func F()":                                    nil,
		"type F func(ctx context.Context)":            nil,
		"Hook func(ctx context.Context)":              nil,
		"var f = g(x)":                                nil,
		"func F(…":                                    nil,
		"":                                            nil,
	} {
		if got := parameters(detail); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", detail, got, want)
		}
	}
}

// FuzzParse: what is read is written as what is read again.
func FuzzParse(f *testing.F) {
	f.Add("implements=io.Writer symbol!=interface or implementing=io.Writer")
	f.Add("or or =!= |")
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(filter.String())
		if err != nil || again.String() != filter.String() {
			t.Errorf("%q is written %q: %v", text, filter, err)
		}
	})
}
