package behave

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
)

// insideTree is where the tree can be read inside the sandbox, by its tests.
const insideTree = "/tree"

// observeTests executes tests of one package by name. The tree can be read, as
// tests expect, and not be written.
func (s *session) observeTests(ctx context.Context, tree Tree, pkg string, tests []Statement, seen map[string]Observation) error {
	undecided := func(reason string) {
		for _, t := range tests {
			seen[t.ID] = Observation{Reason: reason}
		}
	}
	var named []Statement
	for _, t := range tests {
		if !testName(t.Test) {
			seen[t.ID] = Observation{Reason: fmt.Sprintf("%q is not the name of a test", t.Test)}
			continue
		}
		named = append(named, t)
	}
	if tests = named; len(tests) == 0 {
		return nil
	}
	rel, _ := packageDir(tree, pkg)
	dir, err := s.folder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "package.test")
	s.oracle.links.Add(1)
	args := append([]string{"test", "-c", "-vet=off", "-o", binary}, treeFlags()...)
	if _, err := s.goCommand(ctx, tree.Dir, append(args, "./"+rel)...); err != nil {
		var failed *toolchain.Error
		if ctx.Err() != nil || !errors.As(err, &failed) && !errors.Is(err, errTooLong) {
			return err
		}
		undecided("its tests do not compile: " + firstError(errorText(failed, err)))
		return nil
	}
	if _, err := os.Stat(binary); err != nil {
		undecided("the package has no tests")
		return nil
	}
	for n := range Repeats {
		found, err := s.runAll(ctx, tree, binary, rel, tests)
		if err != nil {
			return err
		}
		for _, t := range tests {
			if n == 0 {
				seen[t.ID] = found[t.ID]
			} else {
				seen[t.ID] = merge(seen[t.ID], found[t.ID])
			}
		}
		if !slices.ContainsFunc(tests, func(t Statement) bool { return seen[t.ID].State != Undecided }) {
			break // nothing is left to be confirmed
		}
	}
	return nil
}

// maxEnded bounds how many tests of a package may end the program before the
// others are given up.
const maxEnded = 5

// runAll executes tests once: after one that ends the program the others anew.
func (s *session) runAll(ctx context.Context, tree Tree, binary, rel string, tests []Statement) (map[string]Observation, error) {
	all := map[string]Observation{}
	rest := tests
	for range maxEnded {
		run, err := s.runTests(ctx, tree, binary, rel, rest)
		if err != nil {
			return nil, err
		}
		var left []Statement
		for _, t := range rest {
			if o, told := run.found[t.ID]; told {
				all[t.ID] = o
			} else {
				left = append(left, t)
			}
		}
		if rest = left; len(rest) == 0 || run.ended == "" {
			break
		}
	}
	for _, t := range rest {
		all[t.ID] = Observation{Reason: "not executed: other tests of its package end the program, or take all the time"}
	}
	return all, nil
}

// testName says whether a name is that of a test and safe in a pattern.
func testName(name string) bool {
	if !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Example") && !strings.HasPrefix(name, "Fuzz") {
		return false
	}
	return isIdentifier(name)
}

func isIdentifier(s string) bool {
	return regexp.MustCompile(`^[\pL_][\pL_\pN]*$`).MatchString(s)
}

// testRun is one start of a test program.
type testRun struct {
	found map[string]Observation // of the tests that came to an end, or ended the program
	ended string                 // the test that ended the program; empty: none did
}

