package command_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sooth/agent/command"
	"sooth/llm"
)

// roleVariable makes this test binary a coding tool that does what its value says.
const roleVariable = "SOOTH_TEST_CLI"

func TestMain(m *testing.M) {
	if role, ok := os.LookupEnv(roleVariable); ok {
		os.Exit(act(role))
	}
	os.Exit(m.Run())
}

// act is the tool. Asked for a canary it cannot read files, unless it can.
func act(role string) int {
	input, _ := io.ReadAll(os.Stdin)
	prompt := string(input)
	if slices.Contains(os.Args, "--version") {
		fmt.Println("tool", role)
		return 0
	}
	if name := regexp.MustCompile(`\.\./canary-\w+\.txt`).FindString(prompt); name != "" {
		switch role {
		case "reads files":
			text, _ := os.ReadFile(name)
			fmt.Printf("It says %s.", text)
		case "reads files and fails":
			text, _ := os.ReadFile(name)
			fmt.Printf(`{"result":%q,"is_error":true}`, text)
		case "takes files away":
			os.Remove(name)
			fmt.Println("CANNOT")
		case "json":
			fmt.Print(`{"result":"CANNOT","total_cost_usd":0.5,"usage":{"input_tokens":7,"output_tokens":1,"cache_read_input_tokens":0}}`)
		case "failed", "rubbish", "gemini":
			fmt.Print(`{"result":"CANNOT","response":"CANNOT"}`)
		default:
			fmt.Println("CANNOT")
		}
		return 0
	}
	switch role {
	case "echo":
		dir, _ := os.Getwd()
		list, _ := os.ReadDir(dir)
		said, _ := json.Marshal(map[string]any{"prompt": prompt, "args": os.Args[1:], "files": len(list), "home": os.Getenv("HOME"), "environ": os.Environ()})
		fmt.Println(string(said))
	case "json":
		fmt.Print(`{"result":"the answer","is_error":false,"stop_reason":"end_turn","modelUsage":{"m-1":{}},"total_cost_usd":0.25,"usage":{"input_tokens":10,"output_tokens":3,"cache_read_input_tokens":0}}`)
	case "gemini": // as 0.61.0 prints it
		fmt.Print(`{"session_id":"1","response":"the answer","stats":{"models":{"gemini-3.8-flash":{"tokens":{"input":6895,"prompt":6900,"candidates":4,"cached":5,"thoughts":3}}}}}`)
	case "failed":
		fmt.Print(`{"result":"Credit balance is too low","is_error":true}`)
	case "rubbish":
		fmt.Print(`Welcome! {"result":"x"}`)
	case "exit":
		fmt.Fprintln(os.Stderr, "not logged in")
		return 3
	case "exit after printing":
		fmt.Println("half of an ans")
		return 1
	case "hang":
		time.Sleep(time.Minute)
	case "hang with children":
		c := exec.Command("sleep", "300")
		c.Stdout = os.Stdout
		c.Start()
		time.Sleep(time.Minute)
	case "latin":
		fmt.Print("caf\xe9")
	case "empty":
		fmt.Println()
	case "flood":
		for range 40 {
			fmt.Print(strings.Repeat("x", 1<<20))
		}
	case "writes files":
		os.WriteFile("notes.md", nil, 0o644)
		fmt.Println("done")
	default:
		fmt.Println("the answer")
	}
	return 0
}

