package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/standard"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/camelcase"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/regexp"
	"github.com/blevesearch/bleve/v2/mapping"
)

// document is a line of universe.jsonl; IDText is its id as a searchable text.
type document struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Signature string `json:"signature"`
	Doc       string `json:"doc"`
	IDText    string `json:"idText"`
}

// makeIndex writes the index of one build into a folder, which must not be there.
func makeIndex(dir, universe, build string) error {
	m, err := newMapping(build)
	if err != nil {
		return err
	}
	f, err := os.Open(universe)
	if err != nil {
		return err
	}
	defer f.Close()
	index, err := bleve.New(dir, m)
	if err != nil {
		return fmt.Errorf("%q: %w", dir, err)
	}
	defer index.Close()
	batch := index.NewBatch()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var d document
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			return err
		}
		d.IDText = d.ID
		if err := batch.Index(d.ID, d); err != nil {
			return err
		}
		if batch.Size() == 2000 {
			if err := index.Batch(batch); err != nil {
				return err
			}
			batch = index.NewBatch()
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return index.Batch(batch)
}

func newMapping(build string) (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	switch build {
	case "plain":
		m.DefaultAnalyzer = standard.Name
	case "camel":
		if err := m.AddCustomTokenizer("identifiers", map[string]any{"type": regexp.Name, "regexp": `[\pL\pN]+`}); err != nil {
			return nil, err
		}
		err := m.AddCustomAnalyzer("camel", map[string]any{
			"type": custom.Name, "tokenizer": "identifiers",
			"token_filters": []string{camelcase.Name, lowercase.Name, en.StopName},
		})
		if err != nil {
			return nil, err
		}
		m.DefaultAnalyzer = "camel"
	default:
		return nil, fmt.Errorf("unknown build %q; hint: plain or camel", build)
	}
	text := bleve.NewTextFieldMapping()
	text.Store, text.IncludeTermVectors, text.IncludeInAll = false, false, false
	stored := bleve.NewTextFieldMapping()
	stored.IncludeTermVectors, stored.IncludeInAll = false, false
	one := bleve.NewDocumentStaticMapping()
	for _, field := range []string{"name", "idText", "doc"} {
		one.AddFieldMappingsAt(field, text)
	}
	one.AddFieldMappingsAt("signature", stored)
	m.DefaultMapping = one
	return m, nil
}
