package rankrun_test

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/search"
)

// graphVariable makes this test binary an MCP server over a small call graph,
// with the tools and answers that the probes of a code graph are written for.
const graphVariable = "SOOTH_TEST_GRAPH"

func serveGraph() {
	type node struct {
		ID    string `json:"id"`
		Type  string `json:"type"`
		Name  string `json:"name"`
		QName string `json:"qname"`
		File  string `json:"file"`
		Line  int    `json:"line"`
	}
	type result struct {
		Nodes []node `json:"nodes"`
		Edges []any  `json:"edges"`
	}
	type input struct {
		QName string `json:"qname,omitempty"`
		Name  string `json:"name,omitempty"`
		Depth int    `json:"depth,omitempty"`
	}
	callers := map[string][]string{"vault.Deposit": {"api.Handle", "cli.Main"}, "vault.Open": {"vault.Deposit"}}
	all := []string{"api.Handle", "cli.Main", "vault.Deposit", "vault.Open"}
	server := mcp.NewServer(&mcp.Implementation{Name: "graph", Version: "1"}, nil)
	answer := func(names []string) result {
		r := result{Nodes: []node{}, Edges: []any{}}
		for i, n := range names {
			r.Nodes = append(r.Nodes, node{ID: strings.Repeat("0", 15) + string(rune('0'+i)), Type: "Function", Name: n[strings.Index(n, ".")+1:], QName: n, File: "a.go", Line: i + 1})
		}
		return r
	}
	mcp.AddTool(server, &mcp.Tool{Name: "find_callers"}, func(_ context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, result, error) {
		return nil, answer(append([]string{in.QName}, callers[in.QName]...)), nil // the seed is among the nodes
	})
	mcp.AddTool(server, &mcp.Tool{Name: "find_symbol"}, func(_ context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, result, error) {
		var found []string
		for _, n := range all {
			if strings.HasSuffix(n, "."+in.Name) || in.Name == "Main" && n == "vault.Open" {
				found = append(found, n)
			}
		}
		slices.Sort(found)
		return nil, answer(found), nil
	})
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil && !errors.Is(err, io.EOF) {
		os.Exit(1)
	}
}

// TestProbes reads retrieval probes as they are and measures them by recall,
// precision and F1.
func TestProbes(t *testing.T) {
	dir := write(t, map[string]string{
		"suite.yaml": `schema: sooth.suite/1
name: probes
kind: search
k: 50
probes: probes
systems:
  graph:
    kind: tool
    server: ["{self}"]
    environment: [SOOTH_TEST_GRAPH]
    tool: "{tool}"
    arguments: "{args}"
    tools: [find_callers, find_symbol]
    hits: {json: nodes, id: qname, exclude: ["{arg.qname}"]}
`,
		"probes/callers.yaml": "id: R01\ndescription: who calls Deposit\nowner: somebody\nprobe:\n  tool: find_callers\n  args:\n    qname: vault.Deposit\n    depth: 2\nexpected:\n  symbols:\n    - api.Handle\n    - cli.Main\n    - web.Serve\nscoring:\n  recall_min: 0.9\n  precision_min: 1.0\n",
		"probes/deep/symbol.yaml": "id: R02\nprobe: {tool: find_callers, args: {qname: vault.Open}}\nexpected: {symbols: [vault.Deposit]}\nscoring: {recall_min: 1, precision_min: 1}\n---\n" +
			"id: R03\nprobe: {tool: find_callers, args: {qname: api.Handle}}\nexpected: {symbols: []}\n",
	})
	o := options(t, dir)
	o.Around.Environ = append(o.Around.Environ, graphVariable+"=1")
	warned := false
	for _, w := range o.Suite.Warnings {
		warned = warned || strings.Contains(w.String(), `probes/callers.yaml:3:1: a probe has the key "owner", which is not read`)
	}
	if !warned {
		t.Errorf("warnings %v", o.Suite.Warnings)
	}
	r := run(t, o)
	if a := answer(t, r, "R01", "graph"); ids(a) != "api.Handle cli.Main" || a.Values["SetR"] != 2.0/3 || a.Values["SetP"] != 1 || a.Values["SetF"] != 0.8 || a.Passed == nil || *a.Passed {
		t.Errorf("%+v", a)
	}
	if a := answer(t, r, "R02", "graph"); a.Values["SetF"] != 1 || !*a.Passed {
		t.Errorf("%+v", a)
	}
	if a := answer(t, r, "R03", "graph"); a.Values[search.FalseHitMeasure] != 0 {
		t.Errorf("nothing calls it, and nothing was found: %+v", a)
	}
	if row, c := cell(t, r, "probe", "SetR", "graph"); row.N != 2 || math.Abs(*c.Mean-(2.0/3+1)/2) > 1e-12 {
		t.Errorf("%+v %v", row, *c.Mean)
	}
	if !strings.Contains(strings.Join(r.Notes, "\n"), "graph reached the least recall and precision of 1 of 2 probes") {
		t.Errorf("%q", r.Notes)
	}
}
