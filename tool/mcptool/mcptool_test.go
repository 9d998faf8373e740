package mcptool_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/tool"
	"sooth/tool/mcptool"
)

// serverVariable makes this test binary a real MCP server over standard input
// and output, made with the SDK, that misbehaves as its value says.
const serverVariable = "SOOTH_TEST_MCP_SERVER"

func TestMain(m *testing.M) {
	if fault, ok := os.LookupEnv(serverVariable); ok {
		serve(fault)
		return
	}
	os.Exit(m.Run())
}

type echoInput struct {
	Text string `json:"text"`
}

func serve(fault string) {
	if version, ok := strings.CutPrefix(fault, "speaks "); ok {
		speak(version)
		return
	}
	if fault == "dies at once" {
		fmt.Fprintln(os.Stderr, "no database")
		os.Exit(4)
	}
	if fault == "never answers" {
		io.Copy(io.Discard, os.Stdin)
		return
	}
	if fault == "noise before" {
		fmt.Print("[MCP] started\n\n{\"level\":\"info\"}\n[1,2]\n{broken\n")
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "echoes", Version: "1.2"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "echo", Description: "says it again"}, func(_ context.Context, _ *mcp.CallToolRequest, in echoInput) (*mcp.CallToolResult, any, error) {
		if file, ok := strings.CutPrefix(fault, "endure "); ok {
			wear(count(file))
		}
		switch in.Text {
		case "noise flood": // 40 MB that are no message and have no end of a line
			for range 40 {
				fmt.Print(strings.Repeat("x", 1<<20))
			}
			fmt.Println()
		case "noise":
			fmt.Println("looking it up …")
		case "exit":
			fmt.Fprintln(os.Stderr, "panic: out of luck")
			os.Exit(3)
		case "kill":
			p, _ := os.FindProcess(os.Getpid())
			p.Kill()
			time.Sleep(time.Minute)
		case "hang":
			time.Sleep(time.Minute)
		case "slow":
			time.Sleep(2 * time.Second)
		case "close":
			os.Stdout.Close()
			time.Sleep(time.Minute)
		case "error":
			return nil, nil, errors.New("no such symbol")
		case "children":
			c := exec.Command("sleep", "300")
			c.Stdout, c.Stderr = os.Stdout, os.Stderr
			c.Start()
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(c.Process.Pid)}}}, nil, nil
		case "environment":
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.Join(os.Environ(), "\n")}}}, nil, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "1 " + in.Text}, &mcp.TextContent{Text: "2"}}}, map[string]string{"said": in.Text}, nil
	})
	mcp.AddTool(server, &mcp.Tool{Name: "add"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return nil, nil, nil
	})
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func options(t *testing.T, fault string) mcptool.Options {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return mcptool.Options{Command: []string{self}, Environ: []string{serverVariable + "=" + fault, "PATH=" + os.Getenv("PATH")}, Version: "test"}
}

func start(t *testing.T, fault string) *mcptool.Session {
	s, err := mcptool.Start(t.Context(), options(t, fault))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func echo(text string) map[string]any { return map[string]any{"text": text} }

func TestCall(t *testing.T) {
	s := start(t, "")
	if a := s.About(); a.Name != "echoes" || a.Version != "1.2" || a.Protocol == "" {
		t.Errorf("the server says of itself %+v", a)
	}
	tools, err := s.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(tools) != 2 || tools[0].Name != "add" || tools[1].Name != "echo" || !strings.Contains(string(tools[1].Input), `"text"`) {
		t.Errorf("tools %+v", tools)
	}
	r, err := s.Call(t.Context(), "echo", echo("héllo"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Text != "1 héllo\n2" || string(r.Structured) != `{"said":"héllo"}` || r.IsError {
		t.Errorf("%+v", r)
	}
	if r, err = s.Call(t.Context(), "echo", echo("error")); err != nil || !r.IsError || r.Text != "no such symbol" {
		t.Errorf("an error of the tool is a result: %+v, %v", r, err)
	}
	r, err = s.Call(t.Context(), "echo", echo("environment"))
	if err != nil || strings.Contains(r.Text, "HOME=") {
		t.Errorf("the server is given more than it was meant to be: %q, %v", r.Text, err)
	}
}

func TestCallsAtOnce(t *testing.T) {
	s := start(t, "")
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			text := fmt.Sprintf("number %d", i)
			if r, err := s.Call(t.Context(), "echo", echo(text)); err != nil || r.Text != "1 "+text+"\n2" {
				t.Errorf("%q: %+v, %v", text, r, err)
			}
		})
	}
	group.Wait()
}

