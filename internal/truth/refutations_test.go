package truth_test

import (
	"bufio"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sooth/claim"
	"sooth/oracle"
)

var documentation = flag.Bool("refutations.all", false, "also the Markdown of modules that are costly to index")

const refutationsFile = "../../docs/benchmarks/refutations.tsv"

// refutation is a row of the list: an accusation, and what a reader of the
// sources says of it.
type refutation struct {
	source    string // "go-answers/memory/chi-1.md" or module@version/path.md
	line      int
	kind      claim.Kind
	text      string // the words that were accused; of a block of code, the reason
	judgement string // right or wrong
	proof     string // "module@version/file:line": where the quoted line stands
	quote     string
	why       string
}

func (r refutation) key() string { return fmt.Sprintf("%s:%d %s %s", r.source, r.line, r.kind, r.text) }

// readRefutations reads the list.
func readRefutations(t *testing.T) []refutation {
	t.Helper()
	var out []refutation
	for i, line := range strings.Split(strings.TrimSuffix(read(t, refutationsFile), "\n"), "\n") {
		if i == 0 {
			continue // the names of the columns
		}
		row := strings.Split(line, "\t")
		if len(row) != 8 || row[4] != "right" && row[4] != "wrong" || row[6] == "" || row[7] == "" {
			t.Fatalf("%s:%d: not a judged row: %q", refutationsFile, i+1, row)
		}
		number, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatalf("%s:%d: %v", refutationsFile, i+1, err)
		}
		out = append(out, refutation{row[0], number, claim.Kind(row[2]), row[3], row[4], row[5], row[6], row[7]})
	}
	if len(out) == 0 {
		t.Fatalf("%s: no rows", refutationsFile)
	}
	return out
}

// TestRefutationsAreProved holds each row against the source line that it quotes.
func TestRefutationsAreProved(t *testing.T) {
	for _, r := range readRefutations(t) {
		file, number, ok := cutLast(r.proof, ":")
		module, name := splitModule(file)
		line, err := strconv.Atoi(number)
		if !ok || err != nil || module == "" {
			t.Errorf("%s: the proof %q is no place in a module", r.key(), r.proof)
			continue
		}
		dir, err := download(t.Context(), module)
		if err != nil {
			t.Skipf("SKIPPED: %s: %v", module, err)
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%s: %v", r.key(), err)
			continue
		}
		if lines := strings.Split(string(text), "\n"); line < 1 || line > len(lines) || strings.TrimSpace(lines[line-1]) != r.quote {
			t.Errorf("%s: %s does not read %q", r.key(), r.proof, r.quote)
		}
	}
}

