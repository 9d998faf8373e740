package mcprecord_test

import (
	"strings"
	"testing"

	"sooth/tool/mcprecord"
)

const (
	head = `{"schema":"sooth.toolrecording/1","name":"n","version":"1","protocol":"2025-11-25","tools":[]}` + "\n"
	good = `{"tool":"t","arguments":{"a":1},"result":{"content":[]},"started":"2026-01-02T03:04:05Z","latency_ms":1}` + "\n"
)

// TestRead: what is no recording is refused, with its line.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "r: the file is empty; hint: "},
		{"no head", good, "r:1: "},
		{"another schema", strings.Replace(head, "/1", "/2", 1), `r:1: schema "sooth.toolrecording/2"`},
		{"unknown field", head + strings.Replace(good, `"tool"`, `"tol":1,"tool"`, 1), "r:2: "},
		{"no JSON", head + good + "nonsense\n" + good, "r:3: "},
		{"two values", head + strings.TrimSpace(good) + "{}\n", "r:2: more than one"},
		{"no tool", head + `{"arguments":{},"result":{},"started":"2026-01-02T03:04:05Z","latency_ms":1}` + "\n", "r:2: the call names no tool"},
		{"no end", head + `{"tool":"t","arguments":{},"started":"2026-01-02T03:04:05Z","latency_ms":1}` + "\n", "0 of result, error and failure"},
		{"two ends", head + strings.Replace(good, `"result"`, `"failure":"timed_out","result"`, 1), "2 of result, error and failure"},
		{"unknown failure", head + strings.Replace(good, `"result":{"content":[]}`, `"failure":"bored"`, 1), `unknown failure "bored"`},
		{"a list for a result", head + strings.Replace(good, `{"content":[]}`, `[]`, 1), "is no JSON object"},
		{"a list of arguments", head + strings.Replace(good, `{"a":1}`, `[1]`, 1), "r:2: arguments: "},
		{"a long line", head + strings.Repeat("x", 33<<20), "r:2: a line of more than 32 MiB"},
	} {
		if _, err := mcprecord.Read("r", strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	for _, c := range []struct {
		text  string
		calls int
		cut   bool
	}{
		{head, 0, false}, {head + good + "\n" + good, 2, false}, {head + strings.TrimSpace(good), 1, false}, {head + good + good[:40], 1, true},
	} {
		r, err := mcprecord.Read("r", strings.NewReader(c.text))
		if err != nil || len(r.Calls) != c.calls || r.Cut != c.cut || len(r.Digest) != 64 {
			t.Errorf("%q: %+v, %v", c.text, r, err)
		}
	}
}

// FuzzRead: nothing makes the reader panic, and what it takes it takes again.
func FuzzRead(f *testing.F) {
	f.Add(head + good)
	f.Add(head + good[:30])
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := mcprecord.Read("r", strings.NewReader(text))
		if err == nil && r.Head.Schema != mcprecord.Schema {
			t.Errorf("%+v", r)
		}
	})
}
