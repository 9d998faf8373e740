package securityclaims

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"sooth/extract"
	"sooth/extract/fixture"
)

func corpus(t *testing.T) *fixture.Corpus {
	t.Helper()
	c, err := fixture.Load("fixtures")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// of returns the fixtures of a language; none is a failure.
func of(t *testing.T, language string) []fixture.Fixture {
	t.Helper()
	var list []fixture.Fixture
	for _, f := range corpus(t).Fixtures {
		if f.Language == language {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		t.Fatalf("no fixture in %s", language)
	}
	return list
}

// TestCorpus counts what there is: the ten seeds, every category, every
// language, nothing that the manifest does not say.
func TestCorpus(t *testing.T) {
	c := corpus(t)
	for _, w := range c.Warnings {
		t.Error(w)
	}
	if n := len(c.Reviewed()); n < 45 {
		t.Errorf("%d fixtures are reviewed", n)
	}
	ids, categories, languages := map[string]bool{}, map[string]int{}, map[string]int{}
	for _, f := range c.Fixtures {
		ids[f.ID] = true
		categories[f.Category]++
		languages[f.Language]++
	}
	for _, id := range []string{"tls-001", "tls-002", "jwt-001", "jwt-002", "secrets-001", "secrets-002", "auth-001", "negative-001", "negative-002", "edge-001"} {
		if !ids[id] {
			t.Errorf("seed %s is missing", id)
		}
	}
	for _, category := range []string{"tls", "jwt", "secrets", "auth", "crypto", "injection", "negative", "edge"} {
		if categories[category] < 5 {
			t.Errorf("%d fixtures in %s", categories[category], category)
		}
	}
	for _, language := range []string{"go", "python", "typescript", "rust", "yaml", "dockerfile"} {
		if languages[language] < 4 {
			t.Errorf("%d fixtures in %s", languages[language], language)
		}
	}
}

// TestRationales reads each expectation against its code: the rationale quotes,
// between backticks, what stands on the lines that are cited.
func TestRationales(t *testing.T) {
	quoted := regexp.MustCompile("`([^`]+)`")
	n := 0
	for _, f := range corpus(t).Fixtures {
		lines := strings.Split(f.Content, "\n")
		if count := len(lines) - 1; count > 150 || count < 20 && f.ID != "edge-001" {
			t.Errorf("%s has %d lines", f.File, count)
		}
		for _, e := range f.Must {
			n++
			if e.FirstLine == 0 {
				t.Errorf("%s: %s %s cites no line", f.File, e.Subject, e.Predicate)
				continue
			}
			spans := quoted.FindAllStringSubmatch(e.Rationale, -1)
			if len(spans) == 0 {
				t.Errorf("%s:%d: the rationale quotes nothing: %s", f.File, e.FirstLine, e.Rationale)
				continue
			}
			cited := strings.Join(lines[e.FirstLine-1:max(e.FirstLine, e.LastLine)], "\n")
			// The first quotation is the code; later ones may quote text.
			if !strings.Contains(cited, spans[0][1]) {
				t.Errorf("%s: line %d has no %q: %s", f.File, e.FirstLine, spans[0][1], cited)
			}
		}
	}
	if n < 60 {
		t.Errorf("%d expectations", n)
	}
}

// TestNegatives holds the fixtures of safe code to expecting nothing.
func TestNegatives(t *testing.T) {
	n := 0
	for _, f := range corpus(t).Fixtures {
		if f.Category != "negative" {
			continue
		}
		n++
		if !f.Negative() || len(f.MustNot) == 0 {
			t.Errorf("%s expects %d things and forbids %d", f.File, len(f.Must), len(f.MustNot))
		}
	}
	if n == 0 {
		t.Fatal("none")
	}
}

// TestGo type-checks the Go code: it uses the standard library alone.
func TestGo(t *testing.T) {
	fset := token.NewFileSet()
	std := importer.ForCompiler(fset, "source", nil)
	for _, f := range of(t, "go") {
		file, err := parser.ParseFile(fset, f.File+".go", f.Content, parser.ParseComments)
		if err != nil {
			t.Error(err)
			continue
		}
		conf := types.Config{Importer: std}
		if _, err := conf.Check(file.Name.Name, fset, []*ast.File{file}, nil); err != nil {
			t.Error(err)
		}
	}
}

// TestPython has Python's own parser read the Python code.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED: python3 is not installed")
	}
	for _, f := range of(t, "python") {
		c := exec.CommandContext(t.Context(), python, "-I", "-c", "import ast,sys; ast.parse(sys.stdin.buffer.read())")
		c.Stdin = strings.NewReader(f.Content)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", f.File, err, out)
		}
	}
}

