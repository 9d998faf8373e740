package sandbox

import (
	"os"
	"testing"
)

// A sandbox starts this test program again as its process 1; and one test
// starts it as a program that is killed.
func TestMain(m *testing.M) {
	Init(os.Args)
	if victim() {
		return
	}
	os.Exit(m.Run())
}
