package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sooth/internal/process"
	"sooth/llm"
	"sooth/llm/llmtest"
)

// realVariable names a folder in which programs of others are installed for
// tests; without it those tests are skipped: they want the network and minutes.
const realVariable = "SOOTH_REAL_PROGRAMS"

// The versions that are tried.
const (
	goplsVersion       = "v0.23.0"
	everythingPackage  = "@modelcontextprotocol/server-everything@2026.8.31"
	filesystemPackage  = "@modelcontextprotocol/server-filesystem@2026.8.31"
	claudeCodePackage  = "@anthropic-ai/claude-code@2.1.330"
	geminiPackage      = "@google/gemini-cli@0.61.0"
	codexPackage       = "@openai/codex@0.169.0"
	installationPeriod = 8 * time.Minute
)

// realFolder is that folder.
func realFolder(t *testing.T) string {
	t.Helper()
	dir := os.Getenv(realVariable)
	if dir == "" {
		t.Skip("SKIPPED: programs of others are tried with " + realVariable + "=FOLDER, in which they are installed")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// install runs an installation, or skips the test where it cannot be had.
func install(t *testing.T, environ []string, command ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), installationPeriod)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Env = append(os.Environ(), environ...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: %q cannot be had here: %v: %s", command, err, out)
	}
}

// npm installs a package and returns the file of it that is named.
func npm(t *testing.T, pkg, file string) string {
	t.Helper()
	dir := filepath.Join(realFolder(t), "npm")
	name := pkg[:strings.LastIndexByte(pkg, '@')]
	full := filepath.Join(dir, "node_modules", filepath.FromSlash(name), filepath.FromSlash(file))
	if _, err := os.Stat(full); err != nil {
		install(t, nil, "npm", "install", "--no-audit", "--no-fund", "--prefix", dir, pkg)
	}
	return full
}

// gopls installs it and returns its path.
func gopls(t *testing.T) string {
	t.Helper()
	full := filepath.Join(realFolder(t), "bin", "gopls")
	if _, err := os.Stat(full); err != nil {
		install(t, []string{"GOBIN=" + filepath.Dir(full), "GOFLAGS=-p=1"}, "go", "install", "golang.org/x/tools/gopls@"+goplsVersion)
	}
	return full
}

// TestGoplsGroundsGoTasks: two tasks of examples/go-api with the MCP server of
// gopls. The model is a script that asks for the package's API and writes the right
// program only where it was told of it.
func TestGoplsGroundsGoTasks(t *testing.T) {
	server := gopls(t)
	example := filepath.Join("..", "..", "examples", "go-api")
	dir, workspace := filepath.Join(t.TempDir(), "suite"), t.TempDir()
	tasks := map[string]struct{ pkg, name string }{
		"backoff-flaky-fetch": {"github.com/cenkalti/backoff/v5", "func Retry["}, "std-chunk-fanout": {"slices", "func Clip["},
	}
	right := map[string]string{}
	for task := range tasks {
		if err := os.CopyFS(filepath.Join(dir, "tasks", task), os.DirFS(filepath.Join(example, "tasks", task))); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(example, "tasks", task, "solution.go"))
		if err != nil {
			t.Fatal(err)
		}
		right[task] = string(text)
	}
	if err := os.CopyFS(filepath.Join(dir, "prompts"), os.DirFS(filepath.Join(example, "prompts"))); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "suite.yaml"), `schema: sooth.suite/1
name: gopls
kind: code
toolchain: go1.26
prompts: {system: prompts/system.txt}
arms:
  none: {kind: none, template: prompts/plain.txt}
  gopls: {kind: mcp, server: ["`+server+`", mcp], tools: [go_package_api, go_search], timeout: 2m, template: prompts/plain.txt}
tasks: tasks
tests: [solution_test.go]
criteria: [compiles, exists, available, current, behaves]
primary: {criterion: compiles, base: none, arm: gopls}
`)
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(example, "tasks", "backoff-flaky-fetch", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(workspace, name), string(text))
	}
	write(t, filepath.Join(workspace, "main.go"), "package main\n\nimport (\n\t_ \"slices\"\n\n\t_ \"github.com/cenkalti/backoff/v5\"\n)\n\nfunc main() {}\n")
	download := exec.Command("go", "mod", "download")
	download.Dir = workspace
	if out, err := download.CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: the modules of the tasks cannot be had: %v: %s", err, out)
	}
	s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		task := "std-chunk-fanout"
		if bytes.Contains(c.Body, []byte("backoff")) {
			task = "backoff-flaky-fetch"
		}
		switch told := strings.Join(c.Results, ""); {
		case len(c.Tools) == 0:
			return llmtest.Behaviour{Text: "```go\npackage solution\n\nvar guessed = notThere.AtAll()\n```"}
		case len(c.Results) == 0:
			arguments, _ := json.Marshal(map[string]any{"packagePaths": []string{tasks[task].pkg}})
			return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "toolu_1", Name: "go_package_api", Arguments: arguments}}}
		case !strings.Contains(told, tasks[task].name):
			t.Errorf("gopls says of %s: %.300s", task, told)
			return llmtest.Behaviour{Text: "I was told nothing."}
		}
		return llmtest.Behaviour{Text: "```go\n" + right[task] + "```"}
	}})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "run", dir, "--db", t.TempDir(), "--model", "claude-haiku-4-5", "--yes", "--format", "json")
	c.Dir = workspace // what gopls serves
	c.Env = append(os.Environ(), commandVariable+"=1", "ANTHROPIC_BASE_URL="+s.URL(), "ANTHROPIC_API_KEY=k")
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if exit := code(t, c.Run()); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs.String())
	}
	var r struct {
		Tasks []struct {
			Trials []struct {
				Arm, Outcome, Solved string
				ToolCalls            int `json:"tool_calls"`
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	grounded := 0
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			if want := map[string]string{"none": "fail", "gopls": "pass"}[trial.Arm]; trial.Solved != want {
				t.Errorf("%+v, want solved to be %s", trial, want)
			}
			if trial.Arm == "gopls" && trial.ToolCalls == 1 {
				grounded++
			}
		}
	}
	if grounded != len(tasks) {
		t.Errorf("%d grounded trials, want %d: %s", grounded, len(tasks), errs.String())
	}
}

