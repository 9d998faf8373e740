package behave

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"sooth/internal/toolchain"
)

// Bounds of one go command, which reads hostile code outside the sandbox: a
// program can make the compiler compute for ever or write gigabytes.
const (
	compileWall   = 10 * time.Minute // all dependencies compiled anew
	compileCPU    = 2 * time.Minute  // of each process: a package is compiled by one
	compileMemory = 8 << 20          // KiB of address space of each process
	compileFile   = 2 << 20          // 512-byte blocks of each file
)

// buildFlags are of every go command that compiles. Linker tables that only a
// debugger reads are left out. There is no -trimpath: with it nothing that a
// plain build left in the build cache could be used, and the standard library
// would be compiled a second time; paths are taken out of texts instead.
func buildFlags() []string {
	return []string{"-mod=readonly", "-buildvcs=false", "-ldflags=-s -w -X=testing.testBinary=1"}
}

// goCommand runs one go command within bounds; it takes a slot.
func (s *session) goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	defer s.release()
	bounded, cancel := context.WithTimeoutCause(ctx, compileWall, errTooLong)
	defer cancel()
	g := *s.oracle.options.Go
	if _, err := os.Stat("/bin/sh"); err == nil { // a shell sets the limits before it becomes the go command
		limits := fmt.Sprintf(`ulimit -c 0 2>/dev/null; ulimit -v %d 2>/dev/null; ulimit -f %d 2>/dev/null; ulimit -t %d 2>/dev/null; exec "$0" "$@"`,
			compileMemory, compileFile, int(s.oracle.compileCPU.Seconds()))
		args = append([]string{"-c", limits, g.Command}, args...)
		g.Command = "/bin/sh"
	}
	out, err := g.Run(bounded, dir, nil, args...)
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case bounded.Err() != nil:
		return out, errTooLong
	}
	return out, err
}

// errTooLong says that a go command did not end in time.
var errTooLong = errors.New("the go command did not end in time")

// compiled is what `go list` says of a package.
type compiled struct {
	ImportPath string
	Export     string
	Deps       []string
	Error      *struct{ Err string }
	DepsErrors []struct{ Err string }
}

// compileShared compiles the packages of a shared module in dir and returns
// those that compile, in groups that link the same packages: a package that is
// linked for one program alone could change what another one does. What is not
// returned has to be built alone.
func (s *session) compileShared(ctx context.Context, dir string, programs []*program) ([][]*program, error) {
	args := append([]string{"list", "-e", "-export", "-json=ImportPath,Export,Deps,Error,DepsErrors"}, buildFlags()...)
	byPath := map[string]*program{}
	module := modulePath(programs[0].item.Module)
	for _, p := range programs {
		args = append(args, "./"+p.dir())
		byPath[module+"/"+p.dir()] = p
	}
	out, err := s.goCommand(ctx, dir, args...)
	if err != nil {
		return nil, err
	}
	groups := map[string][]*program{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var c compiled
		if decoder.Decode(&c) != nil {
			break
		}
		p := byPath[c.ImportPath]
		if p == nil || c.Export == "" || c.Error != nil || len(c.DepsErrors) > 0 {
			continue
		}
		slices.Sort(c.Deps)
		key := strings.Join(slices.DeleteFunc(c.Deps, inert), "\n")
		groups[key] = append(groups[key], p)
	}
	var out2 [][]*program
	for _, group := range groups {
		slices.SortFunc(group, func(a, b *program) int { return cmp.Compare(a.key, b.key) })
		out2 = append(out2, group)
	}
	slices.SortFunc(out2, func(a, b []*program) int { return cmp.Compare(a[0].key, b[0].key) })
	return out2, nil
}

// inert says whether a package of the standard library does nothing when it is
// initialised that another package could see.
func inert(path string) bool {
	switch path {
	case "bufio", "bytes", "cmp", "container/heap", "container/list", "container/ring", "context", "encoding", "encoding/base64",
		"encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "hash", "io", "io/fs", "iter", "maps", "math", "math/bits",
		"math/rand", "math/rand/v2", "path", "path/filepath", "reflect", "regexp", "regexp/syntax", "slices", "sort", "strconv",
		"strings", "sync", "sync/atomic", "text/tabwriter", "text/template", "text/template/parse", "time", "unicode", "unicode/utf16", "unicode/utf8",
		"unique", "weak", "os", "syscall", "log", "log/internal":
		return true
	}
	return strings.HasPrefix(path, "internal/")
}

