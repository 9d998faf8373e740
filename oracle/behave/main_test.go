package behave

import (
	"context"
	"os"
	"testing"

	"sooth/internal/sandbox"
)

// A sandbox starts this test program again as its process 1.
func TestMain(m *testing.M) {
	sandbox.Init(os.Args)
	os.Exit(m.Run())
}

// box finds a sandbox, without which nothing of strangers runs here.
func box(tb testing.TB) sandbox.Sandbox {
	tb.Helper()
	s, err := sandbox.Find(context.Background(), os.Environ())
	if err != nil {
		tb.Skip(err)
	}
	return s
}
