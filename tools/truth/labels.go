package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sooth/internal/truth/label"
)

// labels makes the labels of a module. More candidates are proposed than kept,
// since the tools do not agree about all.
func (c *corpus) labels(o options) ([]label.Label, error) {
	limits := map[string]int{"name": 460, "qualifier": 260, "place": 280, "citation": 120, "calls": 260, "signature": 250, "returns": 90,
		"implements": 120, "embeds": 80, "imports": 110, "since": 0, "deprecated": 40, "code": 140}
	if c.module == "std" {
		limits = map[string]int{"name": 300, "qualifier": 120, "signature": 200, "since": 220, "deprecated": 40, "code": 120}
	}
	calls, err := []candidate(nil), error(nil)
	if limits["calls"] > 0 {
		if calls, err = c.calls(o.gopls, limits["calls"]*2); err != nil {
			return nil, err
		}
	}
	versions, err := c.versions(limits["since"])
	if err != nil {
		return nil, err
	}
	some := func(make func(int) []candidate, n int) []candidate {
		if n == 0 {
			return nil
		}
		return make(n + n/4)
	}
	groups := []struct {
		list []candidate
		keep int
	}{
		{some(c.nearNames, limits["name"]), limits["name"]}, {some(c.wrongQualifier, limits["qualifier"]), limits["qualifier"]},
		{some(c.places, limits["place"]), limits["place"]}, {some(c.citations, limits["citation"]), limits["citation"]},
		{calls, limits["calls"]}, {some(c.signatures, limits["signature"]), limits["signature"]}, {some(c.returns, limits["returns"]), limits["returns"]},
		{some(c.implements, limits["implements"]), limits["implements"]}, {some(c.embeds, limits["embeds"]), limits["embeds"]},
		{some(c.imports, limits["imports"]), limits["imports"]}, {versions, limits["since"]}, {some(c.deprecated, limits["deprecated"]), limits["deprecated"]},
		{some(c.blocks, limits["code"]), limits["code"]},
	}
	if err := c.compile(); err != nil {
		return nil, err
	}
	if err := c.compilePrograms(); err != nil {
		return nil, err
	}
	var out []label.Label
	for _, g := range groups {
		out = append(out, c.keep(g.list, g.keep)...)
	}
	return out, nil
}

// write writes the labels of a module and says what there is of each class.
func (c *corpus) write(o options, labels []label.Label) error {
	path, _, _ := strings.Cut(c.module, "@")
	name := filepath.Join(o.out, strings.ReplaceAll(path, "/", "_")+".jsonl.gz")
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := label.Write(f, labels); err != nil {
		return err
	}
	count := map[string]int{}
	for _, l := range labels {
		count[l.Class]++
	}
	fmt.Printf("%s: %d labels\n", c.module, len(labels))
	for _, k := range sortedKeys(count) {
		fmt.Printf("  %s %d\n", k, count[k])
	}
	for _, k := range sortedKeys(c.dropped) {
		fmt.Printf("  dropped: %s: %d\n", k, c.dropped[k])
	}
	return f.Close()
}
