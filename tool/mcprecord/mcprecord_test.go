package mcprecord_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/tool"
	"sooth/tool/mcprecord"
	"sooth/tool/mcptool"
)

// The variables make this test binary a server made with the SDK, a recorder of it,
// or a replayer.
const (
	roleVariable   = "SOOTH_TEST_ROLE"
	fileVariable   = "SOOTH_TEST_FILE"
	faultsVariable = "SOOTH_TEST_FAULTS"
)

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		if err := act(role); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

type said struct {
	Text string `json:"text"`
	N    any    `json:"n,omitempty"`
}

func act(role string) error {
	ctx, file := context.Background(), os.Getenv(fileVariable)
	switch role {
	case "server", "other server":
		server, calls := mcp.NewServer(&mcp.Implementation{Name: "counter", Version: "3"}, nil), 0
		mcp.AddTool(server, &mcp.Tool{Name: "say", Description: role + " counts"}, func(_ context.Context, _ *mcp.CallToolRequest, in said) (*mcp.CallToolResult, any, error) {
			calls++
			switch in.Text {
			case "exit":
				fmt.Fprintln(os.Stderr, "out of luck")
				os.Exit(3)
			case "hang":
				time.Sleep(time.Minute)
			case "error":
				return nil, nil, errors.New("no such symbol")
			}
			return &mcp.CallToolResult{Content: []mcp.Content{
				&mcp.TextContent{Text: fmt.Sprint(calls, " ", in.Text, " ", in.N)}, &mcp.ImageContent{Data: []byte{1, 2}, MIMEType: "image/png"},
			}}, map[string]int{"calls": calls}, nil
		})
		return server.Run(ctx, &mcp.StdioTransport{})
	case "recorder", "recorder of another":
		inner := map[string]string{"recorder": "server", "recorder of another": "other server"}[role]
		s, err := mcptool.Start(ctx, mcptool.Options{Command: []string{os.Args[0]}, Environ: []string{roleVariable + "=" + inner}})
		if err != nil {
			return err
		}
		defer s.Close()
		return mcprecord.Record(ctx, s, file, time.Now, os.Stdin, os.Stdout)
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	recording, err := mcprecord.Read(file, f)
	if err != nil {
		return err
	}
	var faults mcprecord.Faults
	if err := json.Unmarshal([]byte(os.Getenv(faultsVariable)), &faults); err != nil {
		return err
	}
	return mcprecord.Replay(ctx, recording, faults, os.Stdin, os.Stdout)
}

// start starts a server in a role.
func start(t *testing.T, role, file string, f mcprecord.Faults) *mcptool.Session {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	faults, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	s, err := mcptool.Start(t.Context(), mcptool.Options{
		Command: []string{self}, Environ: []string{roleVariable + "=" + role, fileVariable + "=" + file, faultsVariable + "=" + string(faults)},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Kill() })
	return s
}

// ended is how a call ended.
type ended struct {
	Result tool.Result
	Word   tool.Word
	Code   int64
}

func call(t *testing.T, s *mcptool.Session, name, arguments string, within time.Duration) ended {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	r, err := s.Call(ctx, name, json.RawMessage(arguments))
	var failure *tool.Failure
	if err != nil && !errors.As(err, &failure) {
		t.Fatal(err)
	}
	if failure != nil {
		return ended{Word: failure.Word, Code: failure.Code}
	}
	return ended{Result: r}
}

// TestRecordAndReplay: a client sees of the recording what it saw of the server.
func TestRecordAndReplay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	calls := [][2]string{
		{"say", `{"text":"a"}`}, {"say", `{"text":"a"}`}, {"say", `{"text":"b","n":12345678901234567890}`}, {"say", `{"n":1.0,"text":"é\u0000"}`},
		{"say", `{"text":"error"}`}, {"none", `{}`}, {"say", `{}`},
	}
	var want []ended
	recorder := start(t, "recorder", file, mcprecord.Faults{})
	offered, err := recorder.Tools(t.Context())
	if err != nil || len(offered) != 1 {
		t.Fatal(offered, err)
	}
	for _, c := range calls {
		want = append(want, call(t, recorder, c[0], c[1], 10*time.Second))
	}
	recorder.Close()
	if want[0].Result.Text != "1 a <nil>" || string(want[0].Result.Structured) != `{"calls":1}` || want[1].Result.Text != "2 a <nil>" || !want[4].Result.IsError || want[5].Word != tool.Protocol || want[5].Code == 0 {
		t.Fatalf("the recorder changes what it hands on: %+v", want)
	}
	replayer := start(t, "replayer", file, mcprecord.Faults{})
	if a := replayer.About(); a.Name != "counter" || !strings.HasPrefix(a.Version, "3 (recorded, ") {
		t.Errorf("%+v", a)
	}
	if again, err := replayer.Tools(t.Context()); err != nil || !reflect.DeepEqual(again, offered) {
		t.Errorf("it offers %+v, %v; want %+v", again, err, offered)
	}
	for i, c := range calls {
		if got := call(t, replayer, c[0], strings.ReplaceAll(c[1], ",", " , "), 10*time.Second); !reflect.DeepEqual(got, want[i]) {
			t.Errorf("%v: %+v, recorded %+v", c, got, want[i])
		}
	}
	if got := call(t, replayer, "say", `{"text":"a"}`, 10*time.Second); !reflect.DeepEqual(got, want[1]) {
		t.Errorf("after the last answer %+v, want the last one again", got)
	}
	if got := call(t, replayer, "say", `{"text":"never"}`, 10*time.Second); got.Word != tool.Unrecorded || !replayer.Alive() {
		t.Errorf("what is not recorded is %+v", got)
	}
	if got := call(t, replayer, "say", `{"text":"b","n":12345678901234567891}`, 10*time.Second); got.Word != tool.Unrecorded {
		t.Errorf("another number is %+v", got)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `"image/png"`) || !strings.Contains(string(text), "12345678901234567890") {
		t.Errorf("%v, %s", err, text)
	}
}