func TestNoiseIsDroppedAndCounted(t *testing.T) {
	s := start(t, "noise before")
	if r, err := s.Call(t.Context(), "echo", echo("noise")); err != nil || r.Text != "1 noise\n2" {
		t.Fatalf("%+v, %v", r, err)
	}
	if n, first := s.Noise(); n != 5 || first != "[MCP] started" {
		t.Errorf("%d lines of noise, the first %q; want 5", n, first)
	}
}

// TestFailures: whatever a server does, the caller learns what happened, soon.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		say    string
		word   tool.Word
		reason string
		within time.Duration
	}{
		{"exit", tool.Disconnected, `the server ended with exit code 3; it said last: "panic: out of luck"`, 3 * time.Second},
		{"kill", tool.Disconnected, "the server ended by signal killed", 3 * time.Second},
		{"hang", tool.TimedOut, "no answer in time", 3 * time.Second},
		{"close", tool.Disconnected, "the server closed its output", 4 * time.Second},
	} {
		t.Run(c.say, func(t *testing.T) {
			t.Parallel()
			s, err := mcptool.Start(t.Context(), options(t, ""))
			if err != nil {
				t.Fatal(err)
			}
			defer s.Kill()
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			began := time.Now()
			_, err = s.Call(ctx, "echo", echo(c.say))
			var failure *tool.Failure
			if !errors.As(err, &failure) || failure.Word != c.word || failure.Reason != c.reason {
				t.Fatalf("got %v, want %s: %s", err, c.word, c.reason)
			}
			if took := time.Since(began); took > c.within {
				t.Errorf("took %v", took)
			}
			if c.say == "exit" && (failure.Exit == nil || *failure.Exit != 3 || !strings.Contains(failure.Stderr, "luck")) {
				t.Errorf("%+v", failure)
			}
		})
	}
}

func TestUnknownToolIsNoEndOfTheSession(t *testing.T) {
	s := start(t, "")
	var failure *tool.Failure
	if _, err := s.Call(t.Context(), "none", nil); !errors.As(err, &failure) || failure.Word != tool.Protocol || !strings.Contains(failure.Reason, "none") {
		t.Errorf("%v", err)
	}
	if _, err := s.Call(t.Context(), "echo", echo("still here")); err != nil {
		t.Error(err)
	}
}

func TestServersThatDoNotStart(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*mcptool.Options)
		reason string
	}{
		{"no program", func(o *mcptool.Options) { o.Command = []string{"no-such-program-anywhere"} }, "not found"},
		{"dies", func(o *mcptool.Options) { o.Environ = []string{serverVariable + "=dies at once"} }, "with exit code 4; it said last: \"no database\""},
		{"silent", func(o *mcptool.Options) {
			o.Environ, o.Connect = []string{serverVariable + "=never answers"}, 300*time.Millisecond
		}, "within 300ms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t, "")
			c.change(&o)
			_, err := mcptool.Start(t.Context(), o)
			var failure *tool.Failure
			if !errors.As(err, &failure) || failure.Word != tool.NotStarted || !strings.Contains(failure.Reason, c.reason) {
				t.Errorf("got %v, want %q", err, c.reason)
			}
		})
	}
}

func TestCancelledCallIsNoFailureOfTheServer(t *testing.T) {
	s := start(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := s.Call(ctx, "echo", echo("hang")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	s.Kill()
}
