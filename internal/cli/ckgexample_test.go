package cli_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sooth/fact"
	"sooth/internal/cli"
	"sooth/internal/report"
	"sooth/llm"
	"sooth/llm/llmtest"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// ckgExample is the folder of the example.
const ckgExample = "../../examples/ckg"

// reading is what the recorded answers name as their model: a program, no model.
const reading = "mock-reader"

// inProcess runs the command line in this process.
func inProcess(t *testing.T, environ []string, want int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := cli.Main(append([]string{"sooth"}, args...), append(os.Environ(), environ...), strings.NewReader(""), &stdout, &stderr); code != want {
		if strings.Contains(stderr.String(), "proxy") {
			t.Skipf("SKIPPED: the module cannot be had: connect to the module proxy; %s", stderr.String())
		}
		t.Fatalf("sooth %q: exit %d: %s", args, code, stderr.String())
	}
	return stdout.String()
}

// TestCKGRecord makes answers.jsonl anew: the suite is run live against a server
// on loopback that answers with the reader below, tools and all, and what was
// recorded is written down.
//
//	SOOTH_RECORD=1 go test ./internal/cli -run TestCKGRecord
func TestCKGRecord(t *testing.T) {
	if os.Getenv("SOOTH_RECORD") == "" {
		t.Skip("SKIPPED: SOOTH_RECORD is not set: the recorded answers are left as they are")
	}
	server, err := llmtest.Start(llmtest.Options{Behave: ckgReader(t), Models: []string{reading}})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(ckgExample)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "answers.jsonl"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(t.TempDir(), "state")
	inProcess(t, []string{"OLLAMA_BASE_URL=" + server.OpenAI()}, 0, "run", dir, "--db", db, "--mode", "live", "--model", "ollama/"+reading, "--format", "json", "-o", filepath.Join(dir, "report.json"))
	store, err := trial.Open(t.Context(), filepath.Join(db, "runs.db"), trial.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	run, err := store.Run(t.Context(), "last")
	if err != nil {
		t.Fatal(err)
	}
	var rows []suite.Recorded
	for r, err := range store.Records(t.Context(), run.ID) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.ToolCalls { // clocks are no part of an answer
			r.ToolCalls[i].Started, r.ToolCalls[i].Latency = r.ToolCalls[i].Started.UTC().Truncate(1<<62), 0
		}
		rows = append(rows, suite.Recorded{Task: r.Task, Arm: r.Arm, Model: reading, Recorded: "2026-11-22", PromptSHA256: suite.PromptSHA256(r.System, r.Prompt), Answer: r.Answer, ToolCalls: r.ToolCalls, Sent: r.Sent})
	}
	slices.SortFunc(rows, func(a, b suite.Recorded) int { return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Arm, b.Arm)) })
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for _, r := range rows {
		if err := e.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(ckgExample+"/answers.jsonl", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// request is what the reader reads of a request.
type request struct {
	Messages []struct {
		Role    string `json:"role"`
		Content any    `json:"content"`
	} `json:"messages"`
}

// ckgReader answers as a program does that can read and match words, and nothing
// else: with the declarations in what it was given whose names and docs have
// most words of the question. Without any it makes a name up.
func ckgReader(t *testing.T) func(llmtest.Call) llmtest.Behaviour {
	return func(c llmtest.Call) llmtest.Behaviour {
		var r request
		if err := json.Unmarshal(c.Body, &r); err != nil {
			t.Error(err)
		}
		var seen []string
		question, turns := "", 0
		for _, m := range r.Messages {
			text, _ := m.Content.(string)
			switch m.Role {
			case "assistant":
				turns++
			case "user", "tool":
				if m.Role == "user" && question == "" {
					question = text[strings.LastIndex(text, "\n\n")+2:]
				}
				seen = append(seen, text)
			}
		}
		text := strings.Join(seen, "\n")
		if calls := next(question, text, turns); calls != nil {
			if len(c.Tools) > 0 {
				return llmtest.Behaviour{Stop: llm.ToolUse, Calls: calls}
			}
			if strings.Contains(c.System, "<tool_call") {
				var b strings.Builder
				for _, call := range calls {
					fmt.Fprintf(&b, "<tool_call name=%q>\n%s\n</tool_call>\n", call.Name, call.Arguments)
				}
				return llmtest.Behaviour{Text: b.String()}
			}
		}
		return llmtest.Behaviour{Text: answer(question, text)}
	}
}

// next are the calls that the reader makes in a turn; nil: it answers.
func next(question, text string, turns int) []llm.ToolCall {
	call := func(n int, name, key, value string) llm.ToolCall {
		arguments, _ := json.Marshal(map[string]string{key: value})
		return llm.ToolCall{ID: fmt.Sprintf("call_%d_%d", turns, n), Name: name, Arguments: arguments}
	}
	found := declarations(text)
	switch {
	case turns == 0:
		return []llm.ToolCall{call(0, "search_text", "query", question)}
	case turns == 1 && len(found) > 0:
		first := ranked(question, found)[0].name
		return []llm.ToolCall{call(0, "get_subgraph", "name", first), call(1, "find_callers", "name", first)}
	}
	return nil
}

// declaration is one that stands in a text.
type declaration struct{ name, place, doc string }

// declarations are those that a text has, in its order.
func declarations(text string) []declaration {
	var list []declaration
	put := func(d declaration) {
		if d.name != "" && !slices.ContainsFunc(list, func(o declaration) bool { return o.name == d.name }) {
			list = append(list, d)
		}
	}
	brief := regexp.MustCompile(`^(?:- )?(\S+) \((?:func|method|field|struct|type|interface|var|const)\) (\S+?:\d+)(?:-\d+)?(.*)$`)
	full := regexp.MustCompile(`^### (\S+)$`)
	place := regexp.MustCompile(`^\w+ at (\S+?:\d+)`)
	file := regexp.MustCompile(`^### (\S+\.go)`)
	function := regexp.MustCompile(`^func (?:\(\w+ \*?(\w+)\) )?(\w+)\(`)
	lines := strings.Split(text, "\n")
	current, first := "", 0
	for i, l := range lines {
		after := func(n int) string {
			if i+n < len(lines) {
				return lines[i+n]
			}
			return ""
		}
		if m := brief.FindStringSubmatch(l); m != nil {
			doc := m[3]
			for n := 1; n <= 2; n++ {
				if strings.HasPrefix(after(n), "  ") {
					doc += " " + strings.TrimSpace(after(n))
				}
			}
			put(declaration{short(m[1]), m[2], doc})
			continue
		}
		if m := file.FindStringSubmatch(l); m != nil {
			current, first = m[1], i+3
			continue
		}
		if m := full.FindStringSubmatch(l); m != nil {
			if p := place.FindStringSubmatch(after(2)); p != nil {
				put(declaration{short(m[1]), p[1], after(3)})
			}
			current = ""
			continue
		}
		if m := function.FindStringSubmatch(l); m != nil && current != "" {
			doc := ""
			if i > 0 {
				doc = strings.TrimPrefix(lines[i-1], "// ")
			}
			put(declaration{strings.TrimPrefix(m[1]+"."+m[2], "."), fmt.Sprintf("%s:%d", current, i-first+1), doc})
		}
	}
	return list
}

// short is a name without the path of its package.
func short(name string) string {
	name = name[strings.LastIndexByte(name, '/')+1:]
	return strings.TrimPrefix(name, "cobra.")
}

// ranked orders declarations by how many words of the question they have.
func ranked(question string, list []declaration) []declaration {
	words := fact.QueryTerms(question)
	score := map[string]int{}
	for _, d := range list {
		terms := append(fact.Terms(d.name), fact.Terms(d.doc)...)
		for _, w := range words {
			if len(w) >= 4 && slices.ContainsFunc(terms, func(t string) bool { return len(t) >= 4 && (strings.HasPrefix(t, w) || strings.HasPrefix(w, t)) }) {
				score[d.name]++
			}
		}
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b declaration) int { return cmp.Compare(score[b.name], score[a.name]) })
	return list
}

// answer writes the answer.
func answer(question, text string) string {
	for _, patch := range []struct{ word, needs, file string }{
		{"`Depth`", "VisitParents", "P01"}, {"`NoEmptyArgs`", "CommandPath", "P02"}, {"mistyped names are compared", "findSuggestions", "P03"},
	} {
		if strings.Contains(question, patch.word) {
			version := "wrong"
			if strings.Contains(text, patch.needs) {
				version = "right"
			}
			code, err := os.ReadFile(ckgExample + "/mock/" + patch.file + "." + version + ".md")
			if err != nil {
				return err.Error()
			}
			return string(code)
		}
	}
	found := ranked(question, declarations(text))
	if len(found) == 0 {
		longest := ""
		for _, w := range fact.QueryTerms(question) {
			if len(w) > len(longest) {
				longest = w
			}
		}
		return fmt.Sprintf("It is `Command.%s%s` (`command.go:1`).\n", strings.ToUpper(longest[:1]), longest[1:])
	}
	var b strings.Builder
	b.WriteString("These have most words of the question:\n\n")
	for _, d := range found[:min(len(found), 6)] {
		fmt.Fprintf(&b, "- `%s` (`%s`)", d.name, d.place)
		if _, doc, ok := strings.Cut(d.doc, "// "); ok {
			fmt.Fprintf(&b, ": %s", doc)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestCKGExample runs examples/ckg as a user does, from the recorded answers:
// nothing is missing, shams are as long as what they stand for, hypotheses are
// decided, right patches meet their demands and wrong ones do not, and what was
// called is told.
func TestCKGExample(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: indexes a module")
	}
	db := t.TempDir()
	text := inProcess(t, nil, 0, "run", ckgExample, "--db", db, "--quiet", "--format", "json")
	var r report.Report
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	arms := map[string]report.Arm{}
	for _, a := range r.Arms {
		arms[a.Name] = a
		if a.Answered != len(r.Tasks) || a.Effort == nil {
			t.Errorf("%s: %d of %d answered", a.Name, a.Answered, len(r.Tasks))
		}
	}
	if len(r.Tasks) < 12 || len(arms) != 9 {
		t.Fatalf("%d tasks, %d arms", len(r.Tasks), len(arms))
	}
	patches := map[string]bool{}
	for _, task := range r.Tasks {
		sizes := map[string]int{}
		for _, trial := range task.Trials {
			sizes[trial.Arm] = trial.Effort.PromptBytes
			if shown := trial.Given != nil && trial.Given.Text != ""; shown != slices.Contains([]string{"topk", "files", "graph", "smart", "sham"}, trial.Arm) {
				t.Errorf("%s, %s: what the arm gave stands beside the answer: %v", task.ID, trial.Arm, shown)
			}
			for _, c := range trial.Calls {
				if c.Result.Text == "" || c.Result.Bytes == 0 || c.Arguments == "" {
					t.Errorf("%s, %s: %+v", task.ID, trial.Arm, c)
				}
			}
			if len(trial.Calls) != trial.ToolCalls {
				t.Errorf("%s, %s: %d of %d calls", task.ID, trial.Arm, len(trial.Calls), trial.ToolCalls)
			}
			if !strings.HasPrefix(task.ID, "P") {
				continue
			}
			for _, version := range []string{"right", "wrong"} {
				written, err := os.ReadFile(ckgExample + "/mock/" + task.ID + "." + version + ".md")
				if err != nil {
					t.Fatal(err)
				}
				if trial.Answer != string(written) {
					continue
				}
				patches[task.ID+version] = true
				if got := trial.Criteria[score.Expected]; (got.Outcome == score.Pass) != (version == "right") || (got.Value != nil && *got.Value == 1) != (version == "right") {
					t.Errorf("%s, %s: %+v", task.ID, version, got)
				}
			}
		}
		if sizes["sham"] != sizes["smart"] || sizes["smart"] <= sizes["none"] || sizes["files"] <= sizes["none"] || sizes["topk"] <= sizes["none"] || sizes["graph"] <= sizes["smart"] {
			t.Errorf("%s: bytes of prompts %v", task.ID, sizes)
		}
	}
	if len(patches) != 6 {
		t.Errorf("versions of patches that were judged: %v", patches)
	}
	became := map[string]string{}
	for _, h := range r.Hypotheses {
		became[h.ID] = h.Outcome
	}
	if became["H1"] != report.Held || became["H5"] != report.NotTested || len(became) != 6 {
		t.Errorf("hypotheses: %v", became)
	}
	calls := map[string]int{}
	for _, u := range r.Tools {
		if u.Tool == "" {
			calls[u.Arm] = u.Calls
		}
	}
	if calls["tools"] != 42 || calls["tools_text"] != calls["tools"] || calls["sham_tools"] == 0 {
		t.Errorf("calls: %v", calls)
	}
	table := strings.SplitN(inProcess(t, nil, 0, "report", "last", "--db", db, "--format", "ckg"), "\n", 2)[0]
	if table != "task_id,baseline,run_idx,user_prompt_bytes,input_tokens,output_tokens,cached_tokens,score,latency_ms,num_tool_calls,stale,hallucination_total,hallucination_count,hallucination_rate,raw_output" {
		t.Errorf("columns: %s", table)
	}
}

// TestArmsLive asks a model on loopback under arms with tools over a tree: each
// is offered the six tools, the answer of a sham has as many bytes and says
// something else, and a model that calls nothing is told of.
func TestArmsLive(t *testing.T) {
	var lists []string
	server, err := llmtest.Start(llmtest.Options{Models: []string{reading}, Behave: func(c llmtest.Call) llmtest.Behaviour {
		switch {
		case c.Turns == 1 && len(c.Tools) > 0:
			lists = append(lists, strings.Join(c.Tools, ","))
			if strings.Contains(c.Prompt, "closes") {
				return llmtest.Behaviour{Text: "I need no tools."}
			}
			return llmtest.Behaviour{Stop: llm.ToolUse, Calls: []llm.ToolCall{{ID: "1", Name: "find_symbol", Arguments: json.RawMessage(`{"name":"Open"}`)}}}
		case len(c.Tools) > 0:
			return llmtest.Behaviour{Text: "told: " + strings.Join(c.Results, "")}
		}
		return llmtest.Behaviour{Text: "plain"}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"code/go.mod": "module example.com/ledger\n\ngo 1.26\n", "code/ledger.go": "package ledger\n\n// Open opens a balance.\nfunc Open() {}\n\n// Close closes it, whatever it may be.\nfunc Close() {}\n",
		"suite.yaml":           "schema: sooth.suite/1\nname: ledger\nkind: claims\ntoolchain: go1.26\ntree: code\narms:\n  tools: {kind: tools, template: plain.txt}\n  deaf: {kind: sham, of: tools, template: plain.txt}\ntasks: tasks\ncriteria: [truth]\n",
		"plain.txt":            "{prompt}\n",
		"tasks/open/task.yaml": "id: open\ntarget: {language: go, go: \"1.26\"}\nprompt: What opens a balance?\n",
		"tasks/shut/task.yaml": "id: shut\ntarget: {language: go, go: \"1.26\"}\nprompt: What closes it?\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var r report.Report
	out := inProcess(t, []string{"OLLAMA_BASE_URL=" + server.OpenAI()}, 0, "run", dir, "--db", filepath.Join(dir, "db"), "--mode", "live", "--model", "ollama/"+reading, "--jobs", "1", "--quiet", "--format", "json")
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if len(lists) != 4 || lists[0] != "find_callees,find_callers,find_symbol,get_subgraph,read_file,search_text" || lists[1] != lists[0] || lists[2] != lists[0] || lists[3] != lists[0] {
		t.Errorf("offered: %q", lists)
	}
	answers := map[string]string{}
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			answers[task.ID+" "+trial.Arm] = trial.Answer
			if task.ID == "open" && (trial.ToolCalls != 1 || trial.Effort.SentBytes <= trial.Effort.PromptBytes) {
				t.Errorf("%s: %d calls, %+v", trial.Arm, trial.ToolCalls, trial.Effort)
			}
		}
	}
	told, sham := answers["open tools"], answers["open deaf"]
	if !strings.Contains(told, "ledger.Open (func) ledger.go:4-4") || len(sham) != len(told) || strings.Contains(sham, "ledger.Open") || !strings.Contains(sham, "Close") {
		t.Errorf("%q, %q", told, sham)
	}
	for _, u := range r.Tools {
		if u.Tool == "" && (u.Trials != 2 || u.Never != 1 || u.Calls != 1) {
			t.Errorf("%+v", u)
		}
	}
	if len(r.Tools) != 4 {
		t.Errorf("%+v", r.Tools)
	}
}