// TestServersOfTheProtocol: the protocol's own servers, over standard input and
// output and over HTTP: looked at, called, recorded, replayed.
func TestServersOfTheProtocol(t *testing.T) {
	node, err := process.Find("node", os.Getenv("PATH"))
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	everything, files := npm(t, everythingPackage, "dist/index.js"), npm(t, filesystemPackage, "dist/index.js")
	folder := t.TempDir()
	write(t, filepath.Join(folder, "lower.txt"), "package strings: func ToLower(s string) string\n")

	list, errs, exit := diagnose(t, nil, "--server", node+" "+everything)
	if exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	named(t, list, "start", "ok", `"mcp-servers/everything"`)
	named(t, list, "list", "ok", `"echo"`)
	named(t, list, "end", "ok", "by itself")
	address := hostEverything(t, node, everything)
	if list, errs, exit = diagnose(t, nil, "--server", address); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	named(t, list, "start", "ok", `"mcp-servers/everything"`)
	if list, errs, exit = diagnose(t, nil, "--server", node, "--", files, folder); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	named(t, list, "list", "ok", `"read_text_file"`)

	recording := filepath.Join(t.TempDir(), "files.jsonl")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, arm, tool, arguments, told string
	}{
		{"files", `server: ["` + node + `", "` + files + `", "` + folder + `"]`, "read_text_file", `{"path":"` + filepath.Join(folder, "lower.txt") + `"}`, "func ToLower"},
		{"echo", `server: ["` + node + `", "` + everything + `"]`, "echo", `{"message":"func ToLower"}`, "func ToLower"},
		{"echo over HTTP", `url: "` + address + `"`, "echo", `{"message":"func ToLower"}`, "func ToLower"},
		{"recorded", `server: ["` + self + `", tool, record, "` + recording + `", --, "` + node + `", "` + files + `", "` + folder + `"], environment: [` + commandVariable + `]`,
			"read_text_file", `{"path":"` + filepath.Join(folder, "lower.txt") + `"}`, "func ToLower"},
		{"replayed", `server: ["` + self + `", tool, replay, "` + recording + `"], environment: [` + commandVariable + `]`,
			"read_text_file", `{"path":"` + filepath.Join(folder, "lower.txt") + `"}`, "func ToLower"},
	} {
		s := serve(t, llmtest.Options{Behave: func(call llmtest.Call) llmtest.Behaviour {
			if len(call.Tools) > 0 && len(call.Results) == 0 {
				return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "toolu_1", Name: c.tool, Arguments: json.RawMessage(c.arguments)}}}
			}
			if len(call.Tools) > 0 && !strings.Contains(strings.Join(call.Results, ""), c.told) {
				t.Errorf("%s: the tool says %q", c.name, call.Results)
			}
			call.Prompt = string(call.Body)
			return coder(call)
		}})
		_, errs, exit := serverRun(t, s, armed(t, c.arm+", tools: ["+c.tool+"]"), t.TempDir(), "")
		if exit != 0 || s.Counts().Requests != 6 {
			t.Errorf("%s: exit %d, %d requests: %s", c.name, exit, s.Counts().Requests, errs)
		}
	}
}

// hostEverything starts the server over HTTP and returns its address.
func hostEverything(t *testing.T, node, script string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	c := exec.Command(node, script, "streamableHttp")
	c.Env = append(os.Environ(), fmt.Sprint("PORT=", port))
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	address := fmt.Sprintf("http://127.0.0.1:%d/mcp", port)
	for range 100 {
		if r, err := http.Get(address); err == nil {
			r.Body.Close()
			return address
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the server over HTTP does not answer")
	return ""
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
