package behave

import (
	"fmt"
	"strings"

	"sooth/internal/sandbox"
)

// read says how one execution ended. Everything passed only if each test said
// so with its token and the program ended well.
func read(names []string, reported map[string]string, result sandbox.Result, stderr string, limits sandbox.Limits) attempt {
	stdout := string(result.Stdout)
	a := attempt{output: steady(strings.TrimSpace(stdout + "\n" + strings.TrimSpace(stderr)))}
	failed, silent := "", ""
	for _, name := range names {
		switch reported[name] {
		case "pass":
			if name != endName {
				a.passed++
			}
		case "skip":
			a.skipped++
		case "fail":
			if failed == "" && name != endName {
				failed = name
			}
		default:
			if silent == "" {
				silent = name
			}
		}
	}
	switch limit := exceeded(result, stderr, limits); {
	case limit != "":
		a.failure = limit
	case strings.Contains(stderr, "panic: test timed out after"):
		a.failure = fmt.Sprintf("time: the tests did not end within %v", testTimeout(limits.Wall))
	case strings.Contains(stderr, "fatal error: all goroutines are asleep - deadlock!") || strings.Contains(stderr, "panic: deadlock:"):
		a.failure = "deadlock: all goroutines are asleep"
	case panicLine(stderr) != "" && result.Exit != 0:
		a.failure = panicLine(stderr)
	case failed != "":
		a.failure = failed + ": " + orNothing(firstOutput(stdout, failed))
	case result.Killed != "":
		a.failure = "killed: " + result.Killed
	case silent != "":
		a.failure = fmt.Sprintf("the program ended by itself, exit code %d, before %s had ended", result.Exit, silent)
	case result.Exit != 0:
		a.failure = fmt.Sprintf("exit code %d after all tests had ended", result.Exit)
		if example := failedExample(stdout); example != "" {
			a.failure = example
		}
	}
	if a.failure != "" && failed != "" && !strings.HasPrefix(a.failure, failed) {
		a.failure = failed + ": " + a.failure
	}
	a.failure, a.told = steady(clip(a.failure, 400)), failed != ""
	return a
}

// exceeded names the limit that a program ran into, in the words of a reader.
func exceeded(result sandbox.Result, stderr string, limits sandbox.Limits) string {
	switch result.Killed {
	case "wall time":
		return fmt.Sprintf("time: it did not end within %v", limits.Wall)
	case "cpu time":
		return fmt.Sprintf("CPU time: it used more than %v", limits.CPU)
	case "memory":
		return fmt.Sprintf("memory: it took more than %s", size(limits.Memory))
	case "output":
		return fmt.Sprintf("output: it printed more than %s", size(limits.Output))
	}
	if result.Exit == 0 {
		return ""
	}
	for _, sign := range []string{"fatal error: runtime: out of memory", "fatal error: runtime: cannot allocate", "runtime: out of memory", "cannot allocate memory", "fatal error: out of memory"} {
		if strings.Contains(stderr, sign) {
			return fmt.Sprintf("memory: it took more than %s", size(limits.Memory))
		}
	}
	for _, sign := range []string{"failed to create new OS thread", "pthread_create failed", "resource temporarily unavailable"} {
		if strings.Contains(stderr, sign) {
			return fmt.Sprintf("processes: it started more than %d processes and threads", limits.Processes)
		}
	}
	return ""
}

// size writes a size that is a limit.
func size(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// panicLine returns the line that says why a Go program gave up.
func panicLine(stderr string) string {
	for line := range strings.Lines(stderr) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return strings.TrimSuffix(strings.TrimSpace(line), " [recovered, repanicked]")
		}
	}
	return ""
}

// firstOutput returns the first line that a failed test, or a subtest of it,
// printed by itself.
func firstOutput(stdout, name string) string {
	inside := false
	for line := range strings.Lines(stdout) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "--- FAIL: "); ok {
			inside = strings.HasPrefix(rest, name+" ") || strings.HasPrefix(rest, name+"/")
			continue
		}
		if inside && line != "" {
			return line
		}
	}
	return ""
}

// failedExample returns the first example whose output was wrong.
func failedExample(stdout string) string {
	for line := range strings.Lines(stdout) {
		if rest, ok := strings.CutPrefix(line, "--- FAIL: Example"); ok {
			name, _, _ := strings.Cut("Example"+rest, " ")
			return name + ": its output differs"
		}
	}
	return ""
}

func orNothing(text string) string {
	if text == "" {
		return "failed without a word"
	}
	return text
}
