package cli_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sooth/llm"
	"sooth/llm/llmtest"
	"sooth/tool"
	"sooth/tool/mcptool"
)

// shop writes a module to ask about.
func shop(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/shop\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "shop.go"), `// Package shop sells things.
package shop

import "strings"

// Cart holds what is bought.
type Cart struct{ items []string }

// Add puts an item into the cart.
func (c *Cart) Add(name string) { c.items = append(c.items, clean(name)) }

func clean(name string) string { return strings.TrimSpace(name) }
`)
	return dir
}

// serving is the command that serves a folder, as a client starts it.
func serving(t *testing.T, dir string) mcptool.Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return mcptool.Options{Command: []string{self, "mcp", "--repo", dir}, Environ: append(os.Environ(), commandVariable+"=1")}
}

// told is what a tool answers; arguments are JSON.
func told(t *testing.T, s *mcptool.Session, name, arguments string) tool.Result {
	t.Helper()
	r, err := s.Call(t.Context(), name, json.RawMessage(arguments))
	if err != nil {
		t.Fatalf("%s %.200s: %v", name, arguments, err)
	}
	return r
}

// asText is the arguments of check.
func asText(t *testing.T, text string) string {
	t.Helper()
	list, err := json.Marshal(map[string]string{"text": text})
	if err != nil {
		t.Fatal(err)
	}
	return string(list)
}

