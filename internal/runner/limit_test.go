package runner

import (
	"testing"
	"time"
)

// TestAdaptiveLimit: it starts at 5, gives way once per burst, and grows by one
// with each full round.
func TestAdaptiveLimit(t *testing.T) {
	now := time.Unix(0, 0).Add(time.Hour)
	l := Adaptive(func() time.Time { return now })
	allowed := func(want int) {
		t.Helper()
		if got := int(l.allowed); got != want {
			t.Errorf("%d allowed, want %d", got, want)
		}
	}
	allowed(5)
	for range 20 {
		l.Press()
	}
	allowed(4)
	now = now.Add(2 * time.Second)
	l.Press()
	allowed(3)
	for range 200 {
		now = now.Add(2 * time.Second)
		l.Press()
	}
	allowed(1)
	fixed := Fixed(7)
	fixed.Press()
	if int(fixed.allowed) != 7 {
		t.Error("a fixed limit gave way")
	}
}