// runTests executes tests once.
func (s *session) runTests(ctx context.Context, tree Tree, binary, rel string, tests []Statement) (testRun, error) {
	run := testRun{found: map[string]Observation{}}
	if s.testTime <= 0 {
		return run, nil
	}
	if err := s.acquire(ctx); err != nil {
		return run, err
	}
	defer s.release()
	var names []string
	for _, t := range tests {
		names = append(names, t.Test)
	}
	slices.Sort(names)
	limits := s.oracle.options.Limits
	limits.Output = max(limits.Output, callsOutput)
	limits.Wall = min(limits.Wall, s.testTime)
	s.oracle.runs.Add(1)
	result, err := s.oracle.options.Sandbox.Run(ctx, sandbox.Command{
		Program:  filepath.Clean(binary),
		Args:     []string{"package.test", "-test.v=test2json", "-test.count=1", "-test.timeout=" + testTimeout(limits.Wall).String(), "-test.run=^(" + strings.Join(slices.Compact(names), "|") + ")$"},
		ReadOnly: map[string]string{tree.Dir: insideTree},
		Dir:      path.Join(insideTree, rel),
		Limits:   limits,
	})
	if err != nil {
		return run, err
	}
	if ctx.Err() != nil || result.Killed == "cancelled" {
		return run, context.Cause(ctx)
	}
	s.testTime -= result.Wall
	reported, last := reports(string(result.Stdout))
	whole := result.Killed == "" && (result.Exit == 0 || result.Exit == 1) && !strings.Contains(string(result.Stderr)+string(result.Stdout), "panic: test timed out")
	for _, t := range tests {
		switch state := reported[t.Test]; {
		case state == "PASS":
			run.found[t.ID] = Observation{State: Passed}
		case state == "FAIL":
			run.found[t.ID] = Observation{State: Failed}
			sign := sandboxed(string(result.Stdout) + string(result.Stderr))
			if sign == "" {
				sign = s.reaches(tree, rel)
			}
			if sign != "" {
				run.found[t.ID] = Observation{Reason: "it fails in the sandbox, where much is forbidden: " + sign}
			}
		case state == "SKIP":
			run.found[t.ID] = Observation{Reason: "it skips itself"}
		case whole:
			run.found[t.ID] = Observation{Reason: "there is no such test, or it is not built here"}
		case t.Test == last:
			run.ended = last
			run.found[t.ID] = Observation{Reason: "it does not come to its end"}
			if result.Killed != "" {
				run.found[t.ID] = Observation{Reason: "it does not come to its end: " + result.Killed}
			}
		}
	}
	return run, nil
}

// reports reads what the testing package says of each test, and which it began
// last. Its own lines begin with a mark (0x16) that what tests print does not
// have at that place.
func reports(output string) (found map[string]string, last string) {
	found = map[string]string{}
	for line := range strings.Lines(output) {
		if i := strings.Index(line, "\x16=== RUN"); i >= 0 {
			if fields := strings.Fields(line[i+len("\x16=== RUN"):]); len(fields) > 0 && !strings.Contains(fields[0], "/") {
				last = fields[0]
			}
			continue
		}
		i := strings.Index(line, "\x16--- ")
		if i < 0 {
			continue
		}
		fields := strings.Fields(line[i+len("\x16--- "):])
		if len(fields) < 2 {
			continue
		}
		state, name := strings.TrimSuffix(fields[0], ":"), fields[1]
		if found[name] != "FAIL" {
			found[name] = state
		}
	}
	return found, last
}

// reaches finds an import of a package's files that a sandbox may be the death
// of; empty: there is none. A file that cannot be read is one.
func (s *session) reaches(tree Tree, rel string) string {
	dir := filepath.Join(tree.Dir, filepath.FromSlash(rel))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || !e.Type().IsRegular() {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.ImportsOnly)
		if err != nil {
			return "a file that does not parse"
		}
		for _, spec := range f.Imports {
			p, _ := strconv.Unquote(spec.Path.Value)
			for _, outside := range []string{"net", "os/exec", "os/signal", "os/user", "syscall", "plugin", "database/sql", "golang.org/x/sys", "golang.org/x/net", "C"} {
				if p == outside || strings.HasPrefix(p, outside+"/") && p != "net/url" && p != "net/netip" && p != "net/mail" && p != "net/textproto" {
					return "it imports " + p
				}
			}
		}
	}
	return ""
}

// sandboxed finds a sign that a test failed because of the sandbox.
func sandboxed(output string) string {
	low := strings.ToLower(output)
	for _, sign := range []string{
		"read-only file system", "permission denied", "operation not permitted", "network is unreachable", "connection refused", "no such host", "dial tcp", "dial udp", "dial unix",
		"bind: ", "listen tcp", "listen udp", "executable file not found", "no such file or directory", "too many open files", "cannot allocate memory", "no space left", "resource temporarily unavailable", "fork/exec",
	} {
		if strings.Contains(low, sign) {
			return sign
		}
	}
	return ""
}