// TestMCP: what each tool answers, what is refused in which words, and that a file
// that changed is seen.
func TestMCP(t *testing.T) {
	dir := shop(t)
	s, err := mcptool.Start(t.Context(), serving(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Kill()
	for _, c := range []struct {
		name, arguments, has string
		failed               bool
	}{
		{"find_symbol", `{"name":"Cart"}`, "example.com/shop.Cart (struct) shop.go:7-7", false},
		{"find_callers", `{"name":"clean"}`, "example.com/shop.Cart.Add calls example.com/shop.clean at shop.go:10", false},
		{"find_callees", `{"name":"clean"}`, "example.com/shop.clean calls strings.TrimSpace at shop.go:12", false},
		{"get_subgraph", `{"name":"Cart.Add","depth":1}`, "example.com/shop.clean", false},
		{"search_text", `{"query":"bought"}`, "example.com/shop.Cart (struct)", false},
		{"read_file", `{"path":"shop.go","first_line":12,"last_line":12}`, "12\tfunc clean(", false},
		{"get_context_for_task", `{"task_description":"put an item into the cart"}`, "func (c *Cart) Add(name string) {", false},
		{"check", asText(t, "`Cart.Add` is at `shop.go:10`, see also `shop.go:99` and `shop.Cart.Remove`."),
			"2 refuted", false},
		{"check", asText(t, "See `shop.go:99`."), "line 1: refuted: citation: shop.go:99: the file ends at line 12; see shop.go:12", false},
		{"check", `{"text":"It tidies up.\n\n[the cart](../shop.go#L99)","name":"docs/use.md"}`, "line 3: refuted: citation", false},
		{"check", `{"text":"` + "`Basket`" + ` holds it.","undecided":true}`, "line 1: undecided: symbol: Basket: no anchor", false},
		{"read_file", `{"path":"../../../../../../etc/passwd"}`, "there is no file", false},
		{"find_symbol", `{"nmae":"Cart"}`, `has no argument "nmae"; hint: it takes name`, true},
		{"find_symbol", `{}`, `needs the argument "name"`, true},
		{"check", `{"text":3}`, "the arguments of check", true},
		{"check", `{"text":"x","name":"../x.md"}`, "leaves the code base; hint: ", true},
		{"check", asText(t, strings.Repeat("See `shop.go:99`.\n", 600_000)), "the text has 10800000 bytes, more than 1048576; hint: ", true},
		{"check", asText(t, strings.Repeat("See `shop.go:99`.\n\n", 5_000)), "5000 claims: 0 verified, 5000 refuted", false},
		{"find_symbol", `{"name":"` + strings.Repeat("x", 1<<20) + `"}`, "bytes; ask for less at once]", false},
	} {
		r := told(t, s, c.name, c.arguments)
		if !strings.Contains(r.Text, c.has) || r.IsError != c.failed || len(r.Text) > 66_000 {
			t.Errorf("%s %.200s: error %v, %d bytes, want %q in it: %.2000s", c.name, c.arguments, r.IsError, len(r.Text), c.has, r.Text)
		}
	}
	var refused *tool.Failure
	if _, err := s.Call(t.Context(), "no_such_tool", nil); !errors.As(err, &refused) || refused.Word != tool.Protocol {
		t.Errorf("a tool that there is not: %v", err)
	}

	remove := "\n// Remove takes an item out.\nfunc (c *Cart) Remove(name string) {}\n"
	before, err := os.ReadFile(filepath.Join(dir, "shop.go"))
	if err != nil {
		t.Fatal(err)
	}
	statement := asText(t, "`shop.Cart.Remove` takes an item out.")
	if r := told(t, s, "check", statement); !strings.Contains(r.Text, "1 refuted") {
		t.Errorf("before it is there: %s", r.Text)
	}
	write(t, filepath.Join(dir, "shop.go"), string(before)+remove)
	if r := told(t, s, "find_symbol", `{"name":"Remove"}`); !strings.Contains(r.Text, "shop.go:15") {
		t.Errorf("a method that was added: %s", r.Text)
	}
	if r := told(t, s, "check", statement); !strings.Contains(r.Text, "1 verified, 0 refuted") {
		t.Errorf("while it is there: %s", r.Text)
	}
	write(t, filepath.Join(dir, "shop.go"), string(before))
	if r := told(t, s, "check", statement); !strings.Contains(r.Text, "1 refuted") {
		t.Errorf("after it is gone: %s", r.Text)
	}
	s.Close()
	if lines, first := s.Noise(); lines > 0 || s.Forced() || s.Stderr() != "" {
		t.Errorf("%d lines of noise (%s), killed %v, says %q", lines, first, s.Forced(), s.Stderr())
	}
}

// TestMCPAtOnce: many calls at one time while files change; calls that are given up.
func TestMCPAtOnce(t *testing.T) {
	dir := shop(t)
	s, err := mcptool.Start(t.Context(), serving(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Kill()
	long := json.RawMessage(asText(t, strings.Repeat("`Cart.Add` calls `clean` (`shop.go:99`).\n\n", 20_000)))
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			if i%8 == 0 {
				write(t, filepath.Join(dir, fmt.Sprintf("more%d.go", i)), fmt.Sprintf("package shop\n\nfunc more%d() {}\n", i))
			}
			if i%6 == 1 {
				short, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				defer cancel()
				if _, err := s.Call(short, "check", long); err == nil {
					t.Error("a long text is checked within 300 ms")
				}
				return
			}
			r, err := s.Call(t.Context(), "find_callers", json.RawMessage(`{"name":"clean"}`))
			if err != nil || !strings.Contains(r.Text, "shop.go:10") {
				t.Errorf("%v: %s", err, r.Text)
			}
		})
	}
	all.Wait()
	if r := told(t, s, "find_symbol", `{"name":"more16"}`); !strings.Contains(r.Text, "more16.go:3") {
		t.Errorf("%s", r.Text)
	}
	began := time.Now()
	if s.Close(); s.Forced() || time.Since(began) > 4*time.Second {
		t.Errorf("its end took %v, killed %v", time.Since(began), s.Forced())
	}
}

// TestMCPOdd: a folder that is no Go module, bytes that are not UTF-8, input that ends
// in the middle of a call.
func TestMCPOdd(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "notes.txt"), "one\ntwo\n")
	o := serving(t, dir)
	c := exec.Command(o.Command[0], o.Command[1:]...)
	c.Env = o.Environ
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(out)
	ask := func(line string) string {
		t.Helper()
		if _, err := in.Write([]byte(line + "\n")); err != nil {
			t.Fatal(err)
		}
		answer, err := answers.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	const check = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"check","arguments":{"text":"`
	for text, want := range map[string]string{
		"`notes.txt:2`": "1 verified, 0 refuted",
		"`notes.txt:9`": "the file ends at line 2",
		"caf\xe9 \xff `notes.txt:9` \\u0000 \\ud800": "the file ends at line 2",
		"`notes.Open` exists":                        "0 refuted",
	} {
		if answer := ask(check + text + `"}}}`); !strings.Contains(answer, want) {
			t.Errorf("%q: %s", text, answer)
		}
	}
	if _, err := in.Write([]byte(check + strings.Repeat("`notes.txt:9` ", 50_000) + `"}}}` + "\n")); err != nil {
		t.Fatal(err)
	}
	in.Close()
	if rest, err := answers.ReadString(0); rest != "" && !json.Valid([]byte(rest)) {
		t.Errorf("%v: %q", err, rest)
	}
	if exit := code(t, c.Wait()); exit != 0 {
		t.Errorf("exit %d", exit)
	}
}

// TestMCPGrounds: an arm whose server is sooth itself.
func TestMCPGrounds(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/text\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "text.go"), "package text\n\n// ToLower is what the task needs: func ToLower in package strings.\nfunc ToLower(s string) string { return s }\n")
	o := serving(t, dir)
	command, err := json.Marshal(o.Command)
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		if len(c.Tools) > 0 && len(c.Results) == 0 {
			return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "toolu_1", Name: "get_context_for_task", Arguments: json.RawMessage(`{"task_description":"lower"}`)}}}
		}
		return curious(c)
	}})
	suite := armed(t, "server: "+string(command)+", environment: ["+commandVariable+"], tools: [check, find_symbol, get_context_for_task]")
	environ := []string{"ANTHROPIC_BASE_URL=" + s.URL(), "ANTHROPIC_API_KEY=k"}
	out, errs, exit := sooth(t, environ, "run", suite, "--db", t.TempDir(), "--model", "claude-haiku-4-5", "--yes", "--format", "json")
	var r struct {
		Tasks []struct {
			Trials []struct {
				Arm       string
				Outcome   string
				ToolCalls int `json:"tool_calls"`
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 0 {
		t.Fatalf("exit %d, %v: %s", exit, err, errs)
	}
	grounded := 0
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			if trial.Arm == "docs" && trial.ToolCalls == 1 && trial.Outcome == "pass" {
				grounded++
			}
		}
	}
	if grounded != 2 {
		t.Errorf("%d grounded trials, want 2: %s\n%s", grounded, out, errs)
	}
}