// linkShared links a group into one binary.
func (s *session) linkShared(ctx context.Context, dir, binary string, group []*program) error {
	text := mainText(modulePath(group[0].item.Module), group)
	main := filepath.Join(dir, mainDir)
	if err := os.MkdirAll(main, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(main, "main.go"), []byte(text), 0o600); err != nil {
		return err
	}
	s.oracle.links.Add(1)
	_, err := s.goCommand(ctx, dir, append(append([]string{"build", "-o", binary}, buildFlags()...), "./"+mainDir)...)
	return err
}

// refused is a program that does not compile, in the compiler's words.
type refused struct {
	tests bool   // alone it compiles, with the hidden tests it does not
	text  string // what the go command printed
}

func (r *refused) Error() string { return firstError(r.text) }

// compileAlone builds a program as `go build` and `go test` do: first without
// its tests, then with them. It returns a *refused for what the compiler
// rejects and any other error for what says nothing about the program.
func (s *session) compileAlone(ctx context.Context, dir, binary string, p *program) error {
	bare, natural := filepath.Join(dir, "bare"), filepath.Join(dir, "natural")
	if err := write(bare, p.bareFiles()); err != nil {
		return err
	}
	if err := write(natural, p.naturalFiles()); err != nil {
		return err
	}
	build := append(append([]string{"build", "-o", os.DevNull}, buildFlags()...), ".")
	if _, err := s.goCommand(ctx, bare, build...); err != nil {
		return s.classify(ctx, bare, p, err, false)
	}
	s.oracle.links.Add(1)
	test := append(append([]string{"test", "-c", "-vet=off", "-o", binary}, buildFlags()...), ".")
	if _, err := s.goCommand(ctx, natural, test...); err != nil {
		return s.classify(ctx, natural, p, err, true)
	}
	return nil
}

// classify tells a program that the compiler rejects from surroundings that
// failed. What it does not know is the surroundings.
func (s *session) classify(ctx context.Context, dir string, p *program, err error, tests bool) error {
	if errors.Is(err, errTooLong) {
		return refusal{fmt.Sprintf("not compiled: the compiler did not end within %v", compileWall)}
	}
	var failure *toolchain.Error
	if ctx.Err() != nil || !errors.As(err, &failure) {
		return err
	}
	text := failure.Stderr
	for _, sign := range []string{"out of memory", "cannot allocate memory", "file too large", "signal: killed", "CPU time limit", "internal compiler error", "file size limit"} {
		if strings.Contains(text, sign) {
			return refusal{"not compiled: " + firstLine(text, sign)}
		}
	}
	for _, sign := range []string{"no space left on device", "fork/exec", "permission denied", "input/output error", "read-only file system"} {
		if strings.Contains(text, sign) {
			return fmt.Errorf("go: %s", firstLine(text, sign))
		}
	}
	// The compiler's words stand below the name of the package; with its tests
	// that has a suffix, which packages that were not found do not have.
	module := regexp.QuoteMeta(modulePath(p.item.Module))
	compiler := regexp.MustCompile(`(?m)^# ` + module + `$`)
	if tests {
		compiler = regexp.MustCompile(`(?m)^# ` + module + `(_test)? \[` + module + `\.test\]$`)
	}
	if compiler.MatchString(text) {
		return &refused{tests: tests, text: text}
	}
	if tests {
		if strings.Contains(text, "found packages ") {
			return &refused{tests: true, text: text}
		}
		return refusal{"the hidden tests cannot be built: " + firstError(text)}
	}
	for _, sign := range []string{
		"no required module provides package", "is not in std", "cannot find module providing package", "does not contain package",
		"use of internal package", "import cycle", "malformed import path", "missing go.sum entry", "is a program, not an importable package",
		"build constraints exclude all Go files", "found packages ", "invalid import path", "relative import", "local import", "expected ",
		"pattern ", "go:embed", "no Go files", "//go:build", "not permitted", "is not used", "illegal ", "NUL", "BOM", "import path", "# ",
	} {
		if strings.Contains(text, sign) && !network(text) {
			return &refused{text: text}
		}
	}
	return fmt.Errorf("go: %s%s", firstError(text), hint(text))
}

// network says whether a message tells of a module that could not be had.
func network(text string) bool {
	return regexp.MustCompile(`dial tcp|: Get "https?://|lookup .*: |i/o timeout|connection refused|module lookup disabled|403 Forbidden|410 Gone|404 Not Found|TLS handshake`).MatchString(text)
}

func hint(text string) string {
	if network(text) {
		return "; hint: the modules of the task are needed once; check the network or GOPROXY"
	}
	return ""
}
