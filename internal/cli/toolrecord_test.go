package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sooth/llm/llmtest"
	"sooth/tool/mcptool"
)

// TestServerRecorded: a run is recorded once, and then made again without the
// server, with the same figures; what is not recorded is infra_error.
func TestServerRecorded(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, llmtest.Options{Behave: curious})
	file, db := filepath.Join(t.TempDir(), "docs.jsonl"), t.TempDir() // one for all, so that equal answers are judged once
	environment := "environment: [" + commandVariable + ", " + serverVariable + "]"
	record := armed(t, "server: ["+self+", tool, record, "+file+`, --, sh, -c, "unset `+commandVariable+"; exec "+self+`"], `+environment)
	replay := armed(t, "server: ["+self+", tool, replay, "+file+"], "+environment)
	row := regexp.MustCompile(`docs +document +.*`)
	out, errs, exit := serverRun(t, s, record, db, "")
	want := row.FindString(out)
	if exit != 0 || want == "" {
		t.Fatalf("exit %d: %s\n%s", exit, errs, out)
	}
	// The server cannot be started any more: the recording answers.
	out, errs, exit = serverRun(t, s, replay, db, "does not start")
	if got := row.FindString(out); exit != 0 || got != want {
		t.Errorf("exit %d, %q, recorded %q: %s", exit, got, want, errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if len(lines) != 4 { // head, two calls, nothing
		t.Fatalf("the recording has %d lines: %s", len(lines), text)
	}
	if err := os.WriteFile(file, []byte(lines[0]), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs, exit = serverRun(t, s, replay, db, "")
	if exit != 4 || !strings.Contains(errs, "2 of 4 trials ended as infra_error") {
		t.Errorf("exit %d: %s\n%s", exit, errs, out)
	}
	for _, c := range []struct {
		args    []string
		exit    int
		message string
	}{
		{[]string{"tool", "replay", file + ".none"}, 2, "hint: sooth tool record"},
		{[]string{"tool", "replay", "server_test.go"}, 2, "server_test.go:1: "},
		{[]string{"tool", "replay", file, "--drop", "2"}, 2, "from 0 to 1"},
		{[]string{"tool", "record"}, 2, "FILE is missing"},
		{[]string{"tool", "record", file}, 2, "no server is named"},
		{[]string{"tool", "record", file, "--header", "A=b", "--", "x"}, 2, "--header goes with --url"},
		{[]string{"tool", "record", file, "--url", "http://h/", "--", "x"}, 2, "both"},
		{[]string{"tool", "record", file, "--", "no-such-program-anywhere"}, 1, "not_started"},
		{[]string{"tool", "replai"}, 2, "did you mean replay?"},
	} {
		if _, errs, exit := sooth(t, nil, c.args...); exit != c.exit || !strings.Contains(errs, c.message) {
			t.Errorf("%q: exit %d, want %d with %q: %s", c.args, exit, c.exit, c.message, errs)
		}
	}
}

// TestRecordHTTP: a server over HTTP is recorded, and the token of its headers is not.
func TestRecordHTTP(t *testing.T) {
	const token = "tok-77aa01bc"
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	host, file := hosted(t, token, 0), filepath.Join(t.TempDir(), "docs.jsonl")
	call := func(environ []string, args ...string) (string, error) {
		s, err := mcptool.Start(t.Context(), mcptool.Options{Command: append([]string{self, "tool"}, args...), Environ: append(environ, commandVariable+"=1", "PATH="+os.Getenv("PATH"))})
		if err != nil {
			return "", err
		}
		defer s.Close()
		r, err := s.Call(t.Context(), "document", map[string]string{"package": "strings " + token})
		return r.Text, err
	}
	recorded, err := call([]string{"TOKEN=" + token}, "record", file, "--url", host.URL, "--header", "Authorization=Bearer {env.TOKEN}")
	if err != nil || recorded != "package strings {env.TOKEN}: func ToLower(s string) string" {
		t.Fatal(recorded, err)
	}
	if replayed, err := call(nil, "replay", file); err != nil || replayed != recorded {
		t.Errorf("%q, %v", replayed, err)
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(strings.ReplaceAll(string(text), `"arguments":{"package":"strings `+token+`"}`, ""), token) {
		t.Errorf("the recording holds the token: %s, %v", text, err)
	}
	if _, err := call([]string{"TOKEN=wrong"}, "record", file, "--url", host.URL, "--header", "Authorization=Bearer {env.TOKEN}"); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("%v", err)
	}
}
