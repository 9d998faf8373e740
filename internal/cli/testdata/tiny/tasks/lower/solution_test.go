package solution

import "testing"

func TestLower(t *testing.T) {
	if got := Lower("AbC"); got != "abc" {
		t.Errorf("Lower(%q) = %q", "AbC", got)
	}
}
