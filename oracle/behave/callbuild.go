package behave

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"sooth/internal/toolchain"
)

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
