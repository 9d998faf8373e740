package sandbox

import (
	"os"
	"testing"
)

// A sandbox starts this test program again as its process 1.
func TestMain(m *testing.M) {
	Init(os.Args)
	os.Exit(m.Run())
}