func driver(t *testing.T, role string, change func(*command.Config)) *command.Driver {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := command.Config{Name: "tool", Command: []string{self}, Set: []string{roleVariable + "=" + role}}
	if change != nil {
		change(&c)
	}
	d, err := command.New(c, command.Options{Environ: append(os.Environ(), "SECRET_KEY=s3cret", "GIVEN=yes"), Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func ask(d *command.Driver, prompt string) (llm.Response, error) {
	return d.Complete(context.Background(), llm.Request{Model: command.Default, System: "Be short.", Messages: []llm.Message{{Role: llm.User, Text: prompt}}})
}

// named returns the preset of a name.
func named(name string) (command.Config, bool) {
	for _, c := range command.Presets() {
		if c.Name == name {
			return c, true
		}
	}
	return command.Config{}, false
}

func claude(c *command.Config) {
	preset, _ := named("claude")
	c.Answer = preset.Answer
}

// TestRoom: what the program is given, and what not.
func TestRoom(t *testing.T) {
	type said struct {
		Prompt, Home  string
		Args, Environ []string
		Files         int
	}
	run := func(model string, change func(*command.Config)) said {
		t.Helper()
		d := driver(t, "echo", change)
		r, err := d.Complete(t.Context(), llm.Request{Model: model, System: "Be {prompt} short.", Messages: []llm.Message{{Role: llm.User, Text: "What is {system} $HOME `x`?"}}})
		if err != nil {
			t.Fatal(err)
		}
		var s said
		if err := json.Unmarshal([]byte(r.Text), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := run(command.Default, func(c *command.Config) { c.Environment, c.Model = []string{"GIVEN"}, []string{"-m", "{model}"} })
	if s.Prompt != "Be {prompt} short.\n\nWhat is {system} $HOME `x`?" || len(s.Args) != 0 || s.Files != 0 {
		t.Errorf("%+v", s)
	}
	if !slices.Contains(s.Environ, "GIVEN=yes") || strings.Contains(strings.Join(s.Environ, "\n"), "s3cret") {
		t.Errorf("the environment is %q", s.Environ)
	}
	if own, _ := os.UserHomeDir(); s.Home == own || s.Home == "" || !strings.Contains(s.Home, "sooth-command-") {
		t.Errorf("it is at home in %q", s.Home)
	}
	if _, err := os.Stat(s.Home); err == nil {
		t.Errorf("%q is left behind", s.Home)
	}
	s = run("m-1", func(c *command.Config) {
		c.Command = append(c.Command, "-p", "{prompt}")
		c.System, c.Model = []string{"--system", "{system}"}, []string{"-m", "{model}"}
	})
	if want := []string{"-p", "What is {system} $HOME `x`?", "-m", "m-1", "--system", "Be {prompt} short."}; s.Prompt != "" || !slices.Equal(s.Args, want) {
		t.Errorf("%q, want %q", s.Args, want)
	}
	s = run("m-1", func(c *command.Config) {
		c.Command = append(c.Command, "a={env.GIVEN}", "b={env.MISSING}", "c={env.SECRET_KEY}")
		c.Otherwise = map[string]string{"GIVEN": "no", "MISSING": "none"}
	})
	if want := []string{"a=yes", "b=none", "c={env.SECRET_KEY}"}; !slices.Equal(s.Args, want) {
		t.Errorf("%q, want %q", s.Args, want)
	}
}

// TestAnswers: what is an answer, in which words.
func TestAnswers(t *testing.T) {
	if r, err := ask(driver(t, "plain", nil), "?"); err != nil || r.Text != "the answer" || r.Stop != llm.End || r.CostUSD != nil || r.Usage.Input != nil {
		t.Errorf("%+v, %v", r, err)
	}
	d := driver(t, "json", claude)
	first, err := ask(d, "?")
	if err != nil || first.Text != "the answer" || first.CostUSD == nil || *first.CostUSD != 0.75 || *first.Usage.Input != 17 || *first.Usage.Output != 4 {
		t.Errorf("the first answer bears the probe: %+v, %v", first, err)
	}
	r, err := ask(d, "?")
	if err != nil || r.Text != "the answer" || r.Stop != llm.End || r.Reason != "end_turn" || r.Model != "m-1" || r.CostUSD == nil || *r.CostUSD != 0.25 ||
		*r.Usage.Input != 10 || *r.Usage.Output != 3 || *r.Usage.CacheRead != 0 || r.Usage.CacheWrite != nil {
		t.Errorf("%+v, %v", r, err)
	}
	d = driver(t, "gemini", func(c *command.Config) {
		preset, _ := named("gemini")
		c.Answer = preset.Answer
	})
	if first, err := ask(d, "?"); err != nil || first.Usage.Input != nil {
		t.Errorf("what the probe took is not known, and so is not what both took: %+v, %v", first, err)
	}
	r, err = ask(d, "?")
	if err != nil || r.Text != "the answer" || r.Model != "gemini-3.8-flash" || *r.Usage.Input != 6895 || *r.Usage.CacheRead != 5 || *r.Usage.Output != 7 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := ask(driver(t, "empty", nil), "?"); err != nil || r.Stop != llm.Empty {
		t.Errorf("empty: %+v, %v", r, err)
	}
	for _, change := range []func(*command.Config){nil, claude} {
		if r, err := ask(driver(t, "latin", func(c *command.Config) {
			if change != nil {
				change(c)
				c.Answer.Format = "text"
			}
		}), "?"); err != nil || r.Text != "caf\xe9" {
			t.Errorf("not UTF-8: %+v, %v", r, err)
		}
	}
}

// TestFailures: what is no answer, each with its own word, soon, and never asked again.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		role   string
		kind   llm.Kind
		says   string
		change func(*command.Config)
	}{
		{"exit", command.Exited, `with exit code 3; it said last: "not logged in"`, nil},
		{"exit after printing", command.Exited, `with exit code 1 after it had printed 15 bytes: "half of an ans"`, nil},
		{"hang", llm.Timeout, "no answer within 1s", func(c *command.Config) { c.Timeout = time.Second }},
		{"hang with children", llm.Timeout, "no answer within 1s", func(c *command.Config) { c.Timeout = time.Second }},
		{"flood", llm.TooLarge, "more than 16 MiB", nil},
		{"failed", command.Unable, "Credit balance is too low", claude},
		{"rubbish", llm.NotJSON, "Welcome!", claude},
		{"reads files", command.ToolsOn, "outside of its folder", nil},
		{"reads files and fails", command.ToolsOn, "outside of its folder", claude},
		{"takes files away", command.ToolsOn, "took it away", nil},
		{"writes files", command.ToolsOn, `"notes.md"`, nil},
	} {
		t.Run(c.role, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			d := driver(t, c.role, c.change)
			_, err := ask(d, "?")
			var failed *llm.Error
			if !errors.As(err, &failed) || failed.Kind != c.kind || !strings.Contains(failed.Message, c.says) || failed.Passing() {
				t.Fatalf("got %v, want %s: %s", err, c.kind, c.says)
			}
			if took := time.Since(began); took > 8*time.Second {
				t.Errorf("took %v", took)
			}
			if c.kind == command.ToolsOn && c.role != "writes files" {
				began := time.Now()
				if _, again := ask(d, "?"); !errors.Is(again, err) || time.Since(began) > 50*time.Millisecond {
					t.Errorf("the next trial ends with %v", again)
				}
			}
		})
	}
}

// TestCancel: Ctrl-C ends the program and is nobody's failure.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	began := time.Now()
	_, err := driver(t, "hang", nil).Complete(ctx, llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "?"}}})
	if !errors.Is(err, context.Canceled) || time.Since(began) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

