package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"sooth/llm"
	"sooth/llm/llmtest"
)

// programmed writes the suite tiny with a program that answers.
func programmed(t *testing.T, command string) string {
	t.Helper()
	dir := unanswered(t)
	file := filepath.Join(dir, "suite.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, string(text)+"commands:\n  mine: "+command+"\n")
	return dir
}

// coding is a shell script that answers as coder does.
const coding = `p=$(cat)
case "$p" in
*canary*) echo CANNOT;;
*Sorted*) printf '%s\n' '` + "```go" + `' 'package solution' 'import "sort"' 'func Sorted(list []int) []int { list = append([]int(nil), list...); sort.Ints(list); return list }' '` + "```" + `';;
*) printf '%s\n' '` + "```go" + `' 'package solution' 'import "strings"' 'func Lower(s string) string { return strings.ToLower(s) }' '` + "```" + `';;
esac
`

// TestCommandModel: a suite is run with a program in the place of a model.
func TestCommandModel(t *testing.T) {
	script := func(text string) string {
		file := filepath.Join(t.TempDir(), "agent.sh")
		write(t, file, text)
		return `{command: [sh, "` + file + `"]}`
	}
	db := t.TempDir()
	run := func(dir string, args ...string) (string, string, int) {
		return sooth(t, nil, append([]string{"run", dir, "--db", db, "--format", "json"}, args...)...)
	}
	free := []string{"--model", "command:mine", "--price", "command:mine=0,0"}
	out, errs, exit := run(programmed(t, script(coding)), free...)
	var r struct {
		Tasks []struct {
			Trials []struct{ Solved, Model string }
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 0 {
		t.Fatalf("exit %d, %v: %s", exit, err, errs)
	}
	solved := 0
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			if trial.Solved == "pass" {
				solved++
			}
		}
	}
	if solved != 4 || !strings.Contains(errs, `parameter "max_tokens" does not reach model "command:mine"`) {
		t.Errorf("%d solved: %s", solved, errs)
	}
	for _, c := range []struct {
		name, command, message string
		args                   []string
		exit                   int
	}{
		{"reads files", script("cat ../canary-*.txt\n"), "4 of 4 trials ended as infra_error", free, 4},
		{"exits after printing", script("cat > /dev/null\necho half\nexit 1\n"), "4 of 4 trials ended as infra_error", free, 4},
		{"not UTF-8", script("cat > /dev/null\nprintf 'caf\\351'\n"), "", free, 0},
		{"no price", script(coding), "hint: state it with --price command:mine=INPUT,OUTPUT", []string{"--model", "command:mine"}, 2},
		{"no provider", script(coding), `has no recorded answers, and no provider is known for model "llama"; hint: name one before it`, []string{"--model", "llama"}, 2},
		{"unknown", script(coding), "known are mine, claude, codex, gemini", []string{"--model", "command:nine"}, 2},
		{"no program", "{command: [no-such-program-anywhere]}", "hint: install it", free, 2},
	} {
		out, errs, exit := run(programmed(t, c.command), c.args...)
		if exit != c.exit || !strings.Contains(errs, c.message) {
			t.Errorf("%s: exit %d, want %d with %q: %s", c.name, exit, c.exit, c.message, errs)
		}
		if c.name == "not UTF-8" && strings.Count(out, `"no_answer"`) < 4 {
			t.Errorf("%s: %s", c.name, out)
		}
	}
	dir := programmed(t, script(coding))
	text, err := os.ReadFile(filepath.Join(dir, "suite.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "suite.yaml"), strings.Replace(string(text), "{kind: inject, context: docs.txt, template: prompts/grounded.txt}", "{kind: mcp, server: [x], template: prompts/plain.txt}", 1))
	if _, errs, exit := run(dir, free...); exit != 2 || !strings.Contains(errs, `arm "docs" offers tools, which "command:mine" cannot be given`) {
		t.Errorf("an arm with tools: exit %d: %s", exit, errs)
	}
}

// claudeCode installs it and returns its path.
func claudeCode(t *testing.T) string {
	t.Helper()
	program := npm(t, claudeCodePackage, "../claude-code-"+runtime.GOOS+"-"+map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]+"/claude")
	if _, err := os.Stat(program); err != nil {
		t.Skipf("SKIPPED: the package has no program for this machine: %v", err)
	}
	return program
}

// TestClaudeCode: the real coding tool, asked by its preset, with our server in the
// place of the provider; and the same with its tools left on, which the probe finds.
func TestClaudeCode(t *testing.T) {
	program := claudeCode(t)
	tools := 0
	s := serve(t, llmtest.Options{Key: "right-key-0123", Behave: func(c llmtest.Call) llmtest.Behaviour {
		tools += len(c.Tools)
		switch {
		case len(c.Tools) > 0 && len(c.Results) == 0:
			return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "toolu_1", Name: "Bash", Arguments: json.RawMessage(`{"command":"cat ../canary-*.txt","description":"reads"}`)}}}
		case len(c.Results) > 0:
			return llmtest.Behaviour{Text: strings.Join(c.Results, "")}
		case bytes.Contains(c.Body, []byte("canary-")):
			return llmtest.Behaviour{Text: "CANNOT"}
		}
		c.Prompt = string(c.Body)
		return coder(c)
	}})
	run := func(dir string, args ...string) (string, string, int) {
		return sooth(t, []string{"ANTHROPIC_BASE_URL=" + s.URL(), "ANTHROPIC_API_KEY=right-key-0123", "SOOTH_CLAUDE=" + program},
			append([]string{"run", dir, "--db", t.TempDir(), "--jobs", "2"}, args...)...)
	}
	out, errs, exit := run(programmed(t, "{command: [x]}"), "--model", "command:claude/claude-haiku-4-5", "--price", "command:claude/claude-haiku-4-5=1,5", "--format", "json")
	var r struct {
		Run struct {
			Cost *float64 `json:"cost_usd"`
		}
		Tasks []struct {
			Trials []struct{ Solved string }
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 0 {
		t.Fatalf("exit %d, %v: %s", exit, err, errs)
	}
	solved := 0
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			if trial.Solved == "pass" {
				solved++
			}
		}
	}
	if solved != 4 || tools != 0 || r.Run.Cost == nil || *r.Run.Cost <= 0 || s.Counts().Requests != 5 {
		t.Errorf("%d solved, %d tools offered, cost %v, %d requests; want 4, none, some, and 5 with the probe: %s", solved, tools, r.Run.Cost, s.Counts().Requests, errs)
	}
	open := `{command: ["` + program + `", -p, --output-format, json, --no-session-persistence, --allowedTools, Bash, --model, claude-haiku-4-5], environment: [ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL], answer: {format: json, text: result, failed: is_error, cost_usd: total_cost_usd}}`
	dir := programmed(t, open)
	_, errs, exit = run(dir, "--model", "command:mine", "--price", "command:mine=1,5")
	if exit != 4 || !strings.Contains(errs, "4 of 4 trials ended as infra_error") || tools == 0 {
		t.Errorf("with its tools on: exit %d, %d tools offered: %s", exit, tools, errs)
	}
}

