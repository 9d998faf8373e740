package mcptool_test

import (
	"errors"
	"regexp"
	"testing"

	"sooth/tool"
	"sooth/tool/mcptool"
)

// TestKeeper: a server that ends in a call fails that call, and is there again
// for the next.
func TestKeeper(t *testing.T) {
	k := mcptool.Keep(options(t, "noise before"))
	defer k.Close()
	if starts, _ := k.Starts(); starts != 0 {
		t.Error("it was started before anybody called")
	}
	tools, err := k.Tools(t.Context())
	if err != nil || len(tools) != 2 {
		t.Fatal(tools, err)
	}
	for i := range 3 {
		var failure *tool.Failure
		if _, err := k.Call(t.Context(), "echo", echo("exit")); !errors.As(err, &failure) || failure.Word != tool.Disconnected {
			t.Errorf("call %d: %v, want that the server ended", i, err)
		}
		if r, err := k.Call(t.Context(), "echo", echo("a")); err != nil || r.Text != "1 a\n2" {
			t.Errorf("after that: %q, %v", r.Text, err)
		}
	}
	if starts, noise := k.Starts(); starts != 4 || noise < 4*4 {
		t.Errorf("%d starts, %d lines of noise", starts, noise)
	}
	if err := k.Close(); err != nil {
		t.Error(err)
	}
	if _, err := k.Call(t.Context(), "echo", echo("a")); err == nil {
		t.Error("it was called after Close")
	}
}

// TestDigest: the same server has the same digest, one with other arguments
// another.
func TestDigest(t *testing.T) {
	digest := func(arguments ...string) string {
		t.Helper()
		o := options(t, "")
		o.Command = append(o.Command, arguments...)
		k := mcptool.Keep(o)
		defer k.Close()
		d, err := k.Digest(t.Context())
		if err != nil || !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(d) {
			t.Fatal(d, err)
		}
		return d
	}
	if a, b := digest(), digest(); a != b {
		t.Errorf("%s, then %s", a, b)
	}
	if digest("--all") == digest() {
		t.Error("arguments do not count")
	}
	if _, err := mcptool.Keep(options(t, "dies at once")).Digest(t.Context()); err == nil {
		t.Error("a server that does not start has a digest")
	}
}
