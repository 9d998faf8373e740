package suite

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

const extractBase = `schema: sooth.suite/1
name: claims
kind: extract
fixtures: fixtures
answer: answer.json
arms:
  v1: {kind: prompt, version: 1.0.0, prompt: v1.md}
  scan:
    kind: command
    version: 2
    command: [./scan, "{path}"]
    rules:
      R1: {subject: tls/verify, predicate: enabled, value: false}
base: v1
`

const extractFixture = `[metadata]
id = "tls-001"
name = "a"
category = "tls"
language = "go"
[input]
content = "package a"
[expected]
must_contain = [{ subject = "tls/verify", predicate = "enabled", value = true, line = 1 }]
`

// extractSuite writes a suite; files replace or add to it, "-" takes one out.
func extractSuite(t *testing.T, files map[string]string) string {
	t.Helper()
	all := map[string]string{
		"suite.yaml": extractBase, "v1.md": "Read {path}:\n{content}\n{vocabulary} {schema} {{content}} {\"a\": {}}\n", "answer.json": `{"type": "object"}`,
		"fixtures/tls/a.toml": extractFixture, "fixtures/vocabulary.toml": "[[subjects]]\npath = \"tls/verify\"\n[[predicates]]\nname = \"enabled\"\ntype = \"bool\"\n",
	}
	maps.Copy(all, files)
	dir := t.TempDir()
	for name, text := range all {
		if text == "-" {
			continue
		}
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestLoadExtract: a suite is read whole, and its prompt is what is sent.
func TestLoadExtract(t *testing.T) {
	s, err := LoadExtract(extractSuite(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	a, ok := s.Arm("v1")
	if !ok || s.Repeats != 1 || s.Threshold != 0.05 || s.Base != "v1" || len(s.Corpus.Reviewed()) != 1 || s.ManifestPath() != "fixtures/manifest.toml" {
		t.Errorf("%+v", s)
	}
	want := "Read input.py:\nx = \"{path}\"\n" + s.Vocabulary + ` {"type": "object"} {content} {"a": {}}`
	if got := s.Prompt(a, "python", `x = "{path}"`); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if scan, _ := s.Arm("scan"); scan.Version != "2" || scan.Timeout.Seconds() != 60 || len(scan.Rules["R1"]) != 1 || scan.Rules["R1"][0].Value.String() != "false" {
		t.Errorf("%+v", scan)
	}
	if KindOf(s.Dir) != ExtractKind {
		t.Error("the kind is not told")
	}
	if _, err := Load(s.Dir); err == nil || !strings.Contains(err.Error(), "3:7: a suite of kind extract, which has no tasks; hint: sooth run") {
		t.Errorf("%v", err)
	}
	other, err := LoadExtract(extractSuite(t, map[string]string{"fixtures/manifest.toml": "[corpus]\nversion = \"1\"\n[baseline]\nrecall = 0.5\n"}))
	if err != nil || other.Hash != s.Hash {
		t.Errorf("the baseline is part of the suite's hash: %v", err)
	}
	other, err = LoadExtract(extractSuite(t, map[string]string{"fixtures/tls/a.toml": strings.Replace(extractFixture, "package a", "package b", 1)}))
	if err != nil || other.Hash == s.Hash || other.FixturesHash == s.FixturesHash {
		t.Errorf("another fixture has the same hash: %v", err)
	}
	other, err = LoadExtract(extractSuite(t, map[string]string{"v1.md": "Read {content}"}))
	if err != nil || other.Hash == s.Hash || other.Arms[0].PromptHash == s.Arms[0].PromptHash || other.FixturesHash != s.FixturesHash {
		t.Errorf("another prompt has the same hash: %v", err)
	}
}

// TestLoadExtractRefuses: what is wrong is told with its place and a hint.
func TestLoadExtractRefuses(t *testing.T) {
	change := func(from, to string) map[string]string {
		text := strings.Replace(extractBase, from, to, 1)
		if text == extractBase {
			t.Fatalf("%q is not there", from)
		}
		return map[string]string{"suite.yaml": text}
	}
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{change("fixtures: fixtures", "fixture: fixtures"), "suite.yaml:4:1: the suite has an unknown key \"fixture\"; hint: did you mean `fixtures`?"},
		{change("fixtures: fixtures", "fixtures: fixturs"), "suite.yaml:4:11: \"fixturs\" does not exist; hint: did you mean `fixtures`?"},
		{change("fixtures: fixtures", "fixtures: ../other"), "suite.yaml:4:11: path \"../other\" leaves the suite's folder"},
		{change("kind: prompt", "kind: promt"), "suite.yaml:7:14: unknown kind of arm \"promt\"; hint: did you mean `prompt`?"},
		{change("kind: extract", "kind: extrac"), "suite.yaml:3:7: not a suite of kind extract but \"extrac\"; hint: did you mean `extract`?"},
		{change("version: 1.0.0, ", ""), "suite.yaml:7:7: arm \"v1\" lacks the key \"version\""},
		{change("prompt: v1.md", "prompt: v2.md"), "suite.yaml:7:46: \"v2.md\" does not exist; hint: did you mean `v1.md`?"},
		{change("prompt: v1.md", "prompt: v1.md, command: [a]"), "suite.yaml:7:53: arm \"v1\" has an unknown key \"command\""},
		{change("base: v1", "base: v2"), "suite.yaml:14:7: unknown arm \"v2\"; hint: did you mean `v1`?"},
		{change(`"{path}"`, `"{file}"`), "suite.yaml:11:23: unknown placeholder {file}"},
		{change(`"{path}"`, `x`), "suite.yaml:11:14: the command of arm \"scan\" is not told the file: no argument has {path}"},
		{change("predicate: enabled", "predicate: enable"), "suite.yaml:13:44: rule \"R1\": predicate \"enable\" is not in the vocabulary"},
		{change("value: false", "value: maybe"), "suite.yaml:13:60: rule \"R1\": "},
		{change("value: false", "value: {a: b}"), "suite.yaml:13:60: a value cannot be a mapping"},
		{change("base: v1", "confidence: 1.5"), "suite.yaml:14:13: \"confidence\" must be a number from 0 to 1"},
		{change("base: v1", "repeats: 0"), "suite.yaml:14:10: \"repeats\" must be a whole number from 1 to 1000"},
		{change("base: v1", "budget: {file_token: 5}"), "suite.yaml:14:10: \"budget\" has an unknown key \"file_token\"; hint: did you mean `file_tokens`?"},
		{map[string]string{"v1.md": "Read {conten}"}, "v1.md:1:6: unknown placeholder {conten}; hint: did you mean `content`? Write {{conten}} for the braces themselves"},
		{map[string]string{"v1.md": "Read it"}, "v1.md: the prompt of arm \"v1\" lacks {content}; hint: put {content} where the code belongs"},
		{map[string]string{"answer.json": "{\n  \"a\": ]"}, "answer.json:2:8: not the JSON object of a schema"},
		{map[string]string{"answer.json": `{"properties": {"claims": {"$ref": "https://example.com/x.json"}}}`}, "answer.json: not a schema that answers can be held against: $ref \"https://example.com/x.json\" names nothing in the schema"},
		{map[string]string{"fixtures/tls/a.toml": extractFixture + "x = ="}, "fixtures/tls/a.toml:10:5: "},
		{map[string]string{"fixtures/tls/a.toml": strings.Replace(extractFixture, "line = 1", "line = 9", 1)}, "fixtures/tls/a.toml:9:"},
		{map[string]string{"fixtures/tls/b.toml": extractFixture}, "fixtures/tls/b.toml:2:6: id \"tls-001\" is that of "},
		{map[string]string{"fixtures/tls/a.toml": "[metadata]\nstatus = \"draft\"\n" + strings.TrimPrefix(extractFixture, "[metadata]\n")}, "suite.yaml:4:11: all of the 1 fixtures are drafts; hint: a draft never counts"},
		{map[string]string{"suite.yaml": extractBase + "answers: a.jsonl\n", "a.jsonl": `{"task":"tls-01","arm":"v1","model":"m","prompt_sha256":"` + strings.Repeat("0", 64) + `","answer":""}`}, "a.jsonl:1:9: an answer to an unknown fixture \"tls-01\"; hint: did you mean `tls-001`?"},
		{map[string]string{"suite.yaml": "-"}, "no suite.yaml in this folder"},
		{map[string]string{"suite.yaml": ""}, "suite.yaml: the file is empty"},
	} {
		dir := extractSuite(t, c.files)
		_, err := LoadExtract(dir)
		if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), filepath.ToSlash(dir)+"/", "\n"), "\n"+c.want) && !strings.Contains(err.Error(), ": "+c.want) {
			t.Errorf("want %q, got:\n%v", c.want, err)
		}
	}
}

