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
	"slices"
	"strings"
	"time"

	"sooth/internal/sandbox"
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
