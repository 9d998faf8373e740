package behave

import "testing"

// Output that shows a folder of this machine shows the file alone.
func TestSteady(t *testing.T) {
	for text, want := range map[string]string{
		"\t/tmp/sooth-behave-12/345/solution.go:10 +0x1f": "\tsolution.go:10 +0x…",
		"\t/tmp/sooth-behave-12/a3/solution.go:10":        "\ta3/solution.go:10",
		"/usr/local/go/src/testing/testing.go:1934":       "testing/testing.go:1934",
		"/home/u/go/pkg/mod/a.b/c@v1.2.3/d.go:5":          "a.b/c@v1.2.3/d.go:5",
		"goroutine 17 [running]":                          "goroutine N [running]",
		"--- FAIL: TestX (0.12s)":                         "--- FAIL: TestX",
		"read /etc/passwd: denied":                        "read /etc/passwd: denied",
	} {
		if got := steady(text); got != want {
			t.Errorf("steady(%q) = %q, want %q", text, got, want)
		}
	}
}
