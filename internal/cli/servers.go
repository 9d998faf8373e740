package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sooth/agent/chat"
	"sooth/internal/fingerprint"
	"sooth/suite"
	"sooth/tool"
	"sooth/tool/mcpreach"
	"sooth/tool/mcptool"
	"sooth/trial"
)

// servers are the MCP servers of a run, by arm.
type servers struct {
	keepers map[string]*mcptool.Keeper
	boxes   map[string]chat.Toolbox
	digests map[string]string
	program map[string]string             // SHA-256 of each server's program before the run
	dir     string                        // of the suite
	files   map[string][]fingerprint.File // that each server reads, before the run
	abouts  map[string]trial.Server
	bases   *codeBases // of the tools over facts
}

// servers starts the servers of the arms that a plan asks, and lists what they
// offer, before anything is paid for. A server that does not start is the
// surroundings' fault.
func (p *program) servers(ctx context.Context, s *suite.Suite, plan []suite.Trial) (*servers, error) {
	list := &servers{keepers: map[string]*mcptool.Keeper{}, boxes: map[string]chat.Toolbox{}, digests: map[string]string{}, program: map[string]string{}, dir: s.Dir, files: map[string][]fingerprint.File{}, abouts: map[string]trial.Server{}}
	for _, arm := range s.Arms {
		if arm.Kind != "mcp" || !slices.ContainsFunc(plan, func(t suite.Trial) bool { return t.Arm == arm.Name }) {
			continue
		}
		options, err := p.reach(mcpreach.Server{Command: arm.Server, Environment: arm.Environment, URL: arm.URL, Headers: arm.Headers})
		if err != nil {
			return nil, errors.Join(usage(fmt.Errorf("nothing was asked: the server of arm %q: %w", arm.Name, err)), list.close(p))
		}
		files, err := reads(ctx, s.Dir, arm) // before it runs
		if err != nil {
			return nil, errors.Join(err, list.close(p))
		}
		k := mcptool.Keep(options)
		list.keepers[arm.Name] = k
		digest, err := k.Digest(ctx)
		if err != nil {
			var failure *tool.Failure
			if errors.As(err, &failure) && failure.Stderr != "" {
				err = fmt.Errorf("%w; it said: %s", err, failure.Stderr)
			}
			return nil, errors.Join(fmt.Errorf("nothing was asked: the server of arm %q: %w", arm.Name, err), list.close(p))
		}
		list.digests[arm.Name], list.files[arm.Name] = with(digest, files), files
		if list.program[arm.Name], err = k.Program(ctx); err != nil {
			return nil, errors.Join(err, list.close(p))
		}
		about, err := introduce(ctx, k, arm.Tools)
		if err != nil {
			return nil, errors.Join(err, list.close(p))
		}
		if err := asserted(ctx, k, s, arm); err != nil {
			return nil, errors.Join(err, list.close(p))
		}
		about.Files = files
		list.abouts[arm.Name] = about
		list.boxes[arm.Name] = chat.Toolbox{Caller: k, Offered: arm.Tools, PerCall: arm.Timeout, Text: arm.Protocol == "text"}
	}
	list.bases = p.codeBases(s)
	boxes, digests, err := list.bases.boxes(ctx, plan)
	if err != nil {
		return nil, errors.Join(err, list.close(p))
	}
	maps.Copy(list.boxes, boxes)
	maps.Copy(list.digests, digests)
	return list, nil
}

// introduce asks a server what it is, and which of the tools that an arm names
// (none: of all) it offers.
func introduce(ctx context.Context, k *mcptool.Keeper, named []string) (trial.Server, error) {
	said, err := k.About(ctx)
	if err != nil {
		return trial.Server{}, err
	}
	tools, err := k.Tools(ctx)
	valid := func(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
	server := trial.Server{Name: valid(said.Name), Version: valid(said.Version), Protocol: valid(said.Protocol), Tools: len(tools)}
	for _, t := range tools {
		if len(named) == 0 || slices.Contains(named, t.Name) {
			sum := sha256.Sum256([]byte(t.Description + "\x00" + string(t.Input)))
			server.Offered = append(server.Offered, trial.Offered{Name: valid(t.Name), Hash: hex.EncodeToString(sum[:])})
		}
	}
	slices.SortFunc(server.Offered, func(a, b trial.Offered) int { return strings.Compare(a.Name, b.Name) })
	return server, err
}

// reads looks at the files that the server of an arm reads.
func reads(ctx context.Context, dir string, arm suite.Arm) ([]fingerprint.File, error) {
	if len(arm.Files) == 0 {
		return nil, nil
	}
	files, err := fingerprint.All(ctx, dir, arm.Files)
	for _, f := range files {
		if f.SHA256 == fingerprint.Missing {
			return nil, usage(fmt.Errorf("nothing was asked: the server of arm %q reads %q, which is not there; hint: make it, or correct `files`", arm.Name, f.Path))
		}
	}
	return files, err
}

// with adds files to the digest of the server that reads them.
func with(digest string, files []fingerprint.File) string {
	if len(files) == 0 {
		return digest
	}
	h := sha256.New()
	io.WriteString(h, digest)
	for _, f := range files {
		fmt.Fprintf(h, "\n%q %s", f.Path, f.SHA256)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// changed says of which arms the server's program, or what it reads, is not what
// it was before the run: then nobody knows which of the two answered.
func (s *servers) changed(ctx context.Context) error {
	var all []error
	for _, arm := range slices.Sorted(maps.Keys(s.program)) {
		if now, err := s.keepers[arm].Program(ctx); err != nil || now != s.program[arm] {
			all = append(all, fmt.Errorf("the program of the server of arm %q has changed during the run; hint: run again while nothing is built", arm))
		}
		now := slices.Clone(s.files[arm])
		if err := fingerprint.Again(ctx, s.dir, now); err != nil {
			all = append(all, err)
		}
		for _, f := range now {
			if f.After != "" {
				all = append(all, fmt.Errorf("%q, which the server of arm %q reads, has changed during the run: SHA-256 %.12s before, %.12s after; hint: a server must not write what it is asked about, nor anybody else while it is", f.Path, arm, f.SHA256, f.After))
			}
		}
	}
	return errors.Join(all...)
}

// close ends the servers and says what they did beside answering.
func (s *servers) close(p *program) error {
	var all []error
	for _, arm := range slices.Sorted(maps.Keys(s.keepers)) {
		k := s.keepers[arm]
		if starts, noise := k.Starts(); starts > 1 || noise > 0 {
			p.say("the server of arm %q was started %d times and printed %d lines that are no messages", arm, starts, noise)
		}
		all = append(all, k.Close())
	}
	if s.bases != nil {
		all = append(all, s.bases.close())
	}
	return errors.Join(all...)
}