// TestGeminiCLI: the same with another tool, which has its own way to be told that it
// has no tools.
func TestGeminiCLI(t *testing.T) {
	program := npm(t, geminiPackage, "../../.bin/gemini")
	tools := 0
	s := serve(t, llmtest.Options{Key: "right-key-0123", Behave: func(c llmtest.Call) llmtest.Behaviour {
		tools += len(c.Tools)
		if bytes.Contains(c.Body, []byte("canary-")) {
			return llmtest.Behaviour{Text: "CANNOT"}
		}
		c.Prompt = string(c.Body)
		return coder(c)
	}})
	db := t.TempDir()
	_, errs, exit := sooth(t, []string{"GOOGLE_GEMINI_BASE_URL=" + s.URL(), "GEMINI_API_KEY=right-key-0123", "SOOTH_GEMINI=" + program},
		"run", programmed(t, "{command: [x]}"), "--db", db, "--jobs", "2", "--model", "command:gemini/gemini-3.5-flash", "--price", "command:gemini/gemini-3.5-flash=1,5")
	if exit != 0 || tools != 0 || s.Counts().Requests != 5 {
		t.Errorf("exit %d, %d tools offered, %d requests; want none, and 5 with the probe: %s", exit, tools, s.Counts().Requests, errs)
	}
	if exported, _, _ := sooth(t, nil, "runs", "export", "last", "--db", db); strings.Count(exported, `"state":"answered"`) != 4 || strings.Count(exported, `"model_returned":"gemini-`) != 4 {
		t.Errorf("%s", exported)
	}
}

