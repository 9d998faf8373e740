package behave

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sooth/lang"
)

// Names in the scratch module that are ours.
const (
	harnessDir  = "soothharness"      // package that the tests report to
	harnessName = "sooth_harness_"    // its name in the tests' files
	startFile   = "sooth_start.go"    // makes the answer's package initialise after the harness
	endFile     = "sooth_end_test.go" // TestMain, in the natural layout
	mainDir     = "soothmain"         // the main package of a shared binary
	endName     = "end of all tests"  // what TestMain reports as
)

// The harness is initialised before the program that is tested. It reads the
// tokens, which each test needs to report, from the standard input, and keeps
// a way to the standard error that the program cannot close by its usual name.
// A test reports when everything that belongs to it has ended, cleanups and
// parallel subtests included.
const harnessText = `// Package soothharness reports how tests end.
package soothharness

import (
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
)

var (
	mutex  sync.Mutex
	out    *os.File
	tokens = map[string][]string{}
)

func init() {
	text, _ := io.ReadAll(os.Stdin)
	for _, line := range strings.Split(string(text), "\n") {
		if fields := strings.Split(line, "\t"); len(fields) == 4 {
			tokens[fields[0]] = fields[1:]
		}
	}
	out = os.Stderr
	if fd, err := syscall.Dup(2); err == nil {
		syscall.CloseOnExec(fd)
		out = os.NewFile(uintptr(fd), "reports")
	}
	if dir, err := os.MkdirTemp("", ""); err == nil {
		os.Remove(dir)
	} else if dir, err := os.Getwd(); err == nil {
		os.Setenv("TMPDIR", dir)
	}
	for name, text := range data {
		if i := strings.LastIndex(name, "/"); i > 0 {
			os.MkdirAll(name[:i], 0o755)
		}
		os.WriteFile(name, []byte(text), 0o644)
	}
}

func report(name string, which int) {
	mutex.Lock()
	defer mutex.Unlock()
	if t := tokens[name]; len(t) == 3 {
		out.WriteString("\n" + t[which] + "\n")
	}
}

// Test runs the body of a test and reports the end of the test. A body that
// does not come back (a panic, Goexit) has failed, whatever happens next.
func Test(t testing.TB, body func()) {
	name, back := t.Name(), false
	t.Cleanup(func() {
		switch {
		case t.Failed():
			report(name, 1)
		case t.Skipped():
			report(name, 2)
		case !back:
			report(name, 1)
		default:
			report(name, 0)
		}
	})
	body()
	back = true
}

// Example reports that an example was begun; whether its output was right is
// in the end of all tests.
func Example(name string) { report(name, 0) }

// End reports the end of all tests.
func End(code int) int {
	if code == 0 {
		report("` + endName + `", 0)
	} else {
		report("` + endName + `", 1)
	}
	return code
}
`

// harnessFiles returns the harness with the data that the tests read.
func harnessFiles(data []lang.File) []lang.File {
	texts := map[string]string{}
	for _, f := range data {
		texts[f.Name] = f.Text
	}
	var b strings.Builder
	b.WriteString("package soothharness\n\nvar data = map[string]string{\n")
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprintf(&b, "\t%s: %s,\n", strconv.Quote(name), strconv.Quote(texts[name]))
	}
	b.WriteString("}\n")
	return []lang.File{
		{Name: harnessDir + "/harness.go", Text: harnessText},
		{Name: harnessDir + "/data.go", Text: b.String()},
	}
}

// startText is the file that makes a package initialise after the harness.
func startText(pkg, module string) string {
	return fmt.Sprintf("package %s\n\nimport _ %q\n", pkg, module+"/"+harnessDir)
}

// endText is the TestMain of the natural layout. It stands in the external
// test package, where no name of the program can be in its way.
func endText(pkg, module string) string {
	return fmt.Sprintf("package %s_test\n\nimport (\n\t\"os\"\n\t\"testing\"\n\n\t%s %q\n)\n\nfunc TestMain(m *testing.M) { os.Exit(%s.End(m.Run())) }\n",
		pkg, harnessName, module+"/"+harnessDir, harnessName)
}

// mainText is the main package of a shared binary: the first argument selects
// the program, the others are for the testing package.
func mainText(module string, programs []*program) string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"os\"\n\t\"testing\"\n\n")
	for i, p := range programs {
		fmt.Fprintf(&b, "\tp%d %q\n", i, module+"/"+p.dir())
	}
	b.WriteString(")\n\nfunc main() {\n\tprogram := os.Args[1]\n\tos.Args = append(os.Args[:1], os.Args[2:]...)\n\tvar tests []testing.InternalTest\n\tswitch program {\n")
	for i, p := range programs {
		fmt.Fprintf(&b, "\tcase %q:\n\t\ttests = []testing.InternalTest{\n", p.dir())
		for _, name := range p.names {
			fmt.Fprintf(&b, "\t\t\t{Name: %q, F: p%d.%s},\n", name, i, name)
		}
		b.WriteString("\t\t}\n")
	}
	b.WriteString("\t}\n\ttesting.Main(func(pat, str string) (bool, error) { return true, nil }, tests, nil, nil)\n}\n")
	return b.String()
}
