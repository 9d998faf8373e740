package suite

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/txtar"
)

// schema reads one of the published schemas.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("../docs/format/" + name)
	if err != nil {
		t.Fatal(err)
	}
	s := new(jsonschema.Schema)
	if err := json.Unmarshal(text, s); err != nil {
		t.Fatal(err)
	}
	return s
}

// follows says why a YAML text does not follow a schema.
func follows(t *testing.T, s *jsonschema.Schema, text []byte) error {
	t.Helper()
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		return err
	}
	asJSON, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(asJSON, &v); err != nil {
		return err
	}
	return resolved.Validate(v)
}

// TestSchemaAcceptsExample: every file of the example follows its schema.
func TestSchemaAcceptsExample(t *testing.T) {
	names, err := filepath.Glob("../examples/go-api/tasks/*/task.yaml")
	if err != nil || len(names) != 46 {
		t.Fatalf("%d tasks: %v", len(names), err)
	}
	task, top := schema(t, "task.schema.json"), schema(t, "suite.schema.json")
	for _, name := range append(names, "../examples/go-api/suite.yaml") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s := task
		if filepath.Base(name) == suiteFile {
			s = top
		}
		if err := follows(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaKeys: the schemas and the loader know the same keys, and the same of
// them are required.
func TestSchemaKeys(t *testing.T) {
	top, task := schema(t, "suite.schema.json"), schema(t, "task.schema.json")
	for name, c := range map[string]struct {
		schema *jsonschema.Schema
		keys   []key
	}{
		"suite":       {top, suiteKeys()},
		"corpus":      {top.Properties["corpus"], codeBaseKeys()},
		"prompts":     {top.Properties["prompts"], promptsKeys()},
		"arms":        {top.Properties["arms"].AdditionalProperties, armKeys()},
		"controls":    {top.Properties["controls"], controlsKeys()},
		"corpora":     {top.Properties["corpora"].AdditionalProperties, corpusKeys()},
		"hypotheses":  {top.Properties["hypotheses"].Items, hypothesisKeys()},
		"commands":    {top.Properties["commands"].AdditionalProperties, commandKeys()},
		"answer":      {top.Properties["commands"].AdditionalProperties.Properties["answer"], commandAnswerKeys()},
		"primary":     {top.Properties["primary"], primaryKeys()},
		"comparisons": {top.Properties["comparisons"].Items, comparisonKeys()},
		"task":        {task, taskKeys(true)},
		"target":      {task.Properties["target"], targetKeys()},
	} {
		if got, want := slices.Sorted(maps.Keys(c.schema.Properties)), slices.Sorted(slices.Values(names(c.keys))); !slices.Equal(got, want) {
			t.Errorf("%s: the schema has the keys %v, the loader %v", name, got, want)
		}
		for _, k := range c.keys {
			p := c.schema.Properties[k.name]
			if k.required != slices.Contains(c.schema.Required, k.name) {
				t.Errorf("%s: %s is required by one only", name, k.name)
			}
			if p != nil && p.Description == "" {
				t.Errorf("%s: %s has no description", name, k.name)
			}
		}
		if c.schema.AdditionalProperties == nil {
			t.Errorf("%s: the schema allows unknown keys", name)
		}
	}
	text, err := os.ReadFile("../docs/format/suite.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range append(suiteKeys(), taskKeys(false)...) {
		if !strings.Contains(string(text), "`"+k.name+"`") {
			t.Errorf("docs/format/suite.md does not name the key %s", k.name)
		}
	}
}

// TestSchemaAndLoader: what the schema of suite.yaml refuses in a case of
// testdata/load the loader refuses too. The loader refuses more: a schema sees
// one file, and no other names in it.
func TestSchemaAndLoader(t *testing.T) {
	base, err := txtar.ParseFile("testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := filepath.Glob("testdata/load/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	top, task := schema(t, "suite.schema.json"), schema(t, "task.schema.json")
	refused := 0
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files, _, _, want := change(t, base, archive)
		suiteErr, taskErr := follows(t, top, []byte(files[suiteFile])), follows(t, task, []byte(files["tasks/sum/task.yaml"]))
		valid := strings.HasPrefix(want, "valid:")
		_, has := files[suiteFile]
		_, hasTask := files["tasks/sum/task.yaml"]
		switch {
		case !has || !hasTask:
		case valid && (suiteErr != nil || taskErr != nil):
			t.Errorf("%s is valid, but the schemas say %v, %v", name, suiteErr, taskErr)
		case suiteErr != nil || taskErr != nil:
			refused++
			if !strings.Contains(want, "suite.yaml:") && !strings.Contains(want, "task.yaml:") {
				t.Errorf("%s: a schema refuses what the loader does not: %v, %v", name, suiteErr, taskErr)
			}
		}
	}
	if refused < 30 {
		t.Errorf("the schemas refuse %d cases only", refused)
	}
}
