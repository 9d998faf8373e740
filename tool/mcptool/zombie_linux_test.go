package mcptool_test

import (
	"fmt"
	"os"
	"strings"
)

// zombie says whether a process has ended and only waits to be collected.
func zombie(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(text), ") ")
	return err != nil || strings.HasPrefix(rest, "Z")
}
