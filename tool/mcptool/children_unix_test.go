//go:build unix

package mcptool_test

import (
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestCloseEndsTheChildren: what a server started and left behind ends with it.
func TestCloseEndsTheChildren(t *testing.T) {
	s := start(t, "")
	r, err := s.Call(t.Context(), "echo", echo("children"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(r.Text)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("there is no child: %v", err)
	}
	began := time.Now()
	s.Close()
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("Close took %v", took)
	}
	for range 50 {
		if syscall.Kill(pid, 0) != nil || zombie(pid) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d lives on", pid)
}
