package sooth_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"sooth/fact"
	"sooth/internal/extractreport"
	"sooth/internal/rankcompare"
	"sooth/internal/rankdiff"
	"sooth/internal/rankreport"
	"sooth/internal/report"
	"sooth/internal/triage"
	"sooth/oracle"
	"sooth/score"
	"sooth/trial"
)

var update = flag.Bool("update", false, "write docs/format/*.schema.json anew")

// TestSchemas holds docs/format/*.schema.json against the Go types of the five
// joints and of what check writes, so that the published schemas cannot drift.
func TestSchemas(t *testing.T) {
	for _, f := range []struct {
		name   string
		schema func(*jsonschema.ForOptions) (*jsonschema.Schema, error)
	}{
		{"fact", jsonschema.For[fact.Fact]},
		{"verdict", jsonschema.For[oracle.Verdict]},
		{"trial", jsonschema.For[trial.Record]},
		{"point", jsonschema.For[score.Point]},
		{"report", jsonschema.For[report.Report]},
		{"check", jsonschema.For[report.Check]},
		{"baseline", jsonschema.For[triage.File]},
		{"rankrun", jsonschema.For[rankreport.Report]},
		{"rankcompare", jsonschema.For[rankcompare.Result]},
		{"rankdiff", jsonschema.For[rankdiff.Difference]},
		{"extract", jsonschema.For[extractreport.Report]},
	} {
		t.Run(f.name, func(t *testing.T) {
			schema, err := f.schema(nil)
			if err != nil {
				t.Fatal(err)
			}
			schema.Schema = "https://json-schema.org/draft/2020-12/schema"
			schema.Title = "sooth." + f.name + "/1"
			got, err := json.MarshalIndent(schema, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, '\n')
			name := "docs/format/" + f.name + ".schema.json"
			if *update {
				if err := os.WriteFile(name, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s does not say what the Go type says; run go test -run TestSchemas -update .", name)
			}
		})
	}
}