// TestTypeScript has the compiler parse the TypeScript code; setup installs it.
func TestTypeScript(t *testing.T) {
	const compiler = "scratch/eslint/node_modules/typescript"
	node, err := exec.LookPath("node")
	if _, missing := os.Stat(compiler); err != nil || missing != nil {
		t.Skip("SKIPPED: TypeScript is not there: examples/security-claims/setup installs it")
	}
	const script = `
const ts = require("./` + compiler + `");
const text = require("fs").readFileSync(0, "utf8");
const wrong = ts.createSourceFile("input.ts", text, ts.ScriptTarget.Latest).parseDiagnostics;
for (const d of wrong) console.log(ts.flattenDiagnosticMessageText(d.messageText, " "));
process.exit(wrong.length ? 1 : 0);`
	for _, f := range of(t, "typescript") {
		c := exec.CommandContext(t.Context(), node, "-e", script)
		c.Stdin = strings.NewReader(f.Content)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", f.File, err, out)
		}
	}
}

// TestRust has rustfmt parse the Rust code.
func TestRust(t *testing.T) {
	rustfmt, err := exec.LookPath("rustfmt")
	if err != nil {
		t.Skip("SKIPPED: rustfmt is not installed")
	}
	if out, err := exec.CommandContext(t.Context(), rustfmt, "--version").CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: rustfmt does not run here: %v: %s", err, out) // rustup's stand-in without a toolchain
	}
	for _, f := range of(t, "rust") {
		c := exec.CommandContext(t.Context(), rustfmt, "--edition", "2021", "--emit", "stdout")
		c.Stdin = strings.NewReader(f.Content)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", f.File, err, out)
		}
	}
}

func TestYAML(t *testing.T) {
	for _, f := range of(t, "yaml") {
		d := yaml.NewDecoder(strings.NewReader(f.Content))
		n := 0
		for {
			var node yaml.Node
			err := d.Decode(&node)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", f.File, err)
				break
			}
			n++
		}
		if n == 0 {
			t.Errorf("%s has no document", f.File)
		}
	}
}

// TestDockerfiles reads the instructions: the first is FROM, all are known.
func TestDockerfiles(t *testing.T) {
	known := regexp.MustCompile(`^(ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR) \S`)
	for _, f := range of(t, "dockerfile") {
		n, continued := 0, false
		for i, line := range strings.Split(f.Content, "\n") {
			if trimmed := strings.TrimSpace(line); trimmed == "" || strings.HasPrefix(trimmed, "#") {
				continue
			}
			if !continued {
				n++
				if !known.MatchString(line) || n == 1 && !strings.HasPrefix(line, "FROM ") {
					t.Errorf("%s: line %d: %s", f.File, i+1, line)
				}
			}
			continued = strings.HasSuffix(line, `\`)
		}
		if n < 5 || continued {
			t.Errorf("%s has %d instructions", f.File, n)
		}
	}
}

// TestEntropy holds secrets-002 to what its rationale says of its token.
func TestEntropy(t *testing.T) {
	for _, f := range corpus(t).Fixtures {
		if f.ID != "secrets-002" {
			continue
		}
		text := regexp.MustCompile("`\"(.*?)\"`").FindStringSubmatch(f.Must[0].Rationale)[1]
		counts := map[rune]float64{}
		for _, r := range text {
			counts[r]++
		}
		bits := 0.0
		for _, n := range counts {
			p := n / float64(len(text))
			bits -= p * math.Log2(p)
		}
		if bits <= 4.5 {
			t.Errorf("%s has %.2f bits a character", text, bits)
		}
		return
	}
	t.Fatal("secrets-002 is missing")
}

// TestSchema holds the schema of the answer and the vocabulary against the
// expectations: what is expected can be said.
func TestSchema(t *testing.T) {
	data, err := os.ReadFile("answer.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Claims struct {
				Items struct {
					Required   []string
					Properties map[string]any
				}
			}
		}
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	items := schema.Properties.Claims.Items
	for _, name := range []string{"subject", "predicate", "value", "confidence"} {
		if items.Properties[name] == nil || !strings.Contains(strings.Join(items.Required, " "), name) {
			t.Errorf("%s is not required", name)
		}
	}
	c := corpus(t)
	for _, f := range c.Fixtures {
		record := extract.ProcessAnswer(extract.Answer{Observations: perfect(f)}, c.Normaliser, 0)
		if r := extract.Judge(f.Case, record, c.Normaliser); !r.Passed() {
			t.Errorf("%s: what is expected, said, does not pass: %+v %+v", f.File, r.Misses, r.Wrong)
		}
	}
}

// perfect is the answer that says all that is expected, and no more.
func perfect(f fixture.Fixture) []extract.Observation {
	one := 1.0
	var list []extract.Observation
	for _, e := range f.Must {
		list = append(list, extract.Observation{Subject: e.Subject, Predicate: e.Predicate, Value: e.Value, Confidence: &one, Line: e.FirstLine})
	}
	return list
}