// TestExtractSchema: the published schema and the loader know the same keys.
func TestExtractSchema(t *testing.T) {
	top := schema(t, "extractsuite.schema.json")
	arms := top.Properties["arms"].AdditionalProperties.OneOf
	text, err := os.ReadFile("../docs/format/extract.md")
	if err != nil || len(arms) != 2 {
		t.Fatalf("%d kinds of arms, %v", len(arms), err)
	}
	for name, c := range map[string]struct {
		schema *jsonschema.Schema
		keys   []key
	}{
		"suite": {top, extractKeys()}, "budget": {top.Properties["budget"], budgetKeys()}, "rule": {top.Defs["rule"], ruleKeys()},
		"prompt": {arms[0], extractArmKeys(PromptArm)}, "command": {arms[1], extractArmKeys(CommandArm)},
	} {
		if got, want := slices.Sorted(maps.Keys(c.schema.Properties)), slices.Sorted(slices.Values(names(c.keys))); !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s: the schema has the keys %v, the loader %v", name, got, want)
		}
		for _, k := range c.keys {
			if p := c.schema.Properties[k.name]; p == nil || p.Description == "" || k.required != slices.Contains(c.schema.Required, k.name) {
				t.Errorf("%s: %s has no description, or is required by one only", name, k.name)
			}
			if !strings.Contains(string(text), "`"+k.name+"`") {
				t.Errorf("docs/format/extract.md does not name the key %s", k.name)
			}
		}
	}
	for _, name := range []string{"../internal/cli/testdata/extract/suite.yaml"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := follows(t, top, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