// TestRecordGoesOn: a recording of the same server goes on; one of another is left as it is.
func TestRecordGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	for _, text := range []string{"a", "b"} {
		s := start(t, "recorder", file, mcprecord.Faults{})
		call(t, s, "say", `{"text":"`+text+`"}`, 10*time.Second)
		s.Close()
	}
	before, err := os.ReadFile(file)
	if err != nil || strings.Count(string(before), "\n") != 3 || strings.Count(string(before), mcprecord.Schema) != 1 {
		t.Fatalf("%v, %s", err, before)
	}
	self, _ := os.Executable()
	_, err = mcptool.Start(t.Context(), mcptool.Options{Command: []string{self}, Environ: []string{roleVariable + "=recorder of another", fileVariable + "=" + file}})
	if err == nil || !strings.Contains(err.Error(), "hint: record into another file") {
		t.Errorf("%v", err)
	}
	if after, _ := os.ReadFile(file); string(after) != string(before) {
		t.Error("the recording of another server was changed")
	}
}

// TestFailuresAreReplayed: a server that ended or fell silent does so again.
func TestFailuresAreReplayed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	for text, want := range map[string]tool.Word{"exit": tool.Disconnected, "hang": tool.TimedOut} {
		for _, role := range []string{"recorder", "replayer"} {
			s := start(t, role, file, mcprecord.Faults{})
			if got := call(t, s, "say", `{"text":"`+text+`"}`, time.Second); got.Word != want {
				t.Errorf("%s, %s: %+v, want %s", role, text, got, want)
			}
			if role == "recorder" {
				s.Close()
			}
		}
	}
}

// TestFaults: what a replayed server does wrong on purpose, and that the same calls go
// wrong each time.
func TestFaults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	lines := []string{`{"schema":"sooth.toolrecording/1","name":"n","version":"1","protocol":"2025-11-25","tools":[{"name":"say","input_schema":{"type":"object"}}]}`}
	const calls = 60
	for i := range calls {
		lines = append(lines, fmt.Sprintf(`{"tool":"say","arguments":{"i":%d},"result":{"content":[{"type":"text","text":"%d"}]},"started":"2026-01-02T03:04:05Z","latency_ms":1}`, i, i))
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if got := call(t, start(t, "replayer", file, mcprecord.Faults{Delay: 300 * time.Millisecond}), "say", `{"i":1}`, 5*time.Second); got.Result.Text != "1" || time.Since(began) < 300*time.Millisecond {
		t.Errorf("delayed: %+v after %v", got, time.Since(began))
	}
	for _, c := range []struct {
		faults mcprecord.Faults
		word   tool.Word
		noise  int
	}{
		{mcprecord.Faults{Drop: 1}, tool.TimedOut, 0},
		{mcprecord.Faults{Corrupt: 1}, tool.TimedOut, 1},
		{mcprecord.Faults{Crash: 1}, tool.Disconnected, 0},
	} {
		s := start(t, "replayer", file, c.faults)
		if got := call(t, s, "say", `{"i":1}`, 500*time.Millisecond); got.Word != c.word {
			t.Errorf("%+v: %+v, want %s", c.faults, got, c.word)
		}
		if n, _ := s.Noise(); n != c.noise {
			t.Errorf("%+v: %d lines of noise, want %d", c.faults, n, c.noise)
		}
	}
	wrong := func(seed uint64) (which []int) {
		s := start(t, "replayer", file, mcprecord.Faults{Drop: 0.3, Seed: seed})
		for i := range calls {
			if got := call(t, s, "say", fmt.Sprintf(`{"i":%d}`, i), 60*time.Millisecond); got.Word == tool.TimedOut {
				which = append(which, i)
			} else if got.Result.Text != fmt.Sprint(i) {
				t.Errorf("%+v", got)
			}
		}
		return which
	}
	one, again, other := wrong(1), wrong(1), wrong(2)
	if !reflect.DeepEqual(one, again) || reflect.DeepEqual(one, other) || len(one) < 8 || len(one) > 30 {
		t.Errorf("dropped %v, then %v, with another seed %v", one, again, other)
	}
	for _, f := range []mcprecord.Faults{{Drop: -0.1}, {Crash: 1.1}, {Drop: 0.6, Corrupt: 0.6}, {Delay: -1}} {
		if f.Check() == nil {
			t.Errorf("%+v is let through", f)
		}
	}
}
