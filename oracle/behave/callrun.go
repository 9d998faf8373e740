package behave

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
)

// Bounds of executing calls.
const (
	maxCalls    = 500         // of one binary
	callTime    = 2           // seconds that one call has
	callsOutput = 16 << 20    // bytes
	callsMain   = "soothmain" // folder of the main package, in the overlay only
)

// observeCalls executes calls, so many in one binary as there may be.
func (s *session) observeCalls(ctx context.Context, tree Tree, calls []*call, seen map[string]Observation) error {
	for part := range slices.Chunk(calls, maxCalls) {
		if err := s.callBatch(ctx, tree, part, seen); err != nil {
			return err
		}
	}
	return nil
}

// callBatch builds and executes the calls of one binary.
func (s *session) callBatch(ctx context.Context, tree Tree, calls []*call, seen map[string]Observation) error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "calls")
	all := calls
	calls, err = s.buildCalls(ctx, tree, dir, binary, calls, seen)
	var broken *unbuilt
	if errors.As(err, &broken) {
		return s.apart(ctx, tree, all, broken.what, seen)
	}
	if err != nil || len(calls) == 0 {
		return err
	}
	first := true
	for range Repeats {
		found, err := s.runCalls(ctx, binary, calls)
		if err != nil {
			return err
		}
		for _, c := range calls {
			if first {
				seen[c.ID] = found[c.ID]
			} else {
				seen[c.ID] = merge(seen[c.ID], found[c.ID])
			}
		}
		first = false
		calls = slices.Clone(calls)
		slices.Reverse(calls) // what one call leaves behind must not matter to another
	}
	return nil
}

// buildCalls links a binary of all calls that compile, and returns those. What
// the compiler rejects is left out, call by call.
func (s *session) buildCalls(ctx context.Context, tree Tree, dir, binary string, calls []*call, seen map[string]Observation) ([]*call, error) {
	main := filepath.Join(dir, "main.go")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(tree.Dir, callsMain, "main.go"): main}})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(filepath.Join(tree.Dir, callsMain)); err == nil {
		return nil, fmt.Errorf("%s has a folder %s, which is needed for what is executed", tree.Dir, callsMain)
	}
	const rounds = 6 // an error may hide another
	for range rounds {
		if len(calls) == 0 {
			return nil, nil
		}
		text, lines := callsText(calls)
		if err := os.WriteFile(main, []byte(text), 0o600); err != nil {
			return nil, err
		}
		s.oracle.links.Add(1)
		args := append([]string{"build", "-overlay", filepath.Join(dir, "overlay.json"), "-gcflags=" + tree.Module + "/" + callsMain + "=-e", "-o", binary}, treeFlags()...)
		_, err := s.goCommand(ctx, tree.Dir, append(args, "./"+callsMain)...)
		if err == nil {
			return calls, nil
		}
		var failed *toolchain.Error
		if ctx.Err() != nil || !errors.As(err, &failed) && !errors.Is(err, errTooLong) {
			return nil, err
		}
		kept := s.rejected(failed, calls, lines, seen)
		if len(kept) == len(calls) && !changed(calls) { // nothing that is ours to mend
			return nil, &unbuilt{"the code base does not compile: " + firstError(errorText(failed, err))}
		}
		calls = kept
	}
	return nil, &unbuilt{"the calls could not be compiled together"}
}

// unbuilt says that no binary could be made for a reason that no single call has.
type unbuilt struct{ what string }

func (u *unbuilt) Error() string { return u.what }

// apart executes the calls of each package in a binary of their own: one of the
// packages does not compile. The calls of a single package are undecided then.
func (s *session) apart(ctx context.Context, tree Tree, calls []*call, what string, seen map[string]Observation) error {
	by := map[string][]*call{}
	for _, c := range calls {
		c.expr, c.plain = strings.TrimPrefix(c.expr, "\x00"), false
		by[c.Package] = append(by[c.Package], c)
	}
	if len(by) == 1 {
		for _, c := range calls {
			if _, told := seen[c.ID]; !told {
				seen[c.ID] = Observation{Reason: what}
			}
		}
		return nil
	}
	for _, pkg := range slices.Sorted(maps.Keys(by)) {
		if err := s.callBatch(ctx, tree, by[pkg], seen); err != nil {
			return err
		}
	}
	return nil
}

func errorText(failed *toolchain.Error, err error) string {
	if failed != nil {
		return failed.Stderr
	}
	return err.Error()
}

// changed says whether a call was just written in another way, and forgets it.
func changed(calls []*call) bool {
	any := false
	for _, c := range calls {
		if strings.HasPrefix(c.expr, "\x00") {
			c.expr, any = c.expr[1:], true
		}
	}
	return any
}

