package cli_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sooth/internal/toolchain"
)

// TestStartIsSmall bounds what is done before main: the sum of all packages'
// initialisation in bytes and allocations, as the runtime counts them, and
// that no package of ours does more than a little. (Time is measured by make
// bench; what is allocated does not depend on the machine.)
func TestStartIsSmall(t *testing.T) {
	g, err := toolchain.Find(context.Background(), os.Environ())
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	binary := filepath.Join(t.TempDir(), "sooth")
	build := exec.Command(g.Command, "build", "-buildvcs=false", "-o", binary, "./cmd/sooth")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := exec.Command(binary, "version")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(string(out), -1)
	if len(lines) < 20 {
		t.Fatalf("the runtime told of %d packages only:\n%s", len(lines), out)
	}
	bytes, allocations := 0, 0
	for _, l := range lines {
		b, _ := strconv.Atoi(l[2])
		a, _ := strconv.Atoi(l[3])
		bytes, allocations = bytes+b, allocations+a
		if strings.HasPrefix(l[1], "sooth") && b > 4096 {
			t.Errorf("%s allocates %d bytes before main: make it when it is first needed", l[1], b)
		}
	}
	t.Logf("%d packages, %d bytes, %d allocations before main", len(lines), bytes, allocations)
	if bytes > 950_000 || allocations > 8_000 {
		t.Errorf("%d bytes in %d allocations before main, want at most 950,000 in 8,000", bytes, allocations)
	}
}
