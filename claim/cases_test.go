package claim

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestCases runs testdata/cases: a text and all the claims in it, one on a line:
// line:column, the claim as docs/format/claim.md writes it. Comments of the
// archive may give options: "name: CHANGELOG.md", "version: v1.2", "plain".
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil || len(a.Files) != 2 || a.Files[0].Name != "text" || a.Files[1].Name != "want" {
				t.Fatalf("%s: want the files text and want: %v", name, err)
			}
			var o Options
			for l := range strings.Lines(string(a.Comment)) {
				key, value, _ := strings.Cut(strings.TrimSpace(l), ": ")
				switch key {
				case "name":
					o.Name = value
				case "version":
					o.Version = value
				case "plain":
					o.Plain = true
				}
			}
			text := string(a.Files[0].Data)
			claims := Parse(text, o)
			check(t, text, claims)
			var b strings.Builder
			for _, c := range claims {
				b.WriteString(place(c) + " " + line(c))
				if c.Kind == Structure && c.Verb == "" {
					b.WriteString("not understood")
				}
				b.WriteByte('\n')
			}
			if *update {
				a.Files[1].Data = []byte(b.String())
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(a.Files[1].Data); b.String() != want {
				t.Errorf("got\n%swant\n%s", b.String(), want)
			}
		})
	}
}