// TestProbe: a version that the flags were not written for is refused.
func TestProbe(t *testing.T) {
	for version, fits := range map[string]bool{"2.1.0": true, "2.1": true, "2.10.3 (x)": true, "2.0.99": false, "3.0": false, "3.0.0-beta": false, "1.9": false, "none": false} {
		err := driver(t, version, func(c *command.Config) { c.VersionArguments, c.From, c.Below = []string{"--version"}, "2.1", "3" }).Probe(t.Context(), "m")
		var failed *llm.Error
		if fits != (err == nil) || err != nil && (!errors.As(err, &failed) || failed.Kind != command.Version) {
			t.Errorf("%s: %v", version, err)
		}
	}
}

// TestProbeHasItsOwnTime: the few seconds in which a host must answer are not those
// in which a program must start.
func TestProbeHasItsOwnTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	if err := driver(t, "2.1", func(c *command.Config) { c.VersionArguments, c.From, c.Below = []string{"--version"}, "2.1", "3" }).Probe(ctx, "m"); err != nil {
		t.Error(err)
	}
}

// TestRefused: what cannot be asked is said before anything runs.
func TestRefused(t *testing.T) {
	for _, argv := range [][]string{nil, {""}, {"no-such-program-anywhere"}, {"./no/such/program"}} {
		if _, err := command.New(command.Config{Name: "x", Command: argv}, command.Options{Environ: os.Environ()}); err == nil {
			t.Errorf("%q is let through", argv)
		}
	}
	d, seed := driver(t, "plain", nil), int64(1)
	if _, err := d.Check(llm.Request{Tools: []llm.Tool{{Name: "t"}}}); err == nil {
		t.Error("tools are let through")
	}
	unsent, err := d.Check(llm.Request{MaxTokens: 5, Seed: &seed, Parameters: map[string]string{"temperature": "0"}})
	if err != nil || !slices.Equal(unsent, []string{"max_tokens", "seed", "temperature"}) {
		t.Errorf("%q, %v", unsent, err)
	}
	if _, err := driver(t, "plain", func(c *command.Config) { c.Command = append(c.Command, "{prompt}") }).Complete(t.Context(), llm.Request{Messages: []llm.Message{{Text: "a\x00b"}}}); err == nil || !strings.Contains(err.Error(), "NUL") {
		t.Errorf("%v", err)
	}
}

// TestLines: events, one object a line, as codex prints them (0.169.0).
func TestLines(t *testing.T) {
	preset, ok := named("codex")
	if !ok {
		t.Fatal("no preset")
	}
	const began = `{"type":"thread.started","thread_id":"1"}` + "\n" + `{"type":"error","message":"Reconnecting... 2/5"}` + "\n"
	for text, want := range map[string]string{
		began + `{"type":"item.completed","item":{"type":"reasoning","text":"hm"}}` + "\n" + `{"type":"item.completed","item":{"type":"agent_message","text":"yes"}}` + "\n" + `{"type":"turn.completed","usage":{"input_tokens":30,"cached_input_tokens":10,"cache_write_input_tokens":4,"output_tokens":2,"reasoning_output_tokens":0}}`: "yes 16 10 2",
		began + `{"type":"turn.failed","error":{"message":"no credit"}}`: "failed: no credit",
		began:          "body is not JSON",
		"hello\n":      "body is not JSON",
		`{"type":1}{}`: "body is not JSON",
		"null":         "body is not JSON",
	} {
		file := filepath.Join(t.TempDir(), "out")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := command.New(command.Config{Name: "lines", Command: []string{"cat", file}, Answer: preset.Answer}, command.Options{Environ: os.Environ(), Random: rand.Reader})
		if err != nil {
			t.Skipf("SKIPPED: %v", err)
		}
		ask(d, "?") // the probe is asked with it
		r, err := ask(d, "?")
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(r.Text, " ", *r.Usage.Input, " ", *r.Usage.CacheRead, " ", *r.Usage.Output)
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s\ngot %q, want %q", text, got, want)
		}
	}
}