// TestMCPOfClaudeCode: the real coding tool starts the server by its configuration and
// is told by it what a model of ours asked for.
func TestMCPOfClaudeCode(t *testing.T) {
	program := claudeCode(t)
	o := serving(t, shop(t))
	config, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"sooth": map[string]any{
		"command": o.Command[0], "args": o.Command[1:], "env": map[string]string{commandVariable: "1"},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		const name = "mcp__sooth__find_callers"
		switch {
		case len(c.Results) > 0:
			return llmtest.Behaviour{Text: strings.Join(c.Results, "")}
		case slices.Contains(c.Tools, name):
			return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "toolu_1", Name: name, Arguments: json.RawMessage(`{"name":"clean"}`)}}}
		}
		return llmtest.Behaviour{Text: "I was offered nothing."}
	}})
	c := exec.Command(program, "-p", "--tools", "", "--strict-mcp-config", "--mcp-config", string(config), "--allowedTools", "mcp__sooth", "--model", "claude-haiku-4-5", "who calls clean?")
	c.Dir = t.TempDir()
	c.Env = append(os.Environ(), "HOME="+c.Dir, "ANTHROPIC_BASE_URL="+s.URL(), "ANTHROPIC_API_KEY=k", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "example.com/shop.Cart.Add calls example.com/shop.clean at shop.go:10") {
		t.Errorf("%v: %s", err, out)
	}
}

// BenchmarkMCPCall asks about this tree, in which nothing changes: what a call costs
// with the look at all files before it.
func BenchmarkMCPCall(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	s, err := mcptool.Start(b.Context(), mcptool.Options{Command: []string{self, "mcp", "--repo", "../..", "--db", b.TempDir()}, Environ: append(os.Environ(), commandVariable+"=1")})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	call := func() {
		if r, err := s.Call(b.Context(), "find_symbol", json.RawMessage(`{"name":"mcpserver.Serve"}`)); err != nil || r.Empty || !strings.Contains(r.Text, "server.go") {
			b.Fatalf("%v: %s", err, r.Text)
		}
	}
	call() // waits for the first index
	for b.Loop() {
		call()
	}
}