// TestCodex: the same with a third one, which offers its tools by what it knows of the
// model: one that its catalog has must be offered none.
func TestCodex(t *testing.T) {
	program := npm(t, codexPackage, "../../.bin/codex")
	var mutex sync.Mutex
	offered := map[string]bool{}
	s := serve(t, llmtest.Options{Key: "right-key-0123", Behave: func(c llmtest.Call) llmtest.Behaviour {
		mutex.Lock()
		defer mutex.Unlock()
		for _, name := range c.Tools {
			offered[name] = true
		}
		switch {
		case len(c.Results) > 0:
			return llmtest.Behaviour{Text: strings.Join(c.Results, "")}
		case slices.Contains(c.Tools, "exec_command"):
			return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "call_1", Name: "exec_command", Arguments: json.RawMessage(`{"cmd":"cat ../canary-*.txt"}`)}}}
		case bytes.Contains(c.Body, []byte("canary-")):
			return llmtest.Behaviour{Text: "CANNOT"}
		}
		c.Prompt = string(c.Body)
		return coder(c)
	}})
	environ := []string{"OPENAI_BASE_URL=" + s.OpenAI(), "OPENAI_API_KEY=right-key-0123", "SOOTH_CODEX=" + program}
	for _, model := range []string{"gpt-5.5", "gpt-6-sol"} {
		db, before := t.TempDir(), s.Counts().Requests
		_, errs, exit := sooth(t, environ, "run", programmed(t, "{command: [x]}"), "--db", db, "--jobs", "2", "--model", "command:codex/"+model, "--price", "command:codex/"+model+"=1,5")
		if n := s.Counts().Requests - before; exit != 0 || len(offered) != 0 || n != 5 {
			t.Errorf("%s: exit %d, tools %v offered, %d requests; want none, and 5 with the probe: %s", model, exit, offered, n, errs)
		}
		if exported, _, _ := sooth(t, nil, "runs", "export", "last", "--db", db); strings.Count(exported, `"state":"answered"`) != 4 {
			t.Errorf("%s: %s", model, exported)
		}
	}
	open := `{command: ["` + program + `", exec, --json, --ephemeral, --ignore-user-config, --skip-git-repo-check, --dangerously-bypass-approvals-and-sandbox, -c, 'model_provider="named"', ` +
		`-c, 'model_providers.named={name="named",base_url="` + s.OpenAI() + `",env_key="OPENAI_API_KEY",wire_api="responses"}', --model, gpt-5.5, "-"], ` +
		`environment: [OPENAI_API_KEY], answer: {format: lines, text: item.text, message: error.message}}`
	_, errs, exit := sooth(t, environ, "run", programmed(t, open), "--db", t.TempDir(), "--jobs", "2", "--model", "command:mine", "--price", "command:mine=1,5")
	if exit != 4 || !strings.Contains(errs, "4 of 4 trials ended as infra_error") || !offered["exec_command"] {
		t.Errorf("with its tools on: exit %d, tools %v offered: %s", exit, offered, errs)
	}
}