// rejected returns the calls in whose lines the compiler found nothing. A call
// without results is kept, and written as a statement.
func (s *session) rejected(failed *toolchain.Error, calls []*call, lines map[int]*call, seen map[string]Observation) []*call {
	if failed == nil {
		return calls
	}
	bad := map[*call]string{}
	place := regexp.MustCompile(`main\.go:(\d+):\d+: (.*)`)
	for _, m := range place.FindAllStringSubmatch(failed.Stderr, -1) {
		n, err := strconv.Atoi(m[1])
		c := lines[n]
		if err != nil || c == nil || bad[c] != "" {
			continue
		}
		if strings.Contains(m[2], "(no value) used as value") && !c.plain {
			c.plain = true
			c.expr = "\x00" + c.expr
			continue
		}
		bad[c] = strings.ReplaceAll(m[2], packageAlias, "")
	}
	// A package that cannot be imported takes its calls with it.
	for _, c := range calls {
		for _, sign := range []string{"import \"" + c.Package + "\" is a program", "use of internal package " + c.Package + " not", "no Go files in", "package " + c.Package + " is not in"} {
			if strings.Contains(failed.Stderr, sign) && strings.Contains(failed.Stderr, c.Package) {
				bad[c] = "its package cannot be imported"
			}
		}
	}
	var kept []*call
	for _, c := range calls {
		if why := bad[c]; why != "" {
			seen[c.ID] = Observation{Reason: "does not compile: " + why}
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

// callsText is the main package of a batch, and the call of each of its lines.
func callsText(calls []*call) (string, map[int]*call) {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	for _, path := range callsImports() {
		fmt.Fprintf(&b, "\t%q\n", path)
	}
	alias := map[string]string{}
	for _, c := range calls {
		if alias[c.Package] == "" {
			alias[c.Package] = fmt.Sprintf("%s%d", packageAlias, len(alias))
			fmt.Fprintf(&b, "\t%s %q\n", alias[c.Package], c.Package)
		}
	}
	b.WriteString(")\n\nvar soothCalls = map[string]func() []any{\n")
	lines := map[int]*call{}
	at := strings.Count(b.String(), "\n") + 1
	for _, c := range calls {
		expr := strings.ReplaceAll(strings.TrimPrefix(c.expr, "\x00"), packageAlias+".", alias[c.Package]+".")
		if c.plain {
			fmt.Fprintf(&b, "\t%q: func() []any { %s; return nil },\n", c.ID, expr)
		} else {
			fmt.Fprintf(&b, "\t%q: func() []any { return soothPack(%s) },\n", c.ID, expr)
		}
		lines[at] = c
		at++
	}
	b.WriteString("}\n")
	return b.String() + callsHarness(), lines
}

// told is what the binary says of one call.
type told struct {
	State  string   `json:"state"`
	Values []string `json:"values"`
	Reason string   `json:"reason"`
}

// runCalls executes the calls once, in their order. A call that ends the
// program is left out, and the rest executed anew.
func (s *session) runCalls(ctx context.Context, binary string, calls []*call) (map[string]Observation, error) {
	found := map[string]Observation{}
	rest := calls
	for len(rest) > 0 {
		reported, result, err := s.runOnce(ctx, binary, rest)
		if err != nil {
			return nil, err
		}
		next := 0
		for next < len(rest) {
			t, ok := reported[rest[next].ID]
			if !ok {
				break
			}
			found[rest[next].ID] = Observation{State: State(t.State), Values: t.Values, Reason: t.Reason}
			next++
		}
		if next == len(rest) {
			break
		}
		why := "it ends the program"
		if result.Killed != "" {
			why = "it does not end within its limits: " + result.Killed
		}
		found[rest[next].ID] = Observation{Reason: why}
		rest = rest[next+1:]
	}
	return found, nil
}

// runOnce starts the binary with some calls.
func (s *session) runOnce(ctx context.Context, binary string, calls []*call) (map[string]told, sandbox.Result, error) {
	if err := s.acquire(ctx); err != nil {
		return nil, sandbox.Result{}, err
	}
	defer s.release()
	tokens, err := s.random(len(calls))
	if err != nil {
		return nil, sandbox.Result{}, err
	}
	var stdin strings.Builder
	id := map[string]string{}
	for i, c := range calls {
		id[tokens[i]] = c.ID
		fmt.Fprintf(&stdin, "%s\t%s\n", tokens[i], base64.StdEncoding.EncodeToString([]byte(c.ID)))
	}
	limits := s.oracle.options.Limits
	limits.Output = max(limits.Output, callsOutput)
	limits.Wall = max(limits.Wall, time.Duration(callTime+1)*time.Second)
	s.oracle.runs.Add(1)
	result, err := s.oracle.options.Sandbox.Run(ctx, sandbox.Command{Program: filepath.Clean(binary), Args: []string{"calls"}, Stdin: []byte(stdin.String()), Limits: limits})
	if err != nil {
		return nil, result, err
	}
	if ctx.Err() != nil || result.Killed == "cancelled" {
		return nil, result, context.Cause(ctx)
	}
	reported := map[string]told{}
	for line := range strings.Lines(string(result.Stderr)) {
		token, text, ok := strings.Cut(strings.TrimSpace(line), " ")
		if name := id[token]; ok && name != "" {
			var t told
			if raw, err := base64.StdEncoding.DecodeString(text); err == nil && json.Unmarshal(raw, &t) == nil {
				reported[name] = t
			}
		}
	}
	return reported, result, nil
}
