package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/llm"
	"sooth/llm/llmtest"
)

// serverVariable makes a process of the test binary a real MCP server that
// documents packages; its value is what it does wrong.
const serverVariable = "SOOTH_TEST_DOCUMENTATION"

func init() {
	if fault, ok := os.LookupEnv(serverVariable); ok && os.Getenv(commandVariable) == "" {
		document(fault)
		os.Exit(0)
	}
}

type topic struct {
	Package string `json:"package"`
}

func document(fault string) {
	if fault == "does not start" {
		os.Stderr.WriteString("no index found\n")
		os.Exit(7)
	}
	os.Stdout.WriteString("[MCP] ready\n")
	if err := documentation(fault).Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		os.Exit(1)
	}
}

// documentation is the server.
func documentation(fault string) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "documentation", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "document", Description: "documents a package"}, func(_ context.Context, _ *mcp.CallToolRequest, in topic) (*mcp.CallToolResult, any, error) {
		if fault == "crashes" {
			os.Exit(3)
		}
		if file, ok := strings.CutPrefix(fault, "endure "); ok {
			wear(file)
		}
		if fault == "injects" {
			in.Package += injection
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "package " + in.Package + ": func ToLower(s string) string"}}}, nil, nil
	})
	return server
}

// grounded writes a suite with an arm whose server documents packages.
func grounded(t *testing.T, tools string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return armed(t, "server: ["+self+"], environment: ["+serverVariable+"]"+tools)
}

// armed writes a suite with an arm of kind mcp.
func armed(t *testing.T, keys string) string {
	t.Helper()
	dir := unanswered(t)
	replaceIn(t, filepath.Join(dir, "suite.yaml"), "  docs: {kind: inject, context: docs.txt, template: prompts/grounded.txt}", "  docs: {kind: mcp, "+keys+", template: prompts/plain.txt}")
	return dir
}

// unanswered copies the suite tiny without its recorded answers.
func unanswered(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "suite")
	if err := os.CopyFS(dir, os.DirFS("testdata/tiny")); err != nil {
		t.Fatal(err)
	}
	replaceIn(t, filepath.Join(dir, "suite.yaml"), "answers: answers.jsonl\n", "")
	return dir
}

// curious asks the tool that it is offered, once, and then writes the program.
func curious(c llmtest.Call) llmtest.Behaviour {
	if len(c.Tools) > 0 && len(c.Results) == 0 {
		return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "toolu_1", Name: c.Tools[0], Arguments: json.RawMessage(`{"package":"strings"}`)}}}
	}
	if len(c.Tools) > 0 && !strings.Contains(strings.Join(c.Results, ""), "func ToLower") {
		return llmtest.Behaviour{Text: "I was told nothing."}
	}
	c.Prompt = string(c.Body) // the last turn holds results only
	return coder(c)
}

// serverRun runs such a suite.
func serverRun(t *testing.T, s *llmtest.Server, dir, db, fault string, args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	return sooth(t, []string{serverVariable + "=" + fault, "ANTHROPIC_BASE_URL=" + s.URL(), "ANTHROPIC_API_KEY=k"},
		append([]string{"run", dir, "--db", db, "--model", "claude-haiku-4-5", "--yes"}, args...)...)
}

// sooth runs the command in a process of its own.
func sooth(t *testing.T, environ []string, args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(append(os.Environ(), commandVariable+"=1"), environ...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	exit = code(t, c.Run())
	return out.String(), errs.String(), exit
}

// TestServerArm runs an arm whose model calls the tools of a real MCP server.
func TestServerArm(t *testing.T) {
	s := serve(t, llmtest.Options{Behave: curious})
	db := t.TempDir()
	suite := grounded(t, "")
	out, errs, exit := serverRun(t, s, suite, db, "", "--format", "json")
	if exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	var r struct {
		Tasks []struct {
			Trials []struct {
				Arm       string
				Solved    string
				ToolCalls int `json:"tool_calls"`
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	trials := 0
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			trials++
			if want := map[string]int{"none": 0, "docs": 1}[trial.Arm]; trial.ToolCalls != want || trial.Solved != "pass" {
				t.Errorf("%+v, want %d calls", trial, want)
			}
		}
	}
	if trials != 4 || s.Counts().Requests != 6 {
		t.Errorf("%d trials, %d requests", trials, s.Counts().Requests)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "runs", "calls", "last", "--db", db)
	c.Env = append(os.Environ(), commandVariable+"=1")
	calls, err := c.Output()
	if err != nil || strings.Count(string(calls), "\n") != 2 || strings.Count(string(calls), `"tool":"document","arguments":"{\"package\":\"strings\"}"`) != 2 || !strings.Contains(string(calls), `"started":"20`) {
		t.Errorf("%v: the log of calls is\n%s", err, calls)
	}
	out, _, _ = serverRun(t, s, suite, db, "")
	for _, row := range []string{`docs +all tools +2 +0 +2 +0 +0 +0 +\d+`, `docs +document +2 +2 +0 +0 +0 +\d+`} {
		if !regexp.MustCompile(row).MatchString(out) {
			t.Errorf("the report does not match %s:\n%s", row, out)
		}
	}
	if !strings.Contains(errs, "1 lines that are no messages") {
		t.Errorf("the server's noise is not told: %s", errs)
	}
}

// TestServerFaults: a server that does not start, or lacks a tool, stops the
// run before anything is paid; one that crashes costs its own trials only.
func TestServerFaults(t *testing.T) {
	s := serve(t, llmtest.Options{Behave: curious})
	if _, errs, exit := serverRun(t, s, grounded(t, ""), t.TempDir(), "does not start"); exit != 1 || !strings.Contains(errs, "no index found") || !strings.Contains(errs, `arm "docs"`) {
		t.Errorf("exit %d: %s", exit, errs)
	}
	if _, errs, exit := serverRun(t, s, grounded(t, ", tools: [documents]"), t.TempDir(), ""); exit != 2 || !strings.Contains(errs, `does not offer ["documents"]; hint: did you mean `+"`document`?") {
		t.Errorf("exit %d: %s", exit, errs)
	}
	if n := s.Counts().Requests; n != 0 {
		t.Errorf("%d completions were asked for", n)
	}
	out, errs, exit := serverRun(t, s, grounded(t, ""), t.TempDir(), "crashes")
	if exit != 4 || !strings.Contains(errs, "2 of 4 trials ended as infra_error") || !strings.Contains(out, "2 infra_error") {
		t.Errorf("exit %d: %s\n%s", exit, errs, out)
	}
}