// splitModule splits "module@version/file" behind the version.
func splitModule(s string) (module, file string) {
	at := strings.IndexByte(s, '@')
	slash := strings.IndexByte(s[max(at, 0):], '/')
	if at < 0 || slash < 0 {
		return "", s
	}
	return s[:at+slash], s[at+slash+1:]
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// answersOf are the modules of the recorded answers.
func answersOf() map[string]string {
	return map[string]string{"cobra": "github.com/spf13/cobra@v1.10.1", "chi": "github.com/go-chi/chi/v5@v5.2.3", "bbolt": "go.etcd.io/bbolt@v1.4.3",
		"common": "github.com/prometheus/common@v0.66.1"}
}

// documented are the modules whose Markdown is read; those behind the first two
// only when all is asked for.
func documented() []string {
	return []string{"github.com/spf13/cobra@v1.10.2", "github.com/go-chi/chi/v5@v5.2.3",
		"go.etcd.io/bbolt@v1.4.3", "github.com/hashicorp/raft@v1.7.3", "go.etcd.io/raft/v3@v3.6.0", "go.etcd.io/etcd/server/v3@v3.6.0",
		"github.com/prometheus/prometheus@v0.305.0", "github.com/prometheus/client_golang@v1.22.0", "google.golang.org/grpc@v1.73.0",
		"github.com/gin-gonic/gin@v1.10.1", "go.uber.org/zap@v1.27.0", "github.com/cockroachdb/pebble@v1.1.5", "github.com/spf13/viper@v1.20.1",
		"github.com/urfave/cli/v2@v2.27.7", "github.com/modelcontextprotocol/go-sdk@v1.8.0", "github.com/labstack/echo/v4@v4.13.4",
		"sigs.k8s.io/controller-runtime@v0.21.0", "github.com/grpc-ecosystem/grpc-gateway/v2@v2.27.0",
		"github.com/gofiber/fiber/v2@v2.52.8", "github.com/tetratelabs/wazero@v1.9.0", "github.com/cockroachdb/errors@v1.12.0", "github.com/google/cel-go@v0.25.0",
		"entgo.io/ent@v0.14.4", "github.com/openconfig/ygot@v0.32.0", "github.com/minio/minio-go/v7@v7.0.93", "github.com/rs/zerolog@v1.34.0"}
}

// TestRefutations holds what check refutes today in recorded answers and in the
// Markdown of well-known modules against the list: whoever makes a new
// accusation must read it and judge it.
func TestRefutations(t *testing.T) {
	listed, seen := map[string]refutation{}, map[string]bool{}
	for _, r := range readRefutations(t) {
		if _, twice := listed[r.key()]; twice {
			t.Errorf("%s stands twice in the list", r.key())
		}
		listed[r.key()] = r
	}
	m := &modules{t: t}
	right, all := map[string]int{}, map[string]int{}
	decided, claims := 0, 0
	judge := func(group, module, source, name, text string) {
		dir, err := download(t.Context(), module)
		if err != nil {
			t.Skipf("SKIPPED: %s: %v", module, err)
		}
		c, err := m.open(t.Context(), dir)
		if err != nil {
			t.Fatalf("%s: %v", module, err)
		}
		verdicts, err := c.Check(t.Context(), name, text)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		for _, v := range verdicts {
			if group == "go-answers" {
				claims++
				if v.Outcome != oracle.Undecided {
					decided++
				}
			}
			if v.Outcome != oracle.Refuted {
				continue
			}
			r := refutation{source: source, line: v.Claim.Line, kind: v.Claim.Kind, text: oneLine(v.Claim.Text)}
			if r.kind == claim.Code {
				r.text = oneLine(v.Reason)
			}
			known, ok := listed[r.key()]
			if !ok {
				t.Errorf("a refutation that nobody has judged: %s\n\t%s; %s", r.key(), v.Reason, v.Suggestion)
				continue
			}
			seen[r.key()] = true
			if all[group]++; known.judgement == "right" {
				right[group]++
			}
		}
	}
	answers, err := filepath.Glob("../../claim/testdata/go-answers/*/*.md")
	if err != nil || len(answers) != 24 {
		t.Fatalf("%d recorded answers, %v", len(answers), err)
	}
	for _, name := range answers {
		topic, _, _ := strings.Cut(filepath.Base(name), "-")
		judge("go-answers", answersOf()[topic], path.Join("go-answers", filepath.Base(filepath.Dir(name)), filepath.Base(name)), "", read(t, name))
	}
	list := documented()
	if !*documentation {
		list = list[:2]
	}
	for _, module := range list {
		dir, err := download(t.Context(), module)
		if err != nil {
			t.Skipf("SKIPPED: %s: %v", module, err)
		}
		for _, name := range markdown(t, dir) {
			judge("documentation", module, module+"/"+name, name, read(t, filepath.Join(dir, name)))
		}
		m.forget(dir)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintf(out, "go-answers: %d of %d refutations are right; %d of %d claims are decided\n", right["go-answers"], all["go-answers"], decided, claims)
	fmt.Fprintf(out, "documentation: %d of %d refutations are right\n", right["documentation"], all["documentation"])
	if float64(right["go-answers"]) < 0.99*float64(all["go-answers"]) || float64(decided) < 0.75*float64(claims) {
		t.Errorf("recorded answers: the figures are below 99 %% right, 75 %% decided")
	}
	if float64(right["documentation"]) < 0.9*float64(all["documentation"]) {
		t.Errorf("documentation: less than 90 %% of the refutations are right")
	}
	for k, r := range listed {
		if group, _, _ := strings.Cut(r.source, "/"); seen[k] || !*documentation && group != "go-answers" && !slices.ContainsFunc(list, func(m string) bool { return strings.HasPrefix(r.source, m) }) {
			continue
		}
		if r.judgement == "right" {
			t.Errorf("no longer refuted, though it is false: %s", k)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// oneLine makes words fit into a cell.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// markdown returns the Markdown files of a module.
func markdown(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		if d.IsDir() {
			if rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "vendor" || d.Name() == "node_modules") {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".md") {
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil || len(out) == 0 {
		t.Fatalf("%s: %d Markdown files, %v", dir, len(out), err)
	}
	return out
}
